"""The three readers of strict JSON agree: on what they accept, and on every value, types included."""

from __future__ import annotations

import json
import math
from typing import Any

import orjson
from hypothesis import example, given, settings
from hypothesis import strategies as st

from site_builder.kernel import json_places, strict_json
from site_builder.kernel.canonical import canonical_json, json_equal
from site_builder.kernel.strict_json import StrictJsonError, parse

# Any text that UTF-8 can hold.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = (
    st.integers()
    | st.integers(min_value=-(10**40), max_value=10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXT, inner, max_size=5),
    max_leaves=30,
)
LAYOUTS: list[dict[str, Any]] = [
    {"separators": (",", ":"), "ensure_ascii": False},
    {"separators": (",", ":")},
    {},
    {"indent": 1, "ensure_ascii": False},
    {"indent": "\t"},
]


def same(left: object, right: object) -> bool:
    """Equal with their types, at any depth; -0.0 and 0.0 differ; the order of keys counts."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    return repr(left) == repr(right)


def slow(data: bytes) -> tuple[object, bool]:
    value, problems = json_places.read(data)
    return value, not problems


@given(VALUES, st.sampled_from(LAYOUTS))
def test_every_layout_of_a_value_is_read_back_exactly(value: object, layout: dict[str, Any]) -> None:
    data = json.dumps(value, **layout).encode()
    assert same(parse(data), value)
    assert same(slow(data)[0], value)


@given(VALUES)
def test_what_the_writer_of_pages_writes_is_read_back(value: object) -> None:
    try:
        data = orjson.dumps(value)
    except TypeError:  # an integer beyond 64 bits
        return
    assert same(parse(data), value)


def outcome(data: bytes) -> tuple[object, list[strict_json.Problem]]:
    """The value, or at least one problem."""
    try:
        return parse(data), []
    except StrictJsonError as error:
        problems = error.problems
    assert problems
    return None, problems


# Texts that are nearly JSON: a valid one with a few bytes deleted, doubled or replaced.
@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    layout = draw(st.sampled_from(LAYOUTS))
    data = bytearray(json.dumps(draw(VALUES), **layout).encode())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        change = draw(st.sampled_from(["delete", "double", "replace"]))
        if change == "delete":
            del data[at : at + 1]
        elif change == "double":
            data[at:at] = data[at : at + draw(st.integers(1, 8))]
        else:
            data[at : at + 1] = draw(st.sampled_from(SNIPPETS))
    return bytes(data)


SNIPPETS = [
    b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"0", b"-", b".", b"e5", b"E400", b"1e400", b"NaN",
    b"-Infinity", b"\\ud83d", b"\\ude00", b"\\uD800\\uDC00", b"\x00", b"\t", b"\n", b"\x7f", b"\xff", b"\xc3",
    b"\xed\xa0\x80", b"\xef\xbb\xbf", b'"a":1,"a":2', b" ", b"null", b"123456789012345678901234567890", b"-0",
    b"1.0", b"0.1000000000000000055511151231257827", b"\\/", b"\\u0000", b"//",
]  # fmt: skip


@settings(max_examples=400)
@given(damaged())
@example(b'{"a":1,"a":1}')
@example(b'{"\\u0061":1,"a":1}')
@example(b"[1e400]")
@example(b"[-0]")
@example(b'["\\ud83d"]')
@example(b"")
@example(b"[" * 300 + b"]" * 300)
def test_the_readers_accept_the_same_texts(data: bytes) -> None:
    value, accepted = slow(data)
    for quick in (strict_json._round_trip, strict_json._library):
        answer = quick(data)
        if answer is not strict_json._UNSURE and strict_json._shallow(data, answer):
            assert accepted, f"{quick.__name__} accepts what is to be refused"
            assert same(answer, value)
    read, problems = outcome(data)
    assert accepted == (not problems)
    assert same(read, value) or problems
    assert all(problem.line >= 1 and problem.column >= 1 for problem in problems)


@settings(max_examples=200)
@given(damaged())
def test_nothing_that_the_standard_parser_refuses_is_accepted(data: bytes) -> None:
    value, problems = outcome(data)
    if not problems:
        assert same(json.loads(data.decode()), value)


@given(st.binary(max_size=40))
def test_any_bytes_give_a_value_or_problems(data: bytes) -> None:
    outcome(data)


@given(VALUES, VALUES)
def test_strict_equality_is_equality_with_types(left: object, right: object) -> None:
    assert json_equal(left, left)
    assert json_equal(left, json.loads(json.dumps(left)))
    if json_equal(left, right):
        assert sorted_keys(left) == sorted_keys(right)


@given(VALUES)
def test_canonical_json_keeps_the_value(value: object) -> None:
    data = canonical_json(value)
    assert data.isascii()
    assert json_equal(json.loads(data), value)
    assert canonical_json(json.loads(data)) == data


def sorted_keys(value: object) -> str:
    """Another way to say the same: `repr` tells every type of JSON apart."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key!r}:{sorted_keys(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(sorted_keys, value)) + "]"
    assert not isinstance(value, float) or math.isfinite(value)
    return repr(value)
