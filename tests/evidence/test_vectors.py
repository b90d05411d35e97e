"""The evidence against vectors of others: `tests/vectors`, which says where each comes from."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from site_builder import anchors as trust_folder
from site_builder.evidence import merkle
from site_builder.evidence.checkpoint import read_checkpoint
from site_builder.evidence.rekor import check_log_entry
from site_builder.evidence.signature import ed25519_valid
from site_builder.evidence.steps import Recorder
from site_builder.evidence.timestamp import judge
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import read_anchors
from tests.harness.command import REPOSITORY

VECTORS: Final = Path(__file__).parents[1] / "vectors"


def read(name: str) -> Any:
    return json.loads((VECTORS / name).read_bytes())


@pytest.fixture(scope="module")
def anchors() -> TrustAnchors:
    """Those of the checkout: FreeTSA, Rekor, the issuer."""
    found, findings = read_anchors(trust_folder.read(REPOSITORY / "trust"))
    assert found is not None, findings
    return found


# -- Ed25519 (Wycheproof) ------------------------------------------------------------------------------


def test_every_ed25519_signature_is_judged_as_wycheproof_has_it() -> None:
    """Other lengths, S beyond the order, small-order and non-canonical points included: each in its flags."""
    document = read("ed25519_test.json")
    wrong, seen = [], 0
    for group in document["testGroups"]:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(group["publicKey"]["pk"]))
        for one in group["tests"]:
            seen += 1
            found = ed25519_valid(key, bytes.fromhex(one["sig"]), bytes.fromhex(one["msg"]))
            if found != (one["result"] == "valid"):
                wrong.append((one["tcId"], one["comment"]))
    assert (wrong, seen) == ([], document["numberOfTests"])


# -- Merkle inclusion (transparency-dev) ---------------------------------------------------------------


def test_every_inclusion_path_is_judged_as_transparency_dev_has_it() -> None:
    vectors = read("merkle_inclusion.json")
    wrong = []
    for name, one in vectors.items():
        leaf, root = (base64.b64decode(one[key] or "") for key in ("leafHash", "root"))
        path = [base64.b64decode(each) for each in one["proof"] or ()]
        reached = merkle.root_from_path(leaf, one["leafIdx"], one["treeSize"], path)
        if (len(leaf) == 32 and reached == root) == one["wantErr"]:
            wrong.append((name, one["desc"]))
    assert (wrong, len(vectors)) == ([], 98)


# -- log entries (sigstore-conformance) ----------------------------------------------------------------

# What these entries are not, whatever their log says: about a root of ours, submitted by a key of ours.
FOREIGN: Final = {"artifact", "submitter_key"}
ENTRIES: Final[dict[str, set[str]]] = {
    "happy-path-v0.2": set(),
    "happy-path-v0.3": set(),
    "checkpoint-bad-keyhint_fail": {"checkpoint_key"},
    "checkpoint-wrong-roothash_fail": {"checkpoint_root", "checkpoint_size"},
    "invalid-checkpoint-signature_fail": {"checkpoint_signature"},
    "inclusion-proof-corrupted-hash_fail": {"log_root"},
    "invalid-inclusion-proof_fail": {"log_root"},
    "set-invalid-signature_fail": {"signed_entry_timestamp"},
    "bundle-from-wrong-instance_fail": {"known_log"},
    "rekor2-happy-path": {"known_log"},
}


def as_the_log_answers(entry: dict[str, Any]) -> bytes:
    """An entry of a bundle in the form of the log's own answer."""

    def hexed(text: str) -> str:
        return base64.b64decode(text).hex()

    proof = entry.get("inclusionProof") or {}
    inclusion = {
        "logIndex": int(proof.get("logIndex", "0")),
        "treeSize": int(proof.get("treeSize", "0")),
        "rootHash": hexed(proof.get("rootHash", "")),
        "hashes": [hexed(one) for one in proof.get("hashes", ())],
        "checkpoint": proof.get("checkpoint", {}).get("envelope"),
    }
    promise = entry.get("inclusionPromise", {}).get("signedEntryTimestamp")
    body = {
        "body": entry["canonicalizedBody"],
        "integratedTime": int(entry.get("integratedTime", "0")),
        "logID": hexed(entry["logId"]["keyId"]),
        "logIndex": int(entry["logIndex"]),
        "verification": {"inclusionProof": inclusion, "signedEntryTimestamp": promise},
    }
    leaf = merkle.leaf_hash(base64.b64decode(entry["canonicalizedBody"]))
    return json.dumps({leaf.hex(): body}).encode()


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_of_the_log_fails_for_what_its_vector_says(anchors: TrustAnchors, name: str) -> None:
    (entry,) = read("log_entries.json")[name]
    step, found = check_log_entry(as_the_log_answers(entry), b"\0" * 32, anchors)
    failed = {check.name for check in step.checks if not check.holds} - {"entry_kind", *FOREIGN}
    assert found is None  # no entry about something else is one of ours
    assert {check.name for check in step.checks if not check.holds} & FOREIGN
    expected = ENTRIES[name]
    assert failed & expected if expected else failed == set(), failed


def test_a_negative_index_is_no_whole_number(anchors: TrustAnchors) -> None:
    (entry,) = read("log_entries.json")["bundle-negative-log-index_fail"]
    step, found = check_log_entry(as_the_log_answers(entry), b"\0" * 32, anchors)
    assert found is None
    assert "signed_entry_timestamp" in {check.name for check in step.checks if not check.holds}


def test_checkpoints_of_the_log_are_read_and_cosigned_ones_are_not() -> None:
    """One signature, the log's: what nobody signs in turn is not part of it."""
    entries = read("log_entries.json")
    text = entries["happy-path-v0.2"][0]["inclusionProof"]["checkpoint"]["envelope"]
    note = read_checkpoint(text)
    assert note is not None
    assert note.origin.startswith("rekor.sigstore.dev - ")
    assert read_checkpoint(text + text.partition("\n\n")[2]) is None
    for altered in (text[:-1], text + "\n", text.replace("\n\n", "\n"), text.replace("— ", "- "), "", None):
        assert read_checkpoint(altered) is None


# -- RFC 3161 tokens (sigstore-conformance) ------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(read("time_stamps.json")))
def test_a_token_of_another_authority_is_refused_for_its_signer_alone(
    anchors: TrustAnchors, name: str
) -> None:
    """Whether it brings its own certificate or not: only a pinned one counts."""
    token = base64.b64decode(read("time_stamps.json")[name])
    step, stamp = judge(Recorder(4), token, b"x", anchors.authorities, None)
    assert stamp is None
    assert step.cause in ("known_authority", "token_form")


@pytest.mark.parametrize("name", sorted(read("time_stamps.json")))
def test_a_malformed_token_is_refused_wherever_it_is_cut_or_altered(
    anchors: TrustAnchors, name: str
) -> None:
    token = base64.b64decode(read("time_stamps.json")[name])
    altered = [token[:at] for at in range(0, len(token), 37)]
    altered += [token + b"\0", b"\x30\x80" + token[2:] + b"\0\0", b"\0" + token, token * 2]
    altered += [token[:at] + bytes([token[at] ^ 0x55]) + token[at + 1 :] for at in range(0, len(token), 23)]
    for data in altered:
        _, stamp = judge(Recorder(4), data, b"x", anchors.authorities, None)
        assert stamp is None
