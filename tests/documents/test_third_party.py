"""Pointers of third-party text: every marked string is listed, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.documents.third_party import find, pointers, structured_emoji
from site_builder.kernel.pointer import resolve
from site_builder.kernel.third_party import ThirdPartyText

T = ThirdPartyText


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, []),
        (T("x"), [""]),
        ({"a": "ours", "b": T("x")}, ["/b"]),
        ({"a": [T("x"), "ours", [T("y")], 1, None, True, 1.5]}, ["/a/0", "/a/2/0"]),
        ({"b": {"z": T("1"), "a": T("2")}, "a": T("3")}, ["/b/z", "/b/a", "/a"]),
        ({"a/b": T("1"), "~": {"": T("2")}, "~1": T("3")}, ["/a~1b", "/~0/", "/~01"]),
    ],
)
def test_pointers(value: object, expected: list[str]) -> None:
    assert pointers(value) == expected


def test_pointers_start_where_the_value_stands() -> None:
    assert pointers({"a": [T("x")]}, "/contenu") == ["/contenu/a/0"]


def test_a_document_holds_json_values_only() -> None:
    with pytest.raises(TypeError, match="tuple"):
        pointers({"a": ("x",)})


_TEXTS = st.text(max_size=3)
_KEYS = st.text(alphabet="ab~/é0", max_size=3)
_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXTS | _TEXTS.map(T),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=25,
)


def _marked(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_marked, value.values()))
    if isinstance(value, list):
        return sum(map(_marked, value))
    return isinstance(value, T)


@given(_VALUES)
def test_each_pointer_leads_to_a_marked_string_and_none_is_missing(value: object) -> None:
    found = find(value)
    assert len(found.pointers) == len(set(found.pointers)) == _marked(value)
    for place, text in zip(found.pointers, found.texts, strict=True):
        reached = resolve(value, place)
        assert isinstance(reached, T)
        assert reached == text


def test_emoji() -> None:
    assert find({"a": T("plain"), "b": "🧾"}).hold_emoji() is False
    assert find({"a": [T("receipt 🧾")]}).hold_emoji() is True
    assert structured_emoji({"🧾": 1}) is True
    assert structured_emoji(["x", {"a": "🧾"}]) is True
    assert structured_emoji({"key": "value"}) is False
    assert structured_emoji("🧾") is False
