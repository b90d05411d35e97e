"""A correction names a track of its season.

Refuses: a correction about a track that the season does not hold.

Why: it would be shown nowhere, and what it corrects would stay uncorrected.

Source: formats §1.2, `corrections.jsonl`; PUB-17.

Accepted: `concerns.track` is the name of a track folder of the season.

Remedy: correct the name of the track, or restore the track's folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import SeasonCase, TrackCase
from site_builder.kernel.findings import Finding

CODE: Final = "D003"
NAME: Final = "track of a correction"
FRENCH: Final = """Une correction désigne une piste de sa saison.

Refuse : une correction qui porte sur une piste absente de la saison.

Pourquoi : elle ne serait montrée nulle part, et ce qu'elle corrige resterait tel quel.

Source : formats §1.2, `corrections.jsonl` ; PUB-17.

Accepte : `concerns.track` est le nom d'un dossier de piste de la saison.

Remède : corriger le nom de la piste, ou rétablir son dossier.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_tracks(case: SeasonCase, tracks: Sequence[TrackCase]) -> Iterator[Finding]:
    names = sorted(track.track.track for track in tracks)
    for line, correction in enumerate(case.corrections, 1):
        if correction.concerns.track not in names:
            yield _finding(
                file=f"{case.folder}/corrections.jsonl",
                line=line,
                pointer="/concerns/track",
                found=correction.concerns.track,
                expected=f"a track of the season: {', '.join(names)}",
                remedy="Name a track of this season.",
            )
