"""A season's repository and its host, as an operator has them: the workflow runs here and fills the other."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.deploying.workflow import Context, Done, Runner, Uses, read_yaml
from tests.harness import worlds
from tests.harness.command import REPOSITORY, run_cli

WORKFLOW = REPOSITORY / ".github/workflows/publish.yml"
INSTALL = "Install the program"
FIRST_COMMIT = "2026-03-01T08:00:00Z"


def git(folder: Path, *arguments: str, at: str = FIRST_COMMIT) -> str:
    """Run git in a folder; commits bear the same name and date everywhere."""
    who = {"NAME": "Operator", "EMAIL": "operator@index.example", "DATE": at}
    environment = {
        f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()
    }
    done = subprocess.run(
        ["git", "-c", "init.defaultBranch=main", *arguments],
        cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": str(folder), **environment},
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return done.stdout.strip()


def season_repository(folder: Path, data: Path) -> Path:
    """The repository that `init` makes, with a season in it; the program is named without a version."""
    made = run_cli(
        "init", folder, "--base-url", "https://index.test", "--operator", "The operator",
        "--repository", "https://forge.test/index.git",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    shutil.copytree(data, folder / "data/results", dirs_exist_ok=True)
    (folder / "requirements.txt").write_text("site-builder\n", encoding="utf-8")
    git(folder, "init", "--quiet")
    committed(folder, "The season")
    return folder


def committed(folder: Path, message: str, at: str = FIRST_COMMIT) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message, at=at)


@dataclass
class Deployment:
    """The repository, its host, and how the workflow is run there."""

    checkout: Path
    variables: dict[str, str]
    uses: dict[str, Uses] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset((INSTALL,))
    _runs: int = 0

    def runner(self, event: str, inputs: Mapping[str, Any], environment: Mapping[str, str]) -> Runner:
        self._runs += 1
        context = Context(event, variables=self.variables, secrets=self.secrets, inputs=dict(inputs))
        folder = self.checkout.parent / f"run-{self._runs}"
        uses = {"checkout": lambda _: None, **self.uses}
        return Runner(self.checkout, folder, context, uses, environment, self.skipped)

    def run(
        self, event: str = "push", *, job: str = "publish", until: str | None = None, now: str = "",
        inputs: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None,
    ) -> Done:  # fmt: skip
        """One run of the workflow, on its clock or on another (`PUBLISH_NOW`)."""
        self.variables["PUBLISH_NOW"] = now
        runner = self.runner(event, inputs or {}, environment or {})
        return runner.run(read_yaml(WORKFLOW)["jobs"][job], until=until)

    def first(self, **how: Any) -> Done:
        return self.run("workflow_dispatch", inputs={"first": True}, **how)


def step(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The job that publishes, and one of its steps."""
    job = read_yaml(WORKFLOW)["jobs"]["publish"]
    return job, next(step for step in job["steps"] if step.get("name") == name)


def publishable_change(published: Deployment, day: int = 3) -> None:
    """The next publication: the participant's name is written otherwise."""
    file = published.checkout / "data/results" / worlds.COMMUNITY
    worlds.mutate(file, "/agent/name", f"Agent of day {day}")
    committed(published.checkout, "A name", at=f"2026-04-{day:02}T08:00:00Z")
