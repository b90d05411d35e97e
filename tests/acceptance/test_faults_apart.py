"""A fault makes its own finding: it neither hides another one nor makes one of what is right."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.acceptance.builds import places, refused, report_id
from tests.harness.command import REPOSITORY

SEASON = "prove-it/season-0"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the demonstration, whose corrections name rows of both tracks."""
    return shutil.copytree(REPOSITORY / "data/results", tmp_path / "data")


def corrected(data: Path) -> set[str]:
    """The score files whose rows a line of the corrections rectifies."""
    lines = map(json.loads, (data / SEASON / "corrections.jsonl").read_text().splitlines())
    ids = {line["concerns"]["report_id"] for line in lines if line["kind"] != "withdrawal"}
    found = set()
    for file in sorted((data / SEASON).glob("*/community/*.json")):
        if report_id(json.loads(file.read_bytes())["agent"]["did"]) in ids:
            found.add(file.relative_to(data).as_posix())
    return found


def test_a_correction_may_name_a_score_that_cannot_be_read(data: Path) -> None:
    files = sorted(corrected(data))
    assert files
    for file in files:
        (data / file).write_bytes((data / file).read_bytes() + b"x\n")
    found = places(refused(data, None))
    assert {code for code, _, _ in found} == {"J001"}
    assert {file for _, file, _ in found} == set(files)


def test_a_correction_may_name_a_score_whose_file_has_no_right_name(data: Path) -> None:
    (file,) = sorted(corrected(data))[:1]
    (data / file).rename((data / file).with_suffix(".JSON"))
    found = places(refused(data, None))
    assert {code for code, _, _ in found} == {"T001"}
    assert file.replace(".json", ".JSON") in {place for _, place, _ in found}


def test_an_unreadable_score_hides_no_wrong_correction_of_another(data: Path) -> None:
    lines = [json.loads(line) for line in (data / SEASON / "corrections.jsonl").read_text().splitlines()]
    wrong = next(line for line in lines if line["kind"] == "rectification")
    wrong["concerns"]["assertion_id"] = "zz"
    (data / SEASON / "corrections.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    broken = f"{SEASON}/{wrong['concerns']['track']}/community/broken.json"
    (data / broken).write_text("{")
    found = places(refused(data, None))
    assert ("J001", broken, "") in found
    assert ("D043", f"{SEASON}/corrections.jsonl", "/concerns/assertion_id") in found


def test_what_was_sent_is_known_only_beside_a_folder_of_scores(data: Path) -> None:
    folder = data / SEASON / "generique/community"
    shutil.rmtree(folder)
    folder.write_text("not a folder\n")
    found = places(refused(data, None))
    assert [(code, file) for code, file, _ in found if "submissions" in file] == []
    assert ("T001", f"{SEASON}/generique/community") in {(code, file) for code, file, _ in found}


def test_scores_below_a_track_that_cannot_be_read_are_read(data: Path) -> None:
    track = data / SEASON / "generique/track.json"
    document = json.loads(track.read_bytes())
    document["tasks"][0]["cap"] = "x"
    track.write_text(json.dumps(document))
    folder = track.parent / "community"
    (folder / "bad.json").write_text("{")
    score = json.loads((folder / "zele.json").read_bytes())
    score["agent"]["name"] = 7
    (folder / "zele.json").write_text(json.dumps(score))
    found = places(refused(data, None))
    assert found == [
        ("J001", f"{SEASON}/generique/community/bad.json", ""),
        ("S001", f"{SEASON}/generique/community/zele.json", "/agent/name"),
        ("S001", f"{SEASON}/generique/track.json", "/tasks/0/cap"),
    ]


def test_nothing_below_a_season_that_may_be_open_is_named(data: Path) -> None:
    """Whether a season that cannot be read is closed is not known, and names of files are names (PUB-01)."""
    season = data / SEASON / "season.json"
    document = json.loads(season.read_bytes())
    document["licence"]["data"] = 7
    season.write_text(json.dumps(document))
    (data / SEASON / "generique/community/bad.json").write_text("{")
    assert places(refused(data, None)) == [("S001", f"{SEASON}/season.json", "/licence/data")]
