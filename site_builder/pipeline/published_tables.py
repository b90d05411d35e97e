"""The CSV files of earlier publications, one row at a time (PUB-17).

Their bytes are those that the ledger seals (:mod:`site_builder.publish.publications`). What they say is read
strictly all the same: another version of the program may have written other columns.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from site_builder.documents import table
from site_builder.publish.errors import OTHERWISE_WRITTEN, PublicationError

CONSTANT: Final = "constante"
"""The state of the first row, the best constant answer."""


class Figures(NamedTuple):
    """The figures of a row as its CSV has them: digits, or nothing."""

    overclaim_etat: str
    overclaim_numerateur: str
    overclaim_denominateur: str
    reussite_etat: str
    reussite_numerateur: str
    reussite_denominateur: str
    taches_rendues: str
    taches: str


class PublishedRow(NamedTuple):
    """A row of a table; ``report_url`` is empty where it has no page."""

    state: str
    report_id: str
    did: str
    report_url: str
    figures: Figures


_NEEDED: Final = ("etat", "report_id", "did", "rapport_url", *Figures._fields)


def rows(stream: BinaryIO, path: str) -> Iterator[PublishedRow]:
    """The rows of a published table, the best constant answer first; ``path`` is where it stands.

    Raises :class:`PublicationError` (G002) for what is no CSV with the columns that are needed.
    """
    text = io.TextIOWrapper(stream, "utf-8", newline="")
    reader = table.records(text, strict=True)
    try:
        header = next(reader, [])
        missing = [name for name in _NEEDED if name not in header]
        if missing:
            raise _unknown(path, f"no column {', '.join(missing)}", 1)
        wanted = [header.index(name) for name in _NEEDED]
        for cells in reader:
            if len(cells) != len(header):
                raise _unknown(path, f"{len(cells)} cells under {len(header)} columns", reader.line_num)
            state, report_id, did, url, *figures = (cells[at] for at in wanted)
            if not all(_number(name, cell) for name, cell in zip(Figures._fields, figures, strict=True)):
                raise _unknown(path, "a figure in another form", reader.line_num)
            yield PublishedRow(state, report_id, did, url, Figures(*figures))
    except (csv.Error, UnicodeDecodeError) as error:
        raise _unknown(path, "no CSV in UTF-8", reader.line_num or None) from error


def _number(name: str, cell: str) -> bool:
    return name.endswith("_etat") or not cell or (cell.isascii() and cell.isdigit() and len(cell) < 10)


def _unknown(path: str, found: str, line: int | None) -> PublicationError:
    expected = f"a table with the columns {', '.join(_NEEDED)}"
    return OTHERWISE_WRITTEN.error(path, found, expected, line)
