"""The tables as somebody opens them: in a spreadsheet that asks nothing, in a Western locale."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest

from tests.acceptance.builds import built
from tests.acceptance.site import Site, attributes
from tests.harness import spreadsheet, worlds

FOLDER = "challenges/prove-it/season-1/conformite/community/"
NUMBERS = {
    "saison", "overclaim_numerateur", "overclaim_denominateur", "reussite_numerateur",
    "reussite_denominateur", "taches_rendues", "taches",
}  # fmt: skip
HOSTILE = '=HYPERLINK("https://elsewhere.example","é")'
STACK = "+1\n_x0041_ « pile » <b>\u2003€ œ 猫 \U0001d54f"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("spreadsheet")
    world = worlds.smallest_world(folder / "data")
    worlds.mutate(world / worlds.COMMUNITY, "/agent/name", HOSTILE)
    worlds.mutate(world / worlds.COMMUNITY, "/stack/declared", STACK)
    return built(world, folder / "site")


def cells_of(file: Path) -> list[list[str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream, strict=True))


@pytest.mark.parametrize("prefix", ["", "fr/"], ids=["en", "fr"])
def test_a_spreadsheet_shows_what_the_csv_holds(site: Site, prefix: str, tmp_path: Path) -> None:
    spreadsheet.require()
    folder = site.root / f"{prefix}{FOLDER}"
    expected = cells_of(folder / "results.csv")
    shown = spreadsheet.opened(folder / "results.xlsx", tmp_path)[: len(expected)]
    width = len(expected[0])
    assert [[str(cell) for cell in row[:width]] for row in shown] == expected
    if prefix:
        assert "stack déclarée, non vérifiée" in shown[2]
        assert "démonstration, résultats inventés" in shown[2]
    for row in shown[1:]:
        for name, cell in zip(shown[0], row, strict=False):
            assert cell.formula is None
            assert cell.type == (None if not cell else "float" if name in NUMBERS else "string"), name
    assert f"'{HOSTILE}" in shown[2]


@pytest.mark.parametrize("prefix", ["", "fr/"], ids=["en", "fr"])
def test_the_page_leads_to_it(site: Site, prefix: str) -> None:
    tree = site.tree(f"{prefix}challenges/prove-it/season-1/conformite/index.html")
    links = {value for _, name, value in attributes(tree) if name == "href"}
    for table in ("reference", "community"):
        assert f"/{prefix}challenges/prove-it/season-1/conformite/{table}/results.xlsx" in links


def test_the_file_is_made_of_its_cells_alone(site: Site) -> None:
    """No date, no name of a program or a machine, nothing compressed: the same bytes wherever it is made."""
    with zipfile.ZipFile(io.BytesIO((site.root / FOLDER / "results.xlsx").read_bytes())) as archive:
        assert archive.testzip() is None
        for info in archive.infolist():
            assert info.date_time == (1980, 1, 1, 0, 0, 0)
            assert (info.compress_type, info.extra, info.comment) == (zipfile.ZIP_STORED, b"", b"")
        assert b"<f" not in archive.read("xl/worksheets/sheet1.xml")
