"""Two tables per track, never merged.

Refuses: a page, a table, an order, a chart or a download that holds rows of two tables or of two
tracks; a table twice; a row whose report belongs to another track.

Why: reference runs calibrate and participants compete; two tracks have two sets of scoring rules. Side
by side in one order, they would be read as one ranking.

Source: PUB-02; specification §6, §7.1.

Accepted: on a track page, at most one `reference` and one `community` table; on a report, one row; in a
download, the rows of one table of one track.

Remedy: give each table its own section and each download its own file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import PageCase
from site_builder.rules.rows import RowCase
from site_builder.rules.site import FileCase

CODE: Final = "PUB-02"
NAME: Final = "separate tables"
FRENCH: Final = """Deux tableaux par piste, jamais fusionnés.

Refuse : une page, un tableau, un ordre, un graphique ou un téléchargement qui réunit des lignes de deux
tableaux ou de deux pistes ; un tableau en double ; une ligne dont le rapport appartient à une autre
piste.

Pourquoi : les runs de référence calibrent, les participants concourent ; deux pistes ont deux barèmes.
Réunis dans un même ordre, on les lirait comme un seul classement.

Source : PUB-02 ; spécification §6, §7.1.

Accepte : sur une page de piste, au plus un tableau `reference` et un tableau `community` ; sur un
rapport, une seule ligne ; dans un téléchargement, les lignes d'un tableau d'une piste.

Remède : donner à chaque tableau sa section et à chaque téléchargement son fichier.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_TABLES: Final = ("reference", "community")


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type == "piste":
        names = [table["id"] for table in page.content["tableaux"]]
        if len(set(names)) != len(names) or not set(names) <= set(_TABLES):
            yield _finding(
                file=page.file,
                pointer="/contenu/tableaux",
                found=", ".join(names),
                expected="at most one reference and one community table",
                remedy="Give each table its own section.",
            )
    elif page.type == "rapport" and page.content["tableau"]["id"] not in _TABLES:
        yield _finding(
            file=page.file,
            pointer="/contenu/tableau/id",
            found=told(page.content["tableau"]["id"]),
            expected="reference or community",
            remedy="Say which of the two tables the row stands in.",
        )


def check_row(case: RowCase) -> Iterator[Finding]:
    row, reference = case.row, case.table["id"] == "reference"
    if row["agent"] is not None and (row["run"] is None) == reference:
        yield _finding(
            file=case.page.file,
            pointer=case.pointer,
            found="a reference run" if row["run"] else "a participant",
            expected=f"rows of the {case.table['id']} table alone",
            remedy="Put the row in its own table.",
        )
    home = case.page.localised_path
    url = row["rapport_url"]
    if url is not None and url != f"{home}{row['report_id']}/":
        yield _finding(
            file=case.page.file,
            pointer=f"{case.pointer}/rapport_url",
            found=told(url),
            expected=f"{home}{row['report_id']}/",
            remedy="Link to the report of this row in this track.",
        )


def check_file(file: FileCase) -> Iterator[Finding]:
    if file.about is None or file.about[2] is None:
        return
    season, track, table = file.about
    if file.file.endswith(".csv"):
        for line, cells in file.csv.columns("saison", "piste", "tableau"):
            if cells != (str(season), track, table):
                yield _finding(
                    file=file.file,
                    line=line,
                    found=", ".join(map(told, cells)),
                    expected=f"{season}, {track}, {table}",
                    remedy="Give each table of each track its own download.",
                )
    elif file.file.endswith("results.json"):
        value = file.json() or {}
        parts = [value.get(key) or {} for key in ("saison", "piste", "tableau")]
        found = (parts[0].get("numero"), parts[1].get("id"), parts[2].get("id"))
        if found != (season, track, table):
            yield _finding(
                file=file.file,
                pointer="",
                found=", ".join(map(told, found)),
                expected=f"{season}, {track}, {table}",
                remedy="Give each table of each track its own download.",
            )
