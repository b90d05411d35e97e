"""Fixtures that every test may use. The machinery behind them is in tests/harness."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.harness import requirements, worlds
from tests.harness.command import REPOSITORY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A slow machine is not a bug, and a run on the integration machine must repeat.
settings.register_profile(
    "house",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of official texts, real evidence and real-world inputs that stands beside the checkout."""
    folder = Path(os.environ.get("PROVEIT_SHARED") or REPOSITORY.parent / "shared")
    if not folder.is_dir():
        requirements.absent("shared", f"no folder {folder} (PROVEIT_SHARED names another)")
    return folder


@pytest.fixture(scope="session")
def make_season(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> worlds.SeasonMaker:
    """`make_season(participants, reference, …) -> Path`: a whole season, made once for its arguments."""
    return worlds.SeasonMaker(shared, tmp_path_factory.mktemp("seasons"))


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """The smallest valid world: a data folder of the test's own, to be changed freely."""
    return worlds.smallest_world(tmp_path / "data")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A running Chromium, one for the session."""
    from tests.harness import browser

    browser.require()
    with browser.browser() as running:
        yield running


@pytest.fixture
def serve() -> Iterator[Callable[[Path], str]]:
    """`serve(folder) -> address`: folders served on 127.0.0.1 until the test ends."""
    from tests.harness import browser

    with ExitStack() as stack:
        yield lambda folder: stack.enter_context(browser.served(folder))
