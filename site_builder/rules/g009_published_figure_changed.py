"""A published figure changes by a correction.

Refuses: in `build`: a row whose state, rates or number of tasks submitted are no longer those of the last
publication, unless a `rectification` of that row, which that publication did not have, says why; overclaim
figures that the new rectifications do not come to; a best constant answer, or a number of tasks, that is no
longer the published one.

Why: whoever read the first figure finds another one in its place, and nothing that says which of them was
wrong, or why.

Source: PUBLICATION_RULES PUB-17; specification §8 and §9.2; FORMATS §1, `corrections.jsonl`.

Accepted: a row that was pending, and whose scores are there at last: its rates were not published, and its
tasks submitted may only grow; new rows; a row that a correction removes; a season that is invalidated, which
shows no figure; another name or another declared stack.

Remedy: put the score back as it was, or add a correction of kind `rectification` for each assertion that was
judged again, with the reason. Where tasks or expected verdicts changed, invalidate the season.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding

CODE: Final = "G009"
NAME: Final = "published-figure-changed"
FRENCH: Final = """Un chiffre publié change par une rectification.

Refuse : dans `build` : une ligne dont l'état, les taux ou le nombre de tâches rendues ne sont plus ceux de
la dernière publication, à moins qu'une `rectification` de cette ligne, que cette publication n'avait pas,
n'en dise le motif ; des chiffres d'overclaim auxquels les nouvelles rectifications n'aboutissent pas ; une
meilleure réponse constante, ou un nombre de tâches, qui n'est plus celui qui a été publié.

Pourquoi : qui avait lu le premier chiffre en trouve un autre à sa place, et rien qui dise lequel des deux
était faux, ni pourquoi.

Source : PUBLICATION_RULES PUB-17 ; spécification §8 et §9.2 ; FORMATS §1, `corrections.jsonl`.

Accepte : une ligne qui était en attente, et dont les scores sont enfin là : ses taux n'étaient pas publiés,
et ses tâches rendues ne peuvent qu'augmenter ; de nouvelles lignes ; une ligne qu'une rectification retire ;
une saison invalidée, qui ne montre aucun chiffre ; un autre nom ou une autre pile déclarée.

Remède : remettre le score comme il était, ou ajouter une rectification de genre `rectification` pour chaque
assertion jugée à nouveau, avec le motif. Si les tâches ou les verdicts attendus ont changé, invalider la
saison.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def figure_changed(file: str, pointer: str, now: str, published: str, n: int) -> Finding:
    """The finding about a score whose row said ``published`` in publication ``n``, without an entry since."""
    return _finding(
        file=file,
        pointer=pointer,
        found=f"{now}, and no rectification of the row since publication {n}",
        expected=f"{published}, as publication {n} shows, or a rectification",
        remedy="Put the score back as it was, or add a correction of kind rectification to corrections.jsonl "
        "for each assertion that was judged again, with the reason.",
    )


def not_explained(file: str, pointer: str, now: str, published: str, rectified: str, n: int) -> Finding:
    """The finding about a score whose new rectifications come to other overclaim figures, ``rectified``."""
    return _finding(
        file=file,
        pointer=pointer,
        found=now,
        expected=f"overclaim {rectified}: {published} in publication {n}, and the rectifications since",
        remedy="Put back what no rectification is about, or add one for each assertion judged again.",
    )


def rules_changed(file: str, pointer: str, now: str, published: str, n: int) -> Finding:
    """The finding about a track whose best constant answer was ``published`` in publication ``n``."""
    return _finding(
        file=file,
        pointer=pointer,
        found=f"best constant answer {now}",
        expected=f"best constant answer {published}, as publication {n} shows",
        remedy="Put the tasks and the expected verdicts back; a season whose rules or corpus changed is "
        "invalidated (season.json, invalidated).",
    )
