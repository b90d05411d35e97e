"""The `site-builder` program, run as its users run it: another process, its streams and its exit code."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sysconfig
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def program() -> Path:
    """The installed `site-builder` of the environment that runs the tests."""
    suffix = ".exe" if os.name == "nt" else ""
    return Path(sysconfig.get_path("scripts")) / f"site-builder{suffix}"


def run_cli(
    *arguments: str | Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    umask: int = -1,
    timeout: float = 300,
) -> subprocess.CompletedProcess[str]:
    """Run `site-builder *arguments`; `env` is laid over the present environment, `cwd` is the repository.

    Nothing is raised for an exit code: the caller states the one it expects.
    """
    return subprocess.run(
        [str(program()), *map(str, arguments)],
        env={**os.environ, **(env or {})},
        cwd=cwd or REPOSITORY,
        umask=umask,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )


def start_cli(
    *arguments: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.Popen[str]:
    """The same, left running: to be killed half-way, or to serve."""
    return subprocess.Popen(
        [str(program()), *map(str, arguments)],
        env={**os.environ, **(env or {})},
        cwd=cwd or REPOSITORY,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def tree_digests(folder: Path) -> dict[str, str]:
    """Relative POSIX path → SHA-256 of every file under `folder`; equal dicts are equal trees."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
