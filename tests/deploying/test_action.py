"""The action and the hook, run in a repository that holds a season."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.deploying.season import INSTALL, season_repository
from tests.deploying.workflow import Context, Runner, read_yaml
from tests.harness import worlds
from tests.harness.command import REPOSITORY, program

RUN = "Run the program"


@pytest.fixture
def checkout(tmp_path: Path, world: Path) -> Path:
    return season_repository(tmp_path / "season", world)


def before_the_close(checkout: Path) -> None:
    """The season closes in a thousand years, and a score is there already."""
    data = checkout / "data/results"
    worlds.without_secrets(data)
    worlds.mutate(data / worlds.SEASON, "/closes_at", "2998-01-01T00:00:00Z")
    worlds.mutate(data / worlds.SEASON, "/published_at", None)


def run_action(checkout: Path, **inputs: str) -> tuple[int, str, str]:
    """Exit code, log and outputs of the action's last step; its environment was installed already."""
    installed = checkout.parent / "run/site-builder/bin"
    installed.mkdir(parents=True)
    (installed / "site-builder").symlink_to(program())
    action = read_yaml(REPOSITORY / "action.yml")
    given = {name: inputs.get(name, about["default"]) for name, about in action["inputs"].items()}
    installed_already = frozenset((INSTALL,))
    runner = Runner(checkout, checkout.parent / "run", Context(inputs=given), skipped=installed_already)
    done = runner.run(action["runs"])
    return done.codes[RUN], done.logs[RUN], (runner.folder / "github_output").read_text(encoding="utf-8")


def test_the_action_checks_a_season(checkout: Path) -> None:
    code, log, output = run_action(checkout)
    assert (code, output) == (0, "exit-code=0\n"), log


def test_a_season_that_is_not_closed_is_no_failure_of_the_action(checkout: Path) -> None:
    before_the_close(checkout)
    code, log, output = run_action(checkout, arguments="--jobs 1")
    assert (code, output) == (0, "exit-code=3\n"), log
    assert "::notice title=prove-it/season-1::" in log


def test_findings_fail_the_action_at_their_place(checkout: Path) -> None:
    worlds.mutate(checkout / "data/results" / worlds.COMMUNITY, "/totals/unsupported", 7)
    code, log, output = run_action(checkout)
    assert (code, output) == (1, "exit-code=1\n")
    assert f"::error file=data/results/{worlds.COMMUNITY},line=" in log


def run_hook(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (hook,) = read_yaml(REPOSITORY / ".pre-commit-hooks.yaml")
    return subprocess.run(
        [*shlex.split(hook["entry"]), *arguments],
        cwd=checkout, env={"PATH": f"{program().parent}:/usr/bin:/bin"},
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_the_hook_checks_a_season(checkout: Path) -> None:
    assert run_hook(checkout, "--jobs", "1").returncode == 0
    before_the_close(checkout)
    assert run_hook(checkout).returncode == 0
    worlds.mutate(checkout / "data/results" / worlds.SEASON, "/opens_at", "2998-01-02T00:00:00Z")
    refused = run_hook(checkout)
    assert refused.returncode == 1
    assert "D001" in refused.stderr
