"""Whether a task was scored as another reading of the text would have it (docs/readings.md), or wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from site_builder.challenges.prove_it.inputs.track import TaskBounds
from site_builder.challenges.prove_it.scoring.admissibility import is_true_of
from site_builder.challenges.prove_it.scoring.difference import differ
from site_builder.challenges.prove_it.scoring.readings import (
    AMENDED_NAMED,
    EVERY_PROOF,
    FAULT_BESIDE_ANSWER,
    FAULTS_AND_HALF,
    NO_NARRATIVE,
    NO_POINTER,
    NO_PROOF,
    PROOF_TWICE,
    REFUSED_BEFORE_WAITING,
    SAME_IDS,
    Reading,
)
from site_builder.challenges.prove_it.scoring.rescore_task import Bench, Work, rescore_task
from site_builder.challenges.prove_it.scoring.score_document import Document, claim_document
from site_builder.kernel.canonical import json_equal
from site_builder.kernel.pointer import is_pointer

_SCORED_OTHERWISE: Final = (
    EVERY_PROOF, FAULT_BESIDE_ANSWER, FAULTS_AND_HALF, REFUSED_BEFORE_WAITING, AMENDED_NAMED,
)  # fmt: skip


def nothing_sent(task_id: str) -> Document:
    """A task of which the service took in nothing."""
    return {"task_id": task_id, "state": "not_submitted", "reason": "nothing_sent"}


def read_otherwise(declared: Document, bounds: TaskBounds, work: Work, bench: Bench) -> Reading | None:
    """The reading of the Index that the declared task does not share: the other gives exactly that task."""
    if not differ(declared, nothing_sent(bounds.task_id)):
        return next(_rejected_otherwise(work), None)
    for reading in _SCORED_OTHERWISE:
        made = rescore_task(bounds, work, bench, reading).document
        if made is not None and not differ(declared, made):
            return reading
    return None


def _rejected_otherwise(work: Work) -> Iterator[Reading]:
    """The readings by which the service may have rejected at entry what the text does not reject by name."""
    if any(not is_pointer(a.claim.field) for a in work.assertions):
        yield NO_POINTER
    if any(not a.proof_ids for a in work.assertions):
        yield NO_PROOF
    if any(len(set(a.proof_ids)) != len(a.proof_ids) for a in work.assertions):
        yield PROOF_TWICE
    if len({a.id for a in work.assertions}) != len(work.assertions):
        yield SAME_IDS
    if work.narrative is None:
        yield NO_NARRATIVE


def with_its_reason(
    declared: Document, made: Document, bounds: TaskBounds, work: Work, bench: Bench
) -> Document:
    """A recomputed rejection under the declared reason, where that is true of the submission as well.

    No figure rests on which of them a rejected task bears, and the text says in no order (R11, R12).
    """
    graph = bench.basis.graphs.get(bounds.task_id)
    if graph is None or declared["state"] != "rejected" or made["state"] != "rejected":
        return made
    named, number = declared.get("at_fault"), None
    if named is not None:
        sent = [{"id": a.id, "claim": claim_document(a.claim)} for a in work.assertions]
        number = next((n for n, one in enumerate(sent) if json_equal(one, named)), -1)
    claims = [assertion.claim for assertion in work.assertions]
    return declared if is_true_of(declared["reason"], number, claims, bounds, graph) else made
