"""Steps 6 and 7: what opens, what does not, and flat fields that say something else."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from site_builder.evidence.account import Account, examine
from site_builder.evidence.commitments import commitment
from site_builder.evidence.identity import Identity
from site_builder.evidence.steps import Status
from site_builder.kernel.third_party import ThirdPartyText
from tests.evidence.local_issuer import DID, LocalIssuer, as_bytes, disclosures, nonce_of, values

Json = dict[str, Any]


@pytest.fixture(scope="module")
def proof(issuer: LocalIssuer) -> Json:
    return issuer.proof()


def judge(issuer: LocalIssuer, proof: Json, given: object = None) -> Account:
    return examine(as_bytes(proof), issuer.anchors(), disclosures=given)


def failing(account: Account, number: int) -> list[tuple[str, str | None]]:
    assert account.step(number).status is Status.FAILED
    return [(check.name, check.pointer) for check in account.step(number).checks if not check.holds]


def test_a_commitment_by_hand() -> None:
    # sha256("f" ‖ 00 ‖ 32 zero bytes ‖ {"a":[1,2.0,"é"]} in canonical form), computed with sha256sum.
    digest = commitment("f", bytes(32), {"a": [1, 2.0, "é"]})
    assert digest.hex() == "e1913a0a399b5a41e126c9219d08acca8be20ece83f42497e09396970f7a7186"


def test_values_of_another_type_do_not_open(issuer: LocalIssuer, proof: Json) -> None:
    for value in ("true", 1, 1.0, [True], None):
        altered = copy.deepcopy(proof)
        altered["disclosed"]["agent_identity_verified"]["value"] = value
        account = judge(issuer, altered)
        assert failing(account, 6) == [("opens", "/disclosed/agent_identity_verified")]
        assert account.identity is None


BROKEN: list[tuple[str, Callable[[Json], object], list[tuple[str, str]]]] = [
    ("nothing", lambda p: p.pop("disclosed"), [("openings_present", "/disclosed")]),
    ("empty", lambda p: p.update(disclosed={}), [("openings_present", "/disclosed")]),
    ("an array", lambda p: p.update(disclosed=[1]), [("openings_present", "/disclosed")]),
    (
        "one is missing",
        lambda p: p["disclosed"].pop("did_resolution_status"),
        [("opening_form", "/disclosed/did_resolution_status")],
    ),
    (
        "no nonce",
        lambda p: p["disclosed"]["agent_identity"].pop("nonce"),
        [("opening_form", "/disclosed/agent_identity")],
    ),
    (
        "no value",
        lambda p: p["disclosed"]["agent_identity"].pop("value"),
        [("opening_form", "/disclosed/agent_identity")],
    ),
    (
        "something more",
        lambda p: p["disclosed"]["agent_identity"].update(more=1),
        [("opening_form", "/disclosed/agent_identity")],
    ),
    (
        "upper case",
        lambda p: p["disclosed"]["agent_identity"].update(nonce=nonce_of("agent_identity").upper()),
        [("opening_form", "/disclosed/agent_identity")],
    ),
    (
        "two openings exchanged",
        lambda p: p["disclosed"].update(
            agent_identity=p["disclosed"]["did_resolution_status"],
            did_resolution_status=p["disclosed"]["agent_identity"],
        ),
        [("opens", "/disclosed/agent_identity"), ("opens", "/disclosed/did_resolution_status")],
    ),
    (
        "one more field, another value",
        lambda p: p["disclosed"].update(seller={"nonce": nonce_of("seller"), "value": "other.test"}),
        [("opens", "/disclosed/seller")],
    ),
    (
        "one more field, no opening",
        lambda p: p["disclosed"].update(seller="corpus.test"),
        [("opening_form", "/disclosed/seller")],
    ),
    (
        "a field that is no commitment",
        lambda p: p["disclosed"].update(buyer={"nonce": nonce_of("buyer"), "value": "x"}),
        [("opening_names", "/disclosed")],
    ),
    (
        "the fourth, under another nonce",
        lambda p: p["disclosed"]["identity_consistent"].update(nonce="0" * 64),
        [("opens", "/disclosed/identity_consistent")],
    ),
]


@pytest.mark.parametrize(("alter", "expected"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_broken_openings(
    issuer: LocalIssuer, proof: Json, alter: Callable[[Json], object], expected: list[tuple[str, str]]
) -> None:
    altered = copy.deepcopy(proof)
    alter(altered)
    account = judge(issuer, altered)
    assert failing(account, 6) == expected
    assert account.identity is None


def more_openings(proof: Json, *names: str) -> Json:
    altered = copy.deepcopy(proof)
    for name in names:
        altered["disclosed"][name] = {"nonce": nonce_of(name), "value": values()[name]}
    return altered


@pytest.mark.parametrize("names", [["seller"], ["timestamp", "transaction_id"], ["request_hash"]])
def test_4_1_disclosed_opens_the_triplet_and_may_open_more(
    issuer: LocalIssuer, proof: Json, names: list[str]
) -> None:
    """§4.1 (2): « son bloc disclosed ouvre le triplet d'identité contre les engagements ancrés »."""
    account = judge(issuer, more_openings(proof, *names))
    assert account.step(6).passed
    assert account.identity is not None
    assert account.identity.bound_to(DID)


def test_4_1_the_triplet_alone_is_asked_for(issuer: LocalIssuer, proof: Json) -> None:
    altered = copy.deepcopy(proof)
    del altered["disclosed"]["identity_consistent"]
    assert judge(issuer, altered).step(6).passed


