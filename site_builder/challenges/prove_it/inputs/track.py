"""``track.json`` (proveit-track-v1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from site_builder.challenges.prove_it.inputs.fields import (
    Bilingual,
    Count,
    Model,
    PlainFileName,
    Positive,
    ProofId,
    Sha256,
    TaskId,
    TrackId,
    Verdict,
    Version,
)


class SupersededFreeze(Model):
    """An earlier freeze, published beside the current one (specification §8); its salt after close."""

    version: Version
    proof_id: ProofId
    salt: Sha256 | None = None
    reason: Bilingual


class ScoringRules(Model):
    """The frozen section: a file of the track's folder, byte for byte, in French."""

    version: Version
    section: Positive
    language: Literal["fr"]
    file: PlainFileName
    sha256: Sha256
    proof_id: ProofId
    superseded: list[SupersededFreeze]


class Corpus(Model):
    manifest_sha256: Sha256


class AnswerKeyCommitment(Model):
    """``commitment`` is sha256(salt ‖ key); the salt is a secret until the close."""

    file: PlainFileName
    commitment: Sha256
    salt: Sha256 | None = None


class TaskBounds(Model):
    """The minimum and the cap of assertions (specification §5.5)."""

    task_id: TaskId
    minimum: Positive
    cap: Positive


class Track(Model):
    """One track; ``verdicts`` is ``None`` where the set is open (specification §6.3)."""

    schema_: Literal["proveit-track-v1"] = Field(alias="schema")
    season: Count
    track: TrackId
    scoring_rules: ScoringRules
    corpus: Corpus
    answer_key: AnswerKeyCommitment
    verdicts: Annotated[list[Verdict], Field(min_length=1)] | None
    expected_verdicts: Annotated[dict[Verdict, Count], Field(min_length=1)]
    tasks: Annotated[list[TaskBounds], Field(min_length=1, max_length=200)]

    @property
    def freezes(self) -> list[tuple[str, str]]:
        """(version, proof id) of the freeze in force, then of those that it superseded."""
        rules = self.scoring_rules
        return [
            (rules.version, rules.proof_id),
            *((old.version, old.proof_id) for old in rules.superseded),
        ]

    def best_constant(self) -> tuple[str, int]:
        """The most frequent expected verdict and its count; the first one written wins a tie."""
        best = max(self.expected_verdicts, key=self.expected_verdicts.__getitem__)
        return best, self.expected_verdicts[best]
