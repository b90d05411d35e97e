"""One task computed again: is it scored at all, what holds of each assertion, is the verdict grounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.score import Assertion, Cause, Disclosure, Status
from site_builder.challenges.prove_it.inputs.submission import SentAssertion
from site_builder.challenges.prove_it.inputs.track import TaskBounds
from site_builder.challenges.prove_it.scoring.admissibility import rejection, shortfall
from site_builder.challenges.prove_it.scoring.assertion import Frame, Outcome, judge
from site_builder.challenges.prove_it.scoring.basis import Basis
from site_builder.challenges.prove_it.scoring.graph import Graph
from site_builder.challenges.prove_it.scoring.grounds import missing_facts
from site_builder.challenges.prove_it.scoring.readings import (
    AMENDED_NAMED,
    FAULTS_AND_HALF,
    REFUSED_BEFORE_WAITING,
    Reading,
)
from site_builder.challenges.prove_it.scoring.score_document import (
    Document,
    assertion_document,
    claim_document,
    disclosures_document,
    facts_document,
    narrative_document,
    openings_document,
)
from site_builder.evidence.account import Account, examine
from site_builder.kernel.identifiers import is_proof_id


@dataclass(frozen=True, slots=True)
class Work:
    """What was submitted for one task; ``submitted_at`` as written."""

    submitted_at: str
    verdict: str
    assertions: Sequence[SentAssertion]
    disclosures: Mapping[str, Disclosure]
    narrative: str | None


@dataclass(frozen=True, slots=True)
class Undecided:
    """What the evidence at hand does not decide: where, why, and the version of a proof that is not known."""

    pointer: str
    why: str
    unknown_version: str | None = None


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The task's document, or ``None`` where the evidence does not decide it.

    ``reasons``: by pointer inside the task (``""`` is the task itself); so are those of ``undecided``.
    """

    document: Document | None
    reasons: Mapping[str, str]
    undecided: tuple[Undecided, ...] = ()


AS_SUBMITTED = "as it was submitted"
# What a scored assertion repeats of the submission.
_REPEATED = ("id", "claim", "proof_ids")


@dataclass(slots=True)
class Bench:
    """The proofs of one participant, each verified once for the openings that it is cited with."""

    basis: Basis
    proofs: Mapping[str, ProofView]
    did: str
    examined: dict[str, Account] = field(default_factory=dict)
    _accounts: dict[tuple[str, str], Account] = field(default_factory=dict)

    @property
    def frame(self) -> Frame:
        """The season's bounds, the DID enrolled, and the instrument's own bodies."""
        season = self.basis.season
        return Frame(season.opens_at.utc, season.closes_at.utc, self.did, self.basis.fault_hashes)

    def accounts(self, disclosures: Mapping[str, Disclosure]) -> dict[str, Account | None]:
        """What :func:`judge` takes: no entry for a proof that is not at hand, ``None`` for none such."""
        found: dict[str, Account | None] = {}
        for proof_id, disclosure in disclosures.items():
            if not is_proof_id(proof_id):
                found[proof_id] = None
            elif (given := self.proofs.get(proof_id)) is not None:
                found[proof_id] = self._account(proof_id, given, disclosure)
        return found

    def _account(self, proof_id: str, given: ProofView, disclosure: Disclosure) -> Account | None:
        if given.view is None:
            return None
        openings = openings_document(disclosure)
        slot = (proof_id, repr(openings))
        if slot not in self._accounts:
            self._accounts[slot] = examine(
                given.view,
                self.basis.anchors,
                log_entry=given.log_entry,
                disclosures=openings,
                rehearsal=self.basis.season.demonstration,
            )
            self.examined.setdefault(proof_id, self._accounts[slot])
        return self._accounts[slot]


def rescore_task(
    bounds: TaskBounds, work: Work, bench: Bench, otherwise: Reading | None = None
) -> TaskResult:
    """The state of one task that was submitted, in the order of the specification (§4.1, §5.7).

    ``otherwise``: a reading of the Index that is not followed, to see what the other one would give.
    """
    graph = bench.basis.graphs.get(bounds.task_id)
    if otherwise is AMENDED_NAMED:
        graph = bench.basis.amended.get(bounds.task_id, graph)
    if graph is None:
        return TaskResult(None, {}, (Undecided("", "the manifest does not say what this task is about"),))
    head: Document = {"task_id": bounds.task_id}
    claims = [assertion.claim for assertion in work.assertions]
    if otherwise is REFUSED_BEFORE_WAITING:
        outcomes = _outcomes(work, bench, otherwise)
        if any(outcome.status == "pending" for outcome in outcomes):
            return _waiting(head, work, outcomes)
    if (refused := rejection(claims, bounds, graph)) is not None:
        document = head | {"state": "rejected", "reason": refused.reason}
        if refused.at_fault is not None:
            made = work.assertions[refused.at_fault]
            document["at_fault"] = {"id": made.id, "claim": claim_document(made.claim)}
        return TaskResult(document, {"": refused.why})
    if (short := shortfall(claims, bounds, graph)) is not None:
        return TaskResult(head | {"state": "not_submitted", "reason": short.reason}, {"": short.why})
    outcomes = _outcomes(work, bench, otherwise)
    if any(outcome.status == "pending" for outcome in outcomes):
        return _waiting(head, work, outcomes)
    return _judged(head, bounds, graph, work, outcomes, bench.basis, otherwise)


