"""A download is well formed and inert.

Refuses: a CSV whose records do not have the columns of its header, or with a text cell that a
spreadsheet would run; a JSON file that is not strict; a download without the words that the results are
invented, when they are.

Why: a participant's name must not become a formula in somebody's spreadsheet.

Source: RFC 4180; formats §1, `demonstration`.

Accepted: CRLF records, whole numbers in digits, cells that begin with `= + - @` preceded by an
apostrophe.

Remedy: write the file through `documents.table`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding
from site_builder.rules.site import FileCase

CODE: Final = "F001"
NAME: Final = "inert downloads"
FRENCH: Final = """Un téléchargement est bien formé et inerte.

Refuse : un CSV dont les enregistrements n'ont pas les colonnes de son en-tête, ou dont une cellule de
texte serait exécutée par un tableur ; un fichier JSON qui n'est pas strict ; un téléchargement qui ne
dit pas que les résultats sont inventés, quand ils le sont.

Pourquoi : le nom d'un participant ne doit pas devenir une formule dans le tableur de quelqu'un.

Source : RFC 4180 ; formats §1, `demonstration`.

Accepte : des enregistrements terminés par CRLF, des nombres entiers en chiffres, les cellules qui
commencent par `= + - @` précédées d'une apostrophe.

Remède : écrire le fichier par `documents.table`.
"""
_finding = partial(Finding, code=CODE, name=NAME)
# Made of bytes that were read strictly, one for every report: parsed again by whoever verifies the site.
_AS_GIVEN: Final = ("/evidence.json", "/proofs.json")
_FORMULA: Final = re.compile(r"[=+\-@\t\r\n＝＋－＠]")


def check_file(file: FileCase) -> Iterator[Finding]:
    if file.file.endswith(".json") and not file.file.endswith(_AS_GIVEN) and file.json() is None:
        yield _note(file, None, "not strict JSON", "strict JSON")
    if file.file.endswith(".csv"):
        yield from _csv(file)
    if file.about is not None and file.about[2] is not None and file.file.endswith("results.json"):
        value = file.json() or {}
        season = file.season
        codes = [notice.get("code") for notice in value.get("avis") or ()]
        if season is not None and season.demonstration and "demonstration" not in codes:
            yield _note(file, None, "no notice", "the notice that the results are invented", "/avis")


def _csv(file: FileCase) -> Iterator[Finding]:
    text = file.data.decode("utf-8")
    if not text.endswith("\r\n"):
        yield _note(file, None, "a last record without CRLF", "CRLF after every record")
    header, records = file.csv
    notice = header.index("avis") if "avis" in header else -1
    invented = file.season is not None and file.season.demonstration
    for line, record in records:
        if len(record) != len(header):
            yield _note(file, line, f"{len(record)} cells", f"{len(header)}, as in the header")
            continue
        for name, cell in zip(header, record, strict=True) if any(map(_FORMULA.match, record)) else ():
            if _FORMULA.match(cell):
                yield _note(
                    file, line, f"{name}: {cell[:40]!a}", "an apostrophe before what a spreadsheet runs"
                )
        if invented and (notice < 0 or not record[notice]):
            yield _note(file, line, "no notice", "the words that the results are invented")


def _note(file: FileCase, line: int | None, found: str, expected: str, pointer: str | None = None) -> Finding:
    return _finding(
        file=file.file,
        line=line,
        pointer=pointer,
        found=found,
        expected=expected,
        remedy="Write the file through the table writer.",
    )
