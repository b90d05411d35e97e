"""The second half of step 5: the entry is a leaf of the log's tree, and a checkpoint vouches for the tree."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey

from site_builder.evidence import merkle
from site_builder.evidence.checkpoint import read_checkpoint
from site_builder.evidence.fields import hash_bytes, member, whole_number
from site_builder.evidence.steps import Recorder
from site_builder.evidence.trust import Log

PLACE = "/verification/inclusionProof"


def check_inclusion(
    step: Recorder, entry: Mapping[str, object], leaf: bytes, log: Log, tree: int | None
) -> None:
    """The path from the leaf to the root, at the index *inside the shard*: the log's global index is
    another number. ``tree``: the tree's number in the entry's name, where it holds one."""
    proof = member(entry, "verification", "inclusionProof")
    stated = {name: member(proof, name) for name in ("logIndex", "treeSize", "rootHash", "hashes")}
    index = _number(step, "index_form", stated["logIndex"], "logIndex")
    size = _number(step, "size_form", stated["treeSize"], "treeSize")
    root = hash_bytes(stated["rootHash"])
    step.formed("root_form", root, stated["rootHash"], "64 hex digits", f"{PLACE}/rootHash")
    path = _path(stated["hashes"])
    step.formed("path_form", path, stated["hashes"], "an array of 64 hex digits each", f"{PLACE}/hashes")
    if index is not None and size is not None and path is not None:
        length = merkle.path_length(index, size)
        inside = step.check("index_in_tree", length is not None, index, f"below {size}", f"{PLACE}/logIndex")
        if inside and step.equal("path_length", len(path), length, f"{PLACE}/hashes"):
            reached = merkle.root_from_path(leaf, index, size, path)
            step.equal("log_root", root, reached, f"{PLACE}/rootHash")
    _check_checkpoint(step, member(proof, "checkpoint"), log, tree, size, root)


def _check_checkpoint(
    step: Recorder, text: object, log: Log, tree: int | None, size: int | None, root: bytes | None
) -> None:
    place = f"{PLACE}/checkpoint"
    note = read_checkpoint(text)
    if note is None:
        step.check("checkpoint_form", False, text, "a checkpoint with one signature", place)
        return
    origin = re.fullmatch(re.escape(log.origin) + r"(?: - ([0-9]{1,20}))?", note.origin)
    wanted = f"{log.origin}, and a tree's number"
    step.check("checkpoint_origin", origin is not None, note.origin, wanted, place)
    if origin and origin[1] and tree is not None:
        step.equal("checkpoint_tree", tree, int(origin[1]))
    step.equal("checkpoint_size", note.size, size, place)
    step.equal("checkpoint_root", note.root, root, place)
    signer = f"{note.signer} {note.key_hint.hex()}"
    step.equal("checkpoint_key", signer, f"{log.origin} {log.key_id()[:4].hex()}", place)
    good = ecdsa_valid(log.public, note.signature, note.signed)
    step.valid("checkpoint_signature", good, f"signed by {log.name}", place)


def _number(step: Recorder, check: str, value: object, name: str) -> int | None:
    return step.formed(check, whole_number(value), value, "a whole number", f"{PLACE}/{name}")


def _path(value: object) -> list[bytes] | None:
    if not isinstance(value, list) or len(value) >= 64:
        return None
    hashes_read = [hash_bytes(item) for item in value]
    return None if None in hashes_read else [item for item in hashes_read if item is not None]


def ecdsa_valid(key: EllipticCurvePublicKey, signature: bytes | None, message: bytes) -> bool:
    """Whether this is the key's ECDSA signature (DER) over SHA-256 of the message."""
    if signature is None:
        return False
    try:
        key.verify(signature, message, ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True
