"""Seven columns, and the two rates always together.

Refuses: a row without one of the seven columns; a rate without its fraction; one rate without the other
on a row, in a title, in a description or in a download; a percentage in a title or a description.

Why: a low overclaim rate is also what an agent gets that claims little and dares nothing: neither rate
means anything alone.

Source: PUB-04; specification §5.7, §7.2.

Accepted: agent, DID, overclaim rate, success rate, tasks submitted, declared stack, proofs. Both rates
on the row, each with its fraction (3/41), or both "pending", or both withheld.

Remedy: give both cells, or neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from site_builder.kernel.findings import Finding
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.rows import RowCase
from site_builder.rules.site import FileCase

CODE: Final = "PUB-04"
NAME: Final = "seven columns, two rates"
FRENCH: Final = """Sept colonnes, et les deux taux toujours ensemble.

Refuse : une ligne à laquelle manque l'une des sept colonnes ; un taux sans sa fraction ; un taux sans
l'autre sur une ligne, dans un titre, une description ou un téléchargement ; un pourcentage dans un
titre ou une description.

Pourquoi : un agent qui affirme peu et n'ose rien obtient lui aussi un faible overclaim : aucun des deux
taux ne veut rien dire seul.

Source : PUB-04 ; spécification §5.7, §7.2.

Accepte : agent, DID, taux d'overclaim, taux de réussite, tâches rendues, stack déclarée, preuves. Les
deux taux sur la ligne, chacun avec sa fraction (3/41), ou tous deux « en attente », ou tous deux
retenus.

Remède : donner les deux cellules, ou aucune.
"""
_finding = partial(Finding, code=CODE, name=NAME)
COLUMNS: Final = ("agent", "did", "overclaim", "reussite", "taches_rendues", "stack", "preuves")
_FIGURE: Final = re.compile(r"[0-9][\s\u00a0\u202f]*%|(?<![0-9/])[0-9]+/[0-9]+(?![0-9/])")
_CSV: Final = (
    "overclaim_numerateur",
    "overclaim_denominateur",
    "reussite_numerateur",
    "reussite_denominateur",
)


def check_page(page: PageCase) -> Iterator[Finding]:
    yield from _short_texts(page)
    if page.type == "piste":
        for number, table in enumerate(page.content["tableaux"]):
            columns = table["colonnes"]
            if tuple(columns) != COLUMNS or len({*columns.values()} - {""}) != len(COLUMNS):
                yield _finding(
                    file=page.file,
                    pointer=f"/contenu/tableaux/{number}/colonnes",
                    found=", ".join(columns),
                    expected=", ".join(COLUMNS),
                    remedy="Give the table its seven columns, each with its own name.",
                )
    elif page.type == "rapport" and not page.tombstone:
        yield from _pair(page.file, page.content.get("taux"), "/contenu/taux")


def _short_texts(page: PageCase) -> Iterator[Finding]:
    texts = [("/titre", page.document["titre"]), ("/contenu/description", page.content.get("description"))]
    if page.type == "piste":
        texts += [
            (f"/contenu/tableaux/{n}/legende", t["legende"]) for n, t in enumerate(page.content["tableaux"])
        ]
    for pointer, text in texts:
        found = _FIGURE.search(text) if text else None
        if found:
            yield _finding(
                file=page.file,
                pointer=pointer,
                found=found.group(),
                expected="no figure in a title or a description",
                remedy="Leave the figures to the row, where both rates stand side by side.",
            )


def _pair(file: str, rates: Mapping[str, Any] | None, at: str) -> Iterator[Finding]:
    cells = [(rates or {}).get(key) for key in ("overclaim", "reussite")]
    if not all(cells):
        found = "one rate" if any(cells) else "no rate"
    else:
        states = [cell["etat"] for cell in cells if cell]
        if states[0] == states[1] or states == ["sans_objet", "calcule"]:
            missing = [cell for cell in cells if cell and cell["etat"] == "calcule" and not cell["fraction"]]
            if not missing:
                return
            found = "a rate without its fraction"
        else:
            found = f"overclaim {states[0]}, success {states[1]}"
    yield _finding(
        file=file,
        pointer=at,
        found=found,
        expected="both rates, each with its fraction, or both pending, or both withheld",
        remedy="Give both cells.",
    )


def check_row(case: RowCase) -> Iterator[Finding]:
    row = case.row
    if row["agent"] is None:
        return
    yield from _pair(case.page.file, row["taux"], f"{case.pointer}/taux")
    wanted = {"preuves": row["preuves"], "stack": row["stack"] or row["run"]}
    if not (case.page.season and case.page.season.invalidated):
        wanted["taches_rendues"] = row["taches_rendues"]
    wanted |= {"agent": row["agent"]["nom"], "did": row["agent"]["did"]}
    for key, value in wanted.items():
        if not value and key != "agent":
            yield _finding(
                file=case.page.file,
                pointer=f"{case.pointer}/{key}",
                found="nothing",
                expected="a value in each of the seven columns",
                remedy="Fill the column.",
            )


def check_output(output: OutputCase) -> Iterator[Finding]:
    if output.page.type != "piste":
        return
    for number, table in enumerate(output.page.content["tableaux"]):
        for key, label in table["colonnes"].items():
            if not output.shows(label):
                yield _finding(
                    file=output.file,
                    element=f"table {number + 1} th",
                    found=f"no column {key}",
                    expected=f"a column named {label}",
                    remedy="Show the seven columns in the template.",
                )


def check_file(file: FileCase) -> Iterator[Finding]:
    if file.about is None or not file.file.endswith(".csv"):
        return
    header = file.data.partition(b"\r\n")[0].decode("utf-8").split(",")
    missing = [name for name in _CSV if name not in header]
    if missing:
        yield _finding(
            file=file.file,
            line=1,
            found=f"no column {', '.join(missing)}",
            expected="numerator and denominator of both rates",
            remedy="Write both rates in every download.",
        )
