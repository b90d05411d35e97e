"""What proofs say of a score where the corpus is not published: the first two conditions, and no more.

Whether a proof holds, and whom it binds, needs no corpus (specification §4.1, conditions 1 and 2). Whether it
asked for the resource that is claimed, and was answered what is claimed (3 and 4), does: of these nothing is
said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.score import Assertion, PendingTask, Score, SubmittedTask
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.scoring.assertion import Outcome, judge
from site_builder.challenges.prove_it.scoring.basis import Basis
from site_builder.challenges.prove_it.scoring.rescore_task import Bench
from site_builder.evidence.account import Account
from site_builder.evidence.trust import TrustAnchors

_FIRST_TWO: Final = ("invalid_proof", "identity_not_bound")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A place of the score, what it declares there, and what its proofs say against it."""

    pointer: str
    declared: str
    expected: str


@dataclass(frozen=True, slots=True)
class ProofsAlone:
    """``undecided``: places of assertions whose proofs leave the first two conditions open, and why."""

    contradictions: tuple[Contradiction, ...]
    undecided: tuple[tuple[str, str], ...]
    accounts: Mapping[str, Account]


def without_corpus(season: Season, track: Track, key: AnswerKey, anchors: TrustAnchors) -> Basis:
    """What proofs alone are judged on."""
    return Basis(season, track, key, {}, {}, frozenset(), anchors)


def proofs_alone(score: Score, proofs: Mapping[str, ProofView], basis: Basis) -> ProofsAlone:
    """Every assertion of submitted and pending tasks with the first two conditions of its proofs."""
    bench = Bench(basis, proofs, str(score.agent.did))
    found: list[Contradiction] = []
    undecided: list[tuple[str, str]] = []
    for pointer, assertion, outcome in _outcomes(score, bench):
        if outcome.status == "not_checked":
            undecided.append((pointer, _why(outcome)))
        elif (expected := _expected(assertion, outcome)) is not None:
            declared = f"{assertion.status}, {assertion.cause or 'no cause'}"
            found.append(Contradiction(pointer, declared, f"{expected}: {_why(outcome)}"))
    return ProofsAlone(tuple(found), tuple(undecided), bench.examined)


def _outcomes(score: Score, bench: Bench) -> Iterator[tuple[str, Assertion, Outcome]]:
    for number, task in enumerate(score.tasks):
        if not isinstance(task, SubmittedTask | PendingTask):
            continue
        accounts = bench.accounts(task.disclosures)
        for place, assertion in enumerate(task.assertions):
            outcome = judge(assertion.claim, assertion.proof_ids, accounts, None, bench.frame)
            yield f"/tasks/{number}/assertions/{place}", assertion, outcome


def _expected(assertion: Assertion, outcome: Outcome) -> str | None:
    """What the assertion must be as far as the first two conditions go; ``None`` where it is that."""
    if outcome.status == "pending" or assertion.status == "pending":
        # A task waits as a whole: an assertion may wait for the proofs of another one.
        return "pending" if assertion.status != "pending" else None
    if outcome.cause in _FIRST_TWO:
        return None if assertion.cause == outcome.cause else f"unsupported, {outcome.cause}"
    return f"not {assertion.cause}" if assertion.cause in _FIRST_TWO else None


def _why(outcome: Outcome) -> str:
    if outcome.status == "pending":
        return outcome.reason
    if outcome.condition not in (1, 2):
        return "its proofs hold, and bind this agent"
    return f"condition {outcome.condition}, {outcome.proof_id}: {outcome.reason}"
