"""RFC 6962 Merkle trees: the tree hash, and inclusion paths of exactly the right length."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def leaf_hash(data: bytes) -> bytes:
    """SHA-256 of ``0x00`` and the leaf's data (RFC 6962 §2.1)."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """SHA-256 of ``0x01`` and the two children (RFC 6962 §2.1)."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def tree_hash(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf hashes, at least one; an odd node is promoted, never doubled."""
    level = list(leaves)
    if not level:
        raise ValueError("a tree has at least one leaf")
    while len(level) > 1:
        paired = [node_hash(level[n], level[n + 1]) for n in range(0, len(level) - 1, 2)]
        level = paired + level[len(level) & ~1 :]
    return level[0]


def path_length(index: int, size: int) -> int | None:
    """How many hashes the path of leaf ``index`` has in a tree of ``size`` leaves; ``None`` outside it."""
    if not 0 <= index < size:
        return None
    return len(_sides(index, size))


def root_from_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a leaf hash and its path lead to; ``None`` when the path has another length.

    The exact length matters: with a size that is overstated, the real siblings still lead to the real
    root while hashes that the stated size asks for were never there.
    """
    if not 0 <= index < size:
        return None
    sides = _sides(index, size)
    if len(path) != len(sides):
        return None
    node = leaf
    for sibling, on_the_left in zip(path, sides, strict=True):
        node = node_hash(sibling, node) if on_the_left else node_hash(node, sibling)
    return node


def _sides(index: int, size: int) -> list[bool]:
    """For each sibling from the leaf up, whether it stands on the left; promoted levels have none."""
    sides = []
    last = size - 1
    while last:
        if index & 1:
            sides.append(True)
        elif index < last:
            sides.append(False)
        index >>= 1
        last >>= 1
    return sides
