"""Tables as files: CSV (RFC 4180) that a spreadsheet cannot run, and its description (Table Schema).

A cell of text is what a page shows of it. One that a spreadsheet would take for a formula is preceded by
an apostrophe; the exact strings are in the JSON beside. Numbers are whole and written with digits alone.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from site_builder.kernel.third_party import ThirdPartyText, shown

if TYPE_CHECKING:
    from _csv import Reader

TABLE_SCHEMA: Final = "https://datapackage.org/profiles/2.0/tableschema.json"
# What a spreadsheet runs, the full-width forms included; a tab or a line break may stand before it.
_FORMULA: Final = re.compile(r"[=+\-@\t\r\n＝＋－＠]")
_QUOTED: Final = re.compile(r'[",\r\n]')

# What csv reads at most in a cell: an emoji of a long text becomes its name, and csv's own limit is lower.
_LONGEST: Final = 1 << 26

Cell = str | int | None


@dataclass(frozen=True, slots=True)
class Column:
    """``name`` is the header and the same in every language; ``title`` and ``description`` are in one."""

    name: str
    type: str
    title: str
    description: str | None = None


def line(cells: Iterable[Cell]) -> bytes:
    """One record, UTF-8, ended by CRLF; an absent value is an empty cell."""
    return (",".join(map(_cell, cells)) + "\r\n").encode()


def header(columns: Sequence[Column]) -> bytes:
    return line(column.name for column in columns)


def records(lines: Iterable[str], *, strict: bool = False) -> Reader:
    """The records of a CSV file, from its lines with their ends; raises :class:`csv.Error`."""
    csv.field_size_limit(_LONGEST)
    return csv.reader(lines, strict=strict)


def table_schema(columns: Sequence[Column]) -> dict[str, Any]:
    """The description of the columns (Frictionless Table Schema): an empty cell is a missing value."""
    return {
        "$schema": TABLE_SCHEMA,
        "fields": [
            {"name": c.name, "type": c.type, "title": c.title}
            | ({"description": c.description} if c.description else {})
            for c in columns
        ],
        "missingValues": [""],
    }


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    text = shown(value) if isinstance(value, ThirdPartyText) else value
    if _FORMULA.match(text):
        text = "'" + text
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
