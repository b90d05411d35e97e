"""The terms of a dispute are those of the specification.

Refuses: a season that gives another number of days to dispute a scoring than 14, or to decide than 30.

Why: the terms are announced before the season, and every participant counts on the same ones; a shorter
window would close before it was announced to.

Source: specification §9.2; formats §1.1, `season.json`.

Accepted: `window_days` 14 and `decision_days` 30, in every season.

Remedy: write 14 and 30 in `season.json`; every text takes its days from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import SeasonCase
from site_builder.kernel.findings import Finding

TERMS: Final = {"window_days": 14, "decision_days": 30}
"""Days to dispute after the publication, and to decide after the request (§9.2)."""

CODE: Final = "D005"
NAME: Final = "dispute terms"
FRENCH: Final = """Les délais d'une contestation sont ceux de la spécification.

Refuse : une saison qui donne, pour contester un scoring, un autre nombre de jours que 14, ou, pour en
décider, un autre que 30.

Pourquoi : les délais sont annoncés avant la saison et valent pour tous ; une fenêtre plus courte se
fermerait avant la date annoncée.

Source : spécification §9.2 ; formats §1.1, `season.json`.

Accepte : `window_days` à 14 et `decision_days` à 30, dans toute saison.

Remède : écrire 14 et 30 dans `season.json` ; tous les textes y prennent leurs délais.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_season(case: SeasonCase) -> Iterator[Finding]:
    disputes = case.season.disputes
    for name, days in TERMS.items():
        found = getattr(disputes, name)
        if found != days:
            yield _finding(
                file=case.file,
                pointer=f"/disputes/{name}",
                found=str(found),
                expected=f"{days}, the days of specification §9.2",
                remedy="Write the days of the specification; the texts take theirs from here.",
            )
