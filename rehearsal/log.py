"""An append-only log with signed checkpoints, whose entries are in Rekor's format."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from rehearsal import merkle, seed
from rehearsal.authority import sign
from site_builder.kernel.canonical import canonical_json

ORIGIN = "log.rehearsal.example"
TREE = 0x7265686561727361  # "rehearsa"
# The entries of other shards come before ours: an index in the log is not an index in the tree.
_BEFORE_THIS_SHARD = 40_000
# Entries of strangers at the start of the tree, and a checkpoint each so many entries.
_STRANGERS, _CHECKPOINT_EACH = 5, 8


def b64(data: bytes) -> str:
    """Standard base64 as text."""
    return base64.b64encode(data).decode("ascii")


def public_pem(key: EllipticCurvePrivateKey) -> bytes:
    """The public key in PEM."""
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


@dataclass(slots=True)
class TransparencyLog:
    """Entries in the order in which they were appended; nothing is ever taken out."""

    key: EllipticCurvePrivateKey = field(default_factory=lambda: seed.p256("log"))
    _leaves: list[bytes] = field(
        default_factory=lambda: [merkle.leaf(seed.derive(f"stranger {n}")) for n in range(_STRANGERS)]
    )
    _entries: dict[str, tuple[int, bytes, int]] = field(default_factory=dict)

    @property
    def log_id(self) -> bytes:
        """SHA-256 of the public key's DER."""
        der = self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return hashlib.sha256(der).digest()

    def append(self, artifact: str, submitter: EllipticCurvePrivateKey, time: dt.datetime) -> None:
        """Takes in an entry about a text: its signature by the submitter, and when it came."""
        data = artifact.encode("ascii")
        body = canonical_json(
            {
                "apiVersion": "0.0.1",
                "kind": "hashedrekord",
                "spec": {
                    "data": {"hash": {"algorithm": "sha256", "value": hashlib.sha256(data).hexdigest()}},
                    "signature": {
                        "content": b64(sign(submitter, data)),
                        "publicKey": {"content": b64(public_pem(submitter))},
                    },
                },
            }
        )
        self._entries[artifact] = (len(self._leaves), body, int(time.timestamp()))
        self._leaves.append(merkle.leaf(body))

    def copies(self, artifact: str) -> dict[str, Any]:
        """What a proof repeats of its entry."""
        index, _, seconds = self._entries[artifact]
        return {
            "uuid": self._uuid(index),
            "log_index": _BEFORE_THIS_SHARD + index,
            "integrated_time": seconds,
        }

    def answer(self, artifact: str) -> dict[str, Any]:
        """The log's answer about an entry: the entry, its promise, and its place under a checkpoint."""
        index, body, seconds = self._entries[artifact]
        size = min(len(self._leaves), (index // _CHECKPOINT_EACH + 1) * _CHECKPOINT_EACH)
        leaves = self._leaves[:size]
        promise: dict[str, Any] = {
            "body": b64(body),
            "integratedTime": seconds,
            "logID": self.log_id.hex(),
            "logIndex": _BEFORE_THIS_SHARD + index,
        }
        proof = {
            "checkpoint": self._checkpoint(leaves),
            "hashes": [node.hex() for node in merkle.path(index, leaves)],
            "logIndex": index,
            "rootHash": merkle.root(leaves).hex(),
            "treeSize": size,
        }
        signed = b64(sign(self.key, canonical_json(promise)))
        verification = {"inclusionProof": proof, "signedEntryTimestamp": signed}
        return {self._uuid(index): promise | {"verification": verification}}

    def _checkpoint(self, leaves: list[bytes]) -> str:
        note = f"{ORIGIN} - {TREE}\n{len(leaves)}\n{b64(merkle.root(leaves))}\n"
        return f"{note}\n— {ORIGIN} {b64(self.log_id[:4] + sign(self.key, note.encode()))}\n"

    def _uuid(self, index: int) -> str:
        return f"{TREE:016x}{self._leaves[index].hex()}"
