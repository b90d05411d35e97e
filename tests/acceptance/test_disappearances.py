"""What was published and is no longer in the data, without an entry that says so: refused (PUB-17, G008)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import build, built, findings, places, refused
from tests.acceptance.site import track_rows
from tests.acceptance.test_corrections import PARTICIPANT, TRACK
from tests.acceptance.test_removals import AFTER, SPARE, correct, second_participant, withdrawal
from tests.harness import smallest, worlds
from tests.publish.sites import identity

pytestmark = pytest.mark.usefixtures("real_season")

FOLDER = worlds.TRACK_FOLDER
COMMUNITY = f"{FOLDER}/community"
REFERENCE = f"{FOLDER}/reference"
DURING = "2026-03-15T00:00:00Z"
OTHER_DID = "did:web:compas.example"
OTHER = "prove-it/season-1/generique"


def second_track(world: Path, *, closed: bool = True) -> None:
    """The track `generique`, with an open verdict set and the rows of the first."""
    other = world / OTHER
    shutil.copytree(world / FOLDER, other)
    for path in other.rglob("*.json"):
        path.write_text(path.read_text().replace('"conformite"', '"generique"'))
    products = {"conforme": 1, "non_conforme": 1, "indeterminable": 1} if closed else {}
    counts = {"aucune_option_valide": 0, **products}
    worlds.mutate(other / "track.json", "/verdicts", None)
    worlds.mutate(other / "track.json", "/expected_verdicts", counts)


def second_season(world: Path) -> None:
    second = world / "prove-it/season-2"
    shutil.copytree(world / "prove-it/season-1", second)
    for path in second.rglob("*.json"):
        path.write_text(path.read_text().replace('"season": 1,', '"season": 2,'))


@pytest.fixture
def public(world: Path, place: Path) -> Path:
    """A published site: a season with a track of three rows and a second track."""
    second_participant(world)
    second_track(world)
    return built(world, place / "public").root


def drop_score(world: Path) -> None:
    (world / COMMUNITY / "participant-two.json").unlink()


def drop_run(world: Path) -> None:
    (world / worlds.REFERENCE).unlink()


def drop_table(world: Path) -> None:
    shutil.rmtree(world / COMMUNITY)


def empty_table(world: Path) -> None:
    for path in (world / COMMUNITY).iterdir():
        path.unlink()


def drop_track(world: Path) -> None:
    shutil.rmtree(world / OTHER)


def rename_season(world: Path) -> None:
    """Other data over the same output: the season that was published is not among them."""
    second_season(world)
    shutil.rmtree(world / "prove-it/season-1")


def undecide(world: Path) -> None:
    worlds.mutate(world / worlds.SEASON, "/published_at", None)


def reopen(world: Path) -> None:
    worlds.mutate(world / worlds.SEASON, "/closes_at", "2031-12-01T00:00:00Z")
    worlds.mutate(world / worlds.SEASON, "/published_at", "2031-12-02T00:00:00Z")
    worlds.mutate(world / OTHER / "track.json", "/expected_verdicts", {"aucune_option_valide": 0})
    for folder in (FOLDER, OTHER):
        for name in ("reference", "community"):
            shutil.rmtree(world / folder / name)
        (world / folder / "answer-key.json").unlink()
        worlds.mutate(world / folder / "track.json", "/answer_key/salt", worlds.DELETE)


def other_participant(world: Path) -> None:
    """The same agent under another DID: another address, another row."""
    worlds.mutate(world / COMMUNITY / "participant-two.json", "/agent/did", OTHER_DID)


@pytest.mark.parametrize(
    ("change", "place_named", "found"),
    [
        (drop_score, (COMMUNITY, None), f"no score for the row {SPARE} ({smallest.SPARE_DID})"),
        (drop_run, (REFERENCE, None), "no score for the row"),
        (drop_table, (COMMUNITY, None), "no score, and no correction for any of 2 rows"),
        (empty_table, (COMMUNITY, None), "no score, and no correction for any of 2 rows"),
        (drop_track, (OTHER, None), "no such folder"),
        (rename_season, ("prove-it/season-1", None), "no such folder"),
        (undecide, (worlds.SEASON, "/published_at"), "nothing"),
        (other_participant, (COMMUNITY, None), f"no score for the row {SPARE}"),
    ],
)
def test_nothing_published_disappears(
    world: Path,
    public: Path,
    place: Path,
    change: Callable[[Path], None],
    place_named: tuple[str, str | None],
    found: str,
) -> None:
    before = identity(public)
    change(world)
    previous = ("--previous", str(public))
    for done in (
        refused(world, public, *AFTER),
        refused(world, None, *AFTER, *previous),
        refused(world, place / "fresh", *AFTER, *previous),
    ):
        assert places(done) == [("G008", *place_named)]
        (finding,) = findings(done)
        assert finding["found"].startswith(found)
        assert "publication 1" in finding["expected"]
        assert "--output" in finding["remedy"]
    assert identity(public) == before
    assert not (place / "fresh").exists()
    # The way out that the remedy names: other data have a site, and a ledger, of their own.
    assert build(world, place / "fresh", *AFTER).returncode == 0


def test_results_are_not_sealed_again(world: Path, public: Path) -> None:
    reopen(world)
    done = refused(world, public, *AFTER)
    assert places(done) == [
        ("G008", worlds.SEASON, "/closes_at"),
        ("G010", worlds.SEASON, "/published_at"),
    ]
    assert findings(done)[0]["found"] == "2031-12-01T00:00:00Z, which is not past"


def test_each_row_is_named(world: Path, public: Path) -> None:
    third = smallest.community()
    third["agent"] = {"name": "Compas", "did": OTHER_DID}
    worlds.write_json(world / COMMUNITY / "participant-three.json", third)
    built(world, public, *AFTER)
    (world / COMMUNITY / "participant-three.json").unlink()
    drop_score(world)
    done = refused(world, public, *AFTER)
    assert places(done) == [("G008", COMMUNITY, None)] * 2
    assert all("publication 2" in finding["expected"] for finding in findings(done))


def test_a_withdrawal_is_the_other_way_out(world: Path, public: Path) -> None:
    drop_score(world)
    correct(world, withdrawal(SPARE))
    site = built(world, public, *AFTER)
    rows = track_rows(site.document(f"{TRACK}index.html"), "community")
    assert {row["report_id"]: row["etat"] for row in rows} == {PARTICIPANT: "publie", SPARE: "retire"}
    # The tombstone is published too.
    built(world, public, "--generated-at", "2026-12-02T08:00:00Z")


def test_a_published_correction_is_not_rewritten(world: Path, public: Path) -> None:
    drop_score(world)
    correct(world, withdrawal(SPARE))
    built(world, public, *AFTER)
    before = identity(public)
    reasoned = {**withdrawal(SPARE), "reason": {"fr": "Un autre motif.", "en": "Another reason."}}
    for line in (withdrawal(PARTICIPANT), reasoned):
        correct(world, line)
        done = refused(world, public, *AFTER)
        assert places(done) == [("G004", worlds.CORRECTIONS, None)]
        (finding,) = findings(done)
        assert (finding["line"], finding["expected"]) == (1, "the line as publication 2 has it")
    assert identity(public) == before
    # Spaces and the order of keys say nothing else.
    entry = withdrawal(SPARE)
    (world / worlds.CORRECTIONS).write_text(json.dumps(dict(reversed(entry.items()))) + "\n")
    built(world, public, "--generated-at", "2026-12-02T08:00:00Z")


def test_a_score_that_cannot_be_read_is_not_missing(world: Path, public: Path) -> None:
    (world / COMMUNITY / "participant-two.json").write_text("{")
    assert {code for code, _, _ in places(refused(world, public, *AFTER))} == {"J001"}


def test_a_correction_that_cannot_be_read_may_be_a_withdrawal(world: Path, public: Path) -> None:
    drop_score(world)
    (world / worlds.CORRECTIONS).write_text("{\n")
    assert {code for code, _, _ in places(refused(world, public, *AFTER))} == {"J001"}


@pytest.mark.parametrize("name", ["season.json", "conformite/track.json"])
def test_a_season_or_a_track_that_cannot_be_read_is_there(world: Path, public: Path, name: str) -> None:
    (world / "prove-it/season-1" / name).write_text("{")
    assert "G008" not in {code for code, _, _ in places(refused(world, public, *AFTER))}


def test_the_only_season_is_named_once(world: Path, place: Path) -> None:
    site = built(world, place / "public")
    shutil.rmtree(world / "prove-it/season-1")
    assert places(refused(world, site.root, *AFTER)) == [("T001", "prove-it/season-1", None)]


def invalidated() -> dict[str, Any]:
    reason = {"fr": "Le corpus a changé en cours de saison.", "en": "The corpus changed during the season."}
    return {"at": "2026-11-22T09:00:00Z", "reason": reason}


def test_an_invalidated_season_keeps_its_rows_and_may_lose_its_evidence(world: Path, public: Path) -> None:
    worlds.mutate(world / worlds.SEASON, "/invalidated", invalidated())
    built(world, public, *AFTER)
    drop_score(world)
    assert places(refused(world, public, *AFTER)) == [("G008", COMMUNITY, None)]
    correct(world, withdrawal(SPARE))
    built(world, public, *AFTER)


def test_a_season_that_shows_no_result_may_still_change(world: Path, place: Path) -> None:
    """Before the close the dates are the organiser's, and scores that were held back were not published."""
    second_track(worlds.unclosed(world), closed=False)
    site = built(world, place / "public", now=DURING)
    worlds.mutate(world / worlds.SEASON, "/closes_at", "2026-11-01T00:00:00Z")
    built(world, site.root, *AFTER, now=DURING)
    shutil.rmtree(world / OTHER)
    assert places(refused(world, site.root, *AFTER, now=DURING)) == [("G008", OTHER, None)]


