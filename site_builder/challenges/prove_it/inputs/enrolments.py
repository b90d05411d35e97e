"""``enrolments.json`` (proveit-enrolments-v1): which enrolments are one participant (specification §9.1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from site_builder.challenges.prove_it.inputs.fields import Count, Did, Model


class Participant(Model):
    """DIDs that were bound to one key, in the order of their enrolment: the first one is ranked."""

    dids: Annotated[list[Did], Field(min_length=2)]


class Enrolments(Model):
    """Only participants of several DIDs are listed; a DID that stands nowhere is one of its own."""

    schema_: Literal["proveit-enrolments-v1"] = Field(alias="schema")
    season: Count
    participants: list[Participant]

    @property
    def set_aside(self) -> dict[str, str]:
        """Each DID that is not ranked, with the one that is in its place."""
        return {did: one.dids[0] for one in self.participants for did in one.dids[1:]}
