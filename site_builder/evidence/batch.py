"""Step 3: the proof is a leaf of its batch (FORMATS §4, ``batch_anchor``).

What it proves: the batch root, which the time token and the log entry are about, covers this chain
hash. What it does not: how many leaves the batch has. Two sizes that give a leaf the same path are
told apart by nothing, so ``leaf_index`` and ``tree_size`` are evidence for the path's shape alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.evidence import merkle
from site_builder.evidence.commitments import Version
from site_builder.evidence.fields import hash_bytes, mapping, member, prefixed, prefixed_hash, whole_number
from site_builder.evidence.steps import Recorder, Step


def is_pending(proof: Mapping[str, object]) -> bool:
    """Whether the proof's batch is still open: it says a status, and the status is not ``anchored``."""
    status = member(proof, "batch_anchor", "status")
    return isinstance(status, str) and status not in ("", "anchored")


def anchored_hash(proof: Mapping[str, object], version: Version) -> bytes | None:
    """The 32 bytes that the token and the log entry must be about: the batch root as stated.

    Versions before commitments were anchored one by one, on their own chain hash.
    """
    if version.commits or proof.get("batch_anchor") is not None:
        return prefixed_hash(member(proof, "batch_anchor", "root"))
    return prefixed_hash(member(proof, "hashes", "chain"))


def check_batch(proof: Mapping[str, object], version: Version) -> Step:
    """Step 3: the inclusion path, of exactly the length that index and size imply."""
    step = Recorder(3)
    batch = proof.get("batch_anchor")
    if not version.commits and batch is None:
        return step.not_checked("no_batch", "this proof was anchored by itself, on its own chain hash")
    if step.formed("batch_present", mapping(batch), batch, "an object", "/batch_anchor") is None:
        return step.done()
    if is_pending(proof):
        return step.pending("batch_open", "the batch of this proof is not closed yet")
    step.equal("batch_status", member(batch, "status"), "anchored", "/batch_anchor/status")
    index = _number(step, batch, "leaf_index")
    size = _number(step, batch, "tree_size")
    path = _path(step, member(batch, "audit_path"))
    root = _hash(step, member(batch, "root"), "root", "/batch_anchor/root")
    chain = _hash(step, member(proof, "hashes", "chain"), "chain", "/hashes/chain")
    if index is None or size is None or path is None or root is None or chain is None:
        return step.done()
    if not step.check("leaf_in_tree", index < size, index, f"below {size}", "/batch_anchor/leaf_index"):
        return step.done()
    length = merkle.path_length(index, size)
    if step.equal("path_length", len(path), length, "/batch_anchor/audit_path"):
        reached = merkle.root_from_path(merkle.leaf_hash(chain), index, size, path)
        found = prefixed(reached) if reached is not None else None
        step.equal("batch_root", prefixed(root), found, "/batch_anchor/root")
    return step.done()


def _number(step: Recorder, batch: object, name: str) -> int | None:
    value = member(batch, name)
    return step.formed(f"{name}_form", whole_number(value), value, "a whole number", f"/batch_anchor/{name}")


def _hash(step: Recorder, value: object, name: str, pointer: str) -> bytes | None:
    return step.formed(f"{name}_form", prefixed_hash(value), value, "sha256:<hex>", pointer)


def _path(step: Recorder, value: object) -> list[bytes] | None:
    place = "/batch_anchor/audit_path"
    if not isinstance(value, list) or len(value) >= 64:
        return step.formed("path_form", None, value, "an array of hashes", place)
    hashes = [hash_bytes(item) for item in value]
    for n, digest in enumerate(hashes):
        if digest is None:
            step.check("path_form", False, value[n], "64 hex digits", f"{place}/{n}")
    return None if None in hashes else [digest for digest in hashes if digest is not None]
