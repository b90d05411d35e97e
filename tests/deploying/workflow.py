"""A workflow of GitHub's, executed step by step on this machine: `run` steps in bash as they stand, with the
files and variables that the runner gives them; `uses` steps by what they do here."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.harness.command import program

Uses = Callable[[Mapping[str, Any]], None]
_EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
_NAME = re.compile(r"'[^']*'|\b[a-z_]+(?:\.[A-Za-z_][\w-]*)+")


def read_yaml(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


@dataclass
class Context:
    """What expressions may name: `vars.X`, `secrets.X`, `inputs.X`, `github.X`. The absent is empty."""

    event: str = "push"
    ref: str = "refs/heads/main"
    variables: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)
    github: dict[str, str] = field(default_factory=dict)

    def value(self, expression: str) -> Any:
        """An expression of names, texts, `==`, `!=`, `&&` and `||`."""
        roots: dict[str, Mapping[str, Any]] = {
            "vars": self.variables,
            "secrets": self.secrets,
            "inputs": self.inputs,
            "github": {"event_name": self.event, "ref": self.ref, **self.github},
        }

        def found(match: re.Match[str]) -> str:
            if match[0].startswith("'"):
                return match[0]
            root, _, name = match[0].partition(".")
            return repr(roots[root].get(name, ""))

        python = _NAME.sub(found, expression).replace("&&", " and ").replace("||", " or ")
        return eval(python.strip(), {"__builtins__": {}})

    def text(self, template: object) -> str:
        """A value of the workflow with its expressions replaced."""
        if isinstance(template, bool):
            return str(template).lower()

        def shown(match: re.Match[str]) -> str:
            value = self.value(match[1])
            return str(value).lower() if isinstance(value, bool) else str(value)

        return _EXPRESSION.sub(shown, str(template))

    def holds(self, condition: str) -> bool:
        return bool(self.value(_EXPRESSION.sub(lambda match: match[1], condition)))


@dataclass
class Done:
    """What became of a run: each step that was executed with its exit code and its log, and the summary."""

    codes: dict[str, int] = field(default_factory=dict)
    logs: dict[str, str] = field(default_factory=dict)
    summary: str = ""

    @property
    def failed(self) -> str | None:
        """The step at which the job ended, unless it ended well."""
        return next((name for name, code in self.codes.items() if code != 0), None)


@dataclass
class Runner:
    """One job in a checkout. `uses`: what an action does here, by its name without owner and version."""

    checkout: Path
    folder: Path
    context: Context
    uses: Mapping[str, Uses] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.folder.mkdir(exist_ok=True)
        self._files = {
            name: self.folder / name.lower()
            for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH")
        }
        for file in self._files.values():
            file.write_text("", encoding="utf-8")

    def run(self, job: Mapping[str, Any], *, until: str | None = None) -> Done:
        """The steps of a job in order, up to the one before `until`; none after one that failed."""
        done = Done()
        for step in job["steps"]:
            name = step.get("name") or step["uses"]
            if name == until:
                break
            if name in self.skipped or not self.context.holds(step.get("if", "'yes'")):
                continue
            if "uses" in step:
                action = step["uses"].partition("@")[0].rpartition("/")[2]
                self.uses[action](step.get("with", {}))
                continue
            process = self.start(job, step)
            done.logs[name], _ = process.communicate(timeout=300)
            done.codes[name] = process.returncode
            if process.returncode != 0:
                break
        done.summary = self._files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        return done

    def start(self, job: Mapping[str, Any], step: Mapping[str, Any]) -> subprocess.Popen[str]:
        """A `run` step, in a process group of its own."""
        script = self.folder / "step.sh"
        script.write_text(self.context.text(step["run"]), encoding="utf-8")
        environment = {**os.environ, **self.environment}
        for given in (job.get("env", {}), step.get("env", {})):
            environment |= {name: self.context.text(value) for name, value in given.items()}
        for line in self._lines("GITHUB_ENV"):
            name, _, value = line.partition("=")
            environment[name] = value
        environment |= {name: str(file) for name, file in self._files.items()}
        paths = [*reversed(self._lines("GITHUB_PATH")), str(program().parent), environment["PATH"]]
        environment |= {
            "PATH": ":".join(paths), "CI": "true", "GITHUB_ACTIONS": "true", "RUNNER_TEMP": str(self.folder),
            "GITHUB_WORKSPACE": str(self.checkout),
        }  # fmt: skip
        return subprocess.Popen(
            ["bash", "-e", str(script)],
            cwd=self.checkout,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )

    def _lines(self, name: str) -> list[str]:
        return self._files[name].read_text(encoding="utf-8").splitlines()
