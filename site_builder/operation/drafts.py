"""The documents of a season in the making: plain JSON, in which a value may still have to be filled in.

A placeholder is the string ``TO FILL``, which no format accepts in any place where it stands: ``check``
refuses it, and ``season status`` says what belongs there.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.inputs.tree import CHALLENGE, TRACKS
from site_builder.challenges.prove_it.rules.d012_task_bounds import bounds_of
from site_builder.kernel import instants, strict_json
from site_builder.kernel.instants import Instant
from site_builder.kernel.pointer import render
from site_builder.operation.refusal import RefusedError, operation, refused

TO_FILL: Final = "TO FILL"
Document = dict[str, Any]
_SEASON: Final = re.compile(r"season-(0|[1-9][0-9]{0,5})")
# What stands in for a placeholder while the rest of a document is judged; no value of these is looked at.
_STAND_INS: Final = {
    "version": "to-fill", "sha256": "0" * 64, "proof_id": "prf_20000101_000000_000000",
    "manifest_sha256": "0" * 64, "commitment": "0" * 64, "expected_verdicts": {"-": 0},
    "tasks": [{"task_id": "to-fill", "minimum": 1, "cap": 1}],
}  # fmt: skip


@dataclass(slots=True)
class Draft:
    """A season as its documents stand; ``tracks`` in the order of the formats. ``folder`` is below
    ``data``."""

    data: Path
    number: int
    season: Document
    tracks: dict[str, Document]

    @property
    def folder(self) -> str:
        return f"{CHALLENGE}/season-{self.number}"

    def place(self, track: str) -> str:
        """The folder of a track, below ``data``."""
        return f"{self.folder}/{track}"

    def track(self, name: str) -> Document:
        """The document of one track; refused where the season has none such."""
        if name not in self.tracks:
            known = ", ".join(self.tracks) or "none"
            raise refused(self.folder, f"no track {name}", f"one of: {known}", "Name a track of the season.")
        return self.tracks[name]


def numbers(data: Path) -> list[int]:
    """The numbers of the seasons of a data folder, ascending."""
    place = data / CHALLENGE
    names = [path.name for path in place.iterdir()] if place.is_dir() else []
    return sorted(int(found[1]) for name in names if (found := _SEASON.fullmatch(name)))


def read(data: Path, number: int | None) -> Draft:
    """The season of this number, or the one with the highest. Raises :class:`RefusedError`."""
    known = numbers(data)
    if not known or (number is not None and number not in known):
        found = f"seasons: {', '.join(map(str, known)) or 'none'}"
        wanted = f"season {number}" if number is not None else "a season"
        remedy = "Make it with `site-builder season new`, or name the data folder with --data."
        raise refused(CHALLENGE, found, wanted, remedy)
    draft = Draft(data, known[-1] if number is None else number, {}, {})
    reader = FolderReader(data)
    draft.season = _document(reader, f"{draft.folder}/season.json")
    for name in TRACKS:
        if reader.kind(draft.place(name)) != "missing":
            draft.tracks[name] = _document(reader, f"{draft.place(name)}/track.json")
    if reader.findings:
        raise RefusedError(reader.findings)
    return draft


def _document(reader: FolderReader, path: str) -> Document:
    raw = reader.read(path)
    if raw is None:
        return {}
    try:
        value = strict_json.parse(raw)
    except strict_json.StrictJsonError as error:
        for problem in error.problems:
            reader.note(path, problem.found, problem.expected, "Correct the place.", line=problem.line)
        return {}
    if not isinstance(value, dict):
        reader.note(path, "no object", "a JSON object", "Correct the file.")
        return {}
    return value


def document_bytes(document: Mapping[str, Any]) -> bytes:
    """A file of the tree, for people to read and to write in."""
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def placeholders(document: object) -> Iterator[str]:
    """The pointer of each value that is still to be filled in, in the order of the document."""
    yield from _placeholders(document, ())


def _placeholders(value: object, place: tuple[str | int, ...]) -> Iterator[str]:
    if value == TO_FILL:
        yield render(place)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _placeholders(item, (*place, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _placeholders(item, (*place, number))


def instant(draft: Draft, name: str) -> Instant | None:
    """A date of the season, where it is one already."""
    value = draft.season.get(name)
    try:
        return instants.given(value) if isinstance(value, str) else None
    except instants.InstantError:
        return None


def closed(draft: Draft, now: Instant) -> bool:
    """Whether the season has closed; its last second still belongs to it (PUB-01)."""
    closes = instant(draft, "closes_at")
    return closes is not None and closes < now


def settled(draft: Draft, name: str) -> Document:
    """The document of a track, completed with what follows from the frozen section beside it: its hash, and
    the tasks of its table of bounds where they are still to be filled in."""
    track = draft.track(name)
    reader = FolderReader(draft.data)
    rules = member(track, draft.place(name), "scoring_rules")
    path = f"{draft.place(name)}/{rules.get('file')}"
    section = reader.read(path) if reader.kind(path) == "file" else None
    if section is None:
        return track
    rules["sha256"] = hashlib.sha256(section).hexdigest()
    rows = bounds_of(section)
    if rows and track.get("tasks") == TO_FILL:
        track["tasks"] = [{"task_id": task, "minimum": least, "cap": most} for task, least, most in rows]
    return track


def member(document: Document, place: str, name: str) -> Document:
    """A member that is an object; refused where it is none."""
    value = document.get(name)
    if not isinstance(value, dict):
        raise refused(f"{place}/track.json", f"no object {name}", "a track.json", "Correct it.", f"/{name}")
    return value


def track_model(document: Document, file: str) -> Track:
    """The track, its placeholders stood in for; refused where something else of it is wrong."""
    made = json.loads(json.dumps(document), object_pairs_hook=_stood_in)
    model, findings = read_model(document_bytes(made), file, Track.model_validate, "track")
    if model is None:
        raise RefusedError(findings)
    return model


def _stood_in(pairs: list[tuple[str, Any]]) -> Document:
    return {key: _STAND_INS.get(key, value) if value == TO_FILL else value for key, value in pairs}


def unreadable(path: Path, error: OSError) -> RefusedError:
    """A file that the operator named and that cannot be read."""
    found = error.strerror or type(error).__name__
    return RefusedError(
        [operation(file=str(path), found=found, expected="a readable file", remedy="Name another one.")]
    )
