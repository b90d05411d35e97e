"""One accepted form for each kind of field: no second spelling of the same bytes."""

from __future__ import annotations

import pytest

from site_builder.evidence import fields

DIGITS = "0f" * 32


@pytest.mark.parametrize(
    "value",
    [None, 1, b"x", [], "", DIGITS.upper(), DIGITS[:-1], DIGITS + "0", DIGITS + "\n", "\uff10" * 64],
)
def test_what_is_no_hash(value: object) -> None:
    assert fields.hash_bytes(value) is None
    assert fields.prefixed_hash(value if not isinstance(value, str) else "sha256:" + value) is None


@pytest.mark.parametrize("value", [DIGITS, "SHA256:" + DIGITS, "sha256: " + DIGITS, "sha512:" + DIGITS, None])
def test_what_has_no_prefix(value: object) -> None:
    assert fields.prefixed_hash(value) is None


def test_a_hash_both_ways() -> None:
    assert fields.hash_bytes(DIGITS) == b"\x0f" * 32
    assert fields.prefixed(b"\x0f" * 32) == "sha256:" + DIGITS
    assert fields.prefixed_hash("sha256:" + DIGITS) == b"\x0f" * 32


# "QQ==" is the letter A; "QR==" would be too, for a reader who drops the spare bits.
STANDARD = [("QQ==", b"A"), ("QUE=", b"AA"), ("QUFB", b"AAA"), ("+/8=", b"\xfb\xff")]
NOT_STANDARD = ["", "QR==", "QUF=", "QQ=", "QQ", "QQ==\n", " QQ==", "-_8=", "QQ===", "Q", "é", None, 1]


@pytest.mark.parametrize(("text", "data"), STANDARD)
def test_standard_base64(text: str, data: bytes) -> None:
    assert fields.standard_base64(text) == data


@pytest.mark.parametrize("value", NOT_STANDARD)
def test_what_is_not_standard_base64(value: object) -> None:
    assert fields.standard_base64(value) is None


@pytest.mark.parametrize(("text", "data"), [("QQ", b"A"), ("QUE", b"AA"), ("-_8", b"\xfb\xff")])
def test_url_base64(text: str, data: bytes) -> None:
    assert fields.url_base64(text) == data
    assert fields.url_text(data) == text


@pytest.mark.parametrize("value", ["", "QR", "QQ==", "QUF", "+/8", "QQ\n", " QQ", "Q", "é", None, 1])
def test_what_is_not_url_base64(value: object) -> None:
    assert fields.url_base64(value) is None


@pytest.mark.parametrize("value", [-1, 1 << 63, True, False, 1.0, "1", None, [1]])
def test_what_is_no_whole_number(value: object) -> None:
    assert fields.whole_number(value) is None


@pytest.mark.parametrize("value", [0, 1, (1 << 63) - 1])
def test_whole_numbers(value: int) -> None:
    assert fields.whole_number(value) == value
