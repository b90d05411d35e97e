"""The demonstration season of the repository, a rehearsal: valid, small, with every state that a reader may
meet, and the evidence behind every figure. How its scores come about is the affair of ``tests/rehearsal``."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs.tree import SeasonFolder, read_score, read_tree
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.content import lexicon
from site_builder.kernel.rate import NotApplicable, Pending, Ratio
from site_builder.kernel.third_party import replaced_emoji
from tests.harness.worlds import SeasonMaker, read_json, write_json

TRACKS = ("conformite", "generique")
FOLDERS = ("corpus", "proofs", "log", "submissions")


@pytest.fixture(scope="module")
def data(repository: Path) -> Path:
    return repository / "data/results"


@pytest.fixture(scope="module")
def season(data: Path) -> SeasonFolder:
    tree, findings = read_tree(data)
    assert findings == []
    (season,) = tree.seasons
    return season


@pytest.fixture(scope="module")
def rows(data: Path, season: SeasonFolder) -> dict[tuple[str, str], list[Any]]:
    """(track, table) → the documents of its rows, each accepted by the reader."""
    result: dict[tuple[str, str], list[Any]] = {}
    for track in season.tracks:
        for table, files in track.scores.items():
            for file in files:
                assert read_score(data, file)[1] == []
                result.setdefault((track.name, table), []).append(read_json(data / file))
    return result


def test_it_is_a_published_demonstration(season: SeasonFolder) -> None:
    model = season.season
    assert model is not None
    assert (model.season, model.demonstration, model.invalidated) == (0, True, None)
    assert model.published_at is not None
    assert model.opens_at < model.closes_at < model.published_at
    for url in (model.season_service, model.proof_url):
        assert url.split("/")[2].endswith(".example")


def test_twelve_participants_and_three_reference_runs_a_track(
    rows: dict[tuple[str, str], list[Any]], season: SeasonFolder
) -> None:
    replaced = Counter(c.concerns.track for c in season.corrections if c.kind == "superseded_run")
    for track in TRACKS:
        assert len(rows[track, "community"]) == 12
        assert len(rows[track, "reference"]) == 3 + replaced[track]


def test_every_state_reason_and_cause_is_there(rows: dict[tuple[str, str], list[Any]]) -> None:
    tasks = [task for table in rows.values() for row in table for task in row["tasks"]]
    assert {(task["state"], task.get("reason")) for task in tasks} == {
        ("submitted", None), ("pending", None),
        ("not_submitted", "nothing_sent"), ("not_submitted", "below_minimum"),
        ("not_submitted", "own_resources_below_half"),
        ("rejected", "cap_exceeded"), ("rejected", "outside_graph"), ("rejected", "unrelated_list_entry"),
        ("rejected", "non_probative_field"),
    }  # fmt: skip
    rejected = [task for task in tasks if task["state"] == "rejected"]
    # A cap is exceeded by all assertions together: none of them is at fault.
    assert all(("at_fault" in task) == (task["reason"] != "cap_exceeded") for task in rejected)
    pairs = {(made["status"], made["cause"]) for task in tasks for made in task.get("assertions", ())}
    assert pairs == {
        ("supported", None), ("pending", None), ("instrument_fault", "instrument_fault"),
        ("unsupported", "invalid_proof"), ("unsupported", "identity_not_bound"),
        ("unsupported", "resource_mismatch"), ("unsupported", "value_mismatch"),
    }  # fmt: skip
    scored = [task for task in tasks if task["state"] == "submitted"]
    assert {(task["verdict_exact"], task["verdict_grounded"]) for task in scored} == {
        (True, True), (True, False), (False, True), (False, False),
    }  # fmt: skip


@pytest.mark.parametrize("track", TRACKS)
def test_the_rates_worth_seeing_are_there(track: str, data: Path, season: SeasonFolder) -> None:
    (folder,) = (t for t in season.tracks if t.name == track)
    assert folder.key is not None
    rates = {}
    for file in folder.scores["community"]:
        score, _ = read_score(data, file)
        assert score is not None
        made = tally(score, folder.key, 10)
        rates[Path(file).stem] = (made.overclaim, made.success)
    assert rates["muette"] == (NotApplicable(), Ratio(0, 10))
    overclaim, success = rates["vigie"]
    assert isinstance(overclaim, Ratio)
    assert isinstance(success, Ratio)
    assert (overclaim.numerator, success.numerator) == (0, 10)
    overclaim, success = rates["constante"]  # no better than the best constant answer, and no worse
    assert isinstance(overclaim, Ratio)
    assert (overclaim.numerator, success) == (0, Ratio({"conformite": 4, "generique": 3}[track], 10))
    assert [name for name, made in rates.items() if made == (Pending(), Pending())] == ["attente"]


def test_every_kind_of_correction_is_there(season: SeasonFolder) -> None:
    assert sorted(c.kind for c in season.corrections) == [
        "dispute_dismissed", "rectification", "superseded_run", "withdrawal",
    ]  # fmt: skip
    assert [c.n for c in season.corrections] == [1, 2, 3, 4]


def test_a_superseded_freeze_a_private_report_and_names_that_deceive(
    rows: dict[tuple[str, str], list[Any]], season: SeasonFolder
) -> None:
    freezes = [f for t in season.tracks if t.track for f in t.track.scoring_rules.superseded]
    assert [bool(f.salt and f.reason.fr and f.reason.en) for f in freezes] == [True, True]
    community = [row for track in TRACKS for row in rows[track, "community"]]
    assert {row["report"]["public"] for row in community} == {True, False}
    names = {row["agent"]["name"] for row in community}
    assert any("<" in name and "\u202e" in name for name in names)
    assert any("é" in name for name in names)
    narratives = [task["narrative"] for row in community for task in row["tasks"] if "narrative" in task]
    assert any(replaced_emoji(text) for text in narratives)


def test_each_track_holds_everything_to_replay_it(season: SeasonFolder) -> None:
    for track in season.tracks:
        assert track.manifest is not None
        assert track.evidence == {"corpus", "proofs", "log", "submissions", "preregistration.json"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_real_model_or_provider_is_named(language: str, repository: Path, data: Path) -> None:
    names, problems = lexicon.parse((repository / f"content/{language}/model-names.txt").read_text("utf-8"))
    assert problems == []
    assert names.find("a run of ChatGPT")
    files = [path for path in data.rglob("*") if path.is_file()]
    assert [(path.name, names.find(path.read_text("utf-8"))) for path in files] == [
        (p.name, []) for p in files
    ]


def test_it_is_small_enough_to_read(data: Path) -> None:
    files = [path for path in data.rglob("*") if path.is_file()]
    assert len(files) < 1_500
    assert sum(path.stat().st_size for path in files) < 5_000_000
    assert max(path.stat().st_size for path in files) < 40_000


def test_the_season_makers_own_checker_accepts_it(
    data: Path, tmp_path: Path, make_season: SeasonMaker
) -> None:
    """It knows neither corrections nor evidence nor `at_fault`, which are left out of the copy."""
    unknown = shutil.ignore_patterns("corrections.jsonl", "preregistration.json", *FOLDERS)
    shutil.copytree(data, tmp_path / "data", ignore=unknown)
    for table in ("community", "reference"):
        for file in (tmp_path / "data").rglob(f"{table}/*.json"):
            document = read_json(file)
            for task in document["tasks"]:
                task.pop("at_fault", None)
            write_json(file, document)
    make_season.check(tmp_path / "data")
