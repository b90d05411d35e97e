"""The only reader of ``data/results``: which files there are, and what they hold (FORMATS §1).

A file or folder that the format does not name is a finding, never ignored; names that start with a
dot aside. Symbolic links are refused: the tree is what is published, not what it points to. Scores
are listed, and read one by one by :func:`read_score`, so that a season is never held in memory.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.correction import CORRECTION, Correction
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.score import SCORE, Score
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.kernel import identifiers, strict_json
from site_builder.kernel.findings import Finding

M = TypeVar("M")

CHALLENGE = "prove-it"
TRACKS = ("conformite", "generique")
TABLES = ("reference", "community")

_SEASON = re.compile(r"season-(0|[1-9][0-9]{0,5})")
_SECTION = re.compile(r"section-[1-9][0-9]?\.txt")
_JSON = re.compile(r"[^.].*\.json", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TrackFolder:
    """One track as read; ``scores`` maps a table to its files, relative to the data folder, sorted."""

    name: str
    folder: str
    track: Track | None
    section: bytes | None
    manifest: bytes | None
    key_bytes: bytes | None
    key: AnswerKey | None
    scores: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SeasonFolder:
    """One season as read."""

    folder: str
    number: int
    season: Season | None
    corrections: tuple[Correction, ...]
    has_corrections: bool
    tracks: tuple[TrackFolder, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """Every season of the data folder, by number."""

    seasons: tuple[SeasonFolder, ...]


def read_tree(data: Path) -> tuple[Tree, list[Finding]]:
    """Everything but the scores, and every problem found on the way."""
    reader = _Reader(data)
    seasons = []
    if reader.folders("", {CHALLENGE: True}):
        for name in reader.names(CHALLENGE):
            found = _SEASON.fullmatch(name)
            folder = f"{CHALLENGE}/{name}"
            if found and reader.is_folder(folder):
                seasons.append(reader.season(folder, int(found.group(1))))
            elif not found:
                reader.unknown(folder, "folders named season-<number>")
    if not seasons and not reader.findings:
        reader.missing(f"{CHALLENGE}/season-1", "at least one season folder")
    return Tree(tuple(sorted(seasons, key=lambda s: s.number))), reader.findings


def read_score(data: Path, file: str) -> tuple[Score | None, list[Finding]]:
    """One score file, named relative to the data folder."""
    reader = _Reader(data)
    raw = reader.read(file)
    if raw is None:
        return None, reader.findings
    return read_model(raw, file, SCORE.validate_python, "score")


class _Reader:
    def __init__(self, data: Path) -> None:
        self.data = data
        self.findings: list[Finding] = []

    # -- what there is ---------------------------------------------------------------------------

    def names(self, folder: str) -> list[str]:
        try:
            with os.scandir(self.data / folder) as entries:
                return sorted(entry.name for entry in entries if not entry.name.startswith("."))
        except OSError as error:
            self.note(
                folder or ".", error.strerror or str(error), "a readable folder", "Check its permissions."
            )
            return []

    def kind(self, path: str) -> str:
        try:
            mode = (self.data / path).lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return "missing"
        except OSError:
            return "place that cannot be read"
        if stat.S_ISLNK(mode):
            return "symbolic link"
        return "folder" if stat.S_ISDIR(mode) else "file" if stat.S_ISREG(mode) else "special file"

    def is_folder(self, path: str) -> bool:
        return self._is_a("folder", path)

    def is_file(self, path: str) -> bool:
        return self._is_a("file", path)

    def _is_a(self, wanted: str, path: str) -> bool:
        kind = self.kind(path)
        if kind == "missing":
            self.missing(path, f"a {wanted}")
        elif kind != wanted:
            self.note(path, f"a {kind}", f"a plain {wanted}", f"Put the {wanted} itself here.")
        return kind == wanted

    def folders(self, folder: str, wanted: dict[str, bool]) -> bool:
        """Whether every wanted name is a folder; other names are findings."""
        if not (self.data / folder).is_dir():  # the data folder itself may be a link: its user named it
            self.note(folder or ".", "no such folder", "the data folder", "Name it with --data.")
            return False
        for name in self.names(folder):
            if name not in wanted:
                self.unknown(f"{folder}/{name}".lstrip("/"), ", ".join(sorted(wanted)))
        return all(self.is_folder(f"{folder}/{name}".lstrip("/")) for name in wanted)

    def read(self, path: str) -> bytes | None:
        if not self.is_file(path):
            return None
        try:
            with (self.data / path).open("rb") as file:
                raw = file.read(strict_json.MAX_BYTES + 1)
        except OSError as error:
            self.note(path, error.strerror or str(error), "a readable file", "Check its permissions.")
            return None
        if len(raw) > strict_json.MAX_BYTES:
            limit = f"{strict_json.MAX_BYTES} bytes"
            self.note(path, f"more than {limit}", f"at most {limit}", "Look for what made the file so large.")
            return None
        return raw

    def model(self, path: str, schema: str, validate: Callable[[object], M]) -> M | None:
        raw = self.read(path)
        if raw is None:
            return None
        model, findings = read_model(raw, path, validate, schema)
        self.findings += findings
        return model

    # -- a season --------------------------------------------------------------------------------

    def season(self, folder: str, number: int) -> SeasonFolder:
        names = self.names(folder)
        tracks = []
        for name in names:
            path = f"{folder}/{name}"
            if name in TRACKS:
                if self.is_folder(path):
                    tracks.append(self.track(path, name))
            elif name not in ("season.json", "corrections.jsonl"):
                self.unknown(path, f"season.json, corrections.jsonl, {', '.join(TRACKS)}")
        season = self.model(f"{folder}/season.json", "season", Season.model_validate)
        if season is not None and season.season != number:
            self.note(
                f"{folder}/season.json",
                str(season.season),
                f"{number}, as the folder says",
                "Rename the folder or correct the number.",
                "/season",
            )
        if not any(name in TRACKS for name in names):
            self.missing(f"{folder}/{TRACKS[0]}", f"at least one track folder ({', '.join(TRACKS)})")
        has_corrections = "corrections.jsonl" in names
        corrections = self.corrections(f"{folder}/corrections.jsonl") if has_corrections else ()
        return SeasonFolder(folder, number, season, corrections, has_corrections, tuple(tracks))

    def corrections(self, path: str) -> tuple[Correction, ...]:
        raw = self.read(path)
        if not raw:
            return ()
        if not raw.endswith(b"\n"):
            self.note(
                path, "a last line without its end", "a line feed after every line", "Add the line feed."
            )
        result = []
        for number, line in enumerate(raw.removesuffix(b"\n").split(b"\n"), 1):
            if not line.strip():
                self.note(path, "an empty line", "one JSON object a line", "Remove the line.", line=number)
                continue
            model, findings = read_model(line, path, CORRECTION.validate_python, "correction")
            self.findings += [replace(finding, line=number) for finding in findings]
            if model is not None:
                result.append(model)
        return tuple(result)

    def track(self, folder: str, name: str) -> TrackFolder:
        names = self.names(folder)
        track = self.model(f"{folder}/track.json", "track", Track.model_validate)
        section_name = track.scoring_rules.file if track else None
        key_name = track.answer_key.file if track else "answer-key.json"
        for entry in names:
            known = entry in (
                "track.json",
                "manifest.json",
                "corpus",
                "proofs",
                *TABLES,
                section_name,
                key_name,
            )
            if not known and not (track is None and _SECTION.fullmatch(entry)):
                expected = (
                    f"track.json, {section_name or 'the frozen section'}, {key_name}, manifest.json, "
                    "corpus, proofs, reference, community"
                )
                self.unknown(f"{folder}/{entry}", expected)
        section = self.read(f"{folder}/{section_name}") if section_name else None
        manifest = self.read(f"{folder}/manifest.json") if "manifest.json" in names else None
        key_bytes = self.read(f"{folder}/{key_name}") if key_name in names else None
        key = None
        if key_bytes is not None:
            key, findings = read_model(key_bytes, f"{folder}/{key_name}", AnswerKey.model_validate)
            self.findings += findings
        if "proofs" in names:
            self.proofs(f"{folder}/proofs")
        if "corpus" in names:
            self.is_folder(f"{folder}/corpus")
        scores = {table: self.scores(f"{folder}/{table}") for table in TABLES if table in names}
        return TrackFolder(name, folder, track, section, manifest, key_bytes, key, scores)

    def scores(self, folder: str) -> tuple[str, ...]:
        if not self.is_folder(folder):
            return ()
        result = []
        for name in self.names(folder):
            path = f"{folder}/{name}"
            if _JSON.fullmatch(name):
                result.append(path)
            else:
                self.unknown(path, "score files named <name>.json")
        return tuple(result)

    def proofs(self, folder: str) -> None:
        if not self.is_folder(folder):
            return
        for name in self.names(folder):
            if identifiers.matches(identifiers.PROOF_ID + r"\.json", name):
                self.is_file(f"{folder}/{name}")
            else:
                self.unknown(f"{folder}/{name}", "public proof views named <proof_id>.json")

    # -- findings --------------------------------------------------------------------------------

    def note(
        self, path: str, found: str, expected: str, remedy: str,
        pointer: str | None = None, line: int | None = None,
    ) -> None:  # fmt: skip
        self.findings.append(
            Finding("T001", "input tree", path, found, expected, remedy, pointer=pointer, line=line)
        )

    def unknown(self, path: str, expected: str) -> None:
        self.note(
            path, f"a {self.kind(path)} that the format does not name", expected, "Remove or rename it."
        )

    def missing(self, path: str, expected: str) -> None:
        self.note(path, "nothing", expected, "Add it.")
