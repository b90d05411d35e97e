"""Tables of earlier publications that are missing, damaged or of another version: findings (PUB-17, G002)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.pipeline import published_tables
from tests.acceptance.builds import built, findings, places, refused
from tests.acceptance.test_corrections import TRACK
from tests.acceptance.test_removals import AFTER, SPARE, correct, second_participant, withdrawal
from tests.harness import worlds
from tests.publish.sites import identity

pytestmark = pytest.mark.usefixtures("real_season")

CSV = f"{TRACK}community/results.csv"


@pytest.fixture
def public(world: Path, place: Path) -> Path:
    """A published site with two rows; the data have lost one of them."""
    spare = second_participant(world)
    site = built(world, place / "public")
    spare.unlink()
    return site.root


def deleted(file: Path) -> None:
    file.unlink()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def without_the_row(file: Path) -> None:
    file.write_bytes(b"".join(line for line in file.open("rb") if SPARE.encode() not in line))


def no_csv(file: Path) -> None:
    file.write_bytes(b"\x00\xff" * 200)


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def a_link(file: Path) -> None:
    file.rename(file.with_name("other.csv"))
    file.symlink_to("other.csv")


@pytest.mark.parametrize("damage", [deleted, emptied, without_the_row, no_csv, a_folder, a_link])
def test_a_damaged_table_hides_nothing(world: Path, public: Path, damage: Callable[[Path], None]) -> None:
    damage(public / CSV)
    before = identity(public)
    for done in (
        refused(world, public, *AFTER),
        refused(world, None, *AFTER, "--previous", str(public)),
    ):
        assert places(done) == [("G002", CSV, None)]
    assert identity(public) == before


def test_a_page_that_was_deleted_hides_no_track(world: Path, public: Path) -> None:
    """What was published is what the manifest lists, not what is still there."""
    (public / TRACK / "index.json").unlink()
    done = refused(world, None, *AFTER, "--previous", str(public))
    assert [place[0] for place in places(done)] == ["G008"]


def test_a_table_without_a_column_that_is_needed(
    world: Path, public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published_tables, "_NEEDED", (*published_tables._NEEDED, "colonne_neuve"))
    done = refused(world, public, *AFTER)
    (finding,) = findings(done)
    assert (finding["code"], finding["found"]) == ("G002", "no column colonne_neuve")
    assert "--previous" in finding["remedy"]


def test_a_long_cell_hides_no_row_behind_it(world: Path, place: Path) -> None:
    spare = second_participant(world)
    worlds.mutate(world / worlds.COMMUNITY, "/stack/declared", "\U0001f600" * 20_000)
    site = built(world, place / "public")
    assert max(map(len, (site.root / CSV).open("rb"))) > 131_072
    spare.unlink()
    done = refused(world, site.root, *AFTER)
    assert places(done) == [("G008", f"{worlds.TRACK_FOLDER}/community", None)]


def test_an_older_table_that_was_damaged_vouches_for_no_withdrawal(world: Path, public: Path) -> None:
    """A withdrawal of a row that is not there is set against every publication: each must be what it was."""
    correct(world, withdrawal(SPARE))
    site = built(world, public, *AFTER)
    kept = site.root / "publications/1" / CSV
    correct(world, withdrawal(SPARE), withdrawal("a" * 16, 2))
    again = ("--generated-at", "2026-12-02T08:00:00Z")
    assert {place[0] for place in places(refused(world, site.root, *again))} == {"G006"}
    kept.write_bytes(kept.read_bytes().replace(SPARE.encode(), b"a" * 16))
    assert places(refused(world, site.root, *again)) == [("G002", f"publications/1/{CSV}", None)]
    kept.unlink()
    assert [place[0] for place in places(refused(world, site.root, *again))] == ["G002"]
