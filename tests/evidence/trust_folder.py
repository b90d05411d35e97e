"""Writes the trust anchors of a local issuer as a trust folder."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from site_builder.evidence.trust import moment
from tests.evidence.local_issuer import ORIGIN, LocalIssuer


def write_trust(folder: Path, issuer: LocalIssuer, *, rehearsal: bool = False) -> Path:
    """The folder, with everything that verifies this issuer's proofs."""
    folder.mkdir(parents=True)
    anchors = issuer.anchors()
    certificate, root = issuer.authority.certificate, issuer.authority.root
    pem = issuer.submitting.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    raw = base64.urlsafe_b64encode(issuer.signing.public_key().public_bytes_raw()).decode().rstrip("=")
    dates = {"valid_from": "2026-01-01T00:00:00Z", "retired_at": None}
    keys = {
        "keys": [{"kid": "key-t", "type": "Ed25519", "public": f"ed25519:{raw}", **dates}],
        "rekor_keys": [
            {"kid": "rekor-t", "type": "ECDSA-P256-SHA256", "public_pem": pem.decode("ascii"), **dates}
        ],
    }
    files = {
        "keys.json": json.dumps(keys).encode("ascii"),
        "tsa.crt": certificate.public_bytes(Encoding.PEM),
        "root.pem": root.public_bytes(Encoding.PEM),
        "log.pem": issuer.log_key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
    }
    mark = f"rehearsal = {str(rehearsal).lower()}"
    manifest = f"""
trust = "proveit-trust-v1"
[[issuer]]
name = "the test issuer"
vouches_for = "its calls"
{mark}
keys = "keys.json"
sha256 = "{hashlib.sha256(files["keys.json"]).hexdigest()}"
[[authority]]
name = "tsa.test"
vouches_for = "the time"
{mark}
certificate = "tsa.crt"
chain = ["root.pem"]
sha256 = "{hashlib.sha256(certificate.public_bytes(Encoding.DER)).hexdigest()}"
valid_from = {moment(certificate.not_valid_before_utc)}
valid_until = {moment(certificate.not_valid_after_utc)}
[[log]]
name = "the test log"
vouches_for = "its entries"
{mark}
origin = "{ORIGIN}"
key = "log.pem"
log_id = "{anchors.logs[0].key_id().hex()}"
"""
    for name, data in {**files, "trust.toml": manifest.encode("utf-8")}.items():
        (folder / name).write_bytes(data)
    return folder
