"""The tasks of a report: everything that is the same in every language, made once and shared by both.

A season of thousands builds in seconds because of this split: assertions, claims and missing facts are
made once per score, and a language adds its family names and dates alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from site_builder.challenges.prove_it.inputs.answer_key import ExpectedAnswer, Fact
from site_builder.challenges.prove_it.inputs.score import Assertion, Claim, LostToFaults, Score, Task
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.challenges.prove_it.scoring.tally import Tally, TaskTally
from site_builder.kernel.identifiers import is_proof_id
from site_builder.kernel.instants import Instant

Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TaskFacts:
    """What the track and the revealed key say of a task."""

    task_id: str
    minimum: int
    cap: int
    answer: ExpectedAnswer | None

    @property
    def family(self) -> str | None:
        return self.answer.family if self.answer else None

    @property
    def control(self) -> bool:
        return self.answer is not None and self.answer.control


def facts(case: TrackCase) -> tuple[TaskFacts, ...]:
    """The tasks of a track, in its order."""
    answers = case.key.root if case.key else {}
    return tuple(TaskFacts(t.task_id, t.minimum, t.cap, answers.get(t.task_id)) for t in case.track.tasks)


@dataclass(frozen=True, slots=True)
class SharedTask:
    """One task of a score without its words: ``head`` and ``tail`` go around what a language adds."""

    facts: TaskFacts
    state: str
    reason: str | None
    at_fault: Part | None
    submitted_at: Instant | None
    tail: Part
    lost: LostToFaults | None = None

    def in_language(self, words: Words) -> Part:
        known = self.facts
        family = known.family
        return {
            "task_id": known.task_id,
            "etat": self.state,
            "minimum": known.minimum,
            "plafond": known.cap,
            "famille": words.families[family] if family else None,
            "controle": known.control,
            "verdict_attendu": known.answer.verdict if known.answer else None,
            "motif": self.reason,
            "defauts": _lost(words, known, self.reason, self.lost) if self.reason and self.lost else None,
            "en_faute": self.at_fault,
            "rendue_le": words.cells.date(self.submitted_at) if self.submitted_at else None,
            **self.tail,
        }


def shared(
    tasks: tuple[TaskFacts, ...], score: Score, tally: Tally, *, counted: bool = True
) -> list[SharedTask]:
    """The tasks of a score in the order of the track; ``counted``: whether their figures are shown."""
    by_id = {task.task_id: task for task in score.tasks}
    return [
        _shared(known, by_id[known.task_id], tally.tasks.get(known.task_id), counted) for known in tasks
    ]


def _shared(known: TaskFacts, task: Task, tally: TaskTally | None, counted: bool) -> SharedTask:
    if task.state == "submitted" or task.state == "pending":
        scored = tally is not None and task.state == "submitted"
        tail: Part = {
            "verdict": task.verdict,
            "verdict_exact": tally.exact if tally and scored else None,
            "verdict_fonde": tally.grounded if tally and scored else None,
            "compte": tally.counted if tally and scored else None,
            "non_etayees": _unsupported(tally) if tally and scored and counted else None,
            "faits_manquants": [_fact(fact) for fact in tally.missing] if tally else [],
            "assertions": [
                _assertion(a, f"{known.task_id}.{rank}") for rank, a in enumerate(task.assertions, 1)
            ],
            "recit": task.narrative,
        }
        return SharedTask(known, task.state, None, None, task.submitted_at, tail)
    fault = task.at_fault if task.state == "rejected" else None
    at_fault = {"id": fault.id, "claim": _claim(fault.claim)} if fault else None
    lost = task.lost_to_faults if task.state == "not_submitted" else None
    return SharedTask(known, task.state, task.reason, at_fault, None, _EMPTY, lost)


def _lost(words: Words, known: TaskFacts, reason: str, lost: LostToFaults) -> Part:
    """That instrument faults alone took the task below its bounds, with the numbers (§4.1)."""
    counted = lost.assertions - lost.instrument_faults
    values = {"counted": counted, "minimum": known.minimum} if reason == "below_minimum" else {}
    text = words.messages.plural(f"lost.{reason}", lost.instrument_faults, **values)
    return {"nombre": lost.instrument_faults, "comptees": counted, "texte": text}


_EMPTY: Part = {
    "verdict": None,
    "verdict_exact": None,
    "verdict_fonde": None,
    "compte": None,
    "non_etayees": None,
    "faits_manquants": [],
    "assertions": [],
    "recit": None,
}


def _unsupported(tally: TaskTally) -> Part | None:
    """The unsupported assertions of one task, out of those that count; nothing where none counts."""
    total = tally.supported + tally.unsupported
    if not total:
        return None
    return {"nombre": tally.unsupported, "sur": total, "affichage": f"{tally.unsupported}/{total}"}


def _assertion(assertion: Assertion, anchor: str) -> Part:
    """``anchor`` is its place on the page: task and rank, since its own id is a stranger's text, which stands
    in no address. A task id holds no full stop, so the anchor of an assertion is never that of a task.
    ``preuves_impossibles``: what is cited as a proof and cannot be one's id; it is text and leads nowhere."""
    claim, proof_ids = assertion.claim, assertion.proof_ids
    return {
        "id": assertion.id,
        "ancre": anchor,
        "claim": {"resource": claim.resource, "field": claim.field, "value": claim.value},
        "statut": assertion.status,
        "cause": assertion.cause,
        "preuves": [proof_id for proof_id in proof_ids if is_proof_id(proof_id)],
        "preuves_impossibles": [proof_id for proof_id in proof_ids if not is_proof_id(proof_id)],
    }


def _claim(claim: Claim) -> Part:
    return {"resource": claim.resource, "field": claim.field, "value": claim.value}


def _fact(fact: Fact) -> Part:
    """A fact of the frozen corpus, in the organiser's words: not third-party text."""
    return {"resource": fact.resource, "field": fact.field, "value": fact.value}
