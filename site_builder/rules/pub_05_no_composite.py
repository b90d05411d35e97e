"""No composite: nothing combines the two rates.

Refuses: a key, a column or a class for an overall score, a rank, a medal, a weighting or an average of
the rates; a word for one in a title, a heading, a column or a group; rows that are not grouped by equal
success (descending) and ordered by overclaim (ascending) inside a group.

Why: the two rates measure two things; a sum of them would be an arbitrage that nobody could defend, and
would end up being the only figure read.

Source: PUB-05; specification §5.7, §7.2.

Accepted: groups of exactly equal success (1/2 = 2/4), then by exact overclaim, "not applicable" after
the fractions, then by name and by DID; pending rows after them, tombstones last. Sentences that say
that there is no rank or overall score.

Remedy: remove the combination; leave the comparison to the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from site_builder.content import markdown
from site_builder.kernel import collation
from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.rows import RowCase

CODE: Final = "PUB-05"
NAME: Final = "no composite"
FRENCH: Final = """Aucune note composite : rien ne combine les deux taux.

Refuse : une clé, une colonne ou une classe pour une note globale, un rang, une médaille, une pondération
ou une moyenne des taux ; un mot pour l'une d'elles dans un titre, un intertitre, une colonne ou un
groupe ; des lignes qui ne sont pas groupées par réussite égale (décroissante) et ordonnées par overclaim
(croissant) dans un groupe.

Pourquoi : les deux taux mesurent deux choses ; leur somme serait un arbitrage que personne ne pourrait
défendre, et finirait par être le seul chiffre lu.

Source : PUB-05 ; spécification §5.7, §7.2.

Accepte : des groupes de réussite exactement égale (1/2 = 2/4), puis l'overclaim exact, « sans objet »
après les fractions, puis le nom et le DID ; ensuite les lignes en attente, enfin les lignes retirées.
Les phrases qui disent qu'il n'y a ni rang ni note globale.

Remède : retirer la combinaison ; laisser le lecteur comparer.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_KEY: Final = re.compile(
    r"(?:note|score|rang|rank|ranking|classement|medaille|medal|moyenne|average|mean|weight|ponderation|indice"
    r"|podium|position|place|percentile|centile|grade|stars|etoiles)(?:_.*)?|.*_(?:score|rang|rank|moyenne|mean)"
)
_SHAPE: Final = frozenset(("scores_publies", "scores_texte", "note"))
# Keys that this process has judged: the documents of a type have the same.
_plain_keys: Final[set[str]] = set()
_WORDS: Final = {
    "en": re.compile(
        r"\b(?:overall|global|total|combined|composite|final|aggregate) (?:score|rating|grade|mark|rate)"
        r"|\brank|\bmedal|\bpodium|\bleaderboard|\bweighted|\baverage|\bwinner|\btop [0-9]",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:note|score|taux|indice) (?:global|totale?|combin|composite|final|agrég)|\brangs?\b|\bmédaille"
        r"|\bpodium|\bpondér|\bmoyenne|\bvainqueur|\bpalmarès|\btop [0-9]",
        re.IGNORECASE,
    ),
}


def check_page(page: PageCase) -> Iterator[Finding]:
    yield from _keys(page, page.strings.keys)
    for pointer, text in _labels(page):
        found = _WORDS[page.language].search(text)
        if found:
            yield _finding(
                file=page.file,
                pointer=pointer,
                found=found.group(),
                expected="no word for a composite in a title, a heading, a column or a group",
                remedy="Name one of the two rates, or nothing.",
            )
    if page.type == "piste":
        for number, table in enumerate(page.content["tableaux"]):
            yield from _groups(page, table["groupes"], f"/contenu/tableaux/{number}/groupes")


def _keys(page: PageCase, keys: set[str]) -> Iterator[Finding]:
    for key in sorted(keys - _plain_keys):
        if not _KEY.fullmatch(key) or key in _SHAPE:
            _plain_keys.add(key)
        else:
            yield _finding(
                file=page.file,
                pointer="",
                found=f"the key {key}",
                expected="no key for a rank, a score or an average",
                remedy="Remove it.",
            )


