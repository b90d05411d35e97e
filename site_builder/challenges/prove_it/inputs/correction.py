"""``corrections.jsonl`` (proveit-correction-v1): append-only, one object a line (PUB-17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from site_builder.challenges.prove_it.inputs.fields import (
    Bilingual,
    Model,
    Moment,
    Positive,
    ReportId,
    SentText,
    TaskId,
    TrackId,
)
from site_builder.challenges.prove_it.inputs.score import Cause, Status


class Assessment(Model):
    """What a correction changes: the status and the cause of one assertion."""

    status: Status
    cause: Cause | None


class Replacement(Model):
    """The run that took the place of another."""

    report_id: ReportId


class AssertionPlace(Model):
    """``rank`` (from 1, as in the assertion's address) tells assertions of a task with the same id apart."""

    track: TrackId
    table: Literal["community", "reference"]
    report_id: ReportId
    task_id: TaskId
    assertion_id: SentText
    rank: Positive | None = None

    def among(self, ids: Sequence[str]) -> int | None:
        """Which of the assertions of its task is meant, by their ids; ``None`` for none or for several."""
        if self.rank is not None:
            named = self.rank <= len(ids) and ids[self.rank - 1] == self.assertion_id
            return self.rank - 1 if named else None
        return ids.index(self.assertion_id) if ids.count(self.assertion_id) == 1 else None


class RowPlace(Model):
    track: TrackId
    table: Literal["community", "reference"]
    report_id: ReportId
    task_id: None = None
    assertion_id: None = None


class ReferenceRowPlace(RowPlace):
    table: Literal["reference"]


class _Correction(Model):
    schema_: Literal["proveit-correction-v1"] = Field(alias="schema")
    n: Positive
    at: Moment
    reason: Bilingual


class Rectification(_Correction):
    """A disputed scoring was corrected; the score file already holds ``after``."""

    kind: Literal["rectification"]
    concerns: AssertionPlace
    before: Assessment
    after: Assessment


class DisputeDismissed(_Correction):
    """A dispute was answered with reasons; nothing changed."""

    kind: Literal["dispute_dismissed"]
    concerns: AssertionPlace
    before: Assessment | None = None
    after: Assessment | None = None


class Withdrawal(_Correction):
    """The row becomes a tombstone at the same address."""

    kind: Literal["withdrawal"]
    concerns: RowPlace
    before: None = None
    after: None = None


class SupersededRun(_Correction):
    """A reference run was replaced by another."""

    kind: Literal["superseded_run"]
    concerns: ReferenceRowPlace
    before: Replacement | None = None
    after: Replacement


Correction = Rectification | DisputeDismissed | Withdrawal | SupersededRun
CORRECTION: TypeAdapter[Correction] = TypeAdapter(Annotated[Correction, Field(discriminator="kind")])
