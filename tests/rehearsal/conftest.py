from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rehearsal.__main__ import main
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import read_anchors


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rehearsal, made once: ``data/`` and ``trust/`` of this folder. Nobody changes it."""
    folder = tmp_path_factory.mktemp("rehearsal")
    assert main(["--out", str(folder / "data"), "--trust", str(folder / "trust")]) == 0
    return folder


@pytest.fixture(scope="session")
def season(made: Path) -> Path:
    """Its data folder."""
    return made / "data"


@pytest.fixture(scope="session")
def working_copy(season: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy that a test may change, if it puts everything back."""
    return Path(shutil.copytree(season, tmp_path_factory.mktemp("copy") / "data"))


@pytest.fixture(scope="session")
def rehearsal_anchors(made: Path) -> TrustAnchors:
    """The anchors that the rehearsal came with."""
    anchors, findings = read_anchors({path.name: path.read_bytes() for path in (made / "trust").iterdir()})
    assert findings == []
    assert anchors is not None
    return anchors
