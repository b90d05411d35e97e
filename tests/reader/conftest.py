"""Sites that the tests of the reader read: built once, never changed; who changes one takes a copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rehearsal.__main__ import main as make_rehearsal
from site_builder.content import catalogue as content
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.kernel import instants
from site_builder.reader.verify import Reader
from tests.acceptance.builds import LATER, built
from tests.harness import worlds
from tests.harness.command import REPOSITORY


@pytest.fixture(scope="session")
def smallest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the smallest world: no evidence beside its scores."""
    folder = tmp_path_factory.mktemp("smallest")
    world = worlds.smallest_world(folder / "data")
    built(world, folder / "site", now=LATER)
    return folder / "site"


@pytest.fixture(scope="session")
def rehearsal_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the rehearsal season: every score can be replayed."""
    folder = tmp_path_factory.mktemp("rehearsal")
    assert make_rehearsal(["--out", str(folder / "data"), "--trust", str(folder / "anchors")]) == 0
    built(folder / "data", folder / "site", now=LATER)
    return folder / "site"


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[Path], Path]:
    """`copy(site) -> Path`: a site of the test's own."""
    return lambda site: Path(shutil.copytree(site, tmp_path / "site"))


@pytest.fixture(scope="session")
def anchors() -> TrustAnchors:
    """The anchors of the checkout, those of the rehearsal included."""
    files = {
        path.relative_to(REPOSITORY / "trust").as_posix(): path.read_bytes()
        for path in (REPOSITORY / "trust").rglob("*")
        if path.is_file()
    }
    found, findings = read_anchors(files)
    assert found is not None, findings
    return found


@pytest.fixture(scope="session")
def reader(anchors: TrustAnchors) -> Reader:
    """A reader after the close of every season."""
    catalogue, findings = content.load(REPOSITORY / "content")
    assert catalogue is not None, findings
    return Reader(catalogue, anchors, instants.parse(LATER))
