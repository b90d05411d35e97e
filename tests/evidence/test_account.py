"""Whole accounts: the real proofs as they must be judged, versions, pending proofs, refusals, rehearsals."""

from __future__ import annotations

import copy
import datetime as dt
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from site_builder.evidence.account import Account, examine
from site_builder.evidence.steps import Status
from site_builder.evidence.trust import IssuerKey, TrustAnchors
from tests.evidence.local_issuer import (
    DID,
    START,
    TIME,
    LocalIssuer,
    as_bytes,
    disclosures,
    values,
    with_log_copies,
)


def statuses(account: Account) -> list[str]:
    return [step.status.value for step in account.steps]


def causes(account: Account) -> dict[int, str]:
    return {step.number: step.cause for step in account.steps if step.cause is not None}


# The real evidence.


def test_the_freeze_proof_passes_all_that_it_holds(freeze_proof: Any, real_anchors: TrustAnchors) -> None:
    account = examine(as_bytes(freeze_proof), real_anchors)
    assert statuses(account) == [
        "passed",
        "passed",
        "passed",
        "passed",
        "not_checked",
        "passed",
        "not_checked",
    ]
    assert causes(account) == {5: "no_log_entry", 7: "no_submission"}
    assert account.time == dt.datetime(2026, 9, 23, 7, 31, 48, tzinfo=dt.UTC)
    assert account.incidents == ()
    assert account.identity is not None
    assert account.identity.bound_to(DID)
    assert account.verdict is Status.NOT_CHECKED
    assert not account.rehearsal


def test_the_old_proof_passes_the_log_and_its_identity_is_not_admissible(
    evidence: Path, real_anchors: TrustAnchors
) -> None:
    account = examine(
        (evidence / "proof_prf_20260303_161853_4d0904.json").read_bytes(),
        real_anchors,
        log_entry=(evidence / "rekor_entry_1018479057.json").read_bytes(),
    )
    assert statuses(account) == [
        "not_checked",
        "passed",
        "not_checked",
        "passed",
        "passed",
        "not_checked",
        "not_checked",
    ]
    assert causes(account) == {
        1: "preimage_not_public",
        3: "no_batch",
        6: "identity_not_admissible",
        7: "no_submission",
    }
    assert "does not hold" in (account.step(1).reason or "")
    assert account.time == dt.datetime(2026, 3, 3, 16, 18, 55, tzinfo=dt.UTC)
    assert account.identity is None
    assert account.incidents == ()


def test_the_issuer_s_keys_are_kept_as_published(evidence: Path, repository: Path) -> None:
    kept = (repository / "trust/issuer-keys.json").read_bytes()
    assert kept == (evidence / "published_keys.json").read_bytes()


# A whole proof.


@pytest.fixture(scope="module")
def whole(issuer: LocalIssuer) -> tuple[dict[str, Any], dict[str, Any]]:
    proof = issuer.proof()
    entry = issuer.entry(proof)
    return with_log_copies(proof, entry), entry


def judged(issuer: LocalIssuer, proof: Any, entry: Any = None, **options: Any) -> Account:
    given = {"disclosures": disclosures()} | options
    return examine(
        as_bytes(proof), issuer.anchors(), log_entry=as_bytes(entry) if entry is not None else None, **given
    )


def test_a_proof_with_every_witness_passes(issuer: LocalIssuer, whole: Any) -> None:
    proof, entry = whole
    account = judged(issuer, proof, entry)
    assert statuses(account) == ["passed"] * 7
    assert account.verdict is Status.PASSED
    assert account.incidents == ()
    assert account.time == TIME
    assert account.opened == {"request_hash": "11" * 32, "response_hash": "22" * 32}
    assert all(step.checks for step in account.steps)


def test_the_account_for_machines(issuer: LocalIssuer, whole: Any) -> None:
    proof, entry = whole
    document = judged(issuer, proof, entry).to_json()
    assert list(document) == [
        "schema",
        "proof_id",
        "spec_version",
        "verdict",
        "rehearsal",
        "time",
        "identity",
        "opened",
        "refusal",
        "steps",
        "incidents",
    ]
    assert document["time"] == "2026-10-02T10:12:33Z"
    assert document["identity"] == {
        "agent_identity": DID,
        "agent_identity_verified": True,
        "did_resolution_status": "bound",
    }
    steps = document["steps"]
    assert isinstance(steps, list)
    assert [(step["step"], step["name"]) for step in steps] == [
        (1, "commitments"),
        (2, "signature"),
        (3, "batch_inclusion"),
        (4, "timestamp"),
        (5, "transparency_log"),
        (6, "identity"),
        (7, "disclosures"),
    ]
    assert json.loads(json.dumps(document)) == document


