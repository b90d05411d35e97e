"""One document of every page type, state and language, made once a session."""

from __future__ import annotations

import pytest

from tests.harness.sample_documents import Sample, samples


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Sample]:
    """Every sample document; copy one before changing it."""
    return list(samples(tmp_path_factory.mktemp("samples")))
