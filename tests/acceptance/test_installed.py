"""The program as a stranger has it: a wheel, installed without a network, run from an empty folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.harness.command import REPOSITORY, run_cli, tree_digests

Run = Callable[..., "subprocess.CompletedProcess[str]"]
COMMIT = "5" * 40
STAMP = ("--generated-at", "2026-12-01T08:00:00Z", "--source-commit", COMMIT)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """`installed(*arguments, cwd=…)`: the installed program; its libraries are those of this environment."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    offline = ["--no-index", "--no-deps", "--quiet"]
    subprocess.run(
        [*pip, "wheel", *offline, "--no-build-isolation", "--wheel-dir", folder / "wheel", REPOSITORY],
        check=True,
    )
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    (wheel,) = (folder / "wheel").iterdir()
    subprocess.run([*pip, "--python", python, "install", *offline, wheel], check=True)
    own = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "venv")}))
    (own / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GIT_"))}

    def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(folder / "venv" / "bin" / "site-builder"), *map(str, arguments)],
            cwd=cwd,
            env=outside,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return run


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration, built by the checkout."""
    output = tmp_path_factory.mktemp("published") / "public"
    built = run_cli("build", "--output", output, *STAMP)
    assert built.returncode == 0, built.stderr
    return output


def test_a_stranger_s_program_verifies_replays_and_explains_from_an_empty_folder(
    installed: Run, empty: Path, published: Path
) -> None:
    kit = published / "challenges" / "prove-it" / "season-0" / "conformite" / "kit"
    proof = next(file for file in sorted((kit / "proofs").iterdir()))
    told = {
        "verify": installed("verify", published, cwd=empty),
        "replay": installed("replay", published, cwd=empty),
        "proof": installed("proof", proof, cwd=empty),
        "diff": installed("diff", published, published, cwd=empty),
        "schema": installed("schema", "score", cwd=empty),
        "explain": installed("explain", "PUB-16", "--language", "fr", cwd=empty),
    }
    # Without the log's answer one step of a proof is not checked.
    assert {name: done.returncode for name, done in told.items()} == {
        "verify": 0, "replay": 0, "proof": 3, "diff": 0, "schema": 0, "explain": 0,
    }, {name: done.stdout + done.stderr for name, done in told.items()}  # fmt: skip
    assert '"proveit-score-v1"' in told["schema"].stdout
    assert "PUB-16" in told["explain"].stdout
    assert list(empty.iterdir()) == []


def test_the_installed_program_makes_a_repository_that_it_builds_and_verifies(
    installed: Run, empty: Path, repository: Path
) -> None:
    facts = ("--base-url", "https://index.arkforge.tech", "--operator", "Maison d’essai \"A\"",
             "--repository", "https://git.arkforge.tech/essai.git")  # fmt: skip
    made = installed("init", "season", *facts, cwd=empty)
    assert made.returncode == 0, made.stderr
    season = empty / "season"
    assert sorted(path.name for path in season.iterdir()) == [
        ".gitattributes", ".github", ".gitignore", "README.md", "content", "data", "requirements.txt",
        "site.toml", "trust",
    ]  # fmt: skip
    assert "ArkForge" not in (season / "site.toml").read_text("utf-8")
    assert (season / "requirements.txt").read_text().startswith("site-builder")
    shutil.copytree(repository / "data" / "results", season / "data" / "results", dirs_exist_ok=True)
    built = installed("build", *STAMP, cwd=season)
    assert built.returncode == 0, built.stderr
    assert "https://index.arkforge.tech/" in (season / "public" / "sitemap.xml").read_text("utf-8")
    verified = installed("verify", "public", cwd=season)
    assert verified.returncode == 0, verified.stdout


def test_the_installed_program_and_the_checkout_build_the_same_bytes(
    installed: Run, empty: Path, published: Path, repository: Path
) -> None:
    options = [f"--{name}={repository / place}" for name, place in
               (("data", "data/results"), ("content", "content"), ("config", "site.toml"))]  # fmt: skip
    built = installed("build", *options, "--output=again", *STAMP, cwd=empty)
    assert built.returncode == 0, built.stderr
    assert tree_digests(empty / "again") == tree_digests(published)


@pytest.mark.parametrize(
    ("arguments", "there", "code", "told"),
    [
        (("season",), "season/letter.txt", 2, "holds something"),
        (("season/file",), "season", 2, "season"),
        (("season", "--base-url", "http://index.arkforge.tech"), None, 1, "base_url"),
        (("season", "--operator", " "), None, 1, "operator"),
        (("season", "--repository", "https://git.arkforge.tech/a;b"), None, 1, "repository"),
    ],
)
def test_what_cannot_be_made_leaves_nothing(
    tmp_path: Path, arguments: tuple[str, ...], there: str | None, code: int, told: str
) -> None:
    if there is not None:
        (tmp_path / there).parent.mkdir(exist_ok=True)
        (tmp_path / there).write_text("kept")
    before = tree_digests(tmp_path)
    done = run_cli("init", *arguments, cwd=tmp_path)
    assert done.returncode == code
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert tree_digests(tmp_path) == before
