"""A pending row shows no total.

Refuses: in a report with a pending task, the totals of its assertions and verdicts; in the download of a
table, a figure of a pending row's rates; in the evidence of a report, the totals of a score that has a
pending task.

Why: both rates wait until every task is decided. What the tasks decided so far come to is neither rate,
and beside the word "pending" it would be read as both.

Source: specification §4.1; formats §1.5, `pending`.

Accepted: the number of tasks submitted, which is a column of every table, and of tasks that are pending;
each decided task with its assertions, their statuses and causes.

Remedy: leave the totals out until the last task is decided; in a score file they may be `null`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import PageCase
from site_builder.rules.site import FileCase

CODE: Final = "P001"
NAME: Final = "pending row"
FRENCH: Final = """Une ligne en attente ne montre aucun total.

Refuse : dans un rapport dont une tâche est en attente, les totaux de ses assertions et de ses verdicts ;
dans le téléchargement d'un tableau, un chiffre des taux d'une ligne en attente ; dans les preuves d'un
rapport, les totaux d'un score dont une tâche est en attente.

Pourquoi : les deux taux attendent que toutes les tâches soient tranchées. Ce que donnent les tâches déjà
tranchées n'est aucun des deux et, à côté de « en attente », on le lirait comme l'un et l'autre.

Source : spécification §4.1 ; formats §1.5, `pending`.

Accepte : le nombre de tâches rendues, qui est une colonne de tout tableau, et celui des tâches en
attente ; chaque tâche tranchée avec ses assertions, leurs statuts et leurs causes.

Remède : ne donner les totaux qu'une fois la dernière tâche tranchée ; dans un fichier de score, ils
peuvent valoir `null`.
"""
_finding = partial(
    Finding,
    code=CODE,
    name=NAME,
    expected="none while a task is pending",
    remedy="Leave the totals out until the last task is decided.",
)
_FIGURES: Final = (
    "overclaim_numerateur",
    "overclaim_denominateur",
    "reussite_numerateur",
    "reussite_denominateur",
)
_PENDING_TASK: Final = b'"pending"'


def check_page(page: PageCase) -> Iterator[Finding]:
    totals: dict[str, int] | None = page.content.get("totaux")
    if page.type == "rapport" and page.pending and totals is not None:
        yield _finding(file=page.file, pointer="/contenu/totaux", found=_listed(totals))


def check_file(file: FileCase) -> Iterator[Finding]:
    if file.file.endswith("/evidence.json") and _PENDING_TASK in file.data:
        score = (file.json() or {}).get("score") or {}
        if score.get("totals") is not None and _is_pending(score):
            yield _finding(file=file.file, pointer="/score/totals", found=_listed(score["totals"]))
    elif file.file.endswith("/results.csv"):
        for line, (state, *figures) in file.csv.columns("etat", *_FIGURES):
            if state == "en_attente" and any(figures):
                yield _finding(file=file.file, line=line, found=", ".join(filter(None, figures)))
    elif file.file.endswith("/results.json"):
        for number, row in enumerate((file.json() or {}).get("lignes") or ()):
            for name, cell in (row["taux"] or {}).items() if row["etat"] == "en_attente" else ():
                if cell["fraction"] is not None:
                    place = f"/lignes/{number}/taux/{name}/fraction"
                    yield _finding(file=file.file, pointer=place, found=told(cell["fraction"]))


def _is_pending(score: Any) -> bool:
    return any(task.get("state") == "pending" for task in score.get("tasks") or ())


def _listed(totals: Any) -> str:
    if not isinstance(totals, dict):
        return told(totals)
    return ", ".join(f"{name} {told(value)}" for name, value in totals.items())