@pytest.mark.parametrize("field", ["upstream_timestamp", "receipt_content_hash"])
def test_a_field_that_is_committed_when_present(issuer: LocalIssuer, field: str) -> None:
    proof = issuer.proof(values() | {field: "x"})
    assert judged(issuer, proof, issuer.entry(proof)).step(1).passed


def test_an_early_3_1_proof_without_the_fourth_identity_field(issuer: LocalIssuer) -> None:
    fields = values()
    del fields["identity_consistent"]
    proof = issuer.proof(fields)
    assert statuses(judged(issuer, proof, issuer.entry(proof)))[:6] == ["passed"] * 6


@pytest.mark.parametrize("missing", ["seller", "transaction_id", "agent_identity", "did_resolution_status"])
def test_an_issuer_may_not_leave_a_commitment_out(issuer: LocalIssuer, missing: str) -> None:
    proof = issuer.proof({name: value for name, value in values().items() if name != missing})
    account = judged(issuer, proof, issuer.entry(proof))
    assert account.step(1).cause == "commitment_names"
    assert [check.expected for check in account.step(1).checks if not check.holds] == [missing]


def test_an_unbound_identity_opens_all_the_same(issuer: LocalIssuer) -> None:
    absent = values(agent_identity=None, agent_identity_verified=None, did_resolution_status=None)
    account = judged(issuer, issuer.proof(absent))
    assert account.step(6).passed
    assert account.identity is not None
    assert not account.identity.bound_to(DID)


# Versions.


def test_a_3_0_proof_verifies_and_its_identity_is_not_admissible(issuer: LocalIssuer) -> None:
    fields = {n: v for n, v in values().items() if not n.startswith(("agent_", "did_", "identity_"))}
    proof = issuer.proof(fields, version="3.0")
    account = judged(issuer, proof, issuer.entry(proof))
    assert statuses(account) == ["passed"] * 5 + ["not_checked", "passed"]
    assert causes(account)[6] == "identity_not_admissible"
    assert account.identity is None


@pytest.mark.parametrize("version", ["3.2", "3.10", "4.0", "10.0", "3.1.1", "3.999999999"])
def test_4_1_a_version_later_than_those_known_is_undecided(
    issuer: LocalIssuer, whole: Any, version: str
) -> None:
    """§4.1 (2): « en spec_version "3.1" ou au-delà »: admitted by the text, and not known to the program."""
    account = judged(issuer, whole[0] | {"spec_version": version}, whole[1])
    assert account.refusal is None
    assert account.unknown_version == version
    assert account.verdict is Status.NOT_CHECKED
    assert set(statuses(account)) == {"not_checked"}
    assert set(causes(account).values()) == {"unknown_version"}


EARLIER = ["3.00", "2.9", "0.0", "3.0.9", "1.10", "03.2", "3.2-beta", "3.", "3", "\u0663.\u0662"]


@pytest.mark.parametrize("earlier", EARLIER)
def test_4_1_an_earlier_version_or_garbage_is_no_later_one(
    issuer: LocalIssuer, whole: Any, earlier: str
) -> None:
    account = judged(issuer, whole[0] | {"spec_version": earlier}, whole[1])
    assert account.verdict is Status.FAILED
    assert account.unknown_version is None


NO_VERSION = ["", "3.1\n", " 3.1", "3.2\n", "three", None, 3.1, 3.2, ["3.1"], True, "9" * 5000 + ".0"]


@pytest.mark.parametrize("version", NO_VERSION)
def test_what_is_no_version_is_refused(issuer: LocalIssuer, whole: Any, version: object) -> None:
    proof = whole[0] | {"spec_version": version}
    account = judged(issuer, proof, whole[1])
    assert account.refusal is not None
    assert account.refusal.name == "spec_version"
    assert account.verdict is Status.FAILED
    assert set(statuses(account)) == {"not_checked"}


@pytest.mark.parametrize("version", ["1.1", "1.2", "2.0", "2.1", "3.0"])
def test_an_older_version_does_not_excuse_what_it_does_not_have(
    issuer: LocalIssuer, whole: Any, version: str
) -> None:
    account = judged(issuer, whole[0] | {"spec_version": version}, whole[1])
    assert account.step(1).status is Status.FAILED
    assert account.step(6).status is Status.FAILED
    assert account.verdict is Status.FAILED


# Pending.


def test_an_open_batch_is_pending_and_nothing_else(issuer: LocalIssuer, whole: Any) -> None:
    proof = copy.deepcopy(whole[0])
    proof["batch_anchor"] = {"status": "pending"}
    proof["timestamp_authority"] = {"status": "pending"}
    account = judged(issuer, proof)
    assert statuses(account) == ["passed", "pending", "pending", "pending", "pending", "passed", "passed"]
    assert account.verdict is Status.PENDING
    assert account.batch_open
    assert account.time is None