def _labels(page: PageCase) -> Iterator[tuple[str, str]]:
    yield "/titre", page.without_report_ids(str(page.document["titre"]))
    for name in ("texte", "markdown"):
        prose = page.content.get(name)
        if isinstance(prose, str):
            yield from ((f"/contenu/{name}", heading.text) for heading in markdown.headings(prose))
    if page.type == "piste":
        for number, table in enumerate(page.content["tableaux"]):
            at = f"/contenu/tableaux/{number}"
            yield f"{at}/nom", table["nom"]
            yield from ((f"{at}/colonnes/{key}", text) for key, text in table["colonnes"].items())
            yield from ((f"{at}/groupes/{n}/titre", g["titre"]) for n, g in enumerate(table["groupes"]))


def _groups(page: PageCase, groups: list[dict[str, Any]], at: str) -> Iterator[Finding]:
    earlier: tuple[int, int] | None = None
    unscored = False
    for number, group in enumerate(groups):
        cell = group["reussite"]
        if cell is None:
            unscored = True
            continue
        value = (cell["numerateur"], cell["denominateur"])
        after = earlier is None or value[0] * earlier[1] < earlier[0] * value[1]
        if not after or unscored:
            yield _finding(
                file=page.file,
                pointer=f"{at}/{number}",
                found=f"success {told(cell['fraction'])}",
                expected="each success once, descending, before the rows that have none",
                remedy="Sort the groups by exact success alone.",
            )
        earlier = value


def check_row(case: RowCase) -> Iterator[Finding]:
    parts = (part for part in case.row.values() if isinstance(part, dict))
    yield from _keys(case.page, set(case.row).union(*parts))
    row, group, note = case.row, case.group["reussite"], partial(_finding, file=case.page.file)
    if group is not None:
        own = (row["taux"] or {}).get("reussite") or {"numerateur": None, "denominateur": None}
        if own["numerateur"] is None or (
            own["numerateur"] * group["denominateur"] != group["numerateur"] * own["denominateur"]
        ):
            yield note(
                pointer=f"{case.pointer}/taux/reussite",
                found=told(own.get("fraction")),
                expected=f"{told(group['fraction'])}, the success of its group",
                remedy="Put the row in the group of its own success.",
            )
    if case.previous is not None and _after(case.previous, row):
        yield note(
            pointer=case.pointer,
            found=f"overclaim {_fraction(row)} after {_fraction(case.previous)}",
            expected="overclaim ascending inside a group, then the name, then the DID",
            remedy="Sort the rows of a group by exact overclaim alone, then by name.",
        )


def _after(first: Any, second: Any) -> bool:
    """Whether the first of two rows of a group should stand after the second."""
    if first["agent"] is None or second["agent"] is None:
        return first["agent"] is None and second["agent"] is not None
    one, other = first["taux"]["overclaim"], second["taux"]["overclaim"]
    left, right = one["denominateur"], other["denominateur"]
    if left and right:
        a, b = one["numerateur"] * right, other["numerateur"] * left
        if a != b:
            return bool(a > b)
    elif left or right:
        return not left
    return _name(first) > _name(second)


def _name(row: Any) -> tuple[object, ...]:
    return (*collation.sort_key(str(row["agent"]["nom"])), str(row["agent"]["did"]))


def _fraction(row: Any) -> str:
    return (
        str(row["taux"]["overclaim"]["fraction"] or row["taux"]["overclaim"]["etat"])
        if row["taux"]
        else "none"
    )


def check_output(output: OutputCase) -> Iterator[Finding]:
    for value in sorted(output.fresh.values("class")):
        if any(_KEY.fullmatch(word.replace("-", "_")) for word in value.split()):
            yield _finding(
                file=output.file,
                element=f'[class="{value}"]',
                found=f"the class {value}",
                expected="no mark of a rank or a score",
                remedy="Remove it.",
            )
