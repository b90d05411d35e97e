"""Every secret of the rehearsal, derived from one committed seed.

These keys are public on purpose: whoever has this file can sign in their name. That is why their trust
anchors are marked as a rehearsal's and can vouch for no real season.
"""

from __future__ import annotations

import hashlib

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SEED = b"PROVE IT, rehearsal season 0: keys that are public on purpose"
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def derive(label: str) -> bytes:
    """32 bytes that follow from the seed and the label."""
    return hashlib.sha256(SEED + b"\x00" + label.encode("utf-8")).digest()


def nonce(label: str) -> str:
    """A nonce, 64 hex digits."""
    return derive(f"nonce {label}").hex()


def ed25519(label: str) -> Ed25519PrivateKey:
    """A signing key of an issuer or a participant."""
    return Ed25519PrivateKey.from_private_bytes(derive(f"ed25519 {label}"))


def p256(label: str) -> EllipticCurvePrivateKey:
    """A signing key of an authority, a log or a submitter."""
    return derive_private_key(int.from_bytes(derive(f"p256 {label}")) >> 1, SECP256R1())


def did(label: str) -> str:
    """The ``did:key`` of :func:`ed25519`."""
    number = int.from_bytes(b"\xed\x01" + ed25519(label).public_key().public_bytes_raw())
    text = ""
    while number:
        number, digit = divmod(number, 58)
        text = _BASE58[digit] + text
    return f"did:key:z{text}"
