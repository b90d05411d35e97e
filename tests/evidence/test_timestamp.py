"""Step 4: which tokens count, and why the others do not."""

from __future__ import annotations

import base64
import datetime as dt
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography.x509.oid import ExtendedKeyUsageOID

from site_builder.evidence.account import examine
from site_builder.evidence.steps import Recorder, Status, Step
from site_builder.evidence.timestamp import judge
from site_builder.evidence.trust import Authority, TrustAnchors
from tests.evidence.local_authority import SHA256, SHA512, LocalAuthority, Misbehaviour
from tests.evidence.local_issuer import TIME, as_bytes
from tests.harness.worlds import REAL_INPUTS

MESSAGE = b"\x07" * 32


@pytest.fixture(scope="module")
def authority() -> LocalAuthority:
    return LocalAuthority()


def step_of(token: bytes | None, *anchors: Authority, message: bytes = MESSAGE) -> Step:
    step, stamp = judge(Recorder(4), token, message, anchors, None)
    assert (stamp is not None) == step.passed
    return step


def refused(step: Step) -> list[str]:
    assert step.status is Status.FAILED
    return sorted({check.name for check in step.checks if not check.holds})


# Real-world inputs.

REAL_WORLD = [
    ("a-flipped-signature", {4: "token_signature"}),
    ("b-other-root", {3: "batch_root", 4: "imprint"}),
    ("c-lookalike-tsa", {4: "known_authority"}),
    ("d-no-token", {4: "token_present"}),
]


@pytest.mark.parametrize(("name", "expected"), REAL_WORLD)
def test_real_world_tokens(
    shared: Path, real_anchors: TrustAnchors, name: str, expected: dict[int, str]
) -> None:
    proof = (shared / REAL_INPUTS / "B21" / name / "proof.json").read_bytes()
    account = examine(proof, real_anchors)
    failed = {step.number: step.cause for step in account.steps if step.status is Status.FAILED}
    assert failed == expected
    assert account.verdict is Status.FAILED
    assert account.time is None


def test_the_real_token_is_as_its_authority_makes_them(freeze_proof: Any, real_anchors: TrustAnchors) -> None:
    token = base64.b64decode(freeze_proof["timestamp_authority"]["tsr_base64"])
    root = bytes.fromhex(freeze_proof["batch_anchor"]["root"].removeprefix("sha256:"))
    step, stamp = judge(Recorder(4), token, root, real_anchors.authorities, None)
    assert step.passed
    assert stamp is not None
    assert stamp.authority.name == "freetsa.org"
    # Over the root's 32 bytes, not over their hex text.
    assert refused(step_of(token, *real_anchors.authorities, message=root.hex().encode())) == ["imprint"]


def test_no_bit_of_the_real_token_can_change(freeze_proof: Any, real_anchors: TrustAnchors) -> None:
    token = base64.b64decode(freeze_proof["timestamp_authority"]["tsr_base64"])
    root = bytes.fromhex(freeze_proof["batch_anchor"]["root"].removeprefix("sha256:"))
    chance = random.Random(21)
    for place in range(len(token)):
        altered = bytearray(token)
        altered[place] ^= 1 << chance.randrange(8)
        assert not step_of(bytes(altered), *real_anchors.authorities, message=root).passed, place


# An authority of the tests' own.


def test_a_good_token(authority: LocalAuthority) -> None:
    step, stamp = judge(Recorder(4), authority.token(MESSAGE, TIME), MESSAGE, (authority.anchor(),), None)
    assert step.passed
    assert stamp is not None
    assert stamp.time == TIME


def test_the_chain_is_judged_at_the_token_s_time_and_no_clock_is_read() -> None:
    long_gone = LocalAuthority(valid=(1999, 2001))
    then = dt.datetime(2000, 6, 1, tzinfo=dt.UTC)
    assert step_of(long_gone.token(MESSAGE, then), long_gone.anchor()).passed
    not_yet = LocalAuthority(valid=(2140, 2150))
    later = dt.datetime(2145, 6, 1, tzinfo=dt.UTC)
    assert step_of(not_yet.token(MESSAGE, later), not_yet.anchor()).passed


@pytest.mark.parametrize("year", [2019, 2051])
def test_a_token_outside_its_certificate_s_dates(authority: LocalAuthority, year: int) -> None:
    token = authority.token(MESSAGE, dt.datetime(year, 6, 1, tzinfo=dt.UTC))
    assert refused(step_of(token, authority.anchor())) == ["certificate_valid", "token_signature"]


def test_a_signer_s_certificate_that_ended_before_its_root() -> None:
    authority = LocalAuthority(signer_valid=(2020, 2022))
    assert "certificate_valid" in refused(step_of(authority.token(MESSAGE, TIME), authority.anchor()))


def test_a_renewed_certificate_and_the_old_one_stand_side_by_side() -> None:
    old = LocalAuthority(signer_valid=(2020, 2026))
    new = LocalAuthority(root_key=old.root_key, serial=4712)
    anchors = (old.anchor(), new.anchor())
    assert step_of(old.token(MESSAGE, dt.datetime(2025, 6, 1, tzinfo=dt.UTC)), *anchors).passed
    assert step_of(new.token(MESSAGE, TIME), *anchors).passed
    assert refused(step_of(new.token(MESSAGE, TIME), old.anchor())) == ["known_authority"]


