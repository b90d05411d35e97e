"""``season new``: the tree of a season, with a placeholder wherever only the operator knows the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from site_builder.challenges.prove_it.inputs.tree import CHALLENGE
from site_builder.challenges.prove_it.rules.d011_track_identity import OPEN_TRACK
from site_builder.configuration import Licence
from site_builder.operation.drafts import TO_FILL, document_bytes, numbers
from site_builder.operation.refusal import refused
from site_builder.operation.workplace import workplace

# The number of each track's section in the specification, and its closed set of verdicts (§5.3, §6.3).
_SECTIONS: Final = {"conformite": 5, "generique": 6}
_VERDICTS: Final = ["conforme", "non_conforme", "indeterminable"]
_DISPUTES: Final = {"window_days": 14, "decision_days": 30}
"""Specification §9.2."""


@dataclass(frozen=True, slots=True)
class NewSeason:
    """What is known of a season when its tree is made; ``None`` is filled in later."""

    number: int
    tracks: Sequence[str]
    demonstration: bool = False
    opens_at: str | None = None
    closes_at: str | None = None
    season_service: str | None = None
    proof_url: str | None = None
    contact: str | None = None


def new(data: Path, wanted: NewSeason, licence: Licence) -> list[str]:
    """Makes the tree; the files that were written, below the data folder."""
    if wanted.number in numbers(data):
        folder = f"{CHALLENGE}/season-{wanted.number}"
        raise refused(folder, "a season that is there", "no such folder yet", "Give another number.")
    documents: dict[str, Mapping[str, Any]] = {"season.json": _season(wanted, licence)}
    documents |= {f"{track}/track.json": _track(wanted.number, track) for track in wanted.tracks}
    with workplace(data, wanted.number) as work:
        for name, document in documents.items():
            work.write(name, document_bytes(document))
        work.commit()
    return [f"{CHALLENGE}/season-{wanted.number}/{name}" for name in documents]


def _season(wanted: NewSeason, licence: Licence) -> dict[str, Any]:
    return {
        "schema": "proveit-season-v1",
        "season": wanted.number,
        "demonstration": wanted.demonstration,
        "opens_at": wanted.opens_at or TO_FILL,
        "closes_at": wanted.closes_at or TO_FILL,
        "published_at": None,
        "season_service": wanted.season_service or TO_FILL,
        "proof_url": wanted.proof_url or TO_FILL,
        "disputes": {**_DISPUTES, "contact": wanted.contact or TO_FILL},
        "licence": {"data": licence.data, "text": licence.text},
        "invalidated": None,
    }


def _track(season: int, track: str) -> dict[str, Any]:
    number = _SECTIONS[track]
    return {
        "schema": "proveit-track-v1",
        "season": season,
        "track": track,
        "scoring_rules": {
            "version": TO_FILL, "section": number, "language": "fr", "file": f"section-{number}.txt",
            "sha256": TO_FILL, "proof_id": TO_FILL, "superseded": [],
        },
        "corpus": {"manifest_sha256": TO_FILL},
        "answer_key": {"file": "answer-key.json", "commitment": TO_FILL},
        "verdicts": None if track == OPEN_TRACK else _VERDICTS,
        "expected_verdicts": TO_FILL,
        "tasks": TO_FILL,
    }  # fmt: skip
