"""Every kind of honest site, by the commands: built, verified and replayed, once and after corrections.

What is expected of each is written here by hand: which steps cannot be checked, and what `replay` counts.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import COMMIT, LATER, invoked
from tests.acceptance.test_corrections import RECTIFICATION
from tests.acceptance.test_removals import SPARE, second_participant, withdrawal
from tests.harness import worlds
from tests.reader.kinds import KINDS, another_season, as_it_is, invalidated, withdrawals

DATES = [f"2026-11-{day:02}T08:00:00Z" for day in range(2, 28)]
Kind = Callable[[Path], None]


def publish(world: Path, site: Path, number: int = 1) -> None:
    """Publication `number` of the site."""
    done = invoked(
        "build", "--data", world, "--output", site, "--jobs", "1",
        "--generated-at", DATES[number - 1], "--source-commit", COMMIT, "--now", LATER,
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert f"publication {number} of the ledger" in done.output


def read(command: str, site: Path) -> dict[str, Any]:
    """The account of a site, whose exit code is the one that it states."""
    done = invoked(command, site, "--format", "json")
    account: dict[str, Any] = json.loads(done.stdout)
    assert done.exit_code == account["exit_code"], done.output
    return account


def unchecked(site: Path) -> list[int]:
    """The steps of `verify` that could not be checked; nothing of the site may differ or fail."""
    account = read("verify", site)
    steps = account["steps"]
    assert [problem for step in steps for problem in step["problems"] + step["differences"]] == []
    return [step["number"] for step in steps if step["outcome"] != "passed"]


def reports(site: Path) -> list[tuple[int, str]]:
    """(season, table) of each report that `replay` counts; nothing of the site may differ."""
    account = read("replay", site)
    assert account["problems"] == []
    assert all(report["agrees"] for report in account["reports"])
    return [(report["season"], report["table"]) for report in account["reports"]]


# Kind → the steps that cannot be checked, and the tables of the reports that are recounted. No corpus is
# published with these seasons, so step 5 is open once there is something to hold against a freeze; step 3 is
# while a season has no kit, from which home and the page on checking are made again.
EXPECTED: dict[str, tuple[list[int], list[str]]] = {
    "two public reports": ([5, 7], ["reference", "community"]),
    "no rows": ([5], []),
    "private reports only": ([5, 7], []),
    "no reference run": ([5, 7], ["community"]),
    "a track without rows": ([5, 7], ["reference", "community"]),
    "invalidated": ([5], []),
    "before the close": ([3], []),
    "between close and publication": ([3], []),
    "tombstones only": ([5], []),
}


def test_every_kind_is_expected_something_of() -> None:
    assert EXPECTED.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_site_is_called_honest(world: Path, tmp_path: Path, kind: str) -> None:
    site = tmp_path / "public"
    KINDS[kind](world / "prove-it/season-1")
    publish(world, site)
    steps, tables = EXPECTED[kind]
    assert unchecked(site) == steps
    assert reports(site) == [(1, table) for table in tables]


def corrected(season: Path) -> None:
    """A rectification of one row of a season, and the withdrawal of another."""
    rows = {path.stem for path in (season / "conformite").glob("community/*.json")}
    lines = (season / "corrections.jsonl").exists()
    if "participant-two" in rows and not lines:
        worlds.write_json_lines(season / "corrections.jsonl", [RECTIFICATION, withdrawal(SPARE, 2)])


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_site_is_called_honest_after_corrections(world: Path, tmp_path: Path, kind: str) -> None:
    """Two seasons side by side, the second of that kind; both are corrected between two publications."""
    site = tmp_path / "public"
    second_participant(world)
    other = another_season(world, KINDS[kind])
    publish(world, site)
    corrected(world / "prove-it/season-1")
    corrected(other)
    publish(world, site, 2)
    steps, tables = EXPECTED[kind]
    assert unchecked(site) == sorted({5, 7} | set(steps))
    assert reports(site) == [(1, "reference"), (1, "community"), *((2, table) for table in tables)]


def test_a_site_is_called_honest_through_the_whole_life_of_a_season(world: Path, tmp_path: Path) -> None:
    """Before the close, after it, published, corrected, all withdrawn, invalidated beside another season."""
    site = tmp_path / "public"
    data = world / "prove-it"
    second_participant(world)
    season = data / "season-1"
    whole = {path: path.read_bytes() for path in season.rglob("*") if path.is_file()}
    KINDS["before the close"](season)
    publish(world, site, 1)
    assert (unchecked(site), reports(site)) == ([3], [])
    worlds.mutate(season / "season.json", "/closes_at", "2026-03-20T22:59:59Z")
    publish(world, site, 2)
    assert (unchecked(site), reports(site)) == ([3], [])
    for path, content in whole.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    publish(world, site, 3)
    assert (unchecked(site), len(reports(site))) == ([5, 7], 3)
    corrected(season)
    publish(world, site, 4)
    assert (unchecked(site), len(reports(site))) == ([5, 7], 2)
    gone = [line for line in withdrawals(season) if line["concerns"]["report_id"] != SPARE]
    lines = [RECTIFICATION, withdrawal(SPARE, 2), *({**line, "n": n} for n, line in enumerate(gone, 3))]
    worlds.write_json_lines(season / "corrections.jsonl", lines)
    publish(world, site, 5)
    assert (unchecked(site), reports(site)) == ([5], [])
    another_season(world, as_it_is)
    (data / "season-2/corrections.jsonl").unlink()
    invalidated(season)
    publish(world, site, 6)
    assert (unchecked(site), len(reports(site))) == ([5, 7], 3)


LAST_LINES = {
    "two public reports": "2 reports: 0 replayed from the proofs, 2 recounted, not replayed; 0 differ.",
    "no rows": "No report is published: nothing was replayed.",
    "private reports only": "No report is published: nothing was replayed.",
    "no reference run": "1 report: 0 replayed from the proofs, 1 recounted, not replayed; 0 differ.",
    "invalidated": "No report is published: nothing was replayed.",
}
NOTES = {
    "two public reports": [],
    "no rows": ["season 1, conformite: no row shows a score."],
    "private reports only": [
        "season 1, conformite: 1 row without a public report; nothing is published to replay from."
    ],
    "no reference run": [],
    "invalidated": ["season 1, conformite: the season is invalidated; no figure is shown."],
}


@pytest.mark.parametrize("kind", LAST_LINES)
def test_replay_says_what_it_had_to_replay(world: Path, tmp_path: Path, kind: str) -> None:
    KINDS[kind](world / "prove-it/season-1")
    publish(world, tmp_path / "public")
    done = invoked("replay", tmp_path / "public")
    assert done.exit_code == 3
    assert done.stdout.splitlines()[-1] == LAST_LINES[kind]
    account = read("replay", tmp_path / "public")
    assert (account["notes"], account["unread"]) == (NOTES[kind], [])


def test_evidence_that_cannot_be_read_was_not_recounted(world: Path, tmp_path: Path) -> None:
    publish(world, tmp_path / "public")
    next((tmp_path / "public").glob("challenges/**/evidence.json")).write_bytes(b"{}")
    done = invoked("replay", tmp_path / "public")
    assert done.exit_code == 1
    assert ": not counted again: its evidence cannot be read\n" in done.stdout
    assert done.stdout.splitlines()[-1] == (
        "2 reports: 0 replayed from the proofs, 1 recounted, not replayed; 0 differ; "
        "1 without evidence that can be read."
    )


def test_an_open_season_is_no_gap_beside_one_that_is_replayed(
    world: Path, repository: Path, tmp_path: Path
) -> None:
    """The demonstration beside a season that has not closed: every public report is replayed."""
    KINDS["before the close"](world / "prove-it/season-1")
    shutil.copytree(repository / "data/results/prove-it/season-0", world / "prove-it/season-0")
    publish(world, tmp_path / "public")
    assert unchecked(tmp_path / "public") == [3]
    account = read("replay", tmp_path / "public")
    assert account["exit_code"] == 0
    assert "season 1, conformite: no scores are published." in account["notes"]
