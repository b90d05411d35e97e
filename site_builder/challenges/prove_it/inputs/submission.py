"""``submissions/<table>/<name>/<task_id>.json``: what was sent, in the specification's own format (§4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

from pydantic import Field, model_validator

from site_builder.challenges.prove_it.inputs.fields import (
    CitedProof,
    Count,
    Did,
    Model,
    Moment,
    SentKey,
    SentText,
    TaskId,
    ThirdParty,
    TrackId,
)
from site_builder.challenges.prove_it.inputs.score import Claim, Disclosure, ShortText
from site_builder.kernel.instants import Instant


class SentAssertion(Model):
    """A claim and the proofs it cites."""

    id: SentText
    claim: Claim
    proof_ids: list[CitedProof]


class Submission(Model):
    """One task as it was sent. What the text rejects at entry by name (§4) cannot have been taken in, and is
    refused here too; all else is judged by the text (§4.1, §5.7), and refused by nobody."""

    season: Count
    track: TrackId
    task_id: TaskId
    agent_did: Did
    verdict: ShortText
    assertions: list[SentAssertion]
    disclosures: dict[SentKey, Disclosure]
    narrative: ThirdParty | None = None

    @model_validator(mode="after")
    def _accepted_at_entry(self) -> Self:
        if len({a.claim.triplet() for a in self.assertions}) != len(self.assertions):
            raise ValueError("each claim once")
        cited = {proof for a in self.assertions for proof in a.proof_ids}
        if cited != self.disclosures.keys():
            raise ValueError("disclosures of exactly the proofs that are cited")
        return self


class RejectedAtEntry(Model):
    """A sending that the season's service refused before it kept anything of it (§4): when, and for what."""

    at: Moment
    reason: Literal["format", "repeated_claim", "disclosures", "cap_exceeded"]


class Received(Model):
    """``received.json``: when the season's service took in each task that still counts (§7.4), and the last
    sending of a task that it rejected at entry, where there was one."""

    schema_: Literal["proveit-received-v1"] = Field(alias="schema")
    received: dict[TaskId, Moment]
    rejected: dict[TaskId, RejectedAtEntry] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sent:
    """What one participant sent, by task; when each was received; and what was rejected at entry. A task that
    is rejected and was never received was not sent, as far as its score goes."""

    submissions: Mapping[str, Submission]
    received: Mapping[str, Instant]
    rejected: Mapping[str, RejectedAtEntry] = field(default_factory=dict)
