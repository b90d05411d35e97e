"""The hashes that a call to the frozen corpus must have (specification §2.4, FORMATS §4)."""

from __future__ import annotations

import hashlib
import json

from site_builder.kernel.canonical import canonical_json


def request_hash(target: str, method: str, payload: object) -> str:
    """SHA-256 (hex) of the canonical JSON of a call: its URL character for character, method and payload.

    The amount is forced to zero before a call is made, and is written ``0.0``: another spelling of the
    same number would be another hash.
    """
    members = (
        (b"amount", b"0.0"),
        (b"currency", b'"eur"'),
        (b"method", canonical_json(method)),
        (b"payload", canonical_json(payload)),
        (b"target", canonical_json(target)),
    )
    text = b",".join(b'"' + name + b'":' + value for name, value in members)
    return hashlib.sha256(b"{" + text + b"}").hexdigest()


def served_value(body: bytes) -> object:
    """The value of the bytes that the corpus serves, read as the proxy reads them; ``ValueError`` if none.

    The bytes are parsed, never rebuilt from a literal: that rule keeps out every difference of type.
    """
    try:
        return json.loads(body)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def response_hash(body: bytes) -> str:
    """SHA-256 (hex) of the canonical JSON of the bytes served; ``ValueError`` when they are not JSON."""
    return hashlib.sha256(canonical_json(served_value(body))).hexdigest()
