"""The rehearsal's proxy: it observes calls, commits to them, and anchors them in batches (FORMATS §4)."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rehearsal import merkle, seed
from rehearsal.authority import NAME, Authority, authority, sign
from rehearsal.log import TransparencyLog, b64
from site_builder.kernel.canonical import canonical_json

__all__ = ["Call", "Issuer", "Proof", "sign"]

_IDENTITY = ("agent_identity", "agent_identity_verified", "did_resolution_status", "identity_consistent")


@dataclass(frozen=True, slots=True)
class Call:
    """One observed call. ``label`` makes its identifiers; ``body`` are the bytes of the answer."""

    label: str
    at: dt.datetime
    target: str
    method: str
    payload: object
    body: bytes
    did: str
    bound: bool = True
    spec_version: str = "3.1"


@dataclass(frozen=True, slots=True)
class Proof:
    """What the caller gets: the proof's id, the openings of its hashes, and the view once it is anchored."""

    proof_id: str
    disclosure: dict[str, dict[str, str]]
    view: dict[str, Any]


@dataclass(slots=True)
class Issuer:
    """Keys, an authority and a log; ``roots`` are the batches that were closed, by root."""

    tsa: Authority = field(default_factory=authority)
    log: TransparencyLog = field(default_factory=TransparencyLog)
    roots: list[str] = field(default_factory=list)

    def anchor(self, calls: Sequence[Call], time: dt.datetime) -> list[Proof]:
        """Closes a batch of calls at ``time``; a batch has at least one."""
        committed = [_commit(call) for call in calls]
        leaves = [merkle.leaf(bytes.fromhex(chain)) for _, _, chain in committed]
        root = merkle.root(leaves)
        self.log.append(root.hex(), seed.p256("submitter"), time + dt.timedelta(seconds=3))
        self.roots.append(root.hex())
        stamp = {
            "status": "verified",
            "provider": NAME,
            "tsr_base64": b64(self.tsa.token(root, time)),
            "anchored": "batch_root",
        }
        entry = {
            "provider": "rehearsal-log",
            "status": "verified",
            **self.log.copies(root.hex()),
            "anchored": "batch_root",
        }
        proofs = []
        for number, (call, (fields, nonces, chain)) in enumerate(zip(calls, committed, strict=True)):
            batch = {
                "status": "anchored",
                "batch_id": f"batch_{time:%Y%m%d_%H%M%S}_{len(self.roots):03d}",
                "leaf_index": number,
                "tree_size": len(leaves),
                "audit_path": [node.hex() for node in merkle.path(number, leaves)],
                "root": f"sha256:{root.hex()}",
            }
            anchors = {"batch_anchor": batch, "timestamp_authority": stamp, "transparency_log": entry}
            proofs.append(_proof(call, fields, nonces, chain, anchors))
        return proofs

    def wait(self, call: Call) -> Proof:
        """A call whose batch is still open: it has no anchor yet."""
        fields, nonces, chain = _commit(call)
        anchors = {
            "batch_anchor": {"status": "open", "batch_id": f"batch_{call.at:%Y%m%d_%H%M%S}_open"},
            "timestamp_authority": {"status": "pending"},
            "transparency_log": {"status": "pending"},
        }
        return _proof(call, fields, nonces, chain, anchors)


def request_hash(target: str, method: str, payload: object) -> str:
    """The hash of a call as the proxy takes it: the amount is a float, and Python writes it ``0.0``."""
    request = {"target": target, "method": method, "payload": payload, "amount": 0.0, "currency": "eur"}
    return hashlib.sha256(canonical_json(request)).hexdigest()


def proof_id(call: Call) -> str:
    """``prf_YYYYMMDD_HHMMSS_<6 hex>``."""
    return f"prf_{call.at:%Y%m%d_%H%M%S}_{seed.derive(f'proof {call.label}').hex()[:6]}"


def _commit(call: Call) -> tuple[dict[str, Any], dict[str, str], str]:
    """The committed fields, the nonce of each, and the chain hash (hex)."""
    answer = hashlib.sha256(canonical_json(json.loads(call.body))).hexdigest()
    fields: dict[str, Any] = {
        "request_hash": request_hash(call.target, call.method, call.payload),
        "response_hash": answer,
        "transaction_id": "free_tier",
        "timestamp": f"{call.at:%Y-%m-%dT%H:%M:%SZ}",
        "buyer_fingerprint": seed.derive(f"buyer {call.did}").hex(),
        "seller": call.target.split("/")[2],
    }
    if call.spec_version == "3.1":
        fields |= {
            "agent_identity": call.did,
            "agent_identity_verified": True if call.bound else None,
            "did_resolution_status": "bound" if call.bound else "unverified",
            "identity_consistent": True,
        }
    nonces = {name: seed.nonce(f"{call.label} {name}") for name in fields}
    leaves = [merkle.leaf(_commitment(n, nonces[n], fields[n])) for n in sorted(fields)]
    return fields, nonces, merkle.root(leaves).hex()


def _commitment(name: str, nonce: str, value: object) -> bytes:
    data = name.encode("ascii") + b"\x00" + bytes.fromhex(nonce) + canonical_json(value)
    return hashlib.sha256(data).digest()


def _proof(
    call: Call, fields: dict[str, Any], nonces: dict[str, str], chain: str, anchors: dict[str, Any]
) -> Proof:
    key = seed.ed25519("issuer")
    view: dict[str, Any] = {
        "proof_id": proof_id(call),
        "is_demo": False,
        "spec_version": call.spec_version,
        "hashes": {
            "request": f"sha256:{fields['request_hash']}",
            "response": f"sha256:{fields['response_hash']}",
            "chain": f"sha256:{chain}",
        },
        "commitments": {n: f"sha256:{_commitment(n, nonces[n], fields[n]).hex()}" for n in fields},
        **anchors,
        "timestamp": fields["timestamp"],
        "arkforge_signature": f"ed25519:{_url(key.sign(chain.encode('ascii')))}",
        "arkforge_pubkey": f"ed25519:{_url(key.public_key().public_bytes_raw())}",
        "transaction_success": True,
        "agent_identity": call.did,
        "agent_identity_verified": True if call.bound else None,
        "did_resolution_status": "bound" if call.bound else "unverified",
        "identity_consistent": True,
        "seller": fields["seller"],
    }
    opened = [name for name in _IDENTITY if name in fields]
    if opened:
        view["disclosed"] = {name: {"nonce": nonces[name], "value": fields[name]} for name in opened}
    disclosure = {
        name: {"nonce": nonces[name], "value": str(fields[name])}
        for name in ("request_hash", "response_hash")
    }
    return Proof(str(view["proof_id"]), disclosure, view)


def _url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