def test_4_1_a_flat_copy_of_one_more_opening_that_differs_is_an_incident(
    issuer: LocalIssuer, proof: Json
) -> None:
    account = judge(issuer, more_openings(proof, "seller") | {"seller": "other.test"})
    assert account.step(6).passed
    assert [incident.pointer for incident in account.incidents] == ["/seller"]


FLAT = [
    ("agent_identity", "did:web:other.example"),
    ("agent_identity", None),
    ("agent_identity_verified", False),
    ("agent_identity_verified", 1),
    ("did_resolution_status", "unverified"),
    ("identity_consistent", None),
]


@pytest.mark.parametrize(("name", "value"), FLAT)
def test_a_flat_field_that_differs_is_an_incident(
    issuer: LocalIssuer, proof: Json, name: str, value: object
) -> None:
    account = judge(issuer, proof | {name: value})
    assert account.step(6).passed
    assert account.identity is not None
    assert account.identity.bound_to(DID)
    assert [incident.pointer for incident in account.incidents] == [f"/{name}"]


def test_a_flat_field_that_is_missing_is_an_incident(issuer: LocalIssuer, proof: Json) -> None:
    altered = copy.deepcopy(proof)
    del altered["agent_identity"]
    (incident,) = judge(issuer, altered).incidents
    assert incident.to_json() == {"pointer": "/agent_identity", "flat": "nothing", "opened": DID}


def test_the_embedded_key_is_a_flat_copy(issuer: LocalIssuer, proof: Json) -> None:
    account = judge(issuer, proof | {"arkforge_pubkey": "ed25519:" + "A" * 43})
    assert account.step(2).passed
    assert [incident.pointer for incident in account.incidents] == ["/arkforge_pubkey"]


BINDINGS = [
    (Identity(DID, True, "bound"), True),
    (Identity(ThirdPartyText(DID), True, "bound"), True),
    (Identity(DID, True, "unverified"), False),
    (Identity(DID, None, "bound"), False),
    (Identity(DID, "true", "bound"), False),
    (Identity(DID, 1, "bound"), False),
    (Identity(DID.upper(), True, "bound"), False),
    (Identity(None, True, "bound"), False),
]


@pytest.mark.parametrize(("identity", "bound"), BINDINGS)
def test_bound_to(identity: Identity, bound: bool) -> None:
    assert identity.bound_to(DID) is bound


# Step 7.


def test_disclosures_open_both_hashes(issuer: LocalIssuer, proof: Json) -> None:
    account = judge(issuer, proof, disclosures())
    assert account.step(7).passed
    assert account.opened == {"request_hash": "11" * 32, "response_hash": "22" * 32}


def test_without_a_submission_step_7_is_not_checked(issuer: LocalIssuer, proof: Json) -> None:
    step = judge(issuer, proof).step(7)
    assert (step.status, step.cause) == (Status.NOT_CHECKED, "no_submission")


WRONG_DISCLOSURES: list[tuple[object, str]] = [
    ({}, "disclosure_names"),
    ([], "disclosure_names"),
    ("x", "disclosure_names"),
    ({"request_hash": disclosures()["request_hash"]}, "disclosure_names"),
    (disclosures() | {"seller": {"nonce": nonce_of("seller"), "value": "corpus.test"}}, "disclosure_names"),
    (disclosures(request_hash="44" * 32), "opens"),
    (disclosures(response_hash="44" * 32), "opens"),
    (
        {
            "request_hash": disclosures()["response_hash"],
            "response_hash": disclosures()["request_hash"],
        },
        "opens",
    ),
    (disclosures() | {"request_hash": {"nonce": "0" * 64, "value": "11" * 32}}, "opens"),
    (disclosures() | {"request_hash": {"nonce": "0" * 63, "value": "11" * 32}}, "opening_form"),
    (disclosures() | {"request_hash": {"nonce": nonce_of("request_hash")}}, "opening_form"),
    (disclosures() | {"request_hash": {"nonce": nonce_of("request_hash"), "value": {1, 2}}}, "opening_form"),
    (
        disclosures() | {"request_hash": {"nonce": nonce_of("request_hash"), "value": float("nan")}},
        "opening_form",
    ),
]


@pytest.mark.parametrize(("given", "cause"), WRONG_DISCLOSURES)
def test_disclosures_that_do_not_open(
    issuer: LocalIssuer, proof: Json, given: object, cause: str
) -> None:
    account = judge(issuer, proof, given)
    assert account.step(7).status is Status.FAILED
    assert account.step(7).cause == cause
    assert account.opened is None
    assert account.verdict is Status.FAILED


def test_an_opened_value_must_be_a_hash(issuer: LocalIssuer) -> None:
    committed = {"request_hash": "GET /", "response_hash": "22" * 32}


    odd = issuer.proof(values(**committed))
    assert judge(issuer, odd, disclosures(**committed)).step(7).cause == "hash_form"


FLAT_HASHES = [
    ("request", "sha256:" + "44" * 32),
    ("request", "11" * 32),
    ("response", None),
    ("response", "sha256:" + "11" * 32),
]


@pytest.mark.parametrize(("name", "value"), FLAT_HASHES)
def test_a_flat_hash_that_differs_is_an_incident(
    issuer: LocalIssuer, proof: Json, name: str, value: object
) -> None:
    altered = copy.deepcopy(proof)
    altered["hashes"][name] = value
    account = judge(issuer, altered, disclosures())
    assert account.step(7).passed
    assert account.opened == {"request_hash": "11" * 32, "response_hash": "22" * 32}
    assert [incident.pointer for incident in account.incidents] == [f"/hashes/{name}"]
    # Without an opening there is nothing to compare it with.
    assert judge(issuer, altered).incidents == ()
