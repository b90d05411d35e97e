"""``proofs/<proof_id>.json`` and ``log/<batch root>.json``: bytes that the evidence package judges."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.kernel import identifiers, strict_json


@dataclass(frozen=True, slots=True)
class ProofView:
    """The public view of a proof and the log's entry about it, as bytes; ``None`` where there is none."""

    view: bytes | None
    log_entry: bytes | None


def anchored_root(view: bytes) -> str | None:
    """The hash (64 hex digits) that a proof says is anchored: its batch root, else its chain hash."""
    try:
        document = strict_json.parse(view)
    except strict_json.StrictJsonError:
        return None
    for outer, inner in (("batch_anchor", "root"), ("hashes", "chain")):
        part = document.get(outer) if isinstance(document, dict) else None
        stated = part.get(inner) if isinstance(part, dict) else None
        if isinstance(stated, str):
            digest = stated.removeprefix("sha256:")
            return digest if identifiers.matches(identifiers.SHA256, digest) else None
    return None