def test_a_look_alike_with_the_same_names_and_serial_number(authority: LocalAuthority) -> None:
    double = LocalAuthority()
    plain = double.token(MESSAGE, TIME)
    assert refused(step_of(plain, authority.anchor())) == ["signing_certificate", "token_signature"]
    embedded = double.token(MESSAGE, TIME, Misbehaviour(embedded=(double.certificate, double.root)))
    assert refused(step_of(embedded, authority.anchor())) == [
        "embedded_certificates",
        "signing_certificate",
        "token_signature",
    ]
    # Even one that names the pinned certificate in what it signs.
    forged = double.token(MESSAGE, TIME, Misbehaviour(named_certificate=authority.certificate))
    assert refused(step_of(forged, authority.anchor())) == ["token_signature"]


def test_embedded_certificates_never_become_anchors(authority: LocalAuthority) -> None:
    whole = authority.token(MESSAGE, TIME, Misbehaviour(embedded=(authority.certificate, authority.root)))
    assert step_of(whole, authority.anchor()).passed
    assert step_of(
        authority.token(MESSAGE, TIME, Misbehaviour(embedded=(authority.root, authority.certificate))),
        authority.anchor(),
    ).passed
    assert refused(step_of(whole)) == ["known_authority"]
    other_root = replace(authority.anchor(), chain=(LocalAuthority().root,))
    assert "token_signature" in refused(step_of(whole, other_root))
    assert refused(step_of(whole, replace(authority.anchor(), chain=()))) == [
        "embedded_certificates",
        "pinned_root",
    ]


SIGNERS = [
    (LocalAuthority(critical=False), "critical"),
    (LocalAuthority(uses=()), "no extended key use"),
    (LocalAuthority(uses=(ExtendedKeyUsageOID.SERVER_AUTH,)), "critical time-stamping alone"),
    (LocalAuthority(uses=(ExtendedKeyUsageOID.TIME_STAMPING, ExtendedKeyUsageOID.CODE_SIGNING)), "alone"),
    (LocalAuthority(is_ca=True), "a CA certificate"),
]


@pytest.mark.parametrize(("authority", "found"), SIGNERS, ids=[found for _, found in SIGNERS])
def test_a_signer_that_may_not_stamp(authority: LocalAuthority, found: str) -> None:
    step = step_of(authority.token(MESSAGE, TIME), authority.anchor())
    assert "signer_use" in refused(step)
    assert any(found in check.found for check in step.checks if check.name == "signer_use")


UNSIGNED = [
    (Misbehaviour(pki_status=1), "token_granted"),
    (Misbehaviour(pki_status=2), "token_granted"),
    (Misbehaviour(status_text=True), "token_form"),
    (Misbehaviour(unsigned_attribute=True), "token_frame"),
    (Misbehaviour(signer_version=3), "token_frame"),
    (Misbehaviour(data_version=1), "token_frame"),
    (Misbehaviour(digests=(SHA256, SHA512)), "token_frame"),
    (Misbehaviour(digests=(SHA512,)), "token_frame"),
    (Misbehaviour(digests=()), "token_frame"),
    (Misbehaviour(signature_oid="1.2.840.10045.4.3.4"), "token_frame"),
    (Misbehaviour(content_type="1.2.840.113549.1.7.1"), "token_form"),
    (Misbehaviour(name_certificate=False), "signing_certificate"),
    (Misbehaviour(signers=0), "token_form"),
    (Misbehaviour(signers=2), "token_form"),
]


@pytest.mark.parametrize(("fault", "cause"), UNSIGNED, ids=[f"{n}-{c}" for n, (_, c) in enumerate(UNSIGNED)])
def test_what_surrounds_the_signed_bytes(authority: LocalAuthority, fault: Misbehaviour, cause: str) -> None:
    step = step_of(authority.token(MESSAGE, TIME, fault), authority.anchor())
    assert step.status is Status.FAILED
    assert step.cause == cause


def test_another_message(authority: LocalAuthority) -> None:
    token = authority.token(MESSAGE, TIME)
    assert refused(step_of(token, authority.anchor(), message=b"\x08" * 32)) == ["imprint"]


@pytest.mark.parametrize("token", [None, b"", b"\x30\x00", b"\x00" * 40, b"\x30\x82\xff\xff" + b"\x00" * 9])
def test_bytes_that_are_no_token(authority: LocalAuthority, token: bytes | None) -> None:
    assert refused(step_of(token, authority.anchor())) == ["token_form"]


def test_bytes_after_the_token(authority: LocalAuthority) -> None:
    token = authority.token(MESSAGE, TIME)
    assert refused(step_of(token + b"\x00", authority.anchor())) == ["token_form"]


@pytest.mark.parametrize(
    "alter",
    [
        lambda text: text + "\n",
        lambda text: " " + text,
        lambda text: text.rstrip("=") if text.endswith("=") else text + "=",
        lambda text: text[:100] + "\n" + text[100:],
        lambda text: text.replace("+", "-").replace("/", "_"),
    ],
)
def test_base64_has_one_form(freeze_proof: Any, real_anchors: TrustAnchors, alter: Any) -> None:
    proof = json.loads(json.dumps(freeze_proof))
    text = proof["timestamp_authority"]["tsr_base64"]
    proof["timestamp_authority"]["tsr_base64"] = alter(text)
    assert alter(text) != text
    step = examine(as_bytes(proof), real_anchors).step(4)
    assert step.cause == "token_form"
