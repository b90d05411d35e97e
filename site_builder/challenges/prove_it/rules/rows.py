"""What a track-wide rule keeps of each score, so that a track of any size is judged in little memory."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.challenges.prove_it.inputs.correction import AssertionPlace, Correction
from site_builder.challenges.prove_it.inputs.score import PendingTask, SubmittedTask
from site_builder.challenges.prove_it.scoring.case import ScoreCase, TrackCase

Assessed = tuple[str, str, str | None, str]
"""The id of an assertion, its status, its cause, and its pointer in the file."""


@dataclass(frozen=True, slots=True)
class RowSummary:
    """One score; ``assessed`` holds only the tasks that a correction of this row names.

    ``assessed`` maps a task id to its assertions, in their order; a task without assertions maps to none.
    """

    file: str
    table: str
    did: str
    report_id: str
    assessed: dict[str, tuple[Assessed, ...]]

    def meant(self, place: AssertionPlace) -> Assessed | None:
        """The assertion that a correction of this row names; ``None`` for none, and for one of several."""
        found = self.assessed.get(place.task_id, ())
        at = place.among([one[0] for one in found])
        return None if at is None else found[at]


def row_summary(case: ScoreCase) -> RowSummary:
    """The summary of one score, for ``check_rows``."""
    score = case.score
    report_id = score.report_id
    wanted = {
        correction.concerns.task_id
        for correction in corrections_of(case.track)
        if correction.concerns.report_id == report_id and correction.concerns.table == score.table
    }
    assessed: dict[str, tuple[Assessed, ...]] = {}
    for number, task in enumerate(score.tasks):
        if task.task_id in wanted:
            found = task.assertions if isinstance(task, SubmittedTask | PendingTask) else []
            assessed[task.task_id] = tuple(
                (a.id, a.status, a.cause, f"/tasks/{number}/assertions/{at}") for at, a in enumerate(found)
            )
    return RowSummary(case.file, score.table, score.agent.did, report_id, assessed)


def corrections_of(case: TrackCase) -> list[Correction]:
    """The corrections of the season that are about this track, in their order."""
    return [c for c in case.season.corrections if c.concerns.track == case.track.track]


def corrections_file(case: TrackCase) -> str:
    return f"{case.season.folder}/corrections.jsonl"


def gone(case: TrackCase) -> set[tuple[str, str]]:
    """(table, report id) of the rows that are tombstones: withdrawn, or replaced by another run."""
    return {
        (c.concerns.table, c.concerns.report_id)
        for c in corrections_of(case)
        if c.kind in ("withdrawal", "superseded_run")
    }
