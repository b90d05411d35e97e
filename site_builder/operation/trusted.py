"""The trust anchors that a command of ``season`` judges proofs with."""

from __future__ import annotations

from pathlib import Path

from site_builder import anchors as trust_folder
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import CODE, NAME, read_anchors
from site_builder.kernel.findings import Finding
from site_builder.operation.refusal import RefusedError


def anchors_of(folder: Path) -> TrustAnchors:
    """The anchors of a trust folder. Raises :class:`RefusedError` (K001)."""
    try:
        anchors, findings = read_anchors(trust_folder.read(folder))
    except trust_folder.TrustFolderError as error:
        remedy = "Name the folder of the trust anchors in site.toml, [trust] anchors (docs/evidence.md)."
        raise RefusedError(
            [Finding(CODE, NAME, folder.name, str(error), "a folder of trust anchors", remedy)]
        ) from None
    if anchors is None:
        raise RefusedError(findings)
    return anchors
