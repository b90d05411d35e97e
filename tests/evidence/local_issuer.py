"""An issuer and a transparency log of the tests' own: whole proofs, with every witness, from given values."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from site_builder.evidence.trust import IssuerKey, Log, SubmitterKey, TrustAnchors
from tests.evidence.local_authority import LocalAuthority, Misbehaviour, new_key

DID = "did:key:z6MktKdvc6Pb3e7iabTpEinZuX8CE8MnGMGGQsdEgm9BVqWq"
TIME = dt.datetime(2026, 10, 2, 10, 12, 33, tzinfo=dt.UTC)
START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
ORIGIN = "log.test"
TREE = 0x0123456789ABCDEF

Json = dict[str, Any]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def root_of(leaves: list[bytes]) -> bytes:
    """RFC 6962 §2.1, by its own recursive definition."""
    if len(leaves) == 1:
        return leaves[0]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\x01" + root_of(leaves[:k]) + root_of(leaves[k:]))


def path_of(index: int, leaves: list[bytes]) -> list[bytes]:
    """RFC 6962 §2.1.1, by its own recursive definition."""
    if len(leaves) == 1:
        return []
    k = 1 << (len(leaves) - 1).bit_length() - 1
    if index < k:
        return [*path_of(index, leaves[:k]), root_of(leaves[k:])]
    return [*path_of(index - k, leaves[k:]), root_of(leaves[:k])]


def nonce_of(name: str) -> str:
    """A nonce that is the same in every run; nothing here is secret."""
    return sha256(b"nonce of " + name.encode()).hex()


def values(**changes: object) -> Json:
    """The committed fields of a call, with changes."""
    return {
        "request_hash": "11" * 32,
        "response_hash": "22" * 32,
        "transaction_id": "free_tier",
        "timestamp": "2026-10-02T10:05:00Z",
        "buyer_fingerprint": "33" * 32,
        "seller": "corpus.test",
        "agent_identity": DID,
        "agent_identity_verified": True,
        "did_resolution_status": "bound",
        "identity_consistent": True,
    } | changes


def disclosures(**changes: object) -> Json:
    """What a submission discloses of :func:`values`."""
    return {
        name: {"nonce": nonce_of(name), "value": values(**changes)[name]}
        for name in ("request_hash", "response_hash")
    }


@dataclass
class LocalIssuer:
    """Keys, an authority and a log. Proofs come in batches of ``batch_size``; ours is leaf ``leaf``."""

    authority: LocalAuthority = field(default_factory=LocalAuthority)
    signing: ed25519.Ed25519PrivateKey = field(default_factory=ed25519.Ed25519PrivateKey.generate)
    submitting: ec.EllipticCurvePrivateKey = field(default_factory=new_key)
    log_key: ec.EllipticCurvePrivateKey = field(default_factory=new_key)
    batch_size: int = 11
    leaf: int = 6

    def anchors(self, *, rehearsal: bool = False) -> TrustAnchors:
        return TrustAnchors(
            (IssuerKey("key-t", START, None, rehearsal, self.signing.public_key()),),
            (SubmitterKey("rekor-t", START, None, rehearsal, self.submitting.public_key()),),
            (self.authority.anchor(rehearsal=rehearsal),),
            (Log("the test log", ORIGIN, self.log_key.public_key(), rehearsal),),
        )

    def proof(
        self,
        fields: Json | None = None,
        *,
        time: dt.datetime = TIME,
        version: str = "3.1",
        fault: Misbehaviour | None = None,
    ) -> Json:
        """The public view of an anchored proof over these committed fields."""
        fields = values() if fields is None else fields
        commitments = {
            name: "sha256:"
            + sha256(
                name.encode() + b"\x00" + bytes.fromhex(nonce_of(name)) + canonical(value)
            ).hex()
            for name, value in fields.items()
        }
        ordered = [bytes.fromhex(commitments[name][7:]) for name in sorted(commitments)]
        chain = root_of([sha256(b"\x00" + item) for item in ordered])
        public = self.signing.public_key().public_bytes_raw()
        identity = [n for n in fields if n.startswith(("agent_", "did_", "identity_"))]
        flat = {"request": "request_hash", "response": "response_hash"}
        view = {
            "proof_id": "prf_20261002_101233_ab12cd",
            "spec_version": version,
            "hashes": {
                **{name: "sha256:" + fields[field] for name, field in flat.items()},
                "chain": "sha256:" + chain.hex(),
            },
            "commitments": commitments,
            **self.anchored(chain, time, fault),
            "arkforge_signature": "ed25519:" + _url(self.signing.sign(chain.hex().encode())),
            "arkforge_pubkey": "ed25519:" + _url(public),
            **{name: fields[name] for name in identity},
            "views_count": 3,
        }
        if version == "3.1":
            view["disclosed"] = {n: {"nonce": nonce_of(n), "value": fields[n]} for n in identity}
        return view

    def anchored(self, chain: bytes, time: dt.datetime, fault: Misbehaviour | None = None) -> Json:
        """The batch and the token about a chain hash."""
        others = [sha256(b"\x00" + bytes([n]) * 32) for n in range(self.batch_size)]
        leaves = [*others[: self.leaf], sha256(b"\x00" + chain), *others[self.leaf + 1 :]]
        root = root_of(leaves)
        return {
            "batch_anchor": {
                "status": "anchored",
                "batch_id": "batch_1",
                "leaf_index": self.leaf,
                "tree_size": self.batch_size,
                "audit_path": [item.hex() for item in path_of(self.leaf, leaves)],
                "root": "sha256:" + root.hex(),
            },
            "timestamp_authority": {
                "status": "verified",
                "tsr_base64": b64(self.authority.token(root, time, fault)),
            },
        }

    def entry(
        self,
        proof: Json,
        *,
        time: dt.datetime = TIME,
        artifact: bytes | None = None,
        algorithm: str = "sha256",
        **body: str,
    ) -> Json:
        """The log's answer about the batch root of a proof; ``artifact`` logs another text instead."""
        artifact = proof["batch_anchor"]["root"][7:].encode() if artifact is None else artifact
        pem = self.submitting.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        written = canonical(
            {
                "apiVersion": "0.0.1",
                "kind": "hashedrekord",
                "spec": {
                    "data": {"hash": {"algorithm": algorithm, "value": sha256(artifact).hex()}},
                    "signature": {
                        "content": b64(self.submitting.sign(artifact, ec.ECDSA(hashes.SHA256()))),
                        "publicKey": {"content": b64(pem)},
                    },
                },
            }
            | body
        )
        leaf = sha256(b"\x00" + written)
        leaves = [*(sha256(b"\x00" + bytes([n])) for n in range(20)), leaf, sha256(b"\x00last")]
        index = 20
        root = root_of(leaves)
        note = f"{ORIGIN} - {TREE}\n{len(leaves)}\n{b64(root)}\n"
        key_id = self.anchors().logs[0].key_id()
        promise = {
            "body": b64(written),
            "integratedTime": int(time.timestamp()),
            "logID": key_id.hex(),
            "logIndex": 1000 + index,
        }
        signed = self.log_key.sign(note.encode(), ec.ECDSA(hashes.SHA256()))
        answer = promise | {
            "verification": {
                "inclusionProof": {
                    "checkpoint": f"{note}\n— {ORIGIN} {b64(key_id[:4] + signed)}\n",
                    "hashes": [item.hex() for item in path_of(index, leaves)],
                    "logIndex": index,
                    "rootHash": root.hex(),
                    "treeSize": len(leaves),
                },
                "signedEntryTimestamp": b64(
                    self.log_key.sign(canonical(promise), ec.ECDSA(hashes.SHA256()))
                ),
            }
        }
        return {f"{TREE:016x}{leaf.hex()}": answer}


def with_log_copies(proof: Json, entry: Json) -> Json:
    """The proof with the flat copies of its log entry."""
    (uuid, answer), *_ = entry.items()
    copies = {"uuid": uuid, "log_index": answer["logIndex"], "integrated_time": answer["integratedTime"]}
    return proof | {"transparency_log": {"provider": "sigstore-rekor", "status": "verified", **copies}}


def as_bytes(value: object) -> bytes:
    return json.dumps(value).encode("utf-8")


def _url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
