"""Every figure is recomputed, and rounded only to be shown.

Refuses: a total, a verdict mark, a missing fact or a distribution that differs from what the assertions
and the key give; where the data hold the evidence, anything of a score that differs from its rescoring,
or that the evidence does not decide; a cell whose fraction, state and displayed text disagree; a 0 % or
a 100 % that is not exact; a zero denominator shown as a rate; an average of averages.

Why: a figure that cannot be recounted is an opinion.

Source: PUB-16; specification §5.7.

Accepted: integers and their exact fraction; one decimal, half-even, for display alone; 1/2500 and
2499/2500 never at the end points; "not applicable" for 0/0, "pending" while one task of the row is.

Remedy: run the scorer again; a figure is never corrected by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import PageCase
from site_builder.rules.rows import RowCase

CODE: Final = "PUB-16"
NAME: Final = "recomputed figures"
FRENCH: Final = """Tout chiffre est recalculé, et arrondi seulement pour être montré.

Refuse : un total, une marque de verdict, un fait manquant ou une répartition qui diffère de ce que
donnent les assertions et la clé ; quand les données contiennent les preuves, tout ce qui, dans un
score, diffère de son recalcul ou n'est pas tranché par les preuves ; une cellule dont la fraction,
l'état et le texte affiché ne s'accordent pas ; un 0 % ou un 100 % qui n'est pas exact ; un dénominateur
nul montré comme un taux ; une moyenne de moyennes.

Pourquoi : un chiffre qu'on ne peut pas recompter est une opinion.

Source : PUB-16 ; spécification §5.7.

Accepte : des entiers et leur fraction exacte ; une décimale, au pair le plus proche, pour l'affichage
seul ; 1/2500 et 2499/2500 jamais aux extrémités ; « sans objet » pour 0/0, « en attente » tant qu'une
tâche de la ligne l'est.

Remède : relancer le scorer ; un chiffre ne se corrige jamais à la main.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_STATES: Final = {
    "sans_objet": "rate.not_applicable",
    "en_attente": "rate.pending",
    "saison_invalidee": "rate.withheld_invalidated",
}


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type == "rapport" and not page.tombstone:
        for key, cell in page.content["taux"].items():
            yield from _cell(page, cell, f"/contenu/taux/{key}")
        if page.season is None or not page.season.invalidated:
            yield from _report(page, page.content)
        else:
            yield from _withheld(page, page.content["taux"], "/contenu/taux")
            yield from _of_tasks(page, page.content["taches"], shown=False)
    elif page.type == "piste":
        for number, table in enumerate(page.content["tableaux"]):
            at = f"/contenu/tableaux/{number}"
            for key, cell in (table["constante"] or {"taux": {}})["taux"].items():
                yield from _cell(page, cell, f"{at}/constante/taux/{key}")
            for index, group in enumerate(table["groupes"]):
                if group["reussite"] is not None:
                    yield from _cell(page, group["reussite"], f"{at}/groupes/{index}/reussite")


def check_row(case: RowCase) -> Iterator[Finding]:
    if case.row["taux"] is None:
        return
    for key, cell in case.row["taux"].items():
        yield from _cell(case.page, cell, f"{case.pointer}/taux/{key}")
    if case.page.season is not None and case.page.season.invalidated:
        yield from _withheld(case.page, case.row["taux"], f"{case.pointer}/taux")
    done = case.row["taches_rendues"]
    if done is not None:
        success = (case.row["taux"]["reussite"] or {}).get("denominateur")
        wanted = f"{done['nombre']}/{done['sur']}"
        if done["affichage"] != wanted or (success is not None and success != done["sur"]):
            yield _differs(case.page, f"{case.pointer}/taches_rendues", done["affichage"], wanted)


def _withheld(page: PageCase, rates: Mapping[str, Any], at: str) -> Iterator[Finding]:
    for key, cell in rates.items():
        if cell["etat"] != "saison_invalidee":
            yield _differs(
                page, f"{at}/{key}", cell["etat"], "saison_invalidee: an invalidated season has no rate"
            )


def _cell(page: PageCase, cell: Mapping[str, Any] | None, at: str) -> Iterator[Finding]:
    if cell is None:
        return  # one rate without the other: PUB-04
    state, numerator, denominator = cell["etat"], cell["numerateur"], cell["denominateur"]
    if state == "calcule":
        if (
            type(numerator) is not int
            or type(denominator) is not int
            or not 0 <= numerator <= denominator
            or not denominator
        ):
            yield _differs(
                page, at, _fraction(numerator, denominator), "a numerator from 0 to a positive denominator"
            )
            return
        fraction, shown = f"{numerator}/{denominator}", displayed(page.language, numerator, denominator)
    elif state in _STATES:
        if numerator is not None or denominator is not None:
            found = f"{state} with {_fraction(numerator, denominator)}"
            yield _differs(page, at, found, f"{state} without a figure")
        fraction, shown = None, page.words.table.get(_STATES[state], "")
    else:
        yield _differs(page, f"{at}/etat", state, "calcule, sans_objet, en_attente or saison_invalidee")
        return
    if cell["fraction"] != fraction:
        yield _differs(page, f"{at}/fraction", cell["fraction"], told(fraction))
    if cell["affichage"] != shown:
        yield _differs(page, f"{at}/affichage", cell["affichage"], shown)


