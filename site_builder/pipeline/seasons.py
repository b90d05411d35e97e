"""From the folders that were read to the cases that rules judge, and what is held back (PUB-01)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from site_builder.challenges.prove_it.inputs.correction import Correction
from site_builder.challenges.prove_it.inputs.tree import SeasonFolder, TrackFolder, Tree
from site_builder.challenges.prove_it.rules.rows import RowSummary
from site_builder.challenges.prove_it.scoring.case import Replay, SeasonCase, TrackCase
from site_builder.kernel.findings import Finding
from site_builder.kernel.instants import Instant
from site_builder.rules.judge import judge

CHALLENGE = "prove_it"
_SEALED_FILE = re.compile(r"/(?:corrections\.jsonl|(?!track\.json|season\.json|manifest\.json)[^/]*\.json)$")
# File names there are names of participants and proofs.
_NAMED = re.compile(r"/(?:reference|community|corpus|proofs|log|submissions)(?:/|$)")
_ABOUT_CONTENT = ("J001", "S001")
_SECRET_PLACE = re.compile(r"/answer_key/salt|/scoring_rules/superseded/[0-9]+/salt|/expected_verdicts")


@dataclass(frozen=True, slots=True)
class TrackWork:
    """A track to publish: its case, its score files by table, and whether those are all that stand there."""

    case: TrackCase
    scores: dict[str, tuple[str, ...]]
    listed: bool = True

    def held_by(self, summaries: Sequence[RowSummary]) -> bool:
        """Whether these are all the rows of the track: none of its scores was refused where it was read."""
        return self.listed and len(summaries) == sum(map(len, self.scores.values()))


@dataclass(frozen=True, slots=True)
class SeasonWork:
    """A season to publish; ``held_back`` when its tree holds scores or evidence that may not be read yet;
    ``whole`` when every track of it could be read; ``unjudged`` are the score files of the others."""

    case: SeasonCase
    tracks: tuple[TrackWork, ...]
    held_back: bool
    whole: bool
    unjudged: tuple[str, ...]


def shows_for_real(works: Iterable[SeasonWork]) -> bool:
    """Whether scores of a season that is no demonstration are published."""
    return any(work.case.published and not work.case.season.demonstration for work in works)


def seasons(tree: Tree, now: Instant) -> list[SeasonWork]:
    """Every season and track whose own file could be read, in order of number."""
    found = []
    for folder in tree.seasons:
        if folder.season is not None:
            case = SeasonCase(folder.folder, folder.season, now, _corrections(folder, now), folder.enrolments)
            tracks = tuple(_track(track, case) for track in folder.tracks if track.track is not None)
            others = [track for track in folder.tracks if track.track is None]
            unjudged = tuple(file for track in others for files in track.scores.values() for file in files)
            found.append(SeasonWork(case, tracks, _held_back(folder, case), not others, unjudged))
    return found


def judged(works: Sequence[SeasonWork]) -> Iterable[Finding]:
    """What the season and track rules refuse."""
    for work in works:
        cases = [track.case for track in work.tracks]
        yield from judge("season", work.case, challenge=CHALLENGE)
        if work.whole:  # else what is missed may be in the track that could not be read
            yield from judge("tracks", work.case, cases, challenge=CHALLENGE)
        for case in cases:
            yield from judge("track", case, challenge=CHALLENGE)


def sealed_findings(findings: Iterable[Finding], works: Sequence[SeasonWork]) -> list[Finding]:
    """The reader's findings, without what could give away a secret or a score before the close (PUB-01).

    A season or a track that could not be read counts as not closed. Whole files stay unspoken of (the key
    and the corrections); of a track's own file the places of secrets are named, and their values are not.
    Nothing below the folders of scores and evidence is named.
    """
    open_to_all = {work.case.folder for work in works if work.case.closed}
    return [
        finding if _folder(finding) in open_to_all else _without_secrets(finding)
        for finding in findings
        if _folder(finding) in open_to_all
        or not (
            _NAMED.search(finding.file)
            or (finding.code in _ABOUT_CONTENT and _SEALED_FILE.search(finding.file))
        )
    ]


def _folder(finding: Finding) -> str:
    return "/".join(finding.file.split("/")[:2])


def _without_secrets(finding: Finding) -> Finding:
    pointer = finding.pointer or ""
    if not finding.file.endswith("/track.json") or not _SECRET_PLACE.match(pointer):
        return finding
    place = "/expected_verdicts" if pointer.startswith("/expected_verdicts") else pointer
    return replace(finding, pointer=place, found="a value that is not shown here")


def _corrections(folder: SeasonFolder, now: Instant) -> tuple[Correction, ...]:
    if folder.season is None or not folder.season.closed(now):
        return ()
    return folder.corrections


def _held_back(folder: SeasonFolder, case: SeasonCase) -> bool:
    sealed = any(any(track.scores.values()) or track.evidence for track in folder.tracks)
    return not case.closed and (sealed or folder.has_corrections)


def _track(folder: TrackFolder, season: SeasonCase) -> TrackWork:
    assert folder.track is not None
    case = TrackCase(
        season,
        folder.folder,
        folder.track,
        folder.section,
        folder.manifest,
        folder.key_bytes,
        folder.key if season.closed else None,
        any(folder.scores.values()),
        _replay(folder, season),
        _anchored(folder, season),
        folder.evidence,
    )
    return TrackWork(case, folder.scores, folder.listed)


def _anchored(folder: TrackFolder, season: SeasonCase) -> bool:
    """Whether the freezes are verified: where something opens their proofs, and always before scores of a
    real season are shown (specification §8, 5)."""
    if not season.closed or season.season.invalidated is not None:
        return False
    shows_real_scores = season.published and not season.season.demonstration and any(folder.scores.values())
    return shows_real_scores or "preregistration.json" in folder.evidence or _replay(folder, season) != "none"


def _replay(folder: TrackFolder, season: SeasonCase) -> Replay:
    """How far the scores can be computed again. Before the close no evidence is looked at (PUB-01); an
    invalidated season shows no figure, and may have lost what they rested on."""
    if not season.closed or season.season.invalidated is not None or folder.manifest is None:
        return "none"
    if not folder.evidence >= {"corpus", "proofs"}:
        return "none"
    return "whole" if "submissions" in folder.evidence else "assertions"
