"""The two lock files: exact versions, hashes, no address of any registry, and one inside the other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

LOCKS = ("requirements.lock", "requirements-dev.lock")
PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", re.MULTILINE)


def entries(text: str) -> dict[str, str]:
    """Package → version of a lock file."""
    return dict(PINNED.findall(text))


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_exact_and_hashed_and_no_registry_is_named(repository: Path, name: str) -> None:
    text = (repository / name).read_text()
    # One requirement is its first line and the indented ones after it.
    blocks = re.findall(r"^\S.*(?:\n[ \t]+.*)*", text, re.MULTILINE)
    assert [block.split("\n")[0] for block in blocks if not PINNED.match(block)] == []
    assert [block.split("\n")[0] for block in blocks if "--hash=sha256:" not in block] == []
    assert re.findall(r"\w+://\S*|--(?:index|extra-index|find)\S*", text) == []


def test_the_list_for_tests_holds_the_list_for_running(repository: Path) -> None:
    runtime, everything = (entries((repository / name).read_text()) for name in LOCKS)
    assert runtime.items() <= everything.items()


def test_every_named_dependency_is_locked(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text())
    runtime, everything = (entries((repository / name).read_text()) for name in LOCKS)

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[^a-z0-9._-]", requirement.lower(), maxsplit=1)[0] for requirement in requirements}

    groups = project["dependency-groups"]
    assert names(project["project"]["dependencies"]) | names(groups["build"]) <= set(runtime)
    assert names(groups["dev"]) <= set(everything)
