"""The dates of a season are in order.

Refuses: a season that does not open before it closes, or a publication date before the closing date.

Why: every reader reads the closing date as the moment when scores stop moving; a publication before it
would publish partial scores.

Source: formats §1.1, `season.json`; specification §7.4.

Accepted: `opens_at` < `closes_at` ≤ `published_at`, compared as instants whatever their offsets; a
`published_at` that is `null`.

Remedy: correct the dates in `season.json`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import SeasonCase
from site_builder.kernel.findings import Finding

CODE: Final = "D001"
NAME: Final = "season dates"
FRENCH: Final = """Les dates d'une saison se suivent.

Refuse : une saison qui n'ouvre pas avant de clore, ou dont la publication précède la clôture.

Pourquoi : chacun lit la date de clôture comme l'instant où les scores cessent de bouger ; publier avant
reviendrait à publier des scores partiels.

Source : formats §1.1, `season.json` ; spécification §7.4.

Accepte : `opens_at` < `closes_at` ≤ `published_at`, comparés comme des instants quel que soit leur
décalage ; un `published_at` à `null`.

Remède : corriger les dates dans `season.json`.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_season(case: SeasonCase) -> Iterator[Finding]:
    season = case.season
    if not season.opens_at < season.closes_at:
        yield _finding(
            file=case.file,
            pointer="/closes_at",
            found=season.closes_at.text,
            expected=f"an instant after opens_at, {season.opens_at.text}",
            remedy="Correct opens_at or closes_at.",
        )
    if season.published_at is not None and season.published_at < season.closes_at:
        yield _finding(
            file=case.file,
            pointer="/published_at",
            found=season.published_at.text,
            expected=f"null, or an instant not before closes_at, {season.closes_at.text}",
            remedy="Put null until the publication is decided, or correct the date.",
        )
