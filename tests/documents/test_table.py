"""CSV: RFC 4180, and nothing that a spreadsheet runs."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.documents.table import Column, header, line, records, table_schema
from site_builder.kernel.third_party import ThirdPartyText

T = ThirdPartyText


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("a", 1, None), b"a,1,\r\n"),
        (("a,b", 'say "x"', "two\nlines"), b'"a,b","say ""x""","two\nlines"\r\n'),
        ((T("=1+1"), T("+x"), T("-x"), T("@x")), b"'=1+1,'+x,'-x,'@x\r\n"),
        ((T('=HYPERLINK("x")'),), b"\"'=HYPERLINK(\"\"x\"\")\"\r\n"),
        ((T("\t=x"), T("\nx")), b"'\t=x,\"'\nx\"\r\n"),
        ((T("＝x"),), "'＝x\r\n".encode()),
        ((T("x=1"), T("'x"), T(" =x")), b"x=1,'x, =x\r\n"),
        ((T("reçu 🧾"), T("\x00")), "reçu [RECEIPT],[U+0000]\r\n".encode()),
        ((0, T("")), "0,[—]\r\n".encode()),
    ],
)
def test_lines(cells: tuple[str | int | None, ...], expected: bytes) -> None:
    assert line(cells) == expected


@given(st.lists(st.text().map(T), min_size=2, max_size=4))
def test_a_reader_finds_the_cells_again_and_none_is_a_formula(cells: list[str]) -> None:
    (row,) = csv.reader(io.StringIO(line(cells).decode(), newline=""))
    assert len(row) == len(cells)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for cell in row)


def test_the_longest_text_of_an_input_can_be_read_again() -> None:
    """Each emoji is shown as its name, so that a cell may be longer than the input that it comes from."""
    text = "\U0001f600" * 20_000
    (row,) = records(io.StringIO(line([T(text), 1]).decode(), newline=""))
    assert row == ["[GRINNING FACE]" * 20_000, "1"]


def test_columns_and_their_description() -> None:
    columns = [Column("saison", "integer", "Season"), Column("agent", "string", "Agent", "As chosen.")]
    assert header(columns) == b"saison,agent\r\n"
    assert table_schema(columns) == {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "fields": [
            {"name": "saison", "type": "integer", "title": "Season"},
            {"name": "agent", "type": "string", "title": "Agent", "description": "As chosen."},
        ],
        "missingValues": [""],
    }
