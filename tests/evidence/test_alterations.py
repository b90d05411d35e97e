"""No single alteration of an evidence field passes; each fails the step that it belongs to.

The three kinds of fields are docs/evidence.md's: evidence, flat copies, informational.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from site_builder.evidence.account import Account, examine
from site_builder.evidence.steps import Status
from site_builder.evidence.trust import TrustAnchors
from tests.evidence import alterations
from tests.evidence.alterations import Evidence
from tests.evidence.local_issuer import LocalIssuer, as_bytes, disclosures, with_log_copies

Json = dict[str, Any]
MANY = 2_000


def account_of(evidence: Evidence, anchors: TrustAnchors) -> Account:
    entry = as_bytes(evidence.entry) if evidence.entry is not None else None
    return examine(as_bytes(evidence.proof), anchors, log_entry=entry, disclosures=evidence.disclosures)


@pytest.fixture(scope="module")
def whole(issuer: LocalIssuer) -> Evidence:
    proof = issuer.proof()
    entry = issuer.entry(proof)
    return Evidence(with_log_copies(proof, entry), entry, disclosures())


@pytest.fixture(scope="module")
def real(freeze_proof: Json) -> Evidence:
    return Evidence(freeze_proof, None, None)


@pytest.fixture(scope="module")
def old(old_proof: Json, old_entry: Json) -> Evidence:
    return Evidence(old_proof, old_entry, None)


@pytest.fixture(scope="module")
def causes(repository: Path) -> dict[int, set[str]]:
    """The checks of each step, as docs/evidence.md lists them."""
    text = (repository / "docs/evidence.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([1-7]) \| (.*) \|$", text.split("### Causes")[1].split("###")[0], re.MULTILINE)
    assert [int(number) for number, _ in rows] == [1, 2, 3, 4, 5, 6, 7]
    return {int(number): set(re.findall(r"`([a-z_]+)`", names)) for number, names in rows}


# What an alteration of one place can only be caught by.
EXACT: dict[alterations.Path, set[str]] = {
    ("hashes", "chain"): {"chain_hash", "chain_stated", "published_key"},
    ("arkforge_signature",): {"signature_present", "signature_form", "published_key"},
    ("batch_anchor", "root"): {"root_form", "batch_root"},
    ("batch_anchor", "audit_path"): {"path_form", "path_length", "batch_root"},
}


def check_alterations(
    evidence: Evidence, anchors: TrustAnchors, causes: dict[int, set[str]], seed: int
) -> Counter[int]:
    """Alters each place in turn, ``MANY`` times in all; gives back how often each step failed."""
    chance = random.Random(seed)
    before = account_of(evidence, anchors)
    passed = {step.number for step in before.steps if step.passed}
    places = [place for place in alterations.places(evidence) if place[2] in passed]
    failed: Counter[int] = Counter()
    done = 0
    while done < MANY:
        place = places[done % len(places)]
        altered, alteration = alterations.alter(evidence, place, chance)
        if alterations.same_shape(evidence, altered):
            continue  # see test_the_size_of_a_batch_is_known_by_the_path_alone
        done += 1
        account = account_of(altered, anchors)
        if account.unknown_version is not None:
            assert alteration.path == ("spec_version",), alteration
            assert account.verdict is Status.NOT_CHECKED
            continue
        assert account.verdict is Status.FAILED, alteration
        if account.refusal is not None:
            assert alteration.path == ("spec_version",), alteration
            continue
        step = account.step(alteration.step)
        assert step.status is Status.FAILED, alteration
        assert step.cause in EXACT.get(alteration.path, causes[step.number]), (alteration, step.cause)
        failed[step.number] += 1
    assert set(failed) == {place[2] for place in places}
    return failed


def test_alterations_of_the_real_freeze_proof(
    real: Evidence, real_anchors: TrustAnchors, causes: dict[int, set[str]]
) -> None:
    check_alterations(real, real_anchors, causes, 20260923)


def test_alterations_of_the_real_log_entry(
    old: Evidence, real_anchors: TrustAnchors, causes: dict[int, set[str]]
) -> None:
    check_alterations(old, real_anchors, causes, 1018479057)


def test_alterations_of_a_proof_with_every_witness(
    whole: Evidence, issuer: LocalIssuer, causes: dict[int, set[str]]
) -> None:
    failed = check_alterations(whole, issuer.anchors(), causes, 7)
    assert set(failed) == {1, 2, 3, 4, 5, 6, 7}


# What an alteration fails beside its own step: later witnesses that are about the altered hash.
OWN_STEP_ALONE = [
    ("proof", ("commitments", "seller"), {1}),
    ("proof", ("arkforge_signature",), {2}),
    ("proof", ("batch_anchor", "audit_path", 0), {3}),
    ("proof", ("timestamp_authority", "tsr_base64"), {4}),
    ("proof", ("disclosed", "agent_identity", "nonce"), {6}),
    ("proof", ("hashes", "chain"), {1, 2, 3}),
    ("proof", ("batch_anchor", "root"), {3, 4, 5}),
]


@pytest.mark.parametrize(("document", "path", "steps"), OWN_STEP_ALONE)
def test_an_alteration_fails_the_steps_that_read_it(
    whole: Evidence, issuer: LocalIssuer, document: str, path: alterations.Path, steps: set[int]
) -> None:
    altered = whole.copy()
    parent: Any = altered.document(document)
    for part in path[:-1]:
        parent = parent[part]
    text = parent[path[-1]]
    parent[path[-1]] = text[:-3] + ("1" if text[-3] != "1" else "2") + text[-2:]
    account = account_of(altered, issuer.anchors())
    assert {step.number for step in account.steps if step.status is Status.FAILED} == steps


def test_the_size_of_a_batch_is_known_by_the_path_alone(whole: Evidence, issuer: LocalIssuer) -> None:
    # Leaf 6 of 11 and leaf 6 of 12 have the same path: no witness can tell the two apart.
    for size, passes in ((9, True), (11, True), (12, True), (16, True), (8, False), (17, False)):
        altered = whole.copy()
        altered.proof["batch_anchor"]["tree_size"] = size
        assert account_of(altered, issuer.anchors()).step(3).passed is passes, size
    for index in (0, 5, 7, 14):
        altered = whole.copy()
        altered.proof["batch_anchor"]["leaf_index"] = index
        assert not account_of(altered, issuer.anchors()).step(3).passed, index


def test_commitments_under_another_name_do_not_pass(whole: Evidence, issuer: LocalIssuer) -> None:
    # `selles` sorts where `seller` did, so the chain hash is the same: the name is what is wrong.
    altered = whole.copy()
    commitments = altered.proof["commitments"]
    commitments["selles"] = commitments.pop("seller")
    assert account_of(altered, issuer.anchors()).step(1).cause == "commitment_names"


def test_a_path_of_another_length(whole: Evidence, issuer: LocalIssuer) -> None:
    for path in (whole.proof["batch_anchor"]["audit_path"][:-1], ["00" * 32] * 5, []):
        altered = whole.copy()
        altered.proof["batch_anchor"]["audit_path"] = path
        assert account_of(altered, issuer.anchors()).step(3).cause == "path_length"


def test_commitments_exchanged(whole: Evidence, issuer: LocalIssuer) -> None:
    altered = whole.copy()
    c = altered.proof["commitments"]
    c["seller"], c["timestamp"] = c["timestamp"], c["seller"]
    assert account_of(altered, issuer.anchors()).step(1).cause == "chain_hash"


# Flat copies: the opened value counts, and the difference is reported.

FLAT = [
    (("agent_identity",), "did:web:other.example"),
    (("agent_identity_verified",), None),
    (("did_resolution_status",), "bound "),
    (("identity_consistent",), False),
    (("hashes", "request"), "sha256:" + "0" * 64),
    (("hashes", "response"), "sha256:" + "0" * 64),
    (("arkforge_pubkey",), "ed25519:" + "A" * 43),
    (("transparency_log", "uuid"), "0" * 80),
    (("transparency_log", "log_index"), 1),
    (("transparency_log", "integrated_time"), 1),
]


@pytest.mark.parametrize(("path", "value"), FLAT)
def test_an_altered_flat_copy_is_an_incident(
    whole: Evidence, issuer: LocalIssuer, path: alterations.Path, value: object
) -> None:
    altered = whole.copy()
    parent: Any = altered.proof
    for part in path[:-1]:
        parent = parent[part]
    parent[path[-1]] = value
    account = account_of(altered, issuer.anchors())
    assert account.verdict is Status.PASSED
    assert [incident.pointer for incident in account.incidents] == ["/" + "/".join(map(str, path))]


# Informational: never read.

INFORMATIONAL = [
    "proof_id",
    "is_demo",
    "timestamp",
    "upstream_timestamp",
    "verification_algorithm",
    "views_count",
    "transaction_success",
    "upstream_status_code",
    "disputed",
    "dispute_id",
    "seller",
    "provider_payment",
    "integrity_verified",
]


@pytest.mark.parametrize("name", INFORMATIONAL)
@pytest.mark.parametrize("value", [None, 0, "x", [], {"status": "verified"}])
def test_an_informational_field_changes_nothing(
    real: Evidence, real_anchors: TrustAnchors, name: str, value: object
) -> None:
    altered = real.copy()
    altered.proof[name] = value
    before, after = (account_of(e, real_anchors).to_json() for e in (real, altered))
    for document in (before, after):
        document.pop("proof_id")
    assert before == after


INFORMATIONAL_MEMBERS = [
    ("timestamp_authority", "status"),
    ("timestamp_authority", "provider"),
    ("timestamp_authority", "anchored"),
    ("batch_anchor", "batch_id"),
    ("transparency_log", "status"),
    ("transparency_log", "log_url"),
    ("transparency_log", "verify_url"),
]


@pytest.mark.parametrize(("outer", "inner"), INFORMATIONAL_MEMBERS)
def test_an_informational_member_changes_nothing(
    real: Evidence, real_anchors: TrustAnchors, outer: str, inner: str
) -> None:
    altered = real.copy()
    altered.proof[outer][inner] = "failed"
    assert account_of(altered, real_anchors).to_json() == account_of(real, real_anchors).to_json()


WITH_MEMBERS = ("hashes", "batch_anchor", "timestamp_authority", "transparency_log")


def test_the_documentation_lists_every_field_of_the_real_proofs(
    repository: Path, evidence: Path
) -> None:
    text = (repository / "docs/evidence.md").read_text(encoding="utf-8")
    for name in ("proof_prf_20260923_072144_2ad720.json", "proof_prf_20260303_161853_4d0904.json"):
        proof = json.loads((evidence / name).read_bytes())
        for field, value in proof.items():
            inner = value if field in WITH_MEMBERS else {}
            for listed in [f"{field}.{member}" for member in inner] or [field]:
                assert f"`{listed}`" in text, listed
