"""Sites built through the command line, with every input fixed, each once for its arguments."""

from __future__ import annotations

import base64
import hashlib
import json
import signal
import subprocess
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from site_builder.cli import main
from tests.acceptance.site import Site
from tests.harness import anchored
from tests.harness.command import REPOSITORY, run_cli

GENERATED_AT = "2026-11-02T08:00:00Z"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
# After the close of every season that a test builds, unless it says otherwise.
LATER = "2031-05-06T07:08:09Z"

Done = subprocess.CompletedProcess[str]


def fixed(now: str = LATER) -> tuple[str, ...]:
    """The options without which a build would read the clock and the repository."""
    return ("--generated-at", GENERATED_AT, "--source-commit", COMMIT, "--now", now)


def sources(root: Path = REPOSITORY) -> tuple[str, ...]:
    """The other inputs by absolute path, for a command that runs in another folder."""
    return ("--content", str(root / "content"), "--config", str(root / "site.toml"))


def anchors(data: Path, options: Sequence[str]) -> tuple[str, ...]:
    """A real season shows no score unless its freezes are anchored (PUB-15): they are, as they stand, and the
    configuration that is named trusts their anchors. Nothing is done for a test that names its own."""
    if "--config" in options or not anchored.anchor_world(data):
        return ()
    return ("--config", str(anchored.config()))


def build(data: Path, output: Path, *options: str, now: str = LATER, **how: Any) -> Done:
    """Run `site-builder build`; the exit code is the caller's to judge."""
    options = (*options, *anchors(data, options))
    return run_cli("build", "--data", data, "--output", output, *fixed(now), *options, **how)


def built(data: Path, output: Path, *options: str, now: str = LATER, **how: Any) -> Site:
    """The site of a build that must succeed."""
    done = build(data, output, *options, now=now, **how)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    return Site(output)


class Builds:
    """`builds(data, now=…) -> Site`: built once a session, for many tests to read and none to change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[tuple[Path, str], Site] = {}

    def __call__(self, data: Path, *, now: str = LATER) -> Site:
        if (data, now) not in self._made:
            output = self._folder / f"site-{len(self._made)}"
            self._made[data, now] = built(data, output, now=now)
        return self._made[data, now]


def invoked(*arguments: str | Path) -> Result:
    """The same program inside this process: for what neither reads much nor writes."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def heed_interrupts() -> None:
    """A shell starts background jobs with SIGINT ignored, and what they start would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def refused(data: Path, output: Path | None, *options: str, now: str = LATER) -> Done:
    """`build` (or `check`, without an output) inside this process, findings as JSON: quick for many refusals.

    An exception that a user would see as a traceback is one here too.
    """
    command = ("check",) if output is None else ("build", "--output", output)
    how = (*fixed(now), "--jobs", "1", "--format", "json", *options, *anchors(data, options))
    result = invoked(*command, "--data", data, *how)
    unexpected = result.exception is not None and not isinstance(result.exception, SystemExit)
    trace = "".join(traceback.format_exception(result.exception)) if unexpected else ""
    return subprocess.CompletedProcess([], result.exit_code, result.stdout, result.stderr + trace)


def findings(done: Done) -> list[dict[str, Any]]:
    """The findings of a refused command that ran with `--format json`."""
    assert done.returncode == 1, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    assert "Traceback" not in done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["status"] == "refused"
    assert report["exit_code"] == 1
    found: list[dict[str, Any]] = report["findings"]
    assert found
    return found


def places(done: Done) -> list[tuple[str, str, str | None]]:
    """(code, file, pointer) of each finding, in the order printed."""
    return [(found["code"], found["file"], found["pointer"]) for found in findings(done)]


def report_id(subject: str) -> str:
    """FORMATS §3, written again here: 16 characters of the lowercase base32 SHA-256 of a DID or run_id."""
    return base64.b32encode(hashlib.sha256(subject.encode()).digest()).decode().lower()[:16]
