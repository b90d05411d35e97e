"""The only reader of ``data/results``: which files there are, and what they hold (FORMATS §1).

A file or folder that the format does not name is a finding, never ignored; names that start with a
dot aside. Symbolic links are refused: the tree is what is published, not what it points to. Scores
are listed, and read one by one by :func:`read_score`, so that a season is never held in memory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.correction import CORRECTION, Correction
from site_builder.challenges.prove_it.inputs.enrolments import Enrolments
from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.score import SCORE, Score
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.kernel import identifiers
from site_builder.kernel.findings import Finding

CHALLENGE = "prove-it"
TRACKS = ("conformite", "generique")
TABLES = ("reference", "community")
EVIDENCE = ("corpus", "proofs", "log", "submissions", "preregistration.json")

_SEASON = re.compile(r"season-(0|[1-9][0-9]{0,5})")
_SECTION = re.compile(r"section-[1-9][0-9]?\.txt")
_JSON = re.compile(r"[^.].*\.json", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TrackFolder:
    """One track as read; ``scores`` maps a table to its files, relative to the data folder, sorted.

    ``evidence``: which of :data:`EVIDENCE` the folder holds; nothing in them was read. Where ``proofs`` holds
    the proofs of the freezes alone, it is ``freezes``: none of the scores' is kept. ``listed``: whether
    all that stands in the tables is in ``scores``.
    """

    name: str
    folder: str
    track: Track | None
    section: bytes | None
    manifest: bytes | None
    key_bytes: bytes | None
    key: AnswerKey | None
    scores: dict[str, tuple[str, ...]]
    evidence: frozenset[str] = frozenset()
    listed: bool = True


@dataclass(frozen=True, slots=True)
class SeasonFolder:
    """One season as read."""

    folder: str
    number: int
    season: Season | None
    corrections: tuple[Correction, ...]
    has_corrections: bool
    tracks: tuple[TrackFolder, ...]
    enrolments: Enrolments | None = None


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
    score, _, findings = read_score_file(data, file)
    return score, findings


def read_score_file(data: Path, file: str) -> tuple[Score | None, bytes, list[Finding]]:
    """The same with the bytes of the file."""
    reader = _Reader(data)
    raw = reader.read(file)
    if raw is None:
        return None, b"", reader.findings
    score, findings = read_model(raw, file, SCORE.validate_python, "score")
    return score, raw, findings


class _Reader(FolderReader):
    # -- a season --------------------------------------------------------------------------------

    def season(self, folder: str, number: int) -> SeasonFolder:
        names = self.names(folder)
        tracks = []
        for name in names:
            path = f"{folder}/{name}"
            if name in TRACKS:
                if self.is_folder(path):
                    tracks.append(self.track(path, name))
            elif name not in ("season.json", "corrections.jsonl", "enrolments.json"):
                self.unknown(path, f"season.json, corrections.jsonl, enrolments.json, {', '.join(TRACKS)}")
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
        enrolments = None
        if "enrolments.json" in names:
            enrolments = self.model(f"{folder}/enrolments.json", "enrolments", Enrolments.model_validate)
        return SeasonFolder(
            folder, number, season, corrections, has_corrections, tuple(tracks), enrolments
        )

    def corrections(self, path: str) -> tuple[Correction, ...]:
        """Those before the first line that cannot be read: what follows it has a number that is not known."""
        raw = self.read(path)
        if not raw:
            return ()
        if not raw.endswith(b"\n"):
            self.note(
                path, "a last line without its end", "a line feed after every line", "Add the line feed."
            )
        result, whole = list[Correction](), True
        for number, line in enumerate(raw.removesuffix(b"\n").split(b"\n"), 1):
            if not line.strip():
                whole = False
                self.note(path, "an empty line", "one JSON object a line", "Remove the line.", line=number)
                continue
            model, findings = read_model(line, path, CORRECTION.validate_python, "correction")
            self.findings += [replace(finding, line=number) for finding in findings]
            if model is None:
                whole = False
            elif whole:
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
                *EVIDENCE,
                *TABLES,
                section_name,
                key_name,
            )
            if not known and not (track is None and _SECTION.fullmatch(entry)):
                expected = (
                    f"track.json, {section_name or 'the frozen section'}, {key_name}, manifest.json, "
                    "corpus, proofs, log, submissions, preregistration.json, reference, community"
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
        if "log" in names:
            self.log(f"{folder}/log")
        before = len(self.findings)
        scores = {table: self.scores(f"{folder}/{table}") for table in TABLES if table in names}
        listed = len(self.findings) == before
        if "submissions" in names:
            self.submissions(f"{folder}/submissions", scores)
        evidence = frozenset(name for name in EVIDENCE if name in names and self.is_evidence(folder, name))
        if track is not None and evidence & {"proofs", "submissions"} == {"proofs"}:
            freezes = {f"{proof_id}.json" for _, proof_id in track.freezes}
            if freezes.issuperset(self.names(f"{folder}/proofs")):
                evidence = evidence - {"proofs"} | {"freezes"}
        return TrackFolder(name, folder, track, section, manifest, key_bytes, key, scores, evidence, listed)

    def is_evidence(self, folder: str, name: str) -> bool:
        """Whether what has the name of evidence can be read as such; what cannot is a finding elsewhere."""
        return self.kind(f"{folder}/{name}") == ("file" if name.endswith(".json") else "folder")

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

    def log(self, folder: str) -> None:
        if not self.is_folder(folder):
            return
        for name in self.names(folder):
            if identifiers.matches(identifiers.SHA256 + r"\.json", name):
                self.is_file(f"{folder}/{name}")
            else:
                self.unknown(f"{folder}/{name}", "log entries named <64 hex digits of the batch root>.json")

    def submissions(self, folder: str, scores: dict[str, tuple[str, ...]]) -> None:
        """What was sent stands beside a score: nobody's submission is left unscored."""
        for table in self.names(folder) if self.is_folder(folder) else []:
            place = f"{folder}/{table}"
            if table not in TABLES:
                self.unknown(place, f"folders named {' or '.join(TABLES)}")
                continue
            if any(finding.file == f"{folder.rpartition('/')[0]}/{table}" for finding in self.findings):
                continue  # which scores there are is not known
            known = {file.rpartition("/")[2].removesuffix(".json") for file in scores.get(table, ())}
            for name in self.names(place) if self.is_folder(place) else []:
                if name not in known:
                    self.unknown(f"{place}/{name}", "a folder named after a score of the table")
                else:
                    self.is_folder(f"{place}/{name}")
