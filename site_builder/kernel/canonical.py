"""Canonical JSON (FORMATS §4, specification §2.4) and strict JSON equality (specification §4).

Only the standard library writes canonical JSON: its text form of numbers is part of every hash.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, Final

_quoted: Final[Callable[[str], str]] = json.encoder.encode_basestring
"""What ``json.dumps(text, ensure_ascii=False)`` ends in."""
# ``json.dumps`` with these arguments would make them anew for each value.
_readable: Final = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "), allow_nan=False).encode
_sorted: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
).encode
_ascii: Final[Callable[[str], str]] = json.encoder.encode_basestring_ascii


def _number(value: float) -> str:
    if not isfinite(value):
        raise ValueError(f"not JSON: {value}")
    return float.__repr__(value)


# By exact type: most values that are no string. An encoder ends in the same texts, by a long way round.
_PLAIN: Final[dict[type, Callable[[Any], str]]] = {
    int: str,
    float: _number,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
}


def canonical_json(value: object) -> bytes:
    """Sorted keys, no spaces, ASCII-escaped: the bytes that commitments and hashes are taken over."""
    return _sorted(value).encode("ascii")


def json_text(value: object) -> str:
    """A JSON value on one line, readable: non-ASCII characters as they are, keys in their order."""
    if isinstance(value, str):
        return _quoted(value)
    plain = _PLAIN.get(type(value))
    return plain(value) if plain else _readable(value)


def identity(value: object) -> str:
    """A text that is equal for two JSON values exactly when they are strictly equal.

    ``1``, ``1.0``, ``true`` and ``"1"`` all differ, at any depth; the order of keys does not matter.
    """
    if isinstance(value, str):
        return _ascii(value)
    plain = _PLAIN.get(type(value))
    return plain(value) if plain else _sorted(value)


def json_equal(left: object, right: object) -> bool:
    """Strict JSON equality, types included (specification §4, ``value``)."""
    if isinstance(left, str) and isinstance(right, str):  # most values; their type may be a str of ours
        return left == right
    return identity(left) == identity(right)
