"""A table as a file for spreadsheets (Office Open XML): nothing in it is left to a guess.

A spreadsheet that opens a CSV file guesses its encoding, and many guess wrongly (docs/formats.md). Here every
text is a text and every number a number, and no cell can hold a formula. The cells are those of the CSV.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from site_builder.documents.table import Column, records

# A longer text makes a file that Excel calls damaged; the CSV and the JSON have it whole.
_LONGEST: Final = 32_767
# Excel reads _x0041_ in a text as the letter A: the first low line is written so itself.
_ESCAPE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_TYPES: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SHEET: Final = "xl/worksheets/sheet1.xml"
_PARTS: Final = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
        f'<Override PartName="/{_SHEET}" ContentType="{_TYPES}.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}


def workbook(name: str, columns: Sequence[Column], csv: Iterable[bytes]) -> bytes:
    """The file of one sheet, called ``name``, from the records of a CSV file with its header.

    The same bytes wherever it is made: nothing is compressed, since libraries differ in how they do that.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for part, text in _PARTS.items():
            archive.writestr(_info(part), _HEAD + text)
        archive.writestr(_info("xl/workbook.xml"), _HEAD + _workbook(name))
        with archive.open(_info(_SHEET), "w") as sheet:
            for piece in _sheet(columns, csv):
                sheet.write(piece.encode())
    return made.getvalue()


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)  # dated 1980, the first year that the format knows
    info.create_system = 3
    return info


def _workbook(name: str) -> str:
    return (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        f'<sheet name="{escape(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )


def _sheet(columns: Sequence[Column], csv: Iterable[bytes]) -> Iterator[str]:
    yield f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetData>'
    numbers = [column.type == "integer" for column in columns]
    for index, cells in enumerate(records(line.decode() for line in csv)):
        yield "<row>"
        for number, cell in zip(numbers, cells, strict=True):
            yield _cell(cell, number=number and index > 0)
        yield "</row>"
    yield "</sheetData></worksheet>\n"


def _cell(cell: str, *, number: bool) -> str:
    if not cell:
        return "<c/>"
    if number:
        return f"<c><v>{cell}</v></c>"
    text = cell if len(cell) <= _LONGEST else cell[: _LONGEST - 1] + "…"
    shown = escape(_ESCAPE.sub("_x005F_", text), quote=False).replace("\r", "&#13;")
    return f'<c t="inlineStr"><is><t xml:space="preserve">{shown}</t></is></c>'
