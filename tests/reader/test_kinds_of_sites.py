"""Every kind of honest site, by the commands: built, verified and replayed, once and after corrections.

What is expected of each is written here by hand: which steps cannot be checked, and what `replay` counts.
"""

from __future__ import annotations

import json
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
# published with these seasons, so step 5 is open once there is something to hold against a freeze.
EXPECTED: dict[str, tuple[list[int], list[str]]] = {
    "two public reports": ([5, 7], ["reference", "community"]),
    "no rows": ([5], []),
    "private reports only": ([5, 7], []),
    "no reference run": ([5, 7], ["community"]),
    "a track without rows": ([5, 7], ["reference", "community"]),
    "invalidated": ([5], []),
    "before the close": ([], []),
    "between close and publication": ([], []),
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
    assert (unchecked(site), reports(site)) == ([], [])
    worlds.mutate(season / "season.json", "/closes_at", "2026-03-20T22:59:59Z")
    publish(world, site, 2)
    assert (unchecked(site), reports(site)) == ([], [])
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
