"""Step 2: the issuer's Ed25519 signature over the chain hash's hex text (FORMATS §4).

Only a *published* key counts, and only if it was valid at the proof's time, which is the time token's.
The key inside the proof is a flat copy: whoever forges a proof writes the key that fits.
What it proves: the issuer vouched for this chain hash. What it does not: when, or that it is true.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from site_builder.evidence.fields import member, prefixed_hash, url_base64
from site_builder.evidence.steps import Recorder, Step
from site_builder.evidence.trust import IssuerKey, moment

PLACE = "/arkforge_signature"


def check_signature(
    proof: Mapping[str, object], keys: tuple[IssuerKey, ...], time: datetime | None, pending: bool
) -> tuple[Step, IssuerKey | None]:
    """Step 2, and the published key that made the signature (valid at that time or not)."""
    step = Recorder(2)
    chain = prefixed_hash(member(proof, "hashes", "chain"))
    stated = proof.get("arkforge_signature")
    if step.formed("signature_present", stated or None, stated, "ed25519:<base64url>", PLACE) is None:
        return step.done(), None
    signature = None
    if isinstance(stated, str) and stated.startswith("ed25519:"):
        signature = url_base64(stated.removeprefix("ed25519:"))
    if signature is not None and len(signature) != 64:
        signature = None
    step.formed("signature_form", signature, stated, "ed25519: and 64 bytes in base64url", PLACE)
    step.formed("chain_stated", chain, member(proof, "hashes", "chain"), "sha256:<hex>", "/hashes/chain")
    if signature is None or chain is None:
        return step.done(), None
    signers = [key for key in keys if ed25519_valid(key.public, signature, chain.hex().encode("ascii"))]
    names = ", ".join(key.kid for key in keys) or "no published key is known"
    if not step.check("published_key", bool(signers), _names(signers), f"signed by one of: {names}", PLACE):
        return step.done(), None
    if time is None:
        reason = f"{_names(signers)} signed; the key is judged at the token's time, which is not known"
        if pending:
            return step.pending("batch_open", reason + " yet"), signers[0]
        return step.not_checked("time_unknown", reason), signers[0]
    valid = [key for key in signers if key.valid_at(time)]
    best = (valid or signers)[0]
    step.check("key_valid", bool(valid), f"{moment(time)}, the proof's time", best.validity())
    return step.done(), best


def ed25519_valid(key: Ed25519PublicKey, signature: bytes, message: bytes) -> bool:
    """Whether this is the key's Ed25519 signature (RFC 8032) over the message."""
    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True


def _names(keys: list[IssuerKey]) -> str | None:
    return ", ".join(key.kid for key in keys) or None
