"""The best constant answer stands first in every table.

Refuses: a table whose first row is not the best constant answer; a constant row whose success is not
the largest expected count over the number of tasks, or whose overclaim rate is anything but "not
applicable".

Why: a success at that level shows no more than a guessed verdict; the reader must have it in sight
before any other figure.

Source: PUB-03; specification §7.2.

Accepted: the row given by the published distribution (4/10 for conformite in season 1), before every
group, in the HTML as in the document, and in a table without any other row too.

Remedy: compute the row from `expected_verdicts` and write it first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from site_builder.kernel.findings import Finding, told
from site_builder.kernel.markup import resolved
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.site import FileCase

CODE: Final = "PUB-03"
NAME: Final = "best constant answer first"
FRENCH: Final = """La meilleure réponse constante ouvre chaque tableau.

Refuse : un tableau dont la première ligne n'est pas la meilleure réponse constante ; une ligne
constante dont la réussite n'est pas le plus grand nombre attendu sur le nombre de tâches, ou dont
l'overclaim est autre chose que « sans objet ».

Pourquoi : une réussite à ce niveau ne montre rien de plus qu'un verdict deviné ; le lecteur doit
l'avoir sous les yeux avant tout autre chiffre.

Source : PUB-03 ; spécification §7.2.

Accepte : la ligne que donne la répartition publiée (4/10 pour conformite en saison 1), avant tous les
groupes, dans le HTML comme dans le document, même si le tableau n'a pas d'autre ligne.

Remède : calculer la ligne d'après `expected_verdicts` et l'écrire en premier.
"""
_finding = partial(Finding, code=CODE, name=NAME)
# The first row of the first body of each table of rows.
_FIRST_ROW: Final = re.compile(r'<table class="rows".*?<tbody[^>]*>\s*<tr[^>]*>(.*?)</tr>', re.DOTALL)


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type != "piste":
        return
    for number, table in enumerate(page.content["tableaux"]):
        at = f"/contenu/tableaux/{number}/constante"
        constant = table.get("constante")
        if not constant:
            yield _finding(
                file=page.file,
                pointer=at,
                found="nothing",
                expected="the best constant answer",
                remedy="Compute it from expected_verdicts and write it first.",
            )
        else:
            yield from _constant(page, constant, at)


def _constant(page: PageCase, constant: dict[str, Any], at: str) -> Iterator[Finding]:
    if page.track is None or page.season is None:
        return
    note = partial(_finding, file=page.file, remedy="Compute the row from expected_verdicts.")
    rates = constant["taux"]
    over, success = rates["overclaim"], rates["reussite"]
    if page.season.invalidated:
        wanted: tuple[str, object, object] = ("saison_invalidee", None, None)
    else:
        wanted = ("calcule", page.track.best, len(page.track.task_ids))
    found = (success["etat"], success["numerateur"], success["denominateur"])
    if found != wanted:
        yield note(pointer=f"{at}/taux/reussite", found=_words(found), expected=_words(wanted))
    state = "saison_invalidee" if page.season.invalidated else "sans_objet"
    if over["etat"] != state:
        yield note(pointer=f"{at}/taux/overclaim", found=told(over["etat"]), expected=state)
    if constant["verdict"] != page.track.best_verdict:
        yield note(pointer=f"{at}/verdict", found=told(constant["verdict"]), expected=page.track.best_verdict)


def _words(cell: tuple[object, ...]) -> str:
    state, *figures = map(told, cell)
    return state if cell[1] is None else f"{state} {'/'.join(figures)}"


def check_output(output: OutputCase) -> Iterator[Finding]:
    if output.page.type != "piste":
        return
    tables = output.page.content["tableaux"]
    rows = [resolved(row) for row in _FIRST_ROW.findall(output.text)]
    first = [table["constante"]["libelle"] in row for table, row in zip(tables, rows, strict=False)]
    if len(rows) != len(tables) or not all(first):
        yield _finding(
            file=output.file,
            element="table.rows tbody tr",
            found=f"{sum(first)} tables that begin with the best constant answer",
            expected=f"{len(tables)}, one for each table",
            remedy="Write the row in the template before every group.",
        )


def check_file(file: FileCase) -> Iterator[Finding]:
    if file.about is None or file.about[2] is None:
        return
    if file.file.endswith(".csv"):
        found = next((state for _, (state,) in file.csv.columns("etat")), None)
    elif file.file.endswith("results.json"):
        found = "constante" if (file.json() or {}).get("constante") else None
    else:
        return
    if found != "constante":
        yield _finding(
            file=file.file,
            line=2,
            found=told(found),
            expected="the best constant answer, state constante",
            remedy="Write the row before all others.",
        )
