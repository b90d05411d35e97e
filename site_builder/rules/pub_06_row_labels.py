"""What is declared, and what calibrates, is said in the row itself.

Refuses: a community row or report whose declared stack stands without the label "declared stack, not
verified"; a reference row or report without "calibration, not a ranking", or without its model,
version, framework and prompt.

Why: a row is quoted alone, in a capture or a copied line; a label that stands only in a legend stays
behind.

Source: PUB-06; specification §7.1, §7.3.

Accepted: the label as text beside the stack or the run, in every row, in every report and in every
download.

Remedy: write the label beside the value, in the same row.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.rows import RowCase
from site_builder.rules.site import FileCase

CODE: Final = "PUB-06"
NAME: Final = "label in every row"
FRENCH: Final = """Ce qui est déclaré, et ce qui calibre, se dit dans la ligne même.

Refuse : une ligne ou un rapport de la communauté dont la stack figure sans l'étiquette « stack
déclarée, non vérifiée » ; une ligne ou un rapport de référence sans « calibration, pas un classement »,
ou sans modèle, version, cadre et prompt.

Pourquoi : une ligne est citée seule, dans une capture ou une copie ; une étiquette qui ne figure qu'en
légende reste en arrière.

Source : PUB-06 ; spécification §7.1, §7.3.

Accepte : l'étiquette en toutes lettres à côté de la stack ou du run, dans chaque ligne, chaque rapport
et chaque téléchargement.

Remède : écrire l'étiquette à côté de la valeur, dans la même ligne.
"""
_finding = partial(Finding, code=CODE, name=NAME)
LABELS: Final = {
    "en": {"community": "declared stack, not verified", "reference": "calibration, not a ranking"},
    "fr": {"community": "stack déclarée, non vérifiée", "reference": "calibration, pas un classement"},
}
_RUN: Final = ("modele", "version_modele", "cadre", "version_cadre", "prompt_url")


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type == "rapport" and not page.tombstone:
        yield from _labelled(page, page.content, page.content["tableau"]["id"], "/contenu")


def check_row(case: RowCase) -> Iterator[Finding]:
    if case.row["agent"] is not None:
        yield from _labelled(case.page, case.row, case.table["id"], case.pointer)


def _labelled(page: PageCase, row: Mapping[str, Any], table: str, at: str) -> Iterator[Finding]:
    key = "run" if table == "reference" else "stack"
    part, label = row.get(key), LABELS[page.language].get(table)
    if label is None:
        return  # no such table: PUB-02
    note = partial(_finding, file=page.file, remedy="Write the label beside the value.")
    if not part:
        yield note(pointer=f"{at}/{key}", found="nothing", expected=f"the {key}, labelled {label!r}")
        return
    if part["etiquette"] != label:
        yield note(pointer=f"{at}/{key}/etiquette", found=told(part["etiquette"]), expected=label)
    if key == "run":
        for name in _RUN:
            if not part.get(name):
                yield note(pointer=f"{at}/run/{name}", found="nothing", expected="what the run was made with")


def check_output(output: OutputCase) -> Iterator[Finding]:
    page = output.page
    if page.type == "rapport" and not page.tombstone:
        wanted = dict.fromkeys(_label_of(page, page.content["tableau"]["id"]), 1)
    elif page.type == "piste":
        wanted = {
            label: count for table, count in page.labelled_rows.items() for label in _label_of(page, table)
        }
    else:
        return
    for label, count in wanted.items():
        found = output.html.count(f">{html.escape(label)}<".encode()) if count else 0
        if found < count:
            yield _finding(
                file=output.file,
                element="body",
                found=f"{label!r} {found} times",
                expected=f"the label in the text of each of {count} rows",
                remedy="Show the label in the row's template, not in a legend.",
            )


def _label_of(page: PageCase, table: str) -> list[str]:
    """The label of a table, or nothing where there is no such table (PUB-02)."""
    return [label for name, label in LABELS[page.language].items() if name == table]


def check_file(file: FileCase) -> Iterator[Finding]:
    if file.about is None or file.about[2] is None or not file.file.endswith(".csv"):
        return
    label = LABELS["fr" if file.file.startswith("fr/") else "en"][file.about[2]]
    for line, (state, found) in file.csv.columns("etat", "etiquette"):
        if state != "constante" and found != label:
            yield _finding(
                file=file.file,
                line=line,
                found=told(found),
                expected=label,
                remedy="Write the label in every line.",
            )
