"""The rich world of the samples, read once for all the tests of pages (they never change it)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.harness import loaded, sample_documents
from tests.harness.sample_documents import Sample


@pytest.fixture(scope="session")
def rich(tmp_path_factory: pytest.TempPathFactory) -> loaded.LoadedSeason:
    """A published season that holds every state of a row and every kind of correction."""
    return loaded.season(sample_documents.rich_world(tmp_path_factory.mktemp("rich")))


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Mapping[tuple[str, str], Sample]:
    """(name, language) → sample document."""
    made = sample_documents.samples(tmp_path_factory.mktemp("samples"))
    return {(sample.name, sample.language): sample for sample in made}


@pytest.fixture
def smallest_track(world: Path) -> loaded.LoadedTrack:
    """The track of the smallest world, unchanged."""
    return loaded.track(world)