def _outcomes(work: Work, bench: Bench, otherwise: Reading | None) -> list[Outcome]:
    accounts = bench.accounts(work.disclosures)
    frame, resources = bench.frame, bench.basis.resources
    return [
        judge(a.claim, a.proof_ids, accounts, resources.get(a.claim.resource), frame, otherwise)
        for a in work.assertions
    ]


def _waiting(head: Document, work: Work, outcomes: list[Outcome]) -> TaskResult:
    waiting = next(outcome for outcome in outcomes if outcome.status == "pending")
    made = [_assertion(a, "pending", None) for a in work.assertions]
    document = head | {"state": "pending", **_sent(work), **_parts(made, work)}
    return TaskResult(document, {"": _why(waiting)})


def _judged(
    head: Document,
    bounds: TaskBounds,
    graph: Graph,
    work: Work,
    outcomes: list[Outcome],
    basis: Basis,
    otherwise: Reading | None,
) -> TaskResult:
    reasons = {f"/assertions/{n}": _why(outcome) for n, outcome in enumerate(outcomes)}
    reasons |= dict.fromkeys(("/submitted_at", "/verdict", "/disclosures", "/narrative"), AS_SUBMITTED)
    reasons |= {f"/assertions/{n}/{part}": AS_SUBMITTED for n in range(len(outcomes)) for part in _REPEATED}
    open_ones = tuple(
        Undecided(f"/assertions/{n}", _why(outcome), outcome.unknown_version)
        for n, outcome in enumerate(outcomes)
        if outcome.status == "not_checked"
    )
    if open_ones:
        return TaskResult(None, {}, open_ones)
    counted = [
        a.claim
        for a, outcome in zip(work.assertions, outcomes, strict=True)
        if outcome.status != "instrument_fault"
    ]
    own_among = [a.claim for a in work.assertions] if otherwise is FAULTS_AND_HALF else None
    if (short := shortfall(counted, bounds, graph, own_among)) is not None:
        why = f"{short.why}, instrument faults apart"
        lost = {"assertions": len(outcomes), "instrument_faults": len(outcomes) - len(counted)}
        document = head | {"state": "not_submitted", "reason": short.reason, "lost_to_faults": lost}
        return TaskResult(document, {"": why})
    made = [
        _assertion(a, _status(outcome), outcome.cause)
        for a, outcome in zip(work.assertions, outcomes, strict=True)
    ]
    return _submitted(head, work, made, basis, reasons)


def _submitted(
    head: Document, work: Work, made: list[Assertion], basis: Basis, reasons: dict[str, str]
) -> TaskResult:
    answer = basis.key.root.get(head["task_id"])
    missing = missing_facts(answer.grounds, made) if answer is not None else ()
    exact = answer is not None and work.verdict == answer.verdict
    reasons |= {
        "": "no condition stands against scoring this submission",
        "/verdict_exact": f"the key expects {answer.verdict}"
        if answer
        else "the key does not hold this task",
        "/verdict_grounded": f"{len(missing)} grounds are carried by no supported assertion",
        "/missing_facts": "the first form of each ground that no supported assertion carries",
    }
    document = head | {
        "state": "submitted",
        **_sent(work),
        "verdict_exact": exact,
        "verdict_grounded": answer is not None and not missing,
        "missing_facts": facts_document(missing),
        **_parts(made, work),
    }
    return TaskResult(document, reasons)


def _sent(work: Work) -> Document:
    return {"submitted_at": work.submitted_at, "verdict": work.verdict}


def _parts(made: list[Assertion], work: Work) -> Document:
    return {
        "assertions": [assertion_document(assertion) for assertion in made],
        "disclosures": disclosures_document(work.disclosures),
        **narrative_document(work.narrative),
    }


def _assertion(sent: SentAssertion, status: Status, cause: Cause | None) -> Assertion:
    return Assertion.model_construct(
        id=sent.id, claim=sent.claim, proof_ids=sent.proof_ids, status=status, cause=cause
    )


def _status(outcome: Outcome) -> Status:
    assert outcome.status != "not_checked"
    return outcome.status


def _why(outcome: Outcome) -> str:
    proof = f"{outcome.proof_id}: " if outcome.proof_id else ""
    condition = f"condition {outcome.condition}, " if outcome.condition else ""
    return f"{condition}{proof}{outcome.reason}"
