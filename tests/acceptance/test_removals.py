"""A withdrawal of a row that never was: no tombstone for it, whatever the publications before (PUB-17)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import (
    build,
    built,
    findings,
    fixed,
    invoked,
    places,
    refused,
    report_id,
)
from tests.acceptance.site import Site, track_rows
from tests.acceptance.test_corrections import PARTICIPANT, REASON, RUN, TRACK, correction
from tests.harness import smallest, worlds
from tests.publish.sites import identity

SPARE = report_id(smallest.SPARE_DID)
STRANGER = "a" * 16
AFTER = ("--generated-at", "2026-12-01T08:00:00Z")
PLACE = (worlds.CORRECTIONS, "/concerns/report_id")


def withdrawal(report: str, n: int = 1, table: str = "community", **more: Any) -> dict[str, Any]:
    return correction("withdrawal", {"report_id": report, "table": table, **more}, n)


def correct(world: Path, *lines: dict[str, Any]) -> None:
    worlds.write_json_lines(world / worlds.CORRECTIONS, lines)


def second_participant(world: Path, public: bool = True) -> Path:
    score = smallest.community()
    score["agent"] = {"name": "Boussole", "did": smallest.SPARE_DID}
    score["report"]["public"] = public
    path = world / worlds.TRACK_FOLDER / "community/participant-two.json"
    worlds.write_json(path, score)
    return path


@pytest.fixture
def public(world: Path, place: Path) -> Path:
    """The published site of the world."""
    return built(world, place / "public").root


@pytest.mark.parametrize(("report", "table"), [(STRANGER, "community"), (STRANGER, "reference")])
def test_a_row_that_was_never_published_leaves_no_tombstone(
    world: Path, public: Path, report: str, table: str
) -> None:
    before = identity(public)
    correct(world, withdrawal(report, table=table))
    done = refused(world, public, *AFTER)
    assert places(done) == [("G006", *PLACE)]
    (finding,) = findings(done)
    assert finding["line"] == 1
    assert finding["found"] == (
        f"{report}, no row of the {table} table of conformite, now or in an earlier publication"
    )
    assert identity(public) == before


@pytest.mark.parametrize("public_report", [True, False], ids=["public", "private"])
def test_a_row_that_a_publication_held_may_have_left_the_data(
    world: Path, place: Path, public_report: bool
) -> None:
    path = second_participant(world, public_report)
    site = built(world, place / "public")
    path.unlink()
    correct(world, withdrawal(SPARE))
    site = built(world, site.root, *AFTER)
    states = {row["report_id"]: row["etat"] for row in rows(site)}
    assert states == {PARTICIPANT: "publie", SPARE: "retire"}
    # The publication after that, and one more that is withdrawn long after its row was last shown.
    site = built(world, site.root, "--generated-at", "2026-12-02T08:00:00Z")
    correct(world, withdrawal(SPARE), withdrawal(STRANGER, 2))
    assert places(refused(world, site.root, "--generated-at", "2026-12-03T08:00:00Z")) == [("G006", *PLACE)]


def rows(site: Site) -> list[dict[str, Any]]:
    return track_rows(site.document(f"{TRACK}index.html"), "community")


def test_a_row_that_only_an_older_publication_held(
    world: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A site that was published before G008 may have lost a row on the way."""
    path = second_participant(world)
    site = built(world, place / "public")
    path.unlink()
    with monkeypatch.context() as earlier:
        earlier.setattr("site_builder.pipeline.build.disappeared_findings", lambda *_given: [])
        how = (*fixed(), *AFTER, "--jobs", "1")
        assert invoked("build", "--data", world, "--output", site.root, *how).exit_code == 0
    correct(world, withdrawal(SPARE))
    site = built(world, site.root, "--generated-at", "2026-12-02T08:00:00Z")
    assert {row["report_id"]: row["etat"] for row in rows(site)}[SPARE] == "retire"


def test_the_id_of_another_track(world: Path, place: Path) -> None:
    folder = world / worlds.TRACK_FOLDER
    shutil.copytree(folder, folder.with_name("generique"))
    for path in folder.with_name("generique").rglob("*.json"):
        path.write_text(path.read_text().replace('"conformite"', '"generique"'))
    score = second_participant(world)
    score.rename(folder.with_name("generique") / "community/participant-two.json")
    moved = folder.with_name("generique") / "community/participant-two.json"
    worlds.mutate(moved, "/track", "generique")
    worlds.mutate(folder.with_name("generique") / "track.json", "/verdicts", None)
    counts = {"aucune_option_valide": 0, "conforme": 1, "non_conforme": 1, "indeterminable": 1}
    worlds.mutate(folder.with_name("generique") / "track.json", "/expected_verdicts", counts)
    site = built(world, place / "public")
    correct(world, withdrawal(SPARE))
    done = refused(world, site.root, *AFTER)
    assert places(done) == [("G006", *PLACE)]
    (finding,) = findings(done)
    assert finding["found"].endswith("(it is one of generique, community)")


@pytest.mark.parametrize(
    ("report", "table", "meant"),
    [
        (RUN, "community", worlds.REFERENCE),
        (PARTICIPANT, "reference", worlds.COMMUNITY),
        (PARTICIPANT[1] + PARTICIPANT[0] + PARTICIPANT[2:], "community", worlds.COMMUNITY),
        (PARTICIPANT[:-1] + ("a" if PARTICIPANT[-1] != "a" else "b"), "community", worlds.COMMUNITY),
    ],
    ids=["a run as a participant", "a participant as a run", "two characters swapped", "one replaced"],
)
def test_a_slip_is_seen_without_any_publication(
    world: Path, place: Path, report: str, table: str, meant: str
) -> None:
    correct(world, withdrawal(report, table=table))
    done = refused(world, place / "public")
    assert places(done) == [("D043", *PLACE)]
    assert meant in findings(done)[0]["found"]
    assert places(refused(world, None)) == [("D043", *PLACE)]
    assert not (place / "public").exists()
    # Over a publication the line is named once all the same.
    (world / worlds.CORRECTIONS).unlink()
    site = built(world, place / "public")
    correct(world, withdrawal(report, table=table))
    assert places(refused(world, site.root, *AFTER)) == [("D043", *PLACE)]


def test_nothing_tells_what_another_site_published(world: Path, place: Path) -> None:
    """A deployment from an empty folder, without the files of those who left: nothing to go by."""
    correct(world, withdrawal(SPARE))
    site = built(world, place / "public")
    assert {row["report_id"] for row in rows(site)} == {PARTICIPANT, SPARE}
    # What was published cannot be taken back, and is not judged again.
    site = built(world, site.root, *AFTER)
    assert len((site.root / "ledger.jsonl").read_bytes().splitlines()) == 2


def test_the_previous_site_tells(world: Path, public: Path, place: Path) -> None:
    correct(world, withdrawal(STRANGER))
    for output in (place / "fresh", None):
        done = refused(world, output, *AFTER, "--previous", str(public))
        assert places(done) == [("G006", *PLACE)]
    assert not (place / "fresh").exists()
    done = build(world, place / "fresh", *AFTER)
    assert done.returncode == 0, done.stderr


def test_a_season_that_the_site_never_showed(world: Path, public: Path) -> None:
    second = world / "prove-it/season-2"
    shutil.copytree(world / "prove-it/season-1", second)
    for path in second.rglob("*.json"):
        path.write_text(path.read_text().replace('"season": 1,', '"season": 2,'))
    line = {**withdrawal(SPARE), "reason": REASON}
    worlds.write_json_lines(second / "corrections.jsonl", [line])
    built(world, public, *AFTER)
