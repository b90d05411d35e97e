"""What every command owes to the shell that it runs in: streams, exit codes, what a terminal may be shown."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.harness import worlds
from tests.harness.command import REPOSITORY, program, run_cli

NO_SPACE = "The output cannot be written: No space left on device.\n"
# One way to make each command say something, and the code that it ends with when it can.
COMMANDS = {
    "help": ("--help", 0),
    "version": ("--version", 0),
    "explain": ("explain PUB-04", 0),
    "schema": ("schema score", 0),
    "diff": ("diff {site} {site}", 0),
    "check": ("check {inputs}", 0),
    "check, findings as JSON": ("check --data {nowhere} --format json", 1),
    "build": ("build {inputs} --output {output}", 0),
    "proof": ("proof {proof}", 3),
    "verify": ("verify {site}", 3),
    "replay": ("replay {site}", 3),
    "serve": ("serve {inputs} --port 0", 0),
}
# The same, on standard error.
COMPLAINTS = {
    "a usage error": ("check --no-such-option", 2),
    "findings": ("check --data {nowhere}", 1),
    "a proof that is none": ("proof README.md", 2),
    "a place that is none": ("verify {nowhere}", 2),
}


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("command-line")
    world = worlds.smallest_world(folder / "data")
    inputs = (
        f"--data {world} --generated-at 2026-11-02T08:00:00Z --source-commit {'0' * 40} "
        "--now 2031-05-06T07:08:09Z --jobs 1"
    )
    done = shell(f"build {inputs} --output {folder / 'site'}")
    assert done.returncode == 0, done.stderr
    proof = min((REPOSITORY / "data/results/prove-it/season-0/conformite/proofs").iterdir())
    return {
        "site": str(folder / "site"), "inputs": inputs, "output": str(folder / "output"),
        "nowhere": str(folder / "nowhere"), "proof": str(proof),
    }  # fmt: skip


def shell(arguments: str, redirected: str = "", buffered: bool = True) -> subprocess.CompletedProcess[str]:
    """The command in a shell, which does the redirecting; the code is the command's own."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {program()} {arguments} {redirected}"],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_device_is_an_error_that_is_said(places: dict[str, str], name: str) -> None:
    arguments, _ = COMMANDS[name]
    done = shell(arguments.format(**places), ">/dev/full")
    assert (done.returncode, done.stdout, done.stderr) == (4, "", NO_SPACE)


def test_a_full_device_is_one_without_buffers_too(places: dict[str, str]) -> None:
    done = shell("explain PUB-04", ">/dev/full", buffered=False)
    assert (done.returncode, done.stderr) == (4, NO_SPACE)


@pytest.mark.parametrize("name", COMPLAINTS)
def test_a_full_device_for_errors_is_one_too(places: dict[str, str], name: str) -> None:
    arguments, code = COMPLAINTS[name]
    arguments = arguments.format(**places)
    assert shell(arguments).returncode == code
    for redirected in ("2>/dev/full", ">/dev/full 2>&1"):
        done = shell(arguments, redirected)
        assert (done.returncode, done.stdout, done.stderr) == (4, "", "")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "serve"])
def test_a_pipe_that_nobody_reads_is_quiet(places: dict[str, str], name: str) -> None:
    arguments, _ = COMMANDS[name]
    done = shell(arguments.format(**places), "| (exec <&-)")
    assert (done.returncode, done.stderr) == (4, "")


def test_a_site_is_published_even_if_nobody_could_be_told(places: dict[str, str], tmp_path: Path) -> None:
    done = shell(f"build {places['inputs']} --output {tmp_path / 'site'}", ">/dev/full")
    assert done.returncode == 4
    assert (tmp_path / "site" / "manifest.json").is_file()


def test_the_first_line_of_a_long_output_is_whole(places: dict[str, str]) -> None:
    done = shell(f"verify {places['site']} --format json", "| head -1")
    assert (done.stdout, done.stderr) == ("{\n", "")


def test_closed_streams_change_nothing(places: dict[str, str]) -> None:
    for name in ("explain", "verify", "diff"):
        arguments, code = COMMANDS[name]
        done = shell(arguments.format(**places), ">&- 2>&-")
        assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


HOSTILE = "\x1b[31mred\x07\u202e"


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", HOSTILE), (HOSTILE,), (f"--{HOSTILE}",), ("check", f"--{HOSTILE}"), ("explain", HOSTILE),
        ("schema", HOSTILE), ("check", "--now", HOSTILE), ("check", "--format", HOSTILE),
        ("check", "--source-commit", HOSTILE), ("check", "--data", HOSTILE), ("check", "--config", HOSTILE),
        ("check", "--content", HOSTILE), ("diff", HOSTILE, "public"), ("proof", HOSTILE),
        ("proof", "README.md", "--trust", HOSTILE), ("verify", HOSTILE), ("verify", f"https://{HOSTILE}/"),
        ("verify", "public", "--trust", HOSTILE), ("replay", HOSTILE), ("seal", "--tsa", HOSTILE),
        ("seal", "--output", HOSTILE, "--tsa", "https://tsa.example/"), ("serve", "--port", HOSTILE),
        ("build", "--output", HOSTILE, "--data", HOSTILE),
    ],
)  # fmt: skip
def test_what_was_typed_comes_back_as_text(arguments: tuple[str, ...]) -> None:
    done = run_cli(*arguments)
    assert done.returncode in (1, 2)
    said = done.stdout + done.stderr
    assert said
    assert "Traceback" not in said
    assert [c for c in said if c != "\n" and not c.isprintable()] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("build", "--output", ""), ("check", "--data", ""), ("check", "--content", ""),
        ("check", "--config", ""), ("check", "--previous", ""), ("diff", "", "public"), ("proof", ""),
        ("verify", ""), ("replay", ""), ("verify", "public", "--trust", ""),
        ("seal", "--output", "", "--tsa", "https://tsa.example/"),
    ],
)  # fmt: skip
def test_an_empty_path_is_not_the_working_folder(arguments: tuple[str, ...]) -> None:
    done = run_cli(*arguments)
    assert done.returncode == 2
    assert "an empty p" in done.stderr


@pytest.mark.parametrize("place", ["ftp://x", "file:///tmp/site", "s3://bucket/site", "git+ssh://host/site"])
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_an_address_that_cannot_be_read_names_those_that_can(command: str, place: str) -> None:
    done = run_cli(command, place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"The place cannot be opened: {place.partition('//')[0]}// cannot be read: give a folder, an address "
        "https://host/, or http://127.0.0.1:port/ on this machine.\n"
    )


def test_an_output_of_any_name_comes_back_as_text(places: dict[str, str], tmp_path: Path) -> None:
    output = tmp_path / HOSTILE
    done = run_cli("build", *places["inputs"].split(), "--output", output)
    assert done.returncode == 0
    assert "\\u{001b}[31mred" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_content_folder_that_is_another_place_is_refused_without_a_walk(tmp_path: Path) -> None:
    done = run_cli("check", "--content", "/", timeout=20)
    assert done.returncode == 1
    assert re.findall(r"^M001 catalogue: (\S+)$", done.stderr, re.MULTILINE) == ["en", "fr"]


def test_a_comparison_publishes_nothing_and_does_not_say_so(tmp_path: Path) -> None:
    done = run_cli("diff", tmp_path, tmp_path)
    assert done.returncode == 1
    assert done.stderr.endswith("Refused: 2 findings.\n")
