"""A published figure changes by a correction.

Refuses: in `build`: a row whose state, rates or number of tasks submitted are no longer those of the last
publication, unless a `rectification` of that row, which that publication did not have, says why; overclaim
figures that the new rectifications do not come to; a best constant answer, or a number of tasks, that is no
longer the published one; in a public report: an assertion that is gone or new, or whose status or cause is no
longer the published one, unless such a rectification names it; a new rectification whose `before` is not what
was published, or whose assertion did not change; a task that is submitted no longer, or only now, without
one.

Why: whoever read the first figure finds another one in its place, and nothing that says which of them was
wrong, or why.

Source: PUB-17; specification §8 and §9.2; formats §1.2, `corrections.jsonl`.

Accepted: a row that was pending, and whose scores are there at last: its rates were not published, and its
tasks submitted may only grow; in its report, any score of the tasks that were pending; several rectifications
of one assertion, from what was published to what the score says; new rows; a row that a correction removes; a
season that is invalidated, which shows no figure; another name or another declared stack.

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

Refuse : dans `build` : une ligne dont l'état, les taux ou le nombre de tâches rendues ne sont plus ceux de la
dernière publication, à moins qu'une `rectification` de cette ligne, que cette publication n'avait pas, n'en
dise le motif ; des chiffres d'overclaim auxquels les nouvelles rectifications n'aboutissent pas ; une
meilleure réponse constante, ou un nombre de tâches, qui n'est plus celui qui a été publié ; dans un rapport
public : une assertion disparue ou nouvelle, ou dont le statut ou la cause n'est plus ce qui a été publié, à
moins qu'une telle rectification ne la désigne ; une nouvelle rectification dont le `before` n'est pas ce qui
a été publié, ou dont l'assertion n'a pas changé ; une tâche qui n'est plus rendue, ou qui ne l'est qu'à
présent, sans une telle rectification.

Pourquoi : qui avait lu le premier chiffre en trouve un autre à sa place, et rien qui dise lequel des deux
était faux, ni pourquoi.

Source : PUB-17 ; spécification §8 et §9.2 ; formats §1.2, `corrections.jsonl`.

Accepte : une ligne qui était en attente, et dont les scores sont enfin là : ses taux n'étaient pas publiés,
et ses tâches rendues ne peuvent qu'augmenter ; dans son rapport, tout score des tâches qui étaient en
attente ; plusieurs rectifications d'une assertion, de ce qui a été publié à ce que dit le score ; de
nouvelles lignes ; une ligne qu'une rectification retire ; une saison invalidée, qui ne montre aucun chiffre ;
un autre nom ou une autre pile déclarée.

Remède : remettre le score comme il était, ou ajouter une rectification de genre `rectification` pour chaque
assertion jugée à nouveau, avec le motif. Si les tâches ou les verdicts attendus ont changé, invalider la
saison.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_CHANGED: Final = (
    "Put back what was published, or add a correction of kind rectification to corrections.jsonl that names "
    "this assertion, with the reason."
)

Assessed = tuple[str, str | None]
"""The status and the cause of an assertion."""


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


def assertion_changed(file: str, pointer: str, now: Assessed, published: Assessed | None, n: int) -> Finding:
    """The finding about an assertion that publication ``n`` has otherwise, or has not, and that no new
    rectification names."""
    expected, remedy = f"no such assertion, as publication {n} shows", "Put the assertions back as they were."
    if published is not None:
        expected, remedy = f"{_words(published)}, as publication {n} shows, or a rectification", _CHANGED
    return _finding(
        file=file,
        pointer=pointer,
        found=f"{_words(now)}, and no rectification of the assertion since publication {n}",
        expected=expected,
        remedy=remedy,
    )


def assertion_gone(file: str, pointer: str, assertion: str, published: Assessed, n: int) -> Finding:
    """The finding about a task that is without an assertion which it has in publication ``n``."""
    return _finding(
        file=file,
        pointer=pointer,
        found=f"no assertion {assertion!a}",
        expected=f"{assertion!a}, {_words(published)}, as publication {n} shows",
        remedy="Put the assertions back as they were.",
    )


def task_changed(file: str, pointer: str, now: str, published: str, n: int) -> Finding:
    """The finding about a task whose assertions came or went since publication ``n``."""
    return _finding(
        file=file,
        pointer=pointer,
        found=f"{now}, and no rectification of the row since publication {n}",
        expected=f"{published}, as publication {n} shows, or a rectification",
        remedy="Put the task back as it was, or add a correction of kind rectification to corrections.jsonl "
        "for each assertion that was judged again, with the reason.",
    )


def wrong_before(
    file: str, line: int, before: Assessed, published: Assessed, now: Assessed, n: int
) -> Finding:
    """The finding about a new rectification that starts elsewhere than at what publication ``n`` has."""
    remedy = "Put into before what was published."
    if now == published:
        remedy = "Remove the line: the assertion did not change, or change the score that the line is about."
    return _finding(
        file=file,
        line=line,
        pointer="/before",
        found=_words(before),
        expected=f"{_words(published)}, as publication {n} shows",
        remedy=remedy,
    )


def nothing_rectified(file: str, line: int, now: Assessed, n: int) -> Finding:
    """The finding about a new rectification of an assertion that is what it is in publication ``n``."""
    return _finding(
        file=file,
        line=line,
        pointer="/concerns/assertion_id",
        found=f"{_words(now)} in the score, as publication {n} shows it",
        expected="an assertion that changed since",
        remedy="Remove the line, or name the assertion that was judged again.",
    )


def _words(assessed: Assessed) -> str:
    status, cause = assessed
    return f"{status} with cause {cause or 'null'}"
