"""What a rule judges: an input together with everything it must agree with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.correction import Correction
from site_builder.challenges.prove_it.inputs.enrolments import Enrolments
from site_builder.challenges.prove_it.inputs.score import Score
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.scoring.tally import Tally
from site_builder.kernel.instants import Instant

# How far a track's scores are computed again from evidence: not at all; the assertions that the score files
# repeat; or everything that was submitted.
Replay = Literal["none", "assertions", "whole"]


@dataclass(frozen=True, slots=True)
class SeasonCase:
    """A season, the moment it is judged at, and its corrections. Files are relative to the data folder."""

    folder: str
    season: Season
    now: Instant
    corrections: tuple[Correction, ...] = ()
    enrolments: Enrolments | None = None

    @property
    def file(self) -> str:
        return f"{self.folder}/season.json"

    @property
    def closed(self) -> bool:
        return self.season.closed(self.now)

    @property
    def published(self) -> bool:
        return self.season.published(self.now)


@dataclass(frozen=True, slots=True)
class TrackCase:
    """A track with the bytes of its frozen files; ``key`` is ``None`` until it is revealed, ``evidence``
    names what stands beside the scores (``corpus``, ``proofs``, ``submissions``…).

    ``anchored``: whether the freezes are verified against their anchors (specification §8, 5): a track whose
    freezes then do not hold is refused."""

    season: SeasonCase
    folder: str
    track: Track
    section: bytes | None
    manifest: bytes | None
    key_bytes: bytes | None
    key: AnswerKey | None
    has_scores: bool
    replay: Replay = "none"
    anchored: bool = False
    evidence: frozenset[str] = frozenset()

    @property
    def file(self) -> str:
        return f"{self.folder}/track.json"


@dataclass(frozen=True, slots=True)
class ScoreCase:
    """One score of a closed season, with the recomputed figures; ``data`` is the file, where it was kept."""

    track: TrackCase
    file: str
    score: Score
    tally: Tally
    data: bytes | None = None
