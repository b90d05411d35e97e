"""``submissions/<table>/<name>/<task_id>.json``: what was sent, in the specification's own format (§4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from site_builder.challenges.prove_it.inputs.fields import (
    Count,
    Did,
    Model,
    Moment,
    ProofId,
    TaskId,
    ThirdParty,
    TrackId,
)
from site_builder.challenges.prove_it.inputs.score import AssertionId, Claim, Disclosure, ShortText
from site_builder.kernel.instants import Instant


class SentAssertion(Model):
    """A claim and the proofs it cites."""

    id: AssertionId
    claim: Claim
    proof_ids: Annotated[list[ProofId], Field(min_length=1)]


class Submission(Model):
    """One task as it was sent. What the service refuses at entry (§4) is refused here too."""

    season: Count
    track: TrackId
    task_id: TaskId
    agent_did: Did
    verdict: ShortText
    assertions: list[SentAssertion]
    disclosures: dict[ProofId, Disclosure]
    narrative: ThirdParty

    @model_validator(mode="after")
    def _accepted_at_entry(self) -> Self:
        if len({a.id for a in self.assertions}) != len(self.assertions):
            raise ValueError("an id of its own for each assertion")
        if len({a.claim.triplet() for a in self.assertions}) != len(self.assertions):
            raise ValueError("each claim once")
        cited = [proof for a in self.assertions for proof in dict.fromkeys(a.proof_ids)]
        if sum(len(a.proof_ids) for a in self.assertions) != len(cited):
            raise ValueError("each proof once in an assertion")
        if set(cited) != self.disclosures.keys():
            raise ValueError("disclosures of exactly the proofs that are cited")
        return self


class Received(Model):
    """``received.json``: when the season's service took in each task that still counts (§7.4)."""

    schema_: Literal["proveit-received-v1"] = Field(alias="schema")
    received: dict[TaskId, Moment]


@dataclass(frozen=True, slots=True)
class Sent:
    """What one participant sent, by task, and when each was received."""

    submissions: Mapping[str, Submission]
    received: Mapping[str, Instant]
