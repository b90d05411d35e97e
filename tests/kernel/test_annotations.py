"""Annotations of a workflow run: what a stranger wrote is shown, and is never a command of its own."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from site_builder.kernel.annotations import annotation
from site_builder.kernel.json_places import line_of
from site_builder.kernel.terminal import printable


def as_the_runner_reads(line: str) -> tuple[str, dict[str, str], str]:
    """Command, properties and message of a line, unescaped in the order in which GitHub's runner does it."""
    assert line.startswith("::")
    head, _, message = line[2:].partition("::")
    command, _, listed = head.partition(" ")
    properties = dict(pair.split("=", 1) for pair in listed.split(","))
    unescaped = {name: unescape(value, "\r\n:,%") for name, value in properties.items()}
    return command, unescaped, unescape(message, "\r\n%")


def unescape(text: str, signs: str) -> str:
    for sign in signs:
        text = text.replace(f"%{ord(sign):02X}", sign)
    return text


@given(title=st.text(), file=st.text(min_size=1), found=st.text())
@example(title="a::b", file="a,line=1::stop", found="\r\n::error::x")
@example(title="%3A", file="%2C%0A", found="%25\n::add-mask::")
@example(title="t", file="f", found="##[add-matcher]x")
def test_any_text_comes_back_from_the_runner_as_it_was(title: str, file: str, found: str) -> None:
    line = annotation("error", title, (found, "second"), file, 7)
    assert line.splitlines() == [line]
    assert as_the_runner_reads(line) == (
        "error",
        {"file": printable(file), "line": "7", "title": printable(title)},
        f"{printable(found)}\nsecond",
    )


def test_no_place_is_no_property() -> None:
    assert annotation("notice", "Not closed", ("100 %",)) == "::notice title=Not closed::100 %25"


TEXT = b'{\n "a": {"b/c": [1,\n 2]},\n "a~": null,\n "a": 3\n}\n'


def test_the_line_of_a_value_is_found_by_its_pointer() -> None:
    places = {"": 1, "/a": 2, "/a/b~1c": 2, "/a/b~1c/1": 3, "/a~0": 4}
    assert {place: line_of(TEXT, place) for place in places} == places


def test_what_is_not_there_has_no_line() -> None:
    absent = ("/x", "/a/b~1c/2", "/a/b~1c/-", "no pointer", "/~")
    assert [line_of(TEXT, place) for place in absent] == [None] * 5
    assert [line_of(data, "/a") for data in (b"", b"\xff", b"{", b'{"b" 1}')] == [None] * 4
