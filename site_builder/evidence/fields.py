"""Reading a proof's members without trusting their shape: a value of the right form, or nothing."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping

_HEX32 = re.compile(r"[0-9a-f]{64}")


def member(document: object, *path: str) -> object:
    """The value at this path of object members, or ``None``."""
    value = document
    for name in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(name)
    return value


def mapping(value: object) -> Mapping[str, object] | None:
    """The value, when it is an object that is not empty."""
    return value if isinstance(value, Mapping) and value else None


def hash_bytes(value: object) -> bytes | None:
    """The 32 bytes of ``64 lowercase hex digits``."""
    if isinstance(value, str) and _HEX32.fullmatch(value):
        return bytes.fromhex(value)
    return None


def prefixed_hash(value: object) -> bytes | None:
    """The 32 bytes of ``sha256:`` and 64 lowercase hex digits."""
    if isinstance(value, str) and value.startswith("sha256:"):
        return hash_bytes(value.removeprefix("sha256:"))
    return None


def prefixed(digest: bytes) -> str:
    """The inverse of :func:`prefixed_hash`."""
    return "sha256:" + digest.hex()


def standard_base64(value: object) -> bytes | None:
    """The bytes of canonical standard base64: padding exact, no other character, no spare bit."""
    if not isinstance(value, str) or not value:
        return None
    try:
        data = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode("ascii") == value else None


def url_base64(value: object) -> bytes | None:
    """The bytes of canonical base64url without padding, as Ed25519 keys and signatures are written."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9_-]+", value):
        return None
    try:
        data = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except (binascii.Error, ValueError):
        return None
    return data if url_text(data) == value else None


def url_text(data: bytes) -> str:
    """The inverse of :func:`url_base64`."""
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def whole_number(value: object) -> int | None:
    """A JSON integer that is not negative and below 2**63; ``true`` and ``1.0`` are none."""
    if type(value) is int and 0 <= value < 1 << 63:
        return value
    return None
