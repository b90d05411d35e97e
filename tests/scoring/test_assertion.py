"""One assertion: each condition and cause, their order, and proofs that may not hide one another."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs.score import Claim
from site_builder.challenges.prove_it.scoring.assertion import Frame, Outcome, Resource, judge
from site_builder.challenges.prove_it.scoring.corpus_hashes import request_hash, response_hash
from site_builder.evidence.account import Account, examine
from site_builder.evidence.identity import Identity
from site_builder.evidence.steps import Recorder, Status, Step
from tests.evidence.local_issuer import DID, LocalIssuer, as_bytes, disclosures, values

PATH = "/agrements/AGR-4417"
BODY = '{"statut": "suspendu", "n": 1, "vrai": true, "liste": ["a/b", {"~x": null}], "é": "é"}'.encode()
RESOURCE = Resource(request_hash(f"https://corpus.test{PATH}", "GET", {}), response_hash(BODY), BODY)
FAULT = response_hash(b'{"erreur": "secret absent"}')
TIME = dt.datetime(2026, 10, 2, 10, 12, 33, tzinfo=dt.UTC)
FRAME = Frame(
    opens_at=dt.datetime(2026, 9, 21, tzinfo=dt.UTC),
    closes_at=dt.datetime(2026, 10, 31, 22, 59, 59, tzinfo=dt.UTC),
    did=DID,
    fault_hashes=frozenset({FAULT}),
)
ONE, TWO = "prf_20261002_101233_ab12cd", "prf_20261002_101234_ab12ce"
SECOND = dt.timedelta(seconds=1)


def claim(field: str = "/statut", value: object = "suspendu") -> Claim:
    return Claim(resource=PATH, field=field, value=value)


@pytest.fixture(scope="module")
def good() -> Account:
    """A real account: every witness verified, opening this request and this answer."""
    issuer = LocalIssuer()
    committed = {"request_hash": RESOURCE.request_hash, "response_hash": RESOURCE.response_hash}
    proof = issuer.proof(values(**committed))
    account = examine(
        as_bytes(proof),
        issuer.anchors(),
        log_entry=as_bytes(issuer.entry(proof)),
        disclosures=disclosures(**committed),
    )
    assert account.verdict is Status.PASSED
    assert (account.proof_id, account.time) == (ONE, TIME)
    return account


def with_step(account: Account, number: int, status: Status) -> Account:
    step = Step(number, status, None if status is Status.PASSED else "some_cause", None, ())
    return replace(account, steps=tuple(step if s.number == number else s for s in account.steps))


def answering(account: Account, **opened: str) -> Account:
    return replace(account, opened={**(account.opened or {}), **opened})


def outcome(*accounts: Account | None, made: Claim | None = None, **options: Any) -> Outcome:
    names = [ONE, TWO, "prf_20261002_101235_ab12cf"][: len(accounts)]
    named = {n: a and replace(a, proof_id=n) for n, a in zip(names, accounts, strict=True)}
    given: dict[str, Any] = {"resource": RESOURCE, "frame": FRAME} | options
    return judge(made or claim(), names, named, **given)


def brief(found: Outcome) -> tuple[str, str | None, int | None, str | None]:
    return found.status, found.cause, found.condition, found.proof_id


SUPPORTED = ("supported", None, None, None)


# Supported.


def test_the_four_conditions(good: Account) -> None:
    assert brief(outcome(good)) == SUPPORTED
    assert brief(outcome(good, good)) == SUPPORTED


# Condition 1: invalid_proof.


def test_no_proof_is_cited(good: Account) -> None:
    found = judge(claim(), [], {ONE: good}, RESOURCE, FRAME)
    assert brief(found) == ("unsupported", "invalid_proof", 1, None)


def test_a_proof_that_does_not_exist() -> None:
    assert brief(outcome(None)) == ("unsupported", "invalid_proof", 1, ONE)


def test_a_refused_proof(good: Account) -> None:
    refused = examine(b'{"spec_version": "0.9"}', LocalIssuer().anchors())
    assert brief(outcome(refused)) == ("unsupported", "invalid_proof", 1, ONE)


def test_4_1_a_proof_of_a_later_version_is_undecided_never_charged(good: Account) -> None:
    later = examine(b'{"spec_version": "3.2"}', LocalIssuer().anchors())
    found = outcome(good, later)
    assert brief(found) == ("not_checked", None, 1, TWO)
    assert (found.reason, found.unknown_version) == ("unknown version: spec_version 3.2", "3.2")
    # What another cited proof breaks for certain is decided all the same.
    assert brief(outcome(later, None)) == ("unsupported", "invalid_proof", 1, TWO)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 7])
def test_a_step_that_failed(good: Account, number: int) -> None:
    found = outcome(with_step(good, number, Status.FAILED))
    assert brief(found) == ("unsupported", "invalid_proof", 1, ONE)
    assert found.reason.startswith(f"step {number}, ")


def test_the_view_of_another_proof(good: Account) -> None:
    found = judge(claim(), [TWO], {TWO: good}, RESOURCE, FRAME)
    assert brief(found) == ("unsupported", "invalid_proof", 1, TWO)


BOUNDS = [
    (FRAME.opens_at - SECOND, False),
    (FRAME.opens_at, True),
    (FRAME.closes_at, True),
    (FRAME.closes_at + dt.timedelta(microseconds=1), False),
    (FRAME.closes_at + SECOND, False),
]


@pytest.mark.parametrize(("time", "inside"), BOUNDS)
def test_the_token_s_time_within_the_season_both_bounds_included(
    good: Account, time: dt.datetime, inside: bool
) -> None:
    found = brief(outcome(replace(good, time=time)))
    assert found == (SUPPORTED if inside else ("unsupported", "invalid_proof", 1, ONE))


def test_the_bounds_are_instants_and_not_local_times(good: Account) -> None:
    paris = dt.timezone(dt.timedelta(hours=1))
    frame = replace(FRAME, closes_at=dt.datetime(2026, 10, 31, 23, 59, 59, tzinfo=paris))
    assert brief(outcome(replace(good, time=FRAME.closes_at), frame=frame)) == SUPPORTED


# Condition 2: identity_not_bound.

IDENTITIES = [
    Identity(DID, True, "unverified"),
    Identity(DID, None, "bound"),
    Identity(DID, 1, "bound"),
    Identity("did:web:other.example", True, "bound"),
    Identity(None, None, None),
]


@pytest.mark.parametrize("identity", IDENTITIES)
def test_an_identity_that_is_not_bound(good: Account, identity: Identity) -> None:
    found = outcome(replace(good, identity=identity))
    assert brief(found) == ("unsupported", "identity_not_bound", 2, ONE)


def test_openings_that_fail(good: Account) -> None:
    failed = replace(with_step(good, 6, Status.FAILED), identity=None)
    assert brief(outcome(failed)) == ("unsupported", "identity_not_bound", 2, ONE)


def test_a_3_0_proof_verifies_and_is_not_admissible() -> None:
    issuer = LocalIssuer()
    committed = {"request_hash": RESOURCE.request_hash, "response_hash": RESOURCE.response_hash}
    identity = ("agent_", "did_", "identity_")
    fields = {k: v for k, v in values(**committed).items() if not k.startswith(identity)}
    proof = issuer.proof(fields, version="3.0") | {
        "agent_identity": DID,
        "agent_identity_verified": True,
        "did_resolution_status": "bound",
    }
    entry = as_bytes(issuer.entry(proof))
    account = examine(
        as_bytes(proof), issuer.anchors(), log_entry=entry, disclosures=disclosures(**committed)
    )
    found = outcome(account)
    assert brief(found) == ("unsupported", "identity_not_bound", 2, ONE)
    assert "identity_not_admissible" in found.reason


def test_a_flat_identity_does_not_count(good: Account) -> None:
    # The flat fields never reach an account: only what was opened does.
    other = outcome(good, frame=replace(FRAME, did="did:web:other.example"))
    assert brief(other) == ("unsupported", "identity_not_bound", 2, ONE)


# Condition 3: resource_mismatch.


def test_a_valid_proof_cited_for_another_resource(good: Account) -> None:
    other = answering(good, request_hash="11" * 32)
    assert brief(outcome(other)) == ("unsupported", "resource_mismatch", 3, ONE)


def test_a_resource_that_the_manifest_does_not_have(good: Account) -> None:
    assert brief(outcome(good, resource=None)) == ("unsupported", "resource_mismatch", 3, ONE)


# Condition 4: value_mismatch.


def test_another_answer(good: Account) -> None:
    other = answering(good, response_hash="11" * 32)
    assert brief(outcome(other)) == ("unsupported", "value_mismatch", 4, ONE)


CARRIED = [
    ("/statut", "suspendu", True),
    ("/statut", "actif", False),
    ("/statut", "Suspendu", False),
    ("/statut", ["suspendu"], False),
    ("/absent", None, False),
    ("/absent", "suspendu", False),
    ("/n", 1, True),
    ("/n", 1.0, False),
    ("/n", True, False),
    ("/n", "1", False),
    ("/vrai", True, True),
    ("/vrai", 1, False),
    ("/liste/0", "a/b", True),
    ("/liste/00", "a/b", False),
    ("/liste/1/~0x", None, True),
    ("/liste", ["a/b", {"~x": None}], True),
    ("/liste", [{"~x": None}, "a/b"], False),
    ("/é", "é", True),
    ("/é", "e\u0301", False),
    ("/%C3%A9", "é", False),
]


@pytest.mark.parametrize(("field", "value", "carried"), CARRIED)
def test_strict_equality_with_the_bytes_served(
    good: Account, field: str, value: object, carried: bool
) -> None:
    found = brief(outcome(good, made=claim(field, value)))
    assert found == (SUPPORTED if carried else ("unsupported", "value_mismatch", 4, ONE))


def test_bytes_that_are_not_json(good: Account) -> None:
    found = outcome(good, resource=replace(RESOURCE, body=b"<html>"))
    assert brief(found) == ("unsupported", "value_mismatch", 4, ONE)


# The instrument fault: after condition 3 alone.

INSTRUMENT = ("instrument_fault", "instrument_fault", None, ONE)


def test_an_instrument_fault(good: Account) -> None:
    fault = answering(good, response_hash=FAULT)
    assert brief(outcome(fault)) == INSTRUMENT
    # Whatever is claimed: no answer of the resource was ever seen.
    assert brief(outcome(fault, made=claim(value="actif"))) == INSTRUMENT


BEFORE: list[tuple[Callable[[Account], Account], str, int]] = [
    (lambda a: with_step(a, 2, Status.FAILED), "invalid_proof", 1),
    (lambda a: replace(a, time=FRAME.closes_at + SECOND), "invalid_proof", 1),
    (lambda a: replace(a, identity=Identity(DID, None, "bound")), "identity_not_bound", 2),
    (lambda a: answering(a, request_hash="11" * 32), "resource_mismatch", 3),
]


@pytest.mark.parametrize(("broken", "cause", "condition"), BEFORE)
def test_a_fault_does_not_excuse_an_earlier_condition(
    good: Account, broken: Callable[[Account], Account], cause: str, condition: int
) -> None:
    fault = broken(answering(good, response_hash=FAULT))
    assert brief(outcome(fault)) == ("unsupported", cause, condition, ONE)


def test_a_fault_beside_a_good_answer(good: Account) -> None:
    fault = answering(good, response_hash=FAULT)
    assert brief(outcome(fault, good)) == INSTRUMENT
    assert brief(outcome(good, fault)) == ("instrument_fault", "instrument_fault", None, TWO)


def test_a_fault_does_not_take_a_wrong_value_out_of_the_count(good: Account) -> None:
    fault = answering(good, response_hash=FAULT)
    wrong = claim(value="actif")
    assert brief(outcome(fault, good, made=wrong)) == ("unsupported", "value_mismatch", 4, TWO)
    assert brief(outcome(good, fault, made=wrong)) == ("unsupported", "value_mismatch", 4, ONE)
    stranger = answering(good, response_hash="11" * 32)
    assert brief(outcome(fault, stranger)) == ("unsupported", "value_mismatch", 4, TWO)


# Every cited proof must hold.

FAULTS: list[tuple[Callable[[Account], Account], str, int]] = [
    (lambda a: with_step(a, 5, Status.FAILED), "invalid_proof", 1),
    (lambda a: replace(a, identity=Identity(None, None, None)), "identity_not_bound", 2),
    (lambda a: answering(a, request_hash="11" * 32), "resource_mismatch", 3),
    (lambda a: answering(a, response_hash="11" * 32), "value_mismatch", 4),
]


@pytest.mark.parametrize(("broken", "cause", "condition"), FAULTS)
def test_no_proof_hides_another(
    good: Account, broken: Callable[[Account], Account], cause: str, condition: int
) -> None:
    bad = broken(good)
    assert brief(outcome(bad, good, good)) == ("unsupported", cause, condition, ONE)
    assert brief(outcome(good, bad)) == ("unsupported", cause, condition, TWO)


@pytest.mark.parametrize(("earlier", "later"), list(combinations(range(4), 2)))
def test_the_first_condition_that_any_proof_breaks_is_the_cause(
    good: Account, earlier: int, later: int
) -> None:
    first, cause, condition = FAULTS[earlier]
    second = FAULTS[later][0]
    assert brief(outcome(second(good), first(good))) == ("unsupported", cause, condition, TWO)
    assert brief(outcome(first(second(good)))) == ("unsupported", cause, condition, ONE)


# Pending, and not decided.


def test_a_pending_proof_gives_no_score_whatever_stands_beside_it(good: Account) -> None:
    pending = replace(good, batch_open=True, time=None)
    assert brief(outcome(pending)) == ("pending", None, None, ONE)
    assert brief(outcome(None, pending)) == ("pending", None, None, TWO)
    assert brief(outcome(with_step(good, 1, Status.FAILED), pending)) == ("pending", None, None, TWO)


def test_a_proof_that_is_not_at_hand_is_not_an_invalid_one(good: Account) -> None:
    found = judge(claim(), [ONE, TWO], {ONE: good}, RESOURCE, FRAME)
    assert brief(found) == ("not_checked", None, 1, TWO)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 7])
def test_a_step_that_was_not_checked_decides_nothing(good: Account, number: int) -> None:
    assert brief(outcome(with_step(good, number, Status.NOT_CHECKED))) == ("not_checked", None, 1, ONE)


def test_what_is_certain_comes_before_what_is_not(good: Account) -> None:
    unknown = with_step(good, 5, Status.NOT_CHECKED)
    assert brief(outcome(unknown, None)) == ("unsupported", "invalid_proof", 1, TWO)
    assert brief(outcome(with_step(unknown, 4, Status.FAILED)))[1] == "invalid_proof"
    # A later condition is not certain while an earlier one is open.
    assert outcome(replace(unknown, identity=None)).status == "not_checked"


def test_an_account_without_disclosures_is_not_decided() -> None:
    step = Recorder(7).not_checked("no_submission", "none")
    assert not step.passed
    issuer = LocalIssuer()
    proof = issuer.proof()
    account = examine(as_bytes(proof), issuer.anchors(), log_entry=as_bytes(issuer.entry(proof)))
    assert brief(outcome(account)) == ("not_checked", None, 1, ONE)
