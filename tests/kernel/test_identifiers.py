"""Identifiers are ASCII and whole: no trailing newline, no look-alike letter, no digit of another script."""

from __future__ import annotations

import base64
import hashlib

import pytest

from site_builder.kernel.identifiers import (
    COMMIT,
    DID,
    EMAIL,
    HTTPS_ORIGIN,
    HTTPS_URL,
    PROOF_ID,
    PROOF_URL,
    REPORT_ID,
    RUN_ID,
    SHA256,
    TASK_ID,
    matches,
    report_id,
)

KEY = "did:key:z6MkoJYnbxvgknfUG2Gbpj4mL2UP5gzsuYdo8haq1KNPBfz8"
HEX = "0123456789abcdef" * 4

ACCEPTED = [
    (SHA256, HEX),
    (PROOF_ID, "prf_20261002_101233_ab12cd"),
    (RUN_ID, "a"),
    (RUN_ID, "-"),
    (RUN_ID, "ref-" + "x" * 60),
    (REPORT_ID, "abcdefghijkl2345"),
    (TASK_ID, "conf-03"),
    (TASK_ID, "gen-10"),
    (COMMIT, "a" * 40),
    (COMMIT, "0" * 64),
    (DID, KEY),
    (DID, "did:web:example.org"),
    (DID, "did:web:agents.example.org:team:alice"),
    (DID, "did:web:example.org%3A8443"),
    (DID, "did:web:example.org%3A8443:a:b"),
    (DID, "did:web:example.org:a%20b"),
    (DID, "did:web:example.org:.well"),
    (DID, "did:web:xn--exmple-cua.example"),
    (HTTPS_URL, "https://example.org"),
    (HTTPS_URL, "https://example.org/"),
    (HTTPS_URL, "https://Example.ORG/Path"),
    (HTTPS_URL, "https://example.org:8443/a/b.txt"),
    (HTTPS_URL, "https://example.org:65535/"),
    (HTTPS_URL, "https://example.org/?q=1&r=a%20b"),
    (HTTPS_URL, "https://example.org?q=1"),
    (HTTPS_URL, "https://example.org/a#part?x"),
    (HTTPS_URL, "https://xn--exmple-cua.example/caf%C3%A9"),
    (HTTPS_URL, "https://example.org/~a/(b);c=1,2"),
    (HTTPS_ORIGIN, "https://example.org"),
    (HTTPS_ORIGIN, "https://example.org:8443"),
    (PROOF_URL, "https://trust.example/v1/proof/{proof_id}"),
    (PROOF_URL, "https://trust.example/{proof_id}/full"),
    (EMAIL, "disputes@proveit.example"),
    (EMAIL, "a.b+c@sub.proveit.example"),
]

