"""Nothing that was published disappears.

Refuses: a correction that its row or its report does not show; a withdrawn or replaced row that is not
a tombstone at the same address; a tombstone that still shows a name or a figure, or that says no
reason.

Why: whoever kept a link or a copy must find what became of it, and why.

Source: PUB-17; specification §9.2.

Accepted: a correction as a new entry with number, date, kind and reason, on the row and on the report;
a tombstone with the table it stood in and the correction that ended it.

Remedy: add the correction to `corrections.jsonl`; never remove a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import TOMBSTONES, OutputCase, PageCase
from site_builder.rules.rows import RowCase

CODE: Final = "PUB-17"
NAME: Final = "nothing disappears"
FRENCH: Final = """Rien de ce qui a été publié ne disparaît.

Refuse : une correction que ni sa ligne ni son rapport ne montrent ; une ligne retirée ou remplacée qui
ne laisse pas de mention à la même adresse ; une telle mention qui montre encore un nom ou un chiffre,
ou qui ne donne pas de motif.

Pourquoi : celui qui a gardé un lien ou une copie doit trouver ce qu'il en est advenu, et pourquoi.

Source : PUB-17 ; spécification §9.2.

Accepte : une correction comme nouvelle entrée, avec numéro, date, genre et motif, sur la ligne et sur
le rapport ; une mention qui dit dans quel tableau la ligne figurait et quelle correction y a mis fin.

Remède : ajouter la correction à `corrections.jsonl` ; ne jamais retirer une ligne.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_FIGURES: Final = (
    "agent",
    "stack",
    "run",
    "taux",
    "taches_rendues",
    "totaux",
    "taches",
    "causes",
    "identite",
)
_NUMBER: Final = re.compile(r"[0-9]+")


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type != "rapport" or page.season is None:
        return
    content = page.content
    key = (content["piste"]["id"], content["tableau"]["id"], content["report_id"])
    wanted = page.season.corrections.get(key, ())
    yield from _listed(page, content["corrections"], wanted)
    note = partial(
        _finding, file=page.file, remedy="Add the correction; a removed result leaves a tombstone."
    )
    if (key in page.season.gone) != page.tombstone:
        state = "a tombstone" if key in page.season.gone else "the report itself"
        yield note(pointer="/contenu/etat", found=told(content["etat"]), expected=state)
    if not page.tombstone:
        return
    for name in _FIGURES:
        if name in content:
            yield note(
                pointer=f"/contenu/{name}", found=name, expected="no name and no figure in a tombstone"
            )
    codes = [notice["code"] for notice in content["avis"]]
    reason = {"retire": "retrait", "remplace": "remplacement"}[content["etat"]]
    if reason not in codes:
        yield note(pointer="/contenu/avis", found=", ".join(codes) or "none", expected=f"the notice {reason}")


def _listed(page: PageCase, shown: list[dict[str, Any]], wanted: tuple[int, ...]) -> Iterator[Finding]:
    note = partial(_finding, file=page.file, remedy="Show every correction, with its reason.")
    found = tuple(entry["n"] for entry in shown)
    if found != wanted:
        expected = ", ".join(map(told, wanted)) or "none"
        yield note(
            pointer="/contenu/corrections", found=", ".join(map(told, found)) or "none", expected=expected
        )
    for number, entry in enumerate(shown):
        if not entry["motif"] or not entry["date"]:
            at = f"/contenu/corrections/{number}"
            yield note(
                pointer=at, found="a correction without a reason or a date", expected="a reason and a date"
            )


def check_row(case: RowCase) -> Iterator[Finding]:
    season, row = case.page.season, case.row
    if season is None:
        return
    key = (case.page.content["piste"]["id"], case.table["id"], row["report_id"])
    note = partial(_finding, file=case.page.file, remedy="Mark the row, or make it a tombstone.")
    gone = key in season.gone
    if gone != (row["etat"] in TOMBSTONES):
        found = f"the state {row['etat']}"
        yield note(pointer=f"{case.pointer}/etat", found=found, expected="a tombstone" if gone else "a row")
    elif gone:
        if row["agent"] is not None or row["taux"] is not None:
            yield note(pointer=case.pointer, found="a name or a figure", expected="none in a tombstone")
        if not _mentions(row):
            yield note(
                pointer=case.pointer, found="no mention", expected="the sentence that says what became of it"
            )
    else:
        said = {int(n) for mention in _mentions(row) for n in _NUMBER.findall(mention)}
        for number in season.corrections.get(key, ()):
            if number not in said:
                expected = f"a mention of correction {number}"
                yield note(pointer=case.pointer, found="no mention", expected=expected)


def _mentions(row: Any) -> list[str]:
    return list(row["mentions"])


def check_output(output: OutputCase) -> Iterator[Finding]:
    """The HTML shows the reason of each correction."""
    for number, entry in enumerate(output.page.content.get("corrections") or ()):
        if not output.shows(entry["motif"]):
            yield _finding(
                file=output.file,
                element=f"correction {number + 1}",
                found="no reason",
                expected=told(entry["motif"]),
                remedy="Show every correction with its reason in the template.",
            )
