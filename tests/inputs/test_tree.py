"""The input tree: whatever the format does not name, lacks or cannot read is a finding at its place."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from site_builder.challenges.prove_it.inputs.tree import read_score, read_tree
from site_builder.kernel.findings import Finding, in_order
from site_builder.kernel.strict_json import MAX_BYTES
from tests.harness import worlds
from tests.harness.worlds import (
    ANSWER_KEY,
    COMMUNITY,
    CORRECTIONS,
    REFERENCE,
    SEASON,
    SECTION,
    TRACK,
    TRACK_FOLDER,
)

SEASON_FOLDER = "prove-it/season-1"


def findings(world: Path) -> list[Finding]:
    """What the tree and each of its scores have to say."""
    tree, found = read_tree(world)
    for season in tree.seasons:
        for track in season.tracks:
            for files in track.scores.values():
                for file in files:
                    found = found + read_score(world, file)[1]
    return in_order(found)


def told(world: Path) -> list[tuple[str, str, str]]:
    found = findings(world)
    assert all(f.expected and f.remedy and f.code and f.name for f in found)
    assert orjson.dumps([f.as_json() for f in found])
    assert not any(str(world) in str(f.as_json()) for f in found), "a message holds the place of this machine"
    return [(f.code, f.file, f.found) for f in found]


def test_the_smallest_world_is_read_whole(world: Path) -> None:
    tree, found = read_tree(world)
    assert found == []
    (season,) = tree.seasons
    assert (season.folder, season.number, season.corrections) == (SEASON_FOLDER, 1, ())
    assert season.season is not None
    assert season.season.closes_at.text == "2026-03-20T22:59:59Z"
    (track,) = season.tracks
    assert (track.name, track.folder) == ("conformite", TRACK_FOLDER)
    assert track.section == (world / SECTION).read_bytes()
    assert track.key_bytes == (world / ANSWER_KEY).read_bytes()
    assert track.key is not None
    assert list(track.key.root) == ["conf-01", "conf-02", "conf-03"]
    assert track.manifest is None
    assert track.scores == {"reference": (REFERENCE,), "community": (COMMUNITY,)}
    score, problems = read_score(world, COMMUNITY)
    assert problems == []
    assert score is not None
    assert score.agent.name == "Atelier Églantine"


def remove(path: str) -> Callable[[Path], None]:
    return lambda world: (world / path).unlink()


def write(path: str, data: bytes = b"x") -> Callable[[Path], None]:
    def change(world: Path) -> None:
        (world / path).parent.mkdir(parents=True, exist_ok=True)
        (world / path).write_bytes(data)

    return change


def folder(path: str) -> Callable[[Path], None]:
    def change(world: Path) -> None:
        if (world / path).is_file():
            (world / path).unlink()
        (world / path).mkdir(parents=True)

    return change


def link(path: str, target: str) -> Callable[[Path], None]:
    def change(world: Path) -> None:
        if (world / path).is_file():
            (world / path).unlink()
        elif (world / path).is_dir():
            (world / path).rename(world.parent / "elsewhere")
        (world / path).symlink_to(target.replace("WORLD", str(world)))

    return change


def fifo(path: str) -> Callable[[Path], None]:
    def change(world: Path) -> None:
        (world / path).unlink(missing_ok=True)
        os.mkfifo(world / path)

    return change


def move(path: str, to: str) -> Callable[[Path], None]:
    def change(world: Path) -> None:
        (world / path).rename(world / to)

    return change


def several(*changes: Callable[[Path], None]) -> Callable[[Path], None]:
    def change(world: Path) -> None:
        for one in changes:
            one(world)

    return change


def unnamed(kind: str) -> str:
    return f"a {kind} that the format does not name"


# name: (change, [(file, found)]), every finding being T001.
TREES: dict[str, tuple[Callable[[Path], None], list[tuple[str, str]]]] = {
    "a file beside the challenge": (write("notes.md"), [("notes.md", unnamed("file"))]),
    "another challenge": (folder("other"), [("other", unnamed("folder"))]),
    "a file beside the seasons": (write("prove-it/README"), [("prove-it/README", unnamed("file"))]),
    "a season with a zero": (folder("prove-it/season-01"), [("prove-it/season-01", unnamed("folder"))]),
    "a season with a line feed": (
        folder("prove-it/season-2\n"),
        [("prove-it/season-2\n", unnamed("folder"))],
    ),
    "a season of Arabic digits": (folder("prove-it/season-٢"), [("prove-it/season-٢", unnamed("folder"))]),
    "a season that is a file": (write("prove-it/season-2"), [("prove-it/season-2", "a file")]),
    "a season that is empty": (
        folder("prove-it/season-2"),
        [("prove-it/season-2/conformite", "nothing"), ("prove-it/season-2/season.json", "nothing")],
    ),
    "a season that is a link": (
        link("prove-it/season-2", "season-1"),
        [("prove-it/season-2", "a symbolic link")],
    ),
    "no season file": (remove(SEASON), [(SEASON, "nothing")]),
    "a season file that is a folder": (folder(SEASON), [(SEASON, "a folder")]),
    "a season file that is a link": (
        link(SEASON, "/etc/hostname"),
        [(SEASON, "a symbolic link")],
    ),
    "a season file that is a pipe": (fifo(SEASON), [(SEASON, "a special file")]),
    "a track of another name": (
        folder(f"{SEASON_FOLDER}/Conformite"),
        [(f"{SEASON_FOLDER}/Conformite", unnamed("folder"))],
    ),
    "a track that is a link": (
        link(TRACK_FOLDER, "../../../elsewhere"),
        [(TRACK_FOLDER, "a symbolic link")],
    ),
    "a track that is a file": (
        write(f"{SEASON_FOLDER}/generique"),
        [(f"{SEASON_FOLDER}/generique", "a file")],
    ),
    "no track file": (remove(TRACK), [(TRACK, "nothing")]),
    "no section": (remove(SECTION), [(SECTION, "nothing")]),
    "a section of another name": (
        move(SECTION, f"{TRACK_FOLDER}/section-6.txt"),
        [(SECTION, "nothing"), (f"{TRACK_FOLDER}/section-6.txt", unnamed("file"))],
    ),
    "a section that is a link": (link(SECTION, "track.json"), [(SECTION, "a symbolic link")]),
    "a backup of the track file": (
        write(f"{TRACK_FOLDER}/track.json.bak"),
        [(f"{TRACK_FOLDER}/track.json.bak", unnamed("file"))],
    ),
    "a table of another name": (
        folder(f"{TRACK_FOLDER}/guests"),
        [(f"{TRACK_FOLDER}/guests", unnamed("folder"))],
    ),
    "a table that is a file": (
        several(
            lambda world: shutil.rmtree(world / TRACK_FOLDER / "community"),
            write(f"{TRACK_FOLDER}/community"),
        ),
        [(f"{TRACK_FOLDER}/community", "a file")],
    ),
    "a score of another extension": (
        write(f"{TRACK_FOLDER}/community/a.JSON"),
        [(f"{TRACK_FOLDER}/community/a.JSON", unnamed("file"))],
    ),
    "a score without a name is hidden": (write(f"{TRACK_FOLDER}/community/.json"), []),
    "a folder among the scores": (
        folder(f"{TRACK_FOLDER}/community/more"),
        [(f"{TRACK_FOLDER}/community/more", unnamed("folder"))],
    ),
    "a score that is a folder": (
        folder(f"{TRACK_FOLDER}/community/x.json"),
        [(f"{TRACK_FOLDER}/community/x.json", "a folder")],
    ),
    "a score that is a link": (
        link(f"{TRACK_FOLDER}/community/x.json", "participant-one.json"),
        [(f"{TRACK_FOLDER}/community/x.json", "a symbolic link")],
    ),
    "a score that is a broken link": (
        link(f"{TRACK_FOLDER}/community/x.json", "nowhere"),
        [(f"{TRACK_FOLDER}/community/x.json", "a symbolic link")],
    ),
    "a score that is a pipe": (
        fifo(f"{TRACK_FOLDER}/community/x.json"),
        [(f"{TRACK_FOLDER}/community/x.json", "a special file")],
    ),
    "a manifest that is a folder": (
        folder(f"{TRACK_FOLDER}/manifest.json"),
        [(f"{TRACK_FOLDER}/manifest.json", "a folder")],
    ),
    "a proof of another name": (
        write(f"{TRACK_FOLDER}/proofs/prf_1.json"),
        [(f"{TRACK_FOLDER}/proofs/prf_1.json", unnamed("file"))],
    ),
    "a proof that is a folder": (
        folder(f"{TRACK_FOLDER}/proofs/prf_20260301_080000_0a0b0c.json"),
        [(f"{TRACK_FOLDER}/proofs/prf_20260301_080000_0a0b0c.json", "a folder")],
    ),
    "a corpus that is a file": (
        write(f"{TRACK_FOLDER}/corpus"),
        [(f"{TRACK_FOLDER}/corpus", "a file")],
    ),
    "an answer key of another name": (
        write(f"{TRACK_FOLDER}/key.json"),
        [(f"{TRACK_FOLDER}/key.json", unnamed("file"))],
    ),
    "hidden files, anywhere": (
        several(*(write(f"{place}/.DS_Store") for place in (".", "prove-it", SEASON_FOLDER, TRACK_FOLDER))),
        [],
    ),
    "a name that reorders the line": (
        write(f"{TRACK_FOLDER}/community/a\u202egnp.txt"),
        [(f"{TRACK_FOLDER}/community/a\u202egnp.txt", unnamed("file"))],
    ),
    "a name with a line feed": (
        write(f"{TRACK_FOLDER}/a\nb"),
        [(f"{TRACK_FOLDER}/a\nb", unnamed("file"))],
    ),
}


@pytest.mark.parametrize("name", TREES)
def test_each_thing_out_of_place_is_a_finding(name: str, world: Path) -> None:
    change, expected = TREES[name]
    change(world)
    assert told(world) == [("T001", file, found) for file, found in expected]


def test_several_things_out_of_place_are_all_told(world: Path) -> None:
    write("a")(world)
    write(f"{TRACK_FOLDER}/b")(world)
    write(f"{TRACK_FOLDER}/community/c")(world)
    remove(SECTION)(world)
    assert [file for _, file, _ in told(world)] == [
        "a", f"{TRACK_FOLDER}/b", f"{TRACK_FOLDER}/community/c", SECTION,
    ]  # fmt: skip


@pytest.mark.parametrize("what", ["absent", "a file"])
def test_a_data_folder_that_is_none(tmp_path: Path, what: str) -> None:
    path = tmp_path / "data"
    if what == "a file":
        path.write_bytes(b"")
    _, (finding,) = read_tree(path)
    assert (finding.code, finding.file, finding.found) == ("T001", ".", "no such folder")
    assert "--data" in finding.remedy


def test_an_empty_data_folder(tmp_path: Path) -> None:
    assert told(tmp_path) == [("T001", "prove-it", "nothing")]
    (tmp_path / "prove-it").mkdir()
    assert told(tmp_path) == [("T001", "prove-it/season-1", "nothing")]


def test_the_data_folder_itself_may_be_a_link(world: Path, tmp_path: Path) -> None:
    alias = tmp_path / "alias"
    alias.symlink_to(world)
    assert findings(alias) == []


def test_a_challenge_folder_that_is_a_link_is_refused(world: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/prove-it").symlink_to(world / "prove-it")
    assert told(tmp_path / "other") == [("T001", "prove-it", "a symbolic link")]


def test_names_that_are_not_text_are_told_and_can_be_printed(world: Path) -> None:
    bad = os.fsencode(world / TRACK_FOLDER / "community") + b"/\xff.txt"
    with open(bad, "wb") as file:  # noqa: PTH123 - a name of bytes
        file.write(b"x")
    (finding,) = findings(world)
    assert finding.found == unnamed("file")
    document = json.loads(orjson.dumps(finding.as_json()))
    assert document["file"] == f"{TRACK_FOLDER}/community/\\xff.txt" or "dcff" in document["file"]


def test_a_score_with_a_strange_name_is_a_score_all_the_same(world: Path) -> None:
    names = ["été.json", "a b.json", "a\nb.json", "\u202e.json", "%2e.json", "-.json", "x" * 250 + ".json"]
    for name in names:
        worlds.write_json(world / TRACK_FOLDER / "community" / name, worlds.read_json(world / COMMUNITY))
    assert findings(world) == []
    tree, _ = read_tree(world)
    assert len(tree.seasons[0].tracks[0].scores["community"]) == 1 + len(names)


def test_scores_are_listed_in_an_order_of_their_own(world: Path) -> None:
    for name in ("b", "a", "C", "é", "10", "9"):
        write(f"{TRACK_FOLDER}/community/{name}.json")(world)
    tree, _ = read_tree(world)
    files = [Path(file).stem for file in tree.seasons[0].tracks[0].scores["community"]]
    assert files == ["10", "9", "C", "a", "b", "participant-one", "é"]


def test_seasons_are_in_the_order_of_their_numbers(world: Path) -> None:
    for number in (10, 2):
        shutil.copytree(world / SEASON_FOLDER, world / f"prove-it/season-{number}")
        worlds.mutate(world / f"prove-it/season-{number}/season.json", "/season", number)
    tree, found = read_tree(world)
    assert found == []
    assert [season.number for season in tree.seasons] == [1, 2, 10]


def test_the_number_of_a_season_is_that_of_its_folder(world: Path) -> None:
    worlds.mutate(world / SEASON, "/season", 2)
    (finding,) = findings(world)
    assert (finding.file, finding.pointer, finding.found) == (SEASON, "/season", "2")
    assert finding.expected == "1, as the folder says"


@pytest.mark.parametrize("file", [SEASON, TRACK, ANSWER_KEY, COMMUNITY])
def test_an_empty_file_is_not_json(world: Path, file: str) -> None:
    (world / file).write_bytes(b"")
    found = findings(world)
    assert [(f.code, f.file, f.line, f.found) for f in found] == [("J001", file, 1, "the end of the file")]


@pytest.mark.parametrize("file", [SEASON, TRACK, ANSWER_KEY, COMMUNITY])
def test_a_file_of_another_format_is_refused(world: Path, file: str) -> None:
    (world / file).write_bytes(b"[1, 2]")
    (finding,) = findings(world)
    assert (finding.code, finding.file, finding.pointer) == ("S001", file, "")
    assert (finding.found, finding.expected) == ("an array", "an object")


@pytest.mark.parametrize("file", [SEASON, SECTION, ANSWER_KEY, COMMUNITY, CORRECTIONS])
def test_a_file_has_a_largest_size(world: Path, file: str) -> None:
    with (world / file).open("wb") as out:
        out.truncate(MAX_BYTES + 1)
    assert told(world) == [("T001", file, f"more than {MAX_BYTES} bytes")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
@pytest.mark.parametrize("path", [SEASON, COMMUNITY, f"{TRACK_FOLDER}/community"])
def test_what_may_not_be_read_is_a_finding(world: Path, path: str) -> None:
    mode = (world / path).stat().st_mode
    (world / path).chmod(0)
    try:
        assert told(world) == [("T001", path, "Permission denied")]
    finally:
        (world / path).chmod(mode)


@pytest.mark.parametrize("file", [SEASON, COMMUNITY, SECTION])
def test_a_file_that_fails_to_open_is_a_finding(
    world: Path, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def failing(path: Any, *arguments: Any, **more: Any) -> int:
        if Path(path) == world / file:
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **more)

    monkeypatch.setattr(os, "open", failing)
    assert told(world) == [("T001", file, "Permission denied")]


def test_a_tree_before_the_close_is_read(world: Path) -> None:
    worlds.unclosed(world)
    tree, found = read_tree(world)
    assert found == []
    (track,) = tree.seasons[0].tracks
    assert (track.key, track.key_bytes, track.scores) == (None, None, {})
    assert track.track is not None
    assert track.track.answer_key.salt is None


@pytest.mark.parametrize("participants", [1, 20])
def test_made_seasons_are_read_without_a_finding(make_season: worlds.SeasonMaker, participants: int) -> None:
    assert findings(make_season(participants, 3)) == []


def test_one_season_never_hides_another(world: Path) -> None:
    shutil.copytree(world / SEASON_FOLDER, world / "prove-it/season-2")
    worlds.mutate(world / "prove-it/season-2/season.json", "/season", "2")
    worlds.mutate(world / TRACK, "/season", None)
    assert [(f.file, f.pointer) for f in findings(world)] == [
        (TRACK, "/season"),
        ("prove-it/season-2/season.json", "/season"),
    ]
