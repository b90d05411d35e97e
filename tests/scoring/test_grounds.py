"""Grounded verdicts: each ground carried, in any of its forms, by a supported claim strictly equal to it."""

from __future__ import annotations

import pytest

from site_builder.challenges.prove_it.scoring.tally import tally
from tests.harness.smallest import Document
from tests.scoring.scores import fact, key, score, submitted

A, A2, B, C = fact("a"), fact("a2", 2), fact("b"), fact("c")
TWO = [[A, A2], [B]]


def missing(grounds: list[list[Document]], *claims: tuple[str, Document]) -> list[Document]:
    made = tally(score(submitted("t1", "oui", *claims)), key(t1=("oui", grounds)), 1)
    return [{"resource": f.resource, "field": f.field, "value": f.value} for f in made.tasks["t1"].missing]


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([], [A, B]),
        ([("s", A)], [B]),
        ([("s", A2)], [B]),  # an equivalent form carries the ground
        ([("s", B)], [A]),  # the first form is the one that is named
        ([("s", A), ("s", B)], []),
        ([("s", A), ("s", A2), ("s", B)], []),
        ([("s", A), ("v", B)], [B]),  # an unsupported claim carries nothing
        ([("s", A), ("f", B)], [B]),
        ([("s", B), ("v", A), ("s", A2)], []),
        ([("s", C)], [A, B]),
    ],
)
def test_each_ground_is_carried_by_one_of_its_forms(
    claims: list[tuple[str, Document]], expected: list[Document]
) -> None:
    assert missing(TWO, *claims) == expected


def test_missing_facts_are_in_the_order_of_the_key() -> None:
    assert missing([[C], [A], [B]]) == [C, A, B]
    assert missing([[C], [A], [B]], ("s", A)) == [C, B]


def test_a_task_without_grounds_misses_nothing() -> None:
    assert missing([]) == []


VALUES: list[object] = [
    1, 1.0, True, "1", "true", 0, 0.0, False, "", None, [], {}, [1], [1.0], [True], ["1"], {"a": 1},
    {"a": 1.0}, {"a": True}, {"a": "1"}, {"a": [1, {"b": 2}]}, {"a": [1, {"b": 2.0}]}, "é", "e\u0301",
    "x ", "X", 12345678901234567890123, 12345678901234567890124,
]  # fmt: skip


@pytest.mark.parametrize("wanted", range(len(VALUES)))
def test_values_are_equal_with_their_types_and_at_any_depth(wanted: int) -> None:
    ground = fact("a", VALUES[wanted])
    for said, value in enumerate(VALUES):
        expected = [] if said == wanted else [ground]
        found = missing([[ground]], ("s", fact("a", value)))
        assert (found == []) == (expected == []), (VALUES[wanted], value)


def test_the_order_of_the_keys_of_a_value_does_not_matter() -> None:
    assert missing([[fact("a", {"x": 1, "y": 2})]], ("s", fact("a", {"y": 2, "x": 1}))) == []


@pytest.mark.parametrize(
    "claim",
    [
        {**A, "resource": "/r/a/"},
        {**A, "resource": "/r/A"},
        {**A, "field": "/F"},
        {**A, "field": ""},
        {**A, "field": "/f/0"},
    ],
)
def test_resource_and_field_are_compared_character_for_character(claim: Document) -> None:
    assert missing([[A]], ("s", claim)) == [A]


def test_the_same_place_with_another_value_and_then_the_right_one() -> None:
    assert missing([[A]], ("v", fact("a", "y")), ("s", A)) == []
    assert missing([[A]], ("s", fact("a", "y")), ("v", A)) == [A]
