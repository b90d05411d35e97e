"""The evidence of a season stays once it was published.

Refuses: in `build`: for a season that was published as a real one, a track whose scores were computed again
from evidence in the last publication, and now can be from less of it: the corpus or the proofs are gone, or
what was submitted.

Why: a score that its rescoring contradicts could be published by taking away what contradicts it, and nothing
would say so.

Source: specification §4.1, §8; PUB-16 and PUB-17.

Accepted: the same evidence or more; an invalidated season, which shows no figure; any change of a season that
was published as a demonstration alone.

Remedy: put the evidence back. Where a score and its rescoring differ, `check --differences` writes both
sides and the two ways on.
"""

from __future__ import annotations

from typing import Final

from site_builder.kernel.findings import Finding

CODE: Final = "G011"
NAME: Final = "published-evidence-dropped"
FRENCH: Final = """Les pièces d'une saison restent une fois publiées.

Refuse : dans `build` : pour une saison publiée comme réelle, une piste dont les scores étaient recalculés
depuis les pièces dans la dernière publication, et ne le sont plus que depuis une partie d'entre elles : le
corpus ou les preuves ont disparu, ou ce qui avait été soumis.

Pourquoi : un score que son recalcul contredit pourrait être publié en retirant ce qui le contredit, sans que
rien ne le dise.

Source : spécification §4.1, §8 ; PUB-16 et PUB-17.

Accepte : les mêmes pièces, ou davantage ; une saison invalidée, qui ne montre aucun chiffre ; tout changement
d'une saison publiée seulement comme démonstration.

Remède : remettre les pièces. Quand un score et son recalcul diffèrent, `check --differences` écrit les deux
côtés et les deux issues.
"""
_WORDS: Final = {
    "none": "no evidence to compute its scores again from",
    "assertions": "corpus and proofs without what was submitted",
    "whole": "corpus, proofs and what was submitted",
}
LEVELS: Final = tuple(_WORDS)
"""How far scores can be computed again (``kit.json``, ``replay``), the least first."""


def dropped(file: str, now: str, published: str, n: int) -> Finding:
    """The finding about a track whose scores rest on less than in publication ``n``."""
    return Finding(
        CODE,
        NAME,
        file,
        _WORDS[now],
        f"{_WORDS[published]}, as in publication {n}",
        "Put the evidence back; where a score and its rescoring differ, `check --differences FILE` writes "
        "both sides and the two ways on.",
    )
