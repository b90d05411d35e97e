"""Findings: all distinct ones, in an order that a second run repeats."""

from __future__ import annotations

import itertools
import json

import orjson

from site_builder.kernel.findings import Finding, in_order


def at(file: str = "f", pointer: str | None = None, line: int | None = None, **more: str) -> Finding:
    parts = {"code": "S001", "name": "schema", "found": "x", "expected": "y", "remedy": "z", **more}
    return Finding(file=file, pointer=pointer, line=line, **parts)


def test_numbers_inside_a_place_compare_as_numbers() -> None:
    expected = [
        at("season-2/a.json", "/tasks/9/id"),
        at("season-2/a.json", "/tasks/10/id"),
        at("season-2/a.json", "/tasks/10/id/0"),
        at("season-10/a.json", "/tasks/2/id"),
    ]
    for shuffled in itertools.permutations(expected):
        assert in_order(shuffled) == expected


def test_lines_come_before_pointers() -> None:
    expected = [at(line=None, pointer="/z"), at(line=2, pointer="/z"), at(line=10, pointer="/a")]
    assert in_order(reversed(expected)) == expected


def test_equal_findings_are_told_once_and_others_all() -> None:
    assert in_order([at(), at(), at(found="w")]) == [at(found="w"), at()]


def test_the_order_is_total() -> None:
    """Two findings that differ anywhere are never left to the order of a set."""
    base = at(pointer="/a", line=1)
    parts = ("code", "name", "found", "expected", "remedy")
    others = [at(pointer="/a", line=1, **{part: "other"}) for part in parts]
    others += [at("g", "/a", 1), at(pointer="/b", line=1), at(pointer="/a", line=2), at(pointer="/a")]
    for other in others:
        assert base.sort_key() != other.sort_key()
    assert at("a01").sort_key() != at("a1").sort_key()
    assert at(pointer="/0").sort_key() != at(pointer="/00").sort_key()


def test_a_place_with_thousands_of_digits_does_not_stop_the_order() -> None:
    long, longer = "/" + "1" * 5000, "/" + "1" * 5001
    assert in_order([at(pointer=longer), at(pointer=long)]) == [at(pointer=long), at(pointer=longer)]


def test_findings_for_machines_are_always_json() -> None:
    finding = at(file="bad\udcff\n.json", pointer="/a")
    document = json.loads(orjson.dumps(finding.as_json()))
    assert document["file"] == "bad\\udcff\n.json"
    assert list(document) == [
        "code", "name", "file", "found", "expected", "remedy", "pointer", "line", "element",
    ]  # fmt: skip
    assert document["line"] is None
