"""``answer-key.json``: the sealed key, revealed at close (specification §5.5)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from site_builder.challenges.prove_it.inputs.fields import (
    AnyJson,
    Model,
    OwnPointer,
    OwnResource,
    TaskId,
    Verdict,
)
from site_builder.kernel.canonical import identity

Triplet = tuple[str, ...]


def triplet(resource: str, field: str, value: object) -> Triplet:
    """Equal for two claims or facts exactly when they are the same under strict JSON equality, types included
    (§4). Most values are strings, which are their own identity among strings."""
    if isinstance(value, str):
        return resource, field, value
    return resource, field, "json", identity(value)


class Fact(Model):
    """A fact of the frozen corpus, in the organiser's own words: (resource, field, value)."""

    resource: OwnResource
    field: OwnPointer
    value: AnyJson

    def triplet(self) -> Triplet:
        return triplet(self.resource, self.field, self.value)


class Ground(Model):
    """One fact that decides the verdict, with its equivalent forms."""

    any_of: Annotated[list[Fact], Field(min_length=1)]


class ExpectedAnswer(Model):
    """The answer of one task; ``family`` is ``None`` for the control without a trap (§5.4, §5.5)."""

    verdict: Verdict
    family: Literal["P1", "P2", "P3", "P4", "P5"] | None
    control: bool
    grounds: list[Ground]


class AnswerKey(RootModel[dict[TaskId, ExpectedAnswer]]):
    """Task id → expected answer, in the order of the file."""
