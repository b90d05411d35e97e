"""``site-builder seal``: the trust folder is read, the authority is asked, the site is published anew."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from site_builder import anchors
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.kernel.findings import Finding
from site_builder.publish import PublicationError
from site_builder.publish.authority import ask, check_address
from site_builder.publish.errors import TOKEN_REFUSED
from site_builder.publish.seal import Sealed
from site_builder.publish.seal import seal as seal_site

__all__ = ["as_json", "as_text", "check_address", "seal"]


def seal(output: Path, authority: str, trust: Path) -> Sealed | list[Finding]:
    """Seal the ledger of the site in ``output`` with a token of the authority at that address."""
    try:
        found, findings = read_anchors(anchors.read(trust))
    except anchors.TrustFolderError as error:
        return [TOKEN_REFUSED.finding("trust.toml", str(error), "a folder of trust anchors")]
    if found is None:
        return findings
    try:
        return seal_site(output, partial(ask, authority), found.authorities)
    except PublicationError as error:
        return error.findings


def as_text(sealed: Sealed) -> str:
    """One line for a person."""
    seal, lines = sealed.seal, sealed.seal.head.lines
    what = f"{lines} line{'s' * (lines != 1)} of the ledger, SHA-256 {seal.head.sha256}"
    who = f"{seal.authority} at {seal.time}{', for a rehearsal' * seal.rehearsal}"
    return f"{'Sealed' if sealed.new else 'Already sealed'}: {what}, stamped by {who}."


def as_json(sealed: Sealed) -> dict[str, object]:
    """The same for machines."""
    return {"new": sealed.new, "seal": json.loads(sealed.seal.as_bytes())}
