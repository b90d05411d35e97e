"""The trust anchors of the rehearsal, as the files of ``trust/rehearsal``."""

from __future__ import annotations

import base64
import hashlib
import json

from cryptography.hazmat.primitives.serialization import Encoding

from rehearsal import seed
from rehearsal.authority import NAME
from rehearsal.issuer import Issuer
from rehearsal.log import ORIGIN, public_pem
from site_builder.evidence.trust import moment

_MANIFEST = """\
# The anchors of the rehearsal season: made by `python -m rehearsal` from a seed that is public on purpose.
# Marked as a rehearsal's, they count in seasons that are demonstrations, and for a real season do not exist.
trust = "proveit-trust-v1"

[[issuer]]
name = "Rehearsal proxy"
vouches_for = "that it observed a call of the rehearsal and committed to it"
rehearsal = true
keys = "issuer-keys.json"
sha256 = "{keys}"

[[authority]]
name = "{authority}"
vouches_for = "the time at which a batch root of the rehearsal existed (RFC 3161)"
rehearsal = true
certificate = "tsa.crt"
chain = ["tsa-root.pem"]
sha256 = "{certificate}"
valid_from = {valid_from}
valid_until = {valid_until}

[[log]]
name = "Rehearsal log"
vouches_for = "that a batch root stands in the rehearsal's append-only log"
rehearsal = true
origin = "{origin}"
key = "log-key.pem"
log_id = "{log_id}"
"""


def trust_files(issuer: Issuer) -> dict[str, bytes]:
    """File name → bytes."""
    dates = {"valid_from": "2026-04-01T00:00:00Z", "retired_at": None}
    raw = seed.ed25519("issuer").public_key().public_bytes_raw()
    public = "ed25519:" + base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")
    pem = public_pem(seed.p256("submitter")).decode("ascii")
    keys = {
        "keys": [{"kid": "rehearsal-1", "type": "Ed25519", "public": public, **dates}],
        "rekor_keys": [{"kid": "rehearsal-log-1", "type": "ECDSA-P256-SHA256", "public_pem": pem, **dates}],
    }
    key_file = (json.dumps(keys, indent=2) + "\n").encode("ascii")
    certificate = issuer.tsa.certificate
    manifest = _MANIFEST.format(
        keys=hashlib.sha256(key_file).hexdigest(),
        authority=NAME,
        certificate=hashlib.sha256(certificate.public_bytes(Encoding.DER)).hexdigest(),
        valid_from=moment(certificate.not_valid_before_utc),
        valid_until=moment(certificate.not_valid_after_utc),
        origin=ORIGIN,
        log_id=issuer.log.log_id.hex(),
    )
    return {
        "trust.toml": manifest.encode("ascii"),
        "issuer-keys.json": key_file,
        "tsa.crt": certificate.public_bytes(Encoding.PEM),
        "tsa-root.pem": issuer.tsa.root.public_bytes(Encoding.PEM),
        "log-key.pem": public_pem(issuer.log.key),
    }
