"""Differences of two JSON values: where they are, what they say, that none is missed."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.comparison.structure import Change, Figure, differences
from site_builder.kernel.canonical import json_equal


def cell(numerator: int, denominator: int, shown: str) -> dict[str, Any]:
    fraction = f"{numerator}/{denominator}"
    return {
        "etat": "calcule",
        "numerateur": numerator,
        "denominateur": denominator,
        "fraction": fraction,
        "affichage": shown,
    }


NOT_APPLICABLE = {
    "etat": "sans_objet",
    "numerateur": None,
    "denominateur": None,
    "fraction": None,
    "affichage": "not applicable",
}

CASES: dict[str, tuple[object, object, list[Change | Figure]]] = {
    "equal": ({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, []),
    "order of members": ({"a": 1, "b": 2}, {"b": 2, "a": 1}, []),
    "value": ({"a": 1}, {"a": 2}, [Change("/a", "1", "2")]),
    "type": (
        [1, 1, 1, 1.0, "1"],
        [1.0, True, "1", 1, "1"],
        [
            Change("/0", "1", "1.0"),
            Change("/1", "1", "true"),
            Change("/2", "1", '"1"'),
            Change("/3", "1.0", "1"),
        ],
    ),
    "long integers": (
        {"n": 10**22},
        {"n": 10**22 + 1},
        [Change("/n", "10000000000000000000000", "10000000000000000000001")],
    ),
    "null is not nothing": ({"a": None}, {}, [Change("/a", "null", None)]),
    "new member": ({}, {"a": None}, [Change("/a", None, "null")]),
    "escaped pointer": ({"a/b~c": 1}, {"a/b~c": 2}, [Change("/a~1b~0c", "1", "2")]),
    "object for list": ({"a": []}, {"a": {}}, [Change("/a", "[]", "{}")]),
    "figure": (
        {"taux": cell(3, 41, "7.3%")},
        {"taux": cell(4, 41, "9.8%")},
        [Figure("/taux", "3/41 (7.3%)", "4/41 (9.8%)")],
    ),
    "figure to words": (
        {"taux": cell(3, 41, "7.3%")},
        {"taux": NOT_APPLICABLE},
        [Figure("/taux", "3/41 (7.3%)", "not applicable")],
    ),
    "figure gone": ({"taux": cell(3, 41, "7.3%")}, {}, [Figure("/taux", "3/41 (7.3%)", None)]),
    "figure shown the same": (
        cell(3, 41, "7.3%"),
        {**cell(3, 41, "7.3%"), "etat": "en_attente"},
        [Change("/etat", '"calcule"', '"en_attente"')],
    ),
    "inserted item": ([1, 2, 3], [1, 9, 2, 3], [Change("/1", None, "9")]),
    "removed item": ([1, 2, 3], [1, 3], [Change("/1", "2", None)]),
    "repeated items": ([1, 1], [1, 1, 1], [Change("/2", None, "1")]),
    "matched by name": (
        [{"task_id": "t1", "x": 1}, {"task_id": "t2", "x": 2}, {"task_id": "t3", "x": 3}],
        [{"task_id": "t0", "x": 0}, {"task_id": "t2", "x": 5}, {"task_id": "t3", "x": 3}],
        [
            Change("/0", '{"task_id": "t1", "x": 1}', None),
            Change("/0", None, '{"task_id": "t0", "x": 0}'),
            Change("/1/x", "2", "5"),
        ],
    ),
    "named items change places": (
        [{"id": "a"}, {"id": "b"}],
        [{"id": "b"}, {"id": "a"}],
        [Change("", '["a", "b"]', '["b", "a"]')],
    ),
    "a name twice is no name": (
        [{"id": "a", "x": 1}, {"id": "a", "x": 2}],
        [{"id": "a", "x": 1}, {"id": "a", "x": 3}],
        [Change("/1/x", "2", "3")],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_differences(name: str) -> None:
    before, after, expected = CASES[name]
    assert list(differences(before, after)) == expected


scalars = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from([0.0, 1.0, -0.0, "1", "a"])
items = st.dictionaries(st.sampled_from(["id", "n", "x", "taux"]), scalars, max_size=3)
values = st.recursive(
    scalars | items,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


@given(values, values)
def test_two_values_differ_somewhere_exactly_when_they_are_not_equal(before: object, after: object) -> None:
    assert bool(list(differences(before, after))) == (not json_equal(before, after))


@given(values)
def test_a_value_does_not_differ_from_itself(value: object) -> None:
    assert list(differences(value, copy.deepcopy(value))) == []