def test_a_key_that_was_revealed_before_the_results_stays(world: Path, place: Path) -> None:
    for name in ("reference", "community"):
        shutil.rmtree(world / FOLDER / name)
    worlds.mutate(world / worlds.SEASON, "/published_at", None)
    site = built(world, place / "public")
    key, salt = world / worlds.ANSWER_KEY, worlds.read_json(world / worlds.TRACK)["answer_key"]["salt"]
    data = key.read_bytes()
    key.unlink()
    worlds.mutate(world / worlds.TRACK, "/answer_key/salt", worlds.DELETE)
    done = refused(world, site.root, *AFTER)
    assert places(done) == [
        ("G008", worlds.ANSWER_KEY, None),
        ("G010", worlds.TRACK, "/answer_key/salt"),
    ]
    key.write_bytes(data)
    worlds.mutate(world / worlds.TRACK, "/answer_key/salt", salt)
    built(world, site.root, *AFTER)


def test_the_clock_cannot_hide_what_was_published(world: Path, public: Path) -> None:
    done = refused(world, public, *AFTER, now=DURING)
    assert ("G008", worlds.SEASON, "/closes_at") in places(done)


@pytest.mark.parametrize("change", [drop_score, drop_table, drop_track, rename_season, undecide])
def test_a_demonstration_may_change(world: Path, place: Path, change: Callable[[Path], None]) -> None:
    """Invented results are nobody's; the real season takes the place of the demonstration."""
    second_participant(world)
    second_track(world)
    worlds.mutate(world / worlds.SEASON, "/demonstration", True)
    site = built(world, place / "public")
    change(world)
    worlds.real(world)
    built(world, site.root, *AFTER)
    # What was published since is real, and stays; that the data call it invented now changes nothing.
    season = next((world / "prove-it").glob("season-*"))
    worlds.mutate(season / "season.json", "/demonstration", True)
    shutil.rmtree(season / "conformite/reference")
    if change is not undecide:  # which shows no row
        assert {code for code, _, _ in places(refused(world, site.root, *AFTER))} == {"G008", "G010"}


def test_a_real_season_does_not_become_a_demonstration(world: Path, public: Path) -> None:
    """And what was published of it stays, whatever the data call it now (G010)."""
    worlds.mutate(world / worlds.SEASON, "/demonstration", True)
    called_invented = ("G010", worlds.SEASON, "/demonstration")
    assert places(refused(world, public, *AFTER)) == [called_invented]
    drop_score(world)
    assert places(refused(world, public, *AFTER)) == [("G008", COMMUNITY, None), called_invented]
