"""Where things stand in a score file, for the rules that judge each task or each assertion."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.challenges.prove_it.inputs.score import Assertion, PendingTask, Score, SubmittedTask
from site_builder.challenges.prove_it.inputs.track import TaskBounds
from site_builder.challenges.prove_it.scoring.case import ScoreCase

AnsweredTask = SubmittedTask | PendingTask


def answered_tasks(score: Score) -> Iterator[tuple[str, AnsweredTask]]:
    """(pointer, task) of the tasks that carry assertions: submitted and pending ones."""
    for number, task in enumerate(score.tasks):
        if isinstance(task, AnsweredTask):
            yield f"/tasks/{number}", task


def bounded_tasks(case: ScoreCase) -> Iterator[tuple[str, AnsweredTask, TaskBounds]]:
    """The same with the bounds of the task; a task that the track does not know is D022's affair."""
    bounds = {bound.task_id: bound for bound in case.track.track.tasks}
    for pointer, task in answered_tasks(case.score):
        if task.task_id in bounds:
            yield pointer, task, bounds[task.task_id]


def counted(assertions: list[Assertion]) -> Iterator[Assertion]:
    """Those that count toward the minimum: all but instrument faults (specification §4.1)."""
    return (assertion for assertion in assertions if assertion.status != "instrument_fault")