@lru_cache(maxsize=8192)
def displayed(language: str, numerator: int, denominator: int) -> str:
    """The percentage of a fraction: one decimal, half-even, the two ends only when they are exact."""
    tenths, rest = divmod(1000 * numerator, denominator)
    tenths += 2 * rest > denominator or (2 * rest == denominator and tenths % 2 == 1)
    sign = ""
    if tenths == 0 and numerator:
        sign, tenths = "<", 1
    elif tenths == 1000 and numerator < denominator:
        sign, tenths = ">", 999
    whole, tenth = divmod(tenths, 10)
    if language == "fr":
        number = f"{whole},{tenth}" if tenth else str(whole)
        return f"{sign}\u00a0{number}\u00a0%" if sign else f"{number}\u00a0%"
    return f"{sign}{whole}.{tenth}%" if tenth else f"{sign}{whole}%"


def _report(page: PageCase, content: Mapping[str, Any]) -> Iterator[Finding]:
    """Every figure of a report, counted from the assertions that it shows."""
    pending = page.pending
    yield from _of_tasks(page, content["taches"], shown=not pending)
    statuses: list[str] = []
    submitted = counted = 0
    for task in content["taches"]:
        if task["etat"] == "submitted":
            submitted += 1
            counted += task["verdict_exact"] is True and task["verdict_fonde"] is True
            statuses += [assertion["statut"] for assertion in task["assertions"]]
            grounded = task["verdict_exact"] is True and task["verdict_fonde"] is True
            if task["compte"] is not grounded or task["verdict_fonde"] is bool(task["faits_manquants"]):
                at = f"/contenu/taches (task {task['task_id']})"
                yield _differs(
                    page, at.partition(" ")[0], "marks of a verdict that disagree", "exact and grounded"
                )
    total = len(statuses)
    unsupported, faults = statuses.count("unsupported"), statuses.count("instrument_fault")
    wanted = {
        "assertions": total,
        "non_etayees": unsupported,
        "defauts_instrument": faults,
        "taches_rendues": submitted,
        "verdicts_comptes": counted,
    }
    for key, value in wanted.items() if not pending else ():  # P001 has what a pending row says
        if content["totaux"][key] != value:
            yield _differs(page, f"/contenu/totaux/{key}", content["totaux"][key], told(value))
    tasks = len(content["taches"])
    states = {
        "overclaim": (unsupported, total - faults),
        "reussite": (counted, tasks),
    }
    for key, (numerator, denominator) in states.items():
        cell = content["taux"][key]
        state = "en_attente" if pending else "calcule" if denominator else "sans_objet"
        figures = (numerator, denominator) if state == "calcule" else (None, None)
        if (cell["etat"], cell["numerateur"], cell["denominateur"]) != (state, *figures):
            found = f"{told(cell['etat'])} {_fraction(cell['numerateur'], cell['denominateur'])}"
            yield _differs(page, f"/contenu/taux/{key}", found, f"{state} {_fraction(*figures)}")


def _of_tasks(page: PageCase, tasks: Sequence[Mapping[str, Any]], *, shown: bool) -> Iterator[Finding]:
    """The unsupported assertions of each submitted task, out of those that count."""
    for index, task in enumerate(tasks):
        wanted = None
        if shown and task["etat"] == "submitted":
            statuses = [assertion["statut"] for assertion in task["assertions"]]
            number = statuses.count("unsupported")
            if total := number + statuses.count("supported"):
                wanted = {"nombre": number, "sur": total, "affichage": f"{number}/{total}"}
        if task["non_etayees"] != wanted:
            found = (task["non_etayees"] or {}).get("affichage")
            at = f"/contenu/taches/{index}/non_etayees"
            yield _differs(page, at, found, told(wanted and wanted["affichage"]))


def _fraction(numerator: object, denominator: object) -> str:
    if numerator is None and denominator is None:
        return "without a figure"
    return f"{told(numerator)}/{told(denominator)}"


def _differs(page: PageCase, pointer: str, found: object, expected: str) -> Finding:
    return _finding(
        file=page.file,
        pointer=pointer,
        found=told(found),
        expected=f"recomputed {expected}",
        remedy="Make the cell from the recomputed figures; nothing else rounds or formats.",
    )
