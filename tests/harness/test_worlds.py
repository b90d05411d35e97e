"""The harness is trusted by every other test: here it is tested itself."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.harness import smallest, worlds


def test_the_smallest_world_is_consistent(world: Path) -> None:
    track = worlds.read_json(world / worlds.TRACK)
    section = (world / worlds.SECTION).read_bytes()
    key = (world / worlds.ANSWER_KEY).read_bytes()
    assert track["scoring_rules"]["sha256"] == hashlib.sha256(section).hexdigest()
    salt = bytes.fromhex(track["answer_key"]["salt"])
    assert len(salt) == 32
    assert track["answer_key"]["commitment"] == hashlib.sha256(salt + key).hexdigest()


@pytest.mark.parametrize("make", [smallest.reference, smallest.community])
def test_the_totals_of_the_smallest_world_are_those_of_its_assertions(make: object) -> None:
    row = make()  # type: ignore[operator]
    tasks = [task for task in row["tasks"] if task["state"] == "submitted"]
    assertions = [made for task in tasks for made in task["assertions"]]
    assert row["totals"] == {
        "assertions": len(assertions),
        "unsupported": sum(made["status"] == "unsupported" for made in assertions),
        "instrument_faults": sum(made["status"] == "instrument_fault" for made in assertions),
        "tasks_submitted": len(tasks),
        "verdicts_counted": sum(task["verdict_exact"] and task["verdict_grounded"] for task in tasks),
    }


def test_bounds_and_disclosures_of_the_smallest_world_hold() -> None:
    bounds = {task["task_id"]: task for task in smallest.track()["tasks"]}
    for row in (smallest.reference(), smallest.community()):
        for task in row["tasks"]:
            if task["state"] != "submitted":
                continue
            bound = bounds[task["task_id"]]
            counted = [made for made in task["assertions"] if made["status"] in ("supported", "unsupported")]
            assert len(counted) >= bound["minimum"]
            assert len(task["assertions"]) <= bound["cap"]
            cited = {proof for made in task["assertions"] for proof in made["proof_ids"]}
            assert set(task["disclosures"]) == cited


def test_an_unclosed_world_holds_no_secret(world: Path) -> None:
    worlds.unclosed(world)
    text = "".join(path.read_text() for path in world.rglob("*") if path.is_file())
    assert smallest.KEY_SALT not in text
    assert smallest.COMMUNITY_DID not in text
    assert not list(world.rglob("answer-key.json"))


def test_mutate_changes_the_named_thing_alone(world: Path) -> None:
    path = world / worlds.COMMUNITY
    before = worlds.read_json(path)
    worlds.mutate(path, "/tasks/1/assertions/0/claim/value", 7)
    after = worlds.read_json(path)
    assert after["tasks"][1]["assertions"][0]["claim"]["value"] == 7
    after["tasks"][1]["assertions"][0]["claim"]["value"] = "ENT-0002"
    assert after == before


def test_mutate_deletes_adds_and_appends(world: Path) -> None:
    path = world / worlds.TRACK
    worlds.mutate(path, "/tasks/0", worlds.DELETE)
    worlds.mutate(path, "/a~1b~0c", None)
    worlds.mutate(path, "/verdicts/-", "autre")
    worlds.mutate(path, "/answer_key/salt", worlds.DELETE)
    track = worlds.read_json(path)
    assert [task["task_id"] for task in track["tasks"]] == ["conf-02", "conf-03"]
    assert track["a/b~c"] is None
    assert track["verdicts"] == ["conforme", "non_conforme", "indeterminable", "autre"]
    assert "salt" not in track["answer_key"]


@pytest.mark.parametrize(
    ("pointer", "value"), [("/absent", worlds.DELETE), ("/no/such", 1), ("/tasks/9", 1), ("/tasks/x", 1)]
)
def test_mutate_refuses_a_change_that_changes_nothing(world: Path, pointer: str, value: object) -> None:
    with pytest.raises((KeyError, IndexError, ValueError)):
        worlds.mutate(world / worlds.TRACK, pointer, value)


def test_rehash_follows_an_intended_change(world: Path) -> None:
    (world / worlds.SECTION).write_bytes(b"autre texte\n")
    worlds.mutate(world / worlds.ANSWER_KEY, "/conf-01/family", "P9")
    before = worlds.read_json(world / worlds.TRACK)
    worlds.rehash(world / worlds.TRACK_FOLDER)
    after = worlds.read_json(world / worlds.TRACK)
    assert after["scoring_rules"]["sha256"] == hashlib.sha256(b"autre texte\n").hexdigest()
    assert after["answer_key"]["commitment"] != before["answer_key"]["commitment"]


def test_files_laid_over_a_base_replace_and_add(tmp_path: Path) -> None:
    for name, text in {"base/season-1/a": "1", "base/season-1/b": "1", "over/season-1/b": "2"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "base/season-1").chmod(0o555)
    world = worlds.laid_over(tmp_path / "base", tmp_path / "over", tmp_path / "world")
    assert (world / "prove-it/season-1/a").read_text() == "1"
    assert (world / "prove-it/season-1/b").read_text() == "2"
    (world / "prove-it/season-1/c").write_text("3")


def test_an_independent_checker_accepts_the_smallest_world(
    make_season: worlds.SeasonMaker, world: Path
) -> None:
    make_season.check(world)
    worlds.mutate(world / worlds.COMMUNITY, "/totals/unsupported", 0)
    with pytest.raises(AssertionError, match="totals"):
        make_season.check(world)


def test_seasons_are_made_once_for_their_arguments(make_season: worlds.SeasonMaker, tmp_path: Path) -> None:
    first = make_season(2, 1)
    assert make_season(2, 1) == first
    assert make_season(3, 1) != first
    assert len(list((first / "prove-it/season-1/conformite/community").glob("*.json"))) == 2
    make_season.check(first)
    copy = worlds.copied(first, tmp_path / "copy")
    (copy / "prove-it/season-1/season.json").write_text("{}")
    with pytest.raises(AssertionError):
        make_season.check(copy)
