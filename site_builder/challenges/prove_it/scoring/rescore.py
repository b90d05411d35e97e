"""A score computed again from what was submitted, the public proofs, the frozen corpus and the key.

Specification §2.4, §4.1, §5.7. Nothing that the scorer concluded is read: a score file gives who took part
and, where the track keeps no submissions, what was claimed in submitted and pending tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.score import (
    SCORE,
    LostToFaults,
    PendingTask,
    Score,
    SubmittedTask,
)
from site_builder.challenges.prove_it.inputs.submission import Sent, SentAssertion
from site_builder.challenges.prove_it.scoring.basis import Basis
from site_builder.challenges.prove_it.scoring.difference import ABSENT, Difference, differ, differences
from site_builder.challenges.prove_it.scoring.otherwise import nothing_sent, read_otherwise, with_its_reason
from site_builder.challenges.prove_it.scoring.readings import Reading
from site_builder.challenges.prove_it.scoring.rescore_task import (
    Bench,
    TaskResult,
    Undecided,
    Work,
    rescore_task,
)
from site_builder.challenges.prove_it.scoring.score_document import (
    Document,
    score_document,
    score_head,
    task_document,
    totals_document,
)
from site_builder.challenges.prove_it.scoring.tally import Tally, tally
from site_builder.evidence.account import Account
from site_builder.evidence.steps import Incident
from site_builder.kernel.identifiers import is_proof_id

NOT_SENT = "the track keeps submissions, and holds none for this task"
COUNTED = "counted from the assertions of submitted tasks"


@dataclass(frozen=True, slots=True)
class ProofIncident:
    """A flat copy of a proof that differs from what was opened (specification §4.1)."""

    proof_id: str
    incident: Incident


@dataclass(frozen=True, slots=True)
class Rescoring:
    """``document``: the recomputed score, of the shape of the declared one.

    ``undecided``: places of the score; a declared task that is not decided was left as it is.
    ``not_replayed``: tasks whose submission is not at hand, left as declared. ``accounts``: of every cited
    proof that exists, as its first citation opens it.
    """

    document: Document
    tally: Tally
    differences: tuple[Difference, ...]
    undecided: tuple[Undecided, ...]
    not_replayed: tuple[str, ...]
    incidents: tuple[ProofIncident, ...]
    accounts: Mapping[str, Account]

    @property
    def lost_to_faults(self) -> dict[str, LostToFaults]:
        """The tasks that instrument faults alone took below their bounds (§4.1), by id."""
        return {
            task["task_id"]: LostToFaults.model_validate(task["lost_to_faults"])
            for task in self.document["tasks"]
            if "lost_to_faults" in task
        }

    @property
    def agrees(self) -> bool:
        """Whether nothing that could be replayed differs from what was declared."""
        return not self.differences


def cited_proofs(score: Score, sent: Sent | None) -> list[str]:
    """Every proof that a rescoring needs, each once, sorted; what cannot be a proof's id is none."""
    cited: Iterable[str]
    if sent is not None:
        cited = (p for one in sent.submissions.values() for a in one.assertions for p in a.proof_ids)
    else:
        answered = [task for task in score.tasks if isinstance(task, SubmittedTask | PendingTask)]
        cited = (p for task in answered for a in task.assertions for p in a.proof_ids)
    return sorted({proof_id for proof_id in cited if is_proof_id(proof_id)})