def test_a_broken_proof_stays_failed_while_its_batch_is_open(issuer: LocalIssuer, whole: Any) -> None:
    proof = copy.deepcopy(whole[0])
    proof["batch_anchor"] = {"status": "pending"}
    proof["commitments"]["seller"] = "sha256:" + "0" * 64
    account = judged(issuer, proof)
    assert account.step(1).status is Status.FAILED
    assert account.verdict is Status.FAILED


@pytest.mark.parametrize("batch", [None, {}, [], "anchored", {"status": ""}, {"status": None}, {"status": 1}])
def test_a_missing_batch_is_not_a_pending_one(issuer: LocalIssuer, whole: Any, batch: object) -> None:
    account = judged(issuer, whole[0] | {"batch_anchor": batch}, whole[1])
    assert account.step(3).status is Status.FAILED
    assert account.verdict is Status.FAILED


# Keys.


def with_key(issuer: LocalIssuer, start: dt.datetime, end: dt.datetime | None) -> TrustAnchors:
    key = IssuerKey("key-t", start, end, rehearsal=False, public=issuer.signing.public_key())
    return replace(issuer.anchors(), issuer_keys=(key,))


SECOND = dt.timedelta(seconds=1)
KEY_DATES = [
    (START, None, "passed"),
    (TIME, None, "passed"),
    (TIME + SECOND, None, "failed"),
    (START, TIME + SECOND, "passed"),
    (START, TIME, "failed"),
    (START, TIME - SECOND, "failed"),
]


@pytest.mark.parametrize(("start", "end", "status"), KEY_DATES)
def test_the_key_is_judged_at_the_token_s_time(
    issuer: LocalIssuer, whole: Any, start: dt.datetime, end: dt.datetime | None, status: str
) -> None:
    step = examine(as_bytes(whole[0]), with_key(issuer, start, end)).step(2)
    assert step.status.value == status
    assert step.cause == (None if status == "passed" else "key_valid")


def test_a_key_that_came_back_counts_from_its_second_start(issuer: LocalIssuer, whole: Any) -> None:
    public = issuer.signing.public_key()
    keys = (
        IssuerKey("first", START, START + SECOND, rehearsal=False, public=public),
        IssuerKey("second", TIME, None, rehearsal=False, public=public),
    )
    account = examine(as_bytes(whole[0]), replace(issuer.anchors(), issuer_keys=keys))
    assert account.step(2).passed


def test_the_embedded_key_is_never_used(whole: Any) -> None:
    stranger = LocalIssuer()
    account = examine(as_bytes(whole[0]), stranger.anchors())
    assert account.step(2).status is Status.FAILED
    assert account.step(2).cause == "published_key"


def test_without_a_time_the_key_is_not_judged(issuer: LocalIssuer, whole: Any) -> None:
    proof = whole[0] | {"timestamp_authority": {"status": "verified"}}
    step = judged(issuer, proof).step(2)
    assert step.status is Status.NOT_CHECKED
    assert step.cause == "time_unknown"


# Rehearsals.


def test_rehearsal_anchors_vouch_for_rehearsals_alone(issuer: LocalIssuer, whole: Any) -> None:
    anchors = issuer.anchors(rehearsal=True)
    proof, entry = (as_bytes(part) for part in whole)
    real = examine(proof, anchors, log_entry=entry)
    assert [real.step(n).status for n in (2, 4, 5)] == [Status.FAILED] * 3
    assert causes(real) == {2: "published_key", 4: "known_authority", 5: "known_log", 7: "no_submission"}
    rehearsed = examine(proof, anchors, log_entry=entry, rehearsal=True)
    assert rehearsed.verdict is Status.PASSED
    assert rehearsed.rehearsal
    assert not examine(proof, issuer.anchors(), log_entry=entry, rehearsal=True).rehearsal


# Documents that are no proofs.

UNREADABLE = [b"", b"null", b"[]", b"{}", b'"x"', b'{"a":1,"a":2}', b"\xff", b'{"a":NaN}', b"[" * 100_000]


@pytest.mark.parametrize("data", UNREADABLE)
def test_what_is_no_proof_is_refused(issuer: LocalIssuer, data: bytes) -> None:
    account = examine(data, issuer.anchors())
    assert account.refusal is not None
    assert account.verdict is Status.FAILED
    json.dumps(account.to_json())


@pytest.mark.parametrize("version", ["2.0", "3.0", "3.1"])
def test_a_version_alone_proves_nothing(issuer: LocalIssuer, version: str) -> None:
    account = examine(as_bytes({"spec_version": version}), issuer.anchors(), log_entry=b"{}", disclosures={})
    assert not any(step.passed for step in account.steps)
    assert account.verdict is Status.FAILED
