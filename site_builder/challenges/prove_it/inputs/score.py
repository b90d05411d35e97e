"""``reference/*.json`` and ``community/*.json`` (proveit-score-v1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, TypeAdapter, with_config
from typing_extensions import TypedDict

from site_builder.challenges.prove_it.inputs.answer_key import Fact, Triplet, triplet
from site_builder.challenges.prove_it.inputs.fields import (
    CitedProof,
    Count,
    Did,
    HttpsUrl,
    JsonValue,
    Model,
    Moment,
    Positive,
    RunId,
    SentKey,
    SentText,
    TaskId,
    ThirdParty,
    TrackId,
)
from site_builder.kernel import identifiers
from site_builder.kernel.third_party import ThirdPartyText

ShortText = Annotated[
    str, StringConstraints(strict=True, min_length=1, max_length=20_000), AfterValidator(ThirdPartyText)
]
Cause = Literal[
    "invalid_proof", "identity_not_bound", "resource_mismatch", "value_mismatch", "instrument_fault"
]
Status = Literal["supported", "unsupported", "instrument_fault", "pending"]
CAUSES: tuple[Cause, ...] = (
    "invalid_proof",
    "identity_not_bound",
    "resource_mismatch",
    "value_mismatch",
    "instrument_fault",
)


class Claim(Model):
    """What an agent states: (resource, field, value), compared by strict JSON equality (§4).

    A resource that the corpus does not have is outside the graph, and a field that is no JSON Pointer is no
    field of any resource (§5.7): both are read as they were sent.
    """

    resource: SentText
    field: SentText
    value: JsonValue

    def triplet(self) -> Triplet:
        return triplet(self.resource, self.field, self.value)


class Assertion(Model):
    """A claim, the proofs it cites, and what the scorer found (§4.1); ``id`` is the participant's word."""

    id: SentText
    claim: Claim
    proof_ids: list[CitedProof]
    status: Status
    cause: Cause | None


# Half of what a score file holds, and only ever handed on: plain dictionaries take half the time of models.
@with_config(Model.model_config)
class Opening(TypedDict):
    """The pair that opens one commitment, if both are 64 hex digits; another string opens none."""

    nonce: SentKey
    value: SentKey


@with_config(Model.model_config)
class Disclosure(TypedDict):
    """The two openings that a submission attaches to each proof it cites (§4)."""

    request_hash: Opening
    response_hash: Opening


class SubmittedTask(Model):
    task_id: TaskId
    state: Literal["submitted"]
    submitted_at: Moment
    verdict: ShortText
    verdict_exact: bool
    verdict_grounded: bool
    missing_facts: list[Fact]
    assertions: list[Assertion]
    disclosures: dict[SentKey, Disclosure]
    narrative: ThirdParty | None = None


class PendingTask(Model):
    """Cites a proof that is not anchored yet: no score, replayed later (§4.1)."""

    task_id: TaskId
    state: Literal["pending"]
    submitted_at: Moment
    verdict: ShortText
    assertions: list[Assertion]
    disclosures: dict[SentKey, Disclosure]
    narrative: ThirdParty | None = None


class LostToFaults(Model):
    """What was sent of a task that reached its bounds until instrument faults were set aside (§4.1)."""

    assertions: Positive
    instrument_faults: Positive


class NotSubmittedTask(Model):
    """Counts as inexact, and not at all in the overclaim rate (§5.7)."""

    task_id: TaskId
    state: Literal["not_submitted"]
    reason: Literal["nothing_sent", "below_minimum", "own_resources_below_half"]
    lost_to_faults: LostToFaults | None = None


class AtFault(Model):
    """The assertion that the reason for a rejection is about."""

    id: SentText
    claim: Claim


class RejectedTask(Model):
    """Rejected at close by the scorer, which alone sees the corpus (§4, §5.7)."""

    task_id: TaskId
    state: Literal["rejected"]
    reason: Literal["cap_exceeded", "outside_graph", "unrelated_list_entry", "non_probative_field"]
    at_fault: AtFault | None = None


Task = Annotated[SubmittedTask | PendingTask | NotSubmittedTask | RejectedTask, Field(discriminator="state")]


class Agent(Model):
    """The name that the operator chose, and the DID that ranks (§9.1)."""

    name: ShortText
    did: Did


class Stack(Model):
    declared: ThirdParty


class Report(Model):
    public: bool


class PublicReport(Model):
    """A reference run's report is always public (§7.1): the member says so, or is left out."""

    public: Literal[True]


class Run(Model):
    """A reference run, replayable: everything that it takes is published (§7.1)."""

    run_id: RunId
    model: ShortText
    model_version: ShortText
    framework: ShortText
    framework_version: ShortText
    prompt_url: HttpsUrl


class Totals(Model):
    """What the scorer counted; its only use is to be compared with what the builder counts. ``null`` where a
    task is pending says that nothing is counted yet; published evidence never says more of such a score."""

    assertions: Count
    unsupported: Count
    instrument_faults: Count
    tasks_submitted: Count
    verdicts_counted: Count


class _Score(Model):
    schema_: Literal["proveit-score-v1"] = Field(alias="schema")
    season: Count
    track: TrackId
    agent: Agent
    tasks: list[Task]
    totals: Totals | None

    @property
    def lost_to_faults(self) -> dict[str, LostToFaults]:
        """The tasks that instrument faults alone took below their bounds (§4.1), as far as it is said."""
        return {
            task.task_id: task.lost_to_faults
            for task in self.tasks
            if isinstance(task, NotSubmittedTask) and task.lost_to_faults is not None
        }

    def told_of_faults(self, lost: Mapping[str, LostToFaults]) -> Self:
        """The score with what its rescoring found of these tasks; a scorer may leave it out."""
        tasks = [
            task.model_copy(update={"lost_to_faults": lost[task.task_id]})
            if isinstance(task, NotSubmittedTask) and task.task_id in lost
            else task
            for task in self.tasks
        ]
        return self.model_copy(update={"tasks": tasks}) if lost else self


class CommunityScore(_Score):
    table: Literal["community"]
    stack: Stack
    report: Report

    @cached_property
    def report_id(self) -> str:
        return identifiers.report_id(self.agent.did)

    @property
    def public(self) -> bool:
        return self.report.public


class ReferenceScore(_Score):
    table: Literal["reference"]
    run: Run
    report: PublicReport | None = None

    @cached_property
    def report_id(self) -> str:
        return identifiers.report_id(self.run.run_id)

    @property
    def public(self) -> bool:
        return True


Score = CommunityScore | ReferenceScore
SCORE: TypeAdapter[Score] = TypeAdapter(Annotated[Score, Field(discriminator="table")])
