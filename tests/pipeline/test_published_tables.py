"""Tables of earlier publications, whatever they hold: rows, or a finding."""

from __future__ import annotations

import io

import pytest

from site_builder.pipeline.published_tables import rows
from site_builder.publish import PublicationError

PATH = "challenges/prove-it/season-1/conformite/community/results.csv"
HEADER = (
    "etat,report_id,did,rapport_url,overclaim_etat,overclaim_numerateur,overclaim_denominateur,"
    "reussite_etat,reussite_numerateur,reussite_denominateur,taches_rendues,taches\r\n"
)
LINE = "publie,abc,did:web:a.example,https://x.example/,exact,1,4,exact,1,3,2,3\r\n"


def test_a_row_is_read_by_the_names_of_its_columns() -> None:
    swapped = "taches,neuve," + HEADER.replace(",taches\r\n", "\r\n")
    (row,) = rows(io.BytesIO((swapped + "3,x," + LINE.replace(",3\r\n", "\r\n")).encode()), PATH)
    assert row[:4] == ("publie", "abc", "did:web:a.example", "https://x.example/")
    assert row.figures == ("exact", "1", "4", "exact", "1", "3", "2", "3")


def test_a_cell_may_be_as_long_as_what_a_page_shows() -> None:
    longest = "x" * 5_000_000
    (row,) = rows(io.BytesIO((HEADER + LINE.replace("did:web:a.example", longest)).encode()), PATH)
    assert row.did == longest


@pytest.mark.parametrize(
    ("data", "line", "found"),
    [
        (b"", 1, "no column etat, report_id, "),
        (b"\x89PNG\r\n\x1a\n\x00\x00", None, "no CSV in UTF-8"),
        (HEADER.replace("taches_rendues,", "").encode(), 1, "no column taches_rendues"),
        ((HEADER + "publie,abc\r\n").encode(), 2, "2 cells under 12 columns"),
        ((HEADER + LINE + LINE.replace("\r\n", ",more\r\n")).encode(), 3, "13 cells under 12 columns"),
        ((HEADER + '"publie"x,' + LINE).encode(), 2, "no CSV in UTF-8"),
        ((HEADER + LINE.replace(",1,4,", ",one,4,")).encode(), 2, "a figure in another form"),
        ((HEADER + LINE.replace(",1,4,", ",\u0661,4,")).encode(), 2, "a figure in another form"),
        ((HEADER + LINE.replace(",1,4,", f",{'9' * 5000},4,")).encode(), 2, "a figure in another form"),
    ],
)
def test_what_is_no_such_table_is_a_finding(data: bytes, line: int | None, found: str) -> None:
    with pytest.raises(PublicationError) as refused:
        list(rows(io.BytesIO(data), PATH))
    (finding,) = refused.value.findings
    assert (finding.code, finding.file) == ("G002", PATH)
    assert finding.found.startswith(found)
    assert finding.line == line
    assert "version of this program" in finding.remedy
