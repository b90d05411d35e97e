"""Fixtures of the acceptance tests: worlds and the sites built from them, each built once a session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.builds import Builds
from tests.acceptance.site import Site
from tests.harness import worlds
from tests.harness.worlds import REAL_INPUTS

# A small file system, and a quick folder: the publication tests have them already.
from tests.publish.conftest import mount as mount
from tests.publish.conftest import place as place


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    return Builds(tmp_path_factory.mktemp("sites"))


@pytest.fixture(scope="session")
def smallest_site(builds: Builds, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the smallest valid world."""
    return builds(worlds.smallest_world(tmp_path_factory.mktemp("smallest") / "data"))


@pytest.fixture
def real_season(world: Path) -> None:
    """The season of the world is a real one: a demonstration may change once published (G008 to G010)."""
    worlds.real(world)


@pytest.fixture(scope="session")
def season_site(builds: Builds, make_season: worlds.SeasonMaker) -> Site:
    """A season of 20 participants and 3 reference runs in each of the two tracks."""
    return builds(make_season(20, 3))


@pytest.fixture(scope="session")
def demonstration_site(builds: Builds, repository: Path) -> Site:
    """The site of the repository's own data: the demonstration season."""
    return builds(repository / "data/results")


@pytest.fixture(scope="session")
def real_world_data(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """`real_world_data("B20") -> data folder`: a real-world input laid over its base; "_base" is the base."""
    inputs = shared / REAL_INPUTS
    made: dict[str, Path] = {}

    def data(name: str) -> Path:
        if name not in made:
            folder = tmp_path_factory.mktemp(name.replace("/", "-")) / "data"
            made[name] = worlds.laid_over(inputs / "_base", inputs / name, folder)
        return made[name]

    return data


@pytest.fixture(scope="session")
def real_world_site(builds: Builds, real_world_data: Callable[[str], Path]) -> Callable[[str], Site]:
    """`real_world_site("B20") -> Site`: the same, built."""
    return lambda name: builds(real_world_data(name))
