"""RFC 6901: `~1` before `~0`, once; the table of the RFC, and one of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.kernel.pointer import PointerError, parse, render, resolve
from tests.harness.worlds import REAL_INPUTS

# The document and the answers of RFC 6901, section 5.
RFC = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("", RFC),
        ("/foo", ["bar", "baz"]),
        ("/foo/0", "bar"),
        ("/", 0),
        ("/a~1b", 1),
        ("/c%d", 2),
        ("/e^f", 3),
        ("/g|h", 4),
        ("/i\\j", 5),
        ('/k"l', 6),
        ("/ ", 7),
        ("/m~0n", 8),
    ],
)
def test_the_table_of_the_rfc(pointer: str, value: object) -> None:
    assert resolve(RFC, pointer) == value


@pytest.mark.parametrize(
    ("pointer", "tokens"),
    [
        ("", ()),
        ("/", ("",)),
        ("//", ("", "")),
        ("/~01", ("~1",)),
        ("/~10", ("/0",)),
        ("/~0~1", ("~/",)),
        ("/~1~0", ("/~",)),
        ("/~001", ("~01",)),
        ("/%7E1", ("%7E1",)),
        ("/a\nb", ("a\nb",)),
        ("/é/e\u0301", ("é", "e\u0301")),
    ],
)
def test_tokens_both_ways(pointer: str, tokens: tuple[str, ...]) -> None:
    assert parse(pointer) == tokens
    assert render(tokens) == pointer


@pytest.mark.parametrize(
    "text", ["a", "~", "a/b", " /a", "#/a", "/~", "/~2", "/a~", "/~~", "/~x0", "/~1/~", "/~\n"]
)
def test_what_is_no_pointer(text: str) -> None:
    with pytest.raises(PointerError):
        parse(text)


@pytest.mark.parametrize(
    "pointer",
    [
        "/b",
        "/a/2",
        "/a/-",
        "/a/01",
        "/a/-1",
        "/a/+1",
        "/a/1.0",
        "/a/ 1",
        "/a/١",
        "/a/",
        "/a/0/0",
        "/n/x",
        "/s/0",
    ],
)
def test_nothing_stands_there(pointer: str) -> None:
    document = {"a": [1, 2], "n": None, "s": "text"}
    with pytest.raises(PointerError):
        resolve(document, pointer)


def test_an_index_of_any_length_is_an_error_and_not_a_crash() -> None:
    with pytest.raises(PointerError):
        resolve({"a": [1]}, "/a/" + "9" * 10_000)


def test_elements_and_members_of_the_same_name() -> None:
    document = {"0": "member", "list": ["element"]}
    assert resolve(document, "/0") == "member"
    assert resolve(document, "/list/0") == "element"


def test_numbers_are_rendered_as_indices() -> None:
    assert render(["tasks", 0, "assertions", 12]) == "/tasks/0/assertions/12"


@given(st.lists(st.text(max_size=10)))
def test_every_token_survives(tokens: list[str]) -> None:
    assert parse(render(tokens)) == tuple(tokens)


@given(st.text("~/01ab", max_size=12))
def test_every_pointer_survives_or_is_refused(text: str) -> None:
    try:
        tokens = parse(text)
    except PointerError:
        return
    assert render(tokens) == text


def test_the_cases_that_broke_other_tools(shared: Path) -> None:
    table = json.loads((shared / REAL_INPUTS / "B39/cases.json").read_bytes())
    for case in table["cases"]:
        if case.get("error"):
            with pytest.raises(PointerError):
                resolve(table["document"], case["pointer"])
        else:
            assert resolve(table["document"], case["pointer"]) == case["value"]
            assert render(parse(case["pointer"])) == case["pointer"]
