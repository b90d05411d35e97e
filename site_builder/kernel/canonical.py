"""Canonical JSON (FORMATS §4, specification §2.4) and strict JSON equality (specification §4).

Only the standard library writes canonical JSON: its text form of numbers is part of every hash.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final


def canonical_json(value: object) -> bytes:
    """Sorted keys, no spaces, ASCII-escaped: the bytes that commitments and hashes are taken over."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.encode("ascii")


_quoted: Final[Callable[[str], str]] = json.encoder.encode_basestring
"""What ``json.dumps(text, ensure_ascii=False)`` ends in."""


def json_text(value: object) -> str:
    """A JSON value on one line, readable: non-ASCII characters as they are, keys in their order."""
    if isinstance(value, str):
        return _quoted(value)
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def identity(value: object) -> str:
    """A text that is equal for two JSON values exactly when they are strictly equal.

    ``1``, ``1.0``, ``true`` and ``"1"`` all differ, at any depth; the order of keys does not matter.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def json_equal(left: object, right: object) -> bool:
    """Strict JSON equality, types included (specification §4, ``value``)."""
    if isinstance(left, str) and isinstance(right, str):  # most values; their type may be a str of ours
        return left == right
    return identity(left) == identity(right)