REFUSED = [
    (SHA256, HEX[:-1]),
    (SHA256, HEX + "0"),
    (SHA256, HEX.upper()),
    (SHA256, " " + HEX[1:]),
    (SHA256, HEX[:-1] + "а"),  # a Cyrillic а
    (SHA256, HEX[:-1] + "٣"),
    (SHA256, HEX[:-1] + "０"),  # a fullwidth 0
    (SHA256, ""),
    (PROOF_ID, "prf_20261002_101233_AB12CD"),
    (PROOF_ID, "prf_2026100_101233_ab12cd"),
    (PROOF_ID, "prf_٢٠٢٦1002_101233_ab12cd"),
    (PROOF_ID, "PRF_20261002_101233_ab12cd"),
    (PROOF_ID, "prf_20261002_101233_ab12cg"),
    (RUN_ID, ""),
    (RUN_ID, "x" * 65),
    (RUN_ID, "Ref-1"),
    (RUN_ID, "ref_1"),
    (RUN_ID, "réf-1"),
    (RUN_ID, "../ref"),
    (REPORT_ID, "abcdefghijkl2341"),
    (REPORT_ID, "abcdefghijkl234"),
    (TASK_ID, "-conf"),
    (TASK_ID, "conf-"),
    (TASK_ID, "conf--1"),
    (TASK_ID, "Conf-01"),
    (TASK_ID, "соnf-01"),  # a Cyrillic с
    (COMMIT, "a" * 41),
    (DID, KEY[:-1]),
    (DID, KEY + "1"),
    (DID, KEY.replace("z6Mk", "z6Mz")),
    (DID, KEY[:-1] + "0"),  # not a base58 character
    (DID, KEY[:-1] + "l"),
    (DID, KEY.upper()),
    (DID, " " + KEY),
    (DID, KEY + "#" + KEY[8:]),
    (DID, "did:web:"),
    (DID, "did:web:localhost"),
    (DID, "did:web:Example.org"),
    (DID, "did:web:example.org:"),
    (DID, "did:web:example.org::a"),
    (DID, "did:web:example.org:8443:.."),
    (DID, "did:web:example.org:."),
    (DID, "did:web:example.org:a:.."),
    (DID, "did:web:example.org/a"),
    (DID, "did:web:example.org%3a8443"),
    (DID, "did:web:example.org%3A0"),
    (DID, "did:web:example.org%3A70000"),
    (DID, "did:web:example.org:%zz"),
    (DID, "did:web:127.0.0.1"),
    (DID, "did:web:exаmple.org"),  # a Cyrillic а
    (DID, "did:web:user@example.org"),
    (DID, "did:plc:abc"),
    (HTTPS_URL, "http://example.org/"),
    (HTTPS_URL, "HTTPS://example.org/"),
    (HTTPS_URL, "//example.org/x"),
    (HTTPS_URL, "javascript:alert(1)"),
    (HTTPS_URL, "data:text/html,x"),
    (HTTPS_URL, "https:example.org"),
    (HTTPS_URL, "https:/example.org"),
    (HTTPS_URL, "https:///example.org"),
    (HTTPS_URL, "https://"),
    (HTTPS_URL, "https://localhost/"),
    (HTTPS_URL, "https://example/"),
    (HTTPS_URL, "https://user@example.org/"),
    (HTTPS_URL, "https://user:pass@example.org/"),
    (HTTPS_URL, "https://example.org@evil.example/"),
    (HTTPS_URL, "https://127.0.0.1/"),
    (HTTPS_URL, "https://[2001:db8::1]/"),
    (HTTPS_URL, "https://0x7f.1/"),
    (HTTPS_URL, "https://exämple.org/"),
    (HTTPS_URL, "https://example.org:0/"),
    (HTTPS_URL, "https://example.org:65536/"),
    (HTTPS_URL, "https://example.org:/"),
    (HTTPS_URL, "https://example.org:80:80/"),
    (HTTPS_URL, "https://-example.org/"),
    (HTTPS_URL, "https://example-.org/"),
    (HTTPS_URL, "https://example..org/"),
    (HTTPS_URL, "https://example.org./"),
    (HTTPS_URL, "https://" + "a" * 64 + ".org/"),
    (HTTPS_URL, "https://example.org/a b"),
    (HTTPS_URL, "https://example.org/a\tb"),
    (HTTPS_URL, "https://example.org/é"),
    (HTTPS_URL, 'https://example.org/"onclick="x'),
    (HTTPS_URL, "https://example.org/'x"),
    (HTTPS_URL, "https://example.org/<x>"),
    (HTTPS_URL, "https://example.org\\@evil.example/"),
    (HTTPS_URL, "https://example.org/a\\b"),
    (HTTPS_URL, "https://example.org/`x`"),
    (HTTPS_URL, "https://example.org/{proof_id}"),
    (HTTPS_URL, "https://example.org/%"),
    (HTTPS_URL, "https://example.org/%4"),
    (HTTPS_URL, "https://example.org/%zz"),
    (HTTPS_URL, "https://example.org/a#b#c"),
    (HTTPS_URL, " https://example.org/"),
    (HTTPS_ORIGIN, "https://example.org/"),
    (PROOF_URL, "https://trust.example/v1/proof/"),
    (PROOF_URL, "https://trust.example/{proof_id}/{proof_id}"),
    (PROOF_URL, "https://{proof_id}.example/x"),
    (PROOF_URL, "https://trust.example/{proof}"),
    (PROOF_URL, "http://trust.example/{proof_id}"),
    (PROOF_URL, "https://trust.example/{proof_id} x"),
    (EMAIL, "disputes"),
    (EMAIL, "@proveit.example"),
    (EMAIL, "a@b"),
    (EMAIL, "a b@proveit.example"),
    (EMAIL, "a@proveit.example?subject=x"),
    (EMAIL, "mailto:a@proveit.example"),
]


@pytest.mark.parametrize(("pattern", "text"), ACCEPTED)
def test_accepted(pattern: str, text: str) -> None:
    assert matches(pattern, text)


@pytest.mark.parametrize(("pattern", "text"), REFUSED)
def test_refused(pattern: str, text: str) -> None:
    assert not matches(pattern, text)


@pytest.mark.parametrize(("pattern", "text"), ACCEPTED)
@pytest.mark.parametrize("added", ["\n", "\r\n", " ", "\x00", "\u200b", "\u202e"])
def test_nothing_may_follow_or_precede(pattern: str, text: str, added: str) -> None:
    assert not matches(pattern, text + added)
    assert not matches(pattern, added + text)


def test_a_report_id_is_sixteen_characters_of_the_base32_digest() -> None:
    # printf %s did:web:example.org | sha256sum, then the first ten bytes in base32
    digest = hashlib.sha256(b"did:web:example.org").digest()
    assert report_id("did:web:example.org") == base64.b32encode(digest[:10]).decode().lower()
    assert report_id("ref-one") == "2gkn4emlkkthzbk5"
    assert matches(REPORT_ID, report_id("é"))
    assert report_id("é") != report_id("e\u0301")
