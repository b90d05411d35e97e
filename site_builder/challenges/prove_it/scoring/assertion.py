"""The status of one assertion: four conditions in order, five causes (specification §4.1).

Every cited proof must meet a condition before the next one is looked at, so that no proof hides another:
the cause is that of the first condition that any of them breaks (reading R1). The instrument fault is
looked at after condition 3 alone: before it, a call under a disguised address could be made to fail at will.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from site_builder.challenges.prove_it.inputs.score import Cause, Claim
from site_builder.challenges.prove_it.scoring.corpus_hashes import served_value
from site_builder.challenges.prove_it.scoring.readings import EVERY_PROOF, FAULT_BESIDE_ANSWER, Reading
from site_builder.evidence.account import Account
from site_builder.evidence.steps import Status
from site_builder.evidence.trust import moment
from site_builder.kernel.canonical import json_equal
from site_builder.kernel.pointer import PointerError, resolve

# Condition 1 rests on these; step 6 is condition 2.
_VALIDITY = (1, 2, 3, 4, 5, 7)


@dataclass(frozen=True, slots=True)
class Resource:
    """What the manifest says of a resource: hashes in 64 hex digits, and the bytes that were served."""

    request_hash: str
    response_hash: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Frame:
    """What is the same for all assertions of a participant: the season's bounds, the DID enrolled, and
    the response hashes of the instrument's own faults (``/_systeme/*`` in the manifest)."""

    opens_at: datetime
    closes_at: datetime
    did: str
    fault_hashes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The status and its cause; which condition was broken, by which proof, and why.

    ``not_checked`` is no status of a score: it says that the evidence at hand does not decide, or that a
    proof is of a version that is not known, ``unknown_version``.
    """

    status: Literal["supported", "unsupported", "instrument_fault", "pending", "not_checked"]
    cause: Cause | None
    condition: int | None
    proof_id: str | None
    reason: str
    unknown_version: str | None = None


def judge(
    claim: Claim,
    proof_ids: Sequence[str],
    accounts: Mapping[str, Account | None],
    resource: Resource | None,
    frame: Frame,
    otherwise: Reading | None = None,
) -> Outcome:
    """The outcome of one assertion; ``otherwise``: a reading of the Index that is not followed (R1, R2).

    ``accounts``: by proof id, each made with the submission's disclosures for it; ``None`` for a proof
    that does not exist, and no entry for one that is not at hand. ``resource``: the manifest's entry of
    ``claim.resource``, or ``None`` where it has none.
    """
    if otherwise is EVERY_PROOF and len(proof_ids) > 1:
        alone = (judge(claim, [one], accounts, resource, frame) for one in proof_ids)
        if (good := next((one for one in alone if one.status == "supported"), None)) is not None:
            return good
    cited = [(proof_id, accounts.get(proof_id)) for proof_id in proof_ids]
    for proof_id, account in cited:
        if account is not None and account.batch_open:
            return Outcome("pending", None, None, proof_id, "its batch is not closed yet")
    if not cited:
        return _unsupported("invalid_proof", 1, None, "no proof is cited")
    for proof_id, account in cited:
        if proof_id in accounts and (reason := _invalid(proof_id, account, frame)):
            return _unsupported("invalid_proof", 1, proof_id, reason)
    for proof_id, account in cited:
        if reason := _undecided(account):
            version = account.unknown_version if account is not None else None
            return Outcome("not_checked", None, 1, proof_id, reason, version)
    held = [(proof_id, account) for proof_id, account in cited if account is not None]
    return _bound(claim, held, resource, frame, otherwise)


def _bound(
    claim: Claim,
    cited: list[tuple[str, Account]],
    resource: Resource | None,
    frame: Frame,
    otherwise: Reading | None,
) -> Outcome:
    """Conditions 2 to 4, over proofs that all meet condition 1."""
    for proof_id, account in cited:
        if reason := _not_bound(account, frame.did):
            return _unsupported("identity_not_bound", 2, proof_id, reason)
    for proof_id, account in cited:
        if resource is None or _opened(account, "request_hash") != resource.request_hash:
            reason = "the request is not the one that this resource is read with"
            return _unsupported("resource_mismatch", 3, proof_id, reason)
    assert resource is not None
    return _answered(claim, cited, resource, frame, otherwise)


def _answered(
    claim: Claim,
    cited: list[tuple[str, Account]],
    resource: Resource,
    frame: Frame,
    otherwise: Reading | None,
) -> Outcome:
    """Condition 4, and the instrument's own faults.

    A claim whose resource was answered at least once is judged on that answer: citing a fault beside it
    does not take a wrong value out of the count (reading R2).
    """
    answers = [(proof_id, _opened(account, "response_hash")) for proof_id, account in cited]
    faults = [proof_id for proof_id, found in answers if found in frame.fault_hashes]
    if faults and otherwise is FAULT_BESIDE_ANSWER:
        return _fault(faults[0])
    for proof_id, found in answers:
        if found != resource.response_hash and found not in frame.fault_hashes:
            return _unsupported("value_mismatch", 4, proof_id, "the answer is not the one that is served")
    if len(faults) < len(answers) and (reason := _not_carried(claim, resource.body)):
        return _unsupported("value_mismatch", 4, _first_answer(answers, resource), reason)
    if faults:
        return _fault(faults[0])
    return Outcome("supported", None, None, None, "the four conditions hold")


def _fault(proof_id: str) -> Outcome:
    reason = "the answer is one of the instrument's own faults"
    return Outcome("instrument_fault", "instrument_fault", None, proof_id, reason)


def _first_answer(answers: list[tuple[str, str]], resource: Resource) -> str:
    return next(proof_id for proof_id, found in answers if found == resource.response_hash)


def _invalid(proof_id: str, account: Account | None, frame: Frame) -> str | None:
    """Why condition 1 is broken for certain, if it is."""
    if account is None:
        return "there is no such proof"
    if account.refusal is not None:
        return f"refused: {account.refusal.name}"
    if account.proof_id != proof_id:
        return "the view is another proof's"
    for number in _VALIDITY:
        step = account.step(number)
        if step.status is Status.FAILED:
            return f"step {number}, {step.name}: {step.cause}"
    if account.time is not None and not frame.opens_at <= account.time <= frame.closes_at:
        return f"its time, {moment(account.time)}, is outside the season"
    return None


def _undecided(account: Account | None) -> str | None:
    """Why condition 1 cannot be told, if it cannot."""
    if account is None:
        return "the proof is not at hand"
    if account.unknown_version is not None:
        return f"unknown version: spec_version {account.unknown_version}"
    for number in _VALIDITY:
        step = account.step(number)
        if not step.passed:
            return f"step {number}, {step.name}: {step.cause}"
    return None if account.time is not None else "its time is not known"


def _not_bound(account: Account, did: str) -> str | None:
    step = account.step(6)
    if account.identity is None or not step.passed:
        return f"step 6, identity: {step.cause}"
    if not account.identity.bound_to(did):
        return "what it opens is not a verified, bound identity of the DID enrolled"
    return None


def _not_carried(claim: Claim, body: bytes) -> str | None:
    """Why the frozen bytes do not carry the claim, if they do not: strict JSON equality, types included."""
    try:
        value = resolve(served_value(body), str(claim.field))
        carried = json_equal(value, claim.value)
    except PointerError:
        return "the resource has no such field"
    except ValueError:
        return "the resource is not JSON"
    return None if carried else "the resource has another value in this field"


def _opened(account: Account, name: str) -> str:
    return (account.opened or {}).get(name, "")


def _unsupported(cause: Cause, condition: int, proof_id: str | None, reason: str) -> Outcome:
    return Outcome("unsupported", cause, condition, proof_id, reason)
