"""Step 1: the commitments of a proof lead to its chain hash (FORMATS §4; proof specification §2).

What it proves: the chain hash, which every later step anchors, covers each commitment. What it does
not: what the committed values are; only an opening (steps 6 and 7) says that.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.evidence import merkle
from site_builder.evidence.fields import mapping, member, prefixed, prefixed_hash
from site_builder.evidence.steps import Recorder, Step
from site_builder.kernel.canonical import canonical_json

_CALL = frozenset(
    ("request_hash", "response_hash", "transaction_id", "timestamp", "buyer_fingerprint", "seller")
)
IDENTITY = ("agent_identity", "agent_identity_verified", "did_resolution_status")
CONSISTENT = "identity_consistent"
_WHEN_PRESENT = frozenset(("upstream_timestamp", "receipt_content_hash"))


@dataclass(frozen=True, slots=True)
class Version:
    """What one ``spec_version`` commits to. Without commitments, its chain hash covers hidden values."""

    commits: bool
    anchors_identity: bool
    required: frozenset[str]
    optional: frozenset[str]


_VALUES = Version(commits=False, anchors_identity=False, required=frozenset(), optional=frozenset())
VERSIONS: Mapping[str, Version] = {
    "1.1": _VALUES,
    "1.2": _VALUES,
    "2.0": _VALUES,
    "2.1": _VALUES,
    "3.0": Version(True, False, _CALL, _WHEN_PRESENT),
    # The fourth identity field came with later 3.1 proofs.
    "3.1": Version(True, True, _CALL | frozenset(IDENTITY), _WHEN_PRESENT | {CONSISTENT}),
}


NEWEST = "3.1"
_NUMBERS = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.(?:0|[1-9][0-9]{0,8})){1,2}")


def is_later(version: object) -> bool:
    """Whether this is a ``spec_version`` later than the newest that is known, number by number: 3.10 is later
    than 3.2. Specification §4.1 admits "3.1 or later"; what such a proof holds is not known here."""
    if not isinstance(version, str) or _NUMBERS.fullmatch(version) is None:
        return False
    stated, newest = ([int(part) for part in text.split(".")] for text in (version, NEWEST))
    return stated > newest


def commitment(field: str, nonce: bytes, value: object) -> bytes:
    """``sha256(field ‖ 0x00 ‖ nonce ‖ canonical_json(value))`` (FORMATS §4)."""
    return hashlib.sha256(field.encode("utf-8") + b"\x00" + nonce + canonical_json(value)).digest()


def chain_hash(commitments: Mapping[str, bytes]) -> bytes:
    """The RFC 6962 tree hash over the commitments, ordered by field name; at least one."""
    return merkle.tree_hash([merkle.leaf_hash(commitments[name]) for name in sorted(commitments)])


def check_commitments(proof: Mapping[str, object], version: Version) -> Step:
    """Step 1. Names that the version does not know are refused: a name is part of what it commits to."""
    step = Recorder(1)
    stated = proof.get("commitments")
    chain = member(proof, "hashes", "chain")
    if not version.commits:
        step.check("no_commitments", stated is None, stated, "nothing, in this version", "/commitments")
        step.formed("chain_stated", prefixed_hash(chain), chain, "sha256:<hex>", "/hashes/chain")
        return step.not_checked(
            "preimage_not_public",
            "the chain hash of this version is taken over values that the public view does not hold"
            " (transaction, buyer); what anchors it can be checked, what it covers cannot",
        )
    values = step.formed("commitments_present", mapping(stated), stated, "an object", "/commitments")
    if values is None:
        return step.done()
    read = {name: prefixed_hash(value) for name, value in values.items()}
    for name in sorted(version.required - values.keys()):
        step.check("commitment_names", False, None, name, f"/commitments/{name}")
    for name in sorted(values.keys() - version.required - version.optional):
        step.check("commitment_names", False, name, "a field of this version", "/commitments")
    for name, digest in sorted(read.items()):
        if digest is None:
            step.check("commitment_form", False, values[name], "sha256:<hex>", f"/commitments/{name}")
    digests = {name: digest for name, digest in read.items() if digest is not None}
    if len(digests) == len(read):
        step.equal("chain_hash", chain, prefixed(chain_hash(digests)), "/hashes/chain")
    return step.done()
