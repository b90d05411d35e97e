"""The workflow, the action and the hook, judged by the tools that are made for them."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.deploying.workflow import read_yaml
from tests.harness.command import REPOSITORY

SCRIPTS = Path(sysconfig.get_path("scripts"))
WORKFLOWS = sorted((REPOSITORY / ".github/workflows").glob("*.yml"))
ACTION = REPOSITORY / "action.yml"
SHELL = (REPOSITORY / ".github/publish.sh", REPOSITORY / ".ci/run")


def judged(*command: str | Path) -> str:
    """What a linter says; nothing when all is well."""
    done = subprocess.run(
        [SCRIPTS / command[0], *command[1:]],
        cwd=REPOSITORY, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_workflows_and_the_action_have_the_published_form() -> None:
    assert judged("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS) == ""
    assert judged("check-jsonschema", "--builtin-schema", "vendor.github-actions", ACTION) == ""


def test_workflows_and_the_action_pass_the_audits() -> None:
    assert judged("zizmor", "--offline", "--no-progress", "--persona", "pedantic", *WORKFLOWS, ACTION) == ""


def test_the_linter_can_refuse(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yml"
    text = WORKFLOWS[0].read_text(encoding="utf-8")
    bad.write_text(text.replace("publish.sh build", "publish.sh ${{ github.event.head_commit.message }}"))
    assert "template-injection" in judged("zizmor", "--offline", "--no-progress", bad)


@pytest.mark.parametrize("script", SHELL, ids=lambda path: path.name)
def test_scripts_are_sound_shell(script: Path) -> None:
    assert judged("shellcheck", script) == ""


def steps() -> list[dict[str, object]]:
    jobs = [job for file in WORKFLOWS for job in read_yaml(file)["jobs"].values()]
    return [step for holder in (*jobs, read_yaml(ACTION)["runs"]) for step in holder["steps"]]


def test_steps_are_sound_shell(tmp_path: Path) -> None:
    script = tmp_path / "steps.sh"
    script.write_text("#!/bin/bash\n" + "\n".join(str(step["run"]) for step in steps() if "run" in step))
    assert judged("shellcheck", script) == ""


def test_every_action_is_pinned_by_commit() -> None:
    used = [str(step["uses"]) for step in steps() if "uses" in step]
    assert used
    assert [name for name in used if not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", name)] == []
