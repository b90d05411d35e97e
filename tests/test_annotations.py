"""`--format github`: findings stand at their line of a commit, and the log of a run obeys no stranger."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import smallest, worlds
from tests.harness.command import run_cli
from tests.kernel.test_annotations import as_the_runner_reads

GIVEN = (
    "--generated-at", "2031-06-02T08:00:00Z", "--source-commit", "0" * 40, "--jobs", "1",
    "--format", "github",
)  # fmt: skip
CLOSED = ("--now", "2031-06-01T00:00:00Z")


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    return [as_the_runner_reads(line) for line in text.splitlines() if line.startswith("::")]


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_finding_stands_at_its_file_and_line_of_the_repository(world: Path, command: str) -> None:
    worlds.mutate(world / worlds.COMMUNITY, "/totals/unsupported", 7)
    lines = (world / worlds.COMMUNITY).read_text(encoding="utf-8").splitlines()
    line = 1 + next(n for n, text in enumerate(lines) if '"unsupported": 7' in text)
    output = ("--output", world.parent / "site") if command == "build" else ()
    done = run_cli(
        command, "--data", world, *GIVEN, *CLOSED, *output, env={"GITHUB_WORKSPACE": str(world.parent)}
    )
    assert done.returncode == 1
    assert not (world.parent / "site").exists()
    assert [place for _, place, _ in commands(done.stderr)] == [
        {"file": f"data/{worlds.COMMUNITY}", "line": str(line), "title": "PUB-16 recomputed figures"}
    ]
    assert done.stderr.splitlines()[-1].startswith("Refused: ")


def test_what_a_stranger_wrote_is_no_command(world: Path) -> None:
    hostile = "x\n::stop-commands::y\r%0A::add-mask::secret,file=other::\u202e##[add-path]/tmp"
    worlds.mutate(world / worlds.COMMUNITY, "/tasks/0/verdict", hostile)
    done = run_cli("check", "--data", world, *GIVEN, *CLOSED)
    assert done.returncode == 1
    *found, summary = done.stderr.splitlines()
    assert {line.partition(" ")[0] for line in found} == {"::error"}
    assert summary.startswith("Refused: ")
    assert any("::add-mask::secret,file=other::" in message for _, _, message in commands(done.stderr))


def test_a_season_that_is_not_closed_is_a_notice(world: Path) -> None:
    done = run_cli("check", "--data", worlds.without_secrets(world), *GIVEN, "--now", smallest.CLOSES_AT)
    assert done.returncode == 3, done.stderr
    (said,) = commands(done.stderr)
    assert said[0] == "notice"
    assert said[1] == {"title": "prove-it/season-1"}


def test_a_site_that_does_not_hold_is_told_step_by_step(world: Path) -> None:
    site = world.parent / "site"
    assert run_cli("build", "--data", world, *GIVEN, *CLOSED, "--output", site).returncode == 0
    (site / "fr" / "index.html").write_bytes(b"<p>::error::</p>")
    done = run_cli("verify", site, "--format", "github")
    assert done.returncode == 1
    told = commands(done.stdout)
    assert told[0][0] == "error"
    assert told[0][1] == {"title": "1. every file is the one that the manifest lists: FAILED"}
    assert told[0][2].startswith("fr/index.html\nfound    16 bytes, SHA-256 ")
    assert done.stdout.splitlines()[-1].startswith("Result: FAILED: steps 1, ")
