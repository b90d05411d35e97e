"""RFC 6962 §2.1 by its own recursive definition: another way to the same trees than the verifier's."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def leaf(data: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + data).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The tree hash over leaf hashes, at least one."""
    if len(leaves) == 1:
        return leaves[0]
    split = _split(len(leaves))
    return hashlib.sha256(b"\x01" + root(leaves[:split]) + root(leaves[split:])).digest()


def path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The inclusion path of one leaf, from the leaf up."""
    if len(leaves) == 1:
        return []
    split = _split(len(leaves))
    if index < split:
        return [*path(index, leaves[:split]), root(leaves[split:])]
    return [*path(index - split, leaves[split:]), root(leaves[:split])]


def _split(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1
