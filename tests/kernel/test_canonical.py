"""Canonical JSON and strict equality."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.kernel.canonical import canonical_json, identity, json_equal, json_text


def test_the_bytes_that_hashes_are_taken_over() -> None:
    request = {"target": "https://corpus.example/é", "method": "GET", "payload": None, "amount": 0.0}
    expected = b'{"amount":0.0,"method":"GET","payload":null,"target":"https://corpus.example/\\u00e9"}'
    assert canonical_json(request) == expected
    assert hashlib.sha256(canonical_json(request)).digest() == hashlib.sha256(expected).digest()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1000.0, b"1000.0"),
        (1e16, b"1e+16"),
        (1e-7, b"1e-07"),
        (12345678901234567890123, b"12345678901234567890123"),
        ("\U0001f600", b'"\\ud83d\\ude00"'),
        ("\u2028/", b'"\\u2028/"'),
        ({"b": 1, "a": {"d": 1, "c": 2}}, b'{"a":{"c":2,"d":1},"b":1}'),
    ],
)
def test_numbers_and_escapes_as_the_anchored_hashes_have_them(value: object, text: bytes) -> None:
    assert canonical_json(value) == text


def test_canonical_json_is_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(float("nan"))


DIFFERENT: list[object] = [
    0, 0.0, False, None, "", "0", [], {}, 1, 1.0, True, "1", "1.0", "true", [1], [1.0], [True], ["1"], [[1]],
    {"a": 1}, {"a": 1.0}, {"a": True}, {"a": "1"}, {"a": [1]}, {"a": None}, {"b": 1}, {"a": 1, "b": 1},
    [1, 2], [2, 1], "null", "é", "e\u0301", " 1", "A", "a",
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), list(itertools.combinations(range(len(DIFFERENT)), 2)))
def test_no_two_of_these_are_equal(left: int, right: int) -> None:
    assert not json_equal(DIFFERENT[left], DIFFERENT[right])
    assert not json_equal([DIFFERENT[left]], [DIFFERENT[right]])


def test_the_order_of_keys_does_not_matter() -> None:
    assert json_equal({"a": 1, "b": [2]}, {"b": [2], "a": 1})
    assert identity({"a": 1, "b": 2}) == identity({"b": 2, "a": 1})
    assert json_equal(100.0, 1e2)


def test_readable_text_keeps_order_and_accents() -> None:
    assert json_text({"b": "é", "a": [1.0, None]}) == '{"b": "é", "a": [1.0, null]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("write", [canonical_json, json_text, identity])
def test_what_is_no_number_of_json_is_refused(write: Callable[[object], object], value: float) -> None:
    for nested in (value, [value], {"a": value}):
        with pytest.raises(ValueError, match="JSON"):
            write(nested)


_NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers()
_PLAIN = _NUMBERS | st.text() | st.booleans() | st.none()


@given(_PLAIN)
def test_the_short_way_gives_what_an_encoder_gives(value: object) -> None:
    assert json_text(value) == json.dumps(value, ensure_ascii=False)
    assert identity(value) == json.dumps(value)
