from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from site_builder import anchors
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import read_anchors
from tests.evidence.local_issuer import LocalIssuer


@pytest.fixture(scope="session")
def real_anchors(repository: Path) -> TrustAnchors:
    """The trust anchors of the repository."""
    read, findings = read_anchors(anchors.read(repository / "trust"))
    assert findings == []
    assert read is not None
    return read


@pytest.fixture(scope="session")
def evidence(shared: Path) -> Path:
    """The folder of real proofs."""
    return shared / "evidence"


@pytest.fixture(scope="session")
def freeze_proof(evidence: Path) -> dict[str, Any]:
    """The freeze proof of 23 September 2026, spec 3.1."""
    document: dict[str, Any] = json.loads((evidence / "proof_prf_20260923_072144_2ad720.json").read_bytes())
    return document


@pytest.fixture(scope="session")
def old_proof(evidence: Path) -> dict[str, Any]:
    """The proof of 3 March 2026, spec 2.0."""
    document: dict[str, Any] = json.loads((evidence / "proof_prf_20260303_161853_4d0904.json").read_bytes())
    return document


@pytest.fixture(scope="session")
def old_entry(evidence: Path) -> dict[str, Any]:
    """The log entry of that proof."""
    document: dict[str, Any] = json.loads((evidence / "rekor_entry_1018479057.json").read_bytes())
    return document


@pytest.fixture(scope="session")
def issuer() -> LocalIssuer:
    """An issuer, an authority and a log of the tests' own."""
    return LocalIssuer()