def rescore(score: Score, sent: Sent | None, proofs: Mapping[str, ProofView], basis: Basis) -> Rescoring:
    """One score, computed again.

    ``sent``: what the participant sent, or ``None`` where the track keeps no submissions; then submitted and
    pending tasks alone are replayed, from what the score repeats of them. ``proofs``: of
    :func:`cited_proofs`; empty where the track keeps none, and nothing is decided.
    """
    bench = Bench(basis, proofs, str(score.agent.did))
    declared = {task.task_id: (n, task) for n, task in enumerate(score.tasks)}
    documents: list[Document] = []
    reasons: dict[str, str] = {"/totals": COUNTED}
    undecided: list[Undecided] = []
    not_replayed: list[str] = []
    otherwise: dict[str, Reading] = {}
    for bounds in basis.track.tasks:
        place, known = declared.get(bounds.task_id, (len(documents), None))
        work = _work(bounds.task_id, score, sent)
        if sent is None and work is None:
            not_replayed.append(bounds.task_id)
            documents += [task_document(known)] if known is not None else []
            continue
        result = rescore_task(bounds, work, bench) if work is not None else _nothing(bounds.task_id, sent)
        pointer = f"/tasks/{place}"
        if known is not None and work is not None and result.document is not None:
            stated = task_document(known)
            made = with_its_reason(stated, result.document, bounds, work, bench)
            result = replace(result, document=made)
            if differ(stated, made) and (reading := read_otherwise(stated, bounds, work, bench)) is not None:
                otherwise[pointer] = reading
        reasons |= {pointer + below: why for below, why in result.reasons.items()}
        undecided += [replace(one, pointer=pointer + one.pointer) for one in result.undecided]
        if result.document is not None:
            documents.append(result.document)
        elif known is not None:
            documents.append(task_document(known))
    document = score_head(score) | {"tasks": documents, "totals": None}
    counted = tally(SCORE.validate_python(document), basis.key, len(basis.track.tasks))
    if counted.decided or score.totals is not None:
        document["totals"] = totals_document(counted)
    found = [*_of_another(score, sent, basis), *differences(score_document(score), document, reasons)]
    found = _with_readings(found, otherwise)
    incidents = tuple(
        ProofIncident(proof_id, incident)
        for proof_id, account in sorted(bench.examined.items())
        for incident in account.incidents
    )
    return Rescoring(
        document, counted, tuple(found), tuple(undecided), tuple(not_replayed), incidents, bench.examined
    )


def _with_readings(found: list[Difference], otherwise: Mapping[str, Reading]) -> list[Difference]:
    """Each difference with the reading of its task; totals with it too, where no task differs otherwise."""
    of_tasks = [replace(one, reading=_reading_of(one.pointer, otherwise)) for one in found]
    wrong = any(one.reading is None and not one.pointer.startswith("/totals") for one in of_tasks)
    first = next((one.reading for one in of_tasks if one.reading is not None), None)
    return [
        replace(one, reading=first) if one.reading is None and not wrong else one for one in of_tasks
    ]


def _reading_of(pointer: str, otherwise: Mapping[str, Reading]) -> Reading | None:
    return next((r for place, r in otherwise.items() if pointer.startswith(f"{place}/")), None)


def _work(task_id: str, score: Score, sent: Sent | None) -> Work | None:
    """What was submitted for a task: from the submission, else from the score's own repetition of it."""
    if sent is not None:
        one = sent.submissions.get(task_id)
        if one is None:
            return None
        return Work(sent.received[task_id].text, one.verdict, one.assertions, one.disclosures, one.narrative)
    task = next((t for t in score.tasks if t.task_id == task_id), None)
    if not isinstance(task, SubmittedTask | PendingTask):
        return None
    made: Sequence[SentAssertion] = [
        SentAssertion.model_construct(id=a.id, claim=a.claim, proof_ids=a.proof_ids) for a in task.assertions
    ]
    return Work(task.submitted_at.text, task.verdict, made, task.disclosures, task.narrative)


def _nothing(task_id: str, sent: Sent | None) -> TaskResult:
    refused = sent.rejected.get(task_id) if sent is not None else None
    why = NOT_SENT if refused is None else f"the service rejected it at entry ({refused.reason})"
    return TaskResult(nothing_sent(task_id), {"": why})


def _of_another(score: Score, sent: Sent | None, basis: Basis) -> list[Difference]:
    """Submissions that say they are of another season, track, agent or task."""
    found = []
    known = {bounds.task_id for bounds in basis.track.tasks}
    for task_id, one in sorted(sent.submissions.items()) if sent is not None else ():
        why = f"the submission of {task_id} says so"
        for pointer, declared, stated in (
            ("/season", score.season, one.season),
            ("/track", score.track, one.track),
            ("/agent/did", score.agent.did, one.agent_did),
        ):
            if declared != stated:
                found.append(Difference(pointer, declared, stated, why))
        if task_id not in known:
            found.append(Difference("/tasks", ABSENT, task_id, "a submission for a task that is none"))
    return found
