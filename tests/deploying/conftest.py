"""A season that was published once, to be deployed again; a host for it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.deploying.season import INSTALL, Deployment, season_repository
from tests.harness import requirements, worlds

AFTER = "2026-03-25T00:00:00Z"


def require(*programs: str) -> None:
    """Skip the running test where one of these is not on this machine."""
    for name in programs:
        if shutil.which(name) is None:
            requirements.absent("deploying", f"no {name} on the PATH")


@pytest.fixture(scope="session")
def published_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the smallest season's repository and a host at which it was published after its close."""
    require("rsync", "flock", "curl")
    folder = tmp_path_factory.mktemp("published")
    (folder / "host").mkdir()
    checkout = season_repository(folder / "season", worlds.smallest_world(folder / "data"))
    season = Deployment(checkout, {"DEPLOY_KIND": "rsync", "DEPLOY_TO": str(folder / "host")})
    done = season.first(now=AFTER, until="Verify what is served")
    assert done.failed is None, done.logs
    return folder


@pytest.fixture
def published(published_once: Path, tmp_path: Path, serve: Callable[[Path], str]) -> Deployment:
    """The same, to be changed freely; verification of what was built is left to the tests about that."""
    for name in ("season", "host"):
        shutil.copytree(published_once / name, tmp_path / name, symlinks=True)
    host = tmp_path / "host"
    variables = {"DEPLOY_KIND": "rsync", "DEPLOY_TO": str(host), "DEPLOY_URL": serve(host / "current")}
    return Deployment(tmp_path / "season", variables, skipped=frozenset((INSTALL, "Verify what was built")))


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder that a static host serves."""
    (tmp_path / "host").mkdir()
    return tmp_path / "host"


@pytest.fixture
def season(tmp_path: Path, host: Path, world: Path, serve: Callable[[Path], str]) -> Deployment:
    """The smallest season with its keys and its scores, and a static host that nothing was published at."""
    require("rsync", "flock", "curl")
    variables = {"DEPLOY_KIND": "rsync", "DEPLOY_TO": str(host), "DEPLOY_URL": serve(host / "current")}
    return Deployment(season_repository(tmp_path / "season", world), variables | {"DEPLOY_WAIT": "1"})
