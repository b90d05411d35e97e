"""Where two score documents differ, by pointer."""

from __future__ import annotations

from typing import Any

import pytest

from site_builder.challenges.prove_it.scoring.difference import ABSENT, differences, shown

TASK = {"state": "submitted", "n": 1, "list": ["a", "b"]}


def found(left: dict[str, Any], right: dict[str, Any], **reasons: str) -> list[tuple[str, object, object]]:
    return [(d.pointer, d.declared, d.recomputed) for d in differences(left, right, reasons)]


CASES: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str, object, object]]]] = [
    ({"a": 1}, {"a": 1}, []),
    ({"a": 1}, {"a": 2}, [("/a", 1, 2)]),
    ({"a": 1}, {"a": True}, [("/a", 1, True)]),
    ({"a": 1}, {"a": 1.0}, [("/a", 1, 1.0)]),
    ({"a": None}, {}, [("/a", None, ABSENT)]),
    ({}, {"a": None}, [("/a", ABSENT, None)]),
    ({"a": [1, 2]}, {"a": [1]}, [("/a/1", 2, ABSENT)]),
    ({"a": [1]}, {"a": [1, {"b": 2}]}, [("/a/1", ABSENT, {"b": 2})]),
    ({"a": {"~/": 1}}, {"a": {"~/": 2}}, [("/a/~0~1", 1, 2)]),
    ({"a": {}}, {"a": []}, [("/a", {}, [])]),
    # The members of two states have no counterpart: the state alone is named.
    ({"t": TASK}, {"t": {"state": "rejected", "reason": "x"}}, [("/t/state", "submitted", "rejected")]),
    # A score may leave out which assertion is at fault, but not name another one.
    ({"state": "r"}, {"state": "r", "at_fault": 1}, []),
    ({"state": "r", "at_fault": 2}, {"state": "r", "at_fault": 1}, [("/at_fault", 2, 1)]),
    ({"state": "r", "at_fault": 2}, {"state": "r"}, [("/at_fault", 2, ABSENT)]),
]


@pytest.mark.parametrize(("declared", "recomputed", "expected"), CASES)
def test_differences(
    declared: dict[str, Any], recomputed: dict[str, Any], expected: list[tuple[str, object, object]]
) -> None:
    assert found(declared, recomputed) == expected


def test_the_nearest_reason_is_given() -> None:
    reasons = {"/t": "the task", "/t/a": "the assertions", "/t/a/1": "the second one"}
    left = {"t": {"a": [1, 2, 3], "ab": 1}}
    right = {"t": {"a": [1, 9, 9], "ab": 2}, "u": 1}
    assert [(d.pointer, d.why) for d in differences(left, right, reasons)] == [
        ("/t/a/1", "the second one"),
        ("/t/a/2", "the assertions"),
        ("/t/ab", "the task"),
        ("/u", "it follows from what was submitted"),
    ]


def test_nothing_is_not_null() -> None:
    assert (shown(ABSENT), shown(None), shown("é")) == ("nothing", "null", '"é"')
