"""What a lexical rule looks at: what the Index writes, all of it, and nothing that a stranger wrote."""

from __future__ import annotations

import pytest

from site_builder.kernel.pointer import resolve
from site_builder.rules.own_text import sentences, shortened
from site_builder.rules.strings import Strings, places
from tests.rules import sites
from tests.rules.running import nothing, site_of


def test_every_string_of_a_report_is_told_apart() -> None:
    site = site_of(nothing, sites.LATER)
    page = site.page(site.of_type("rapport:community"))
    strings = page.strings
    assert [resolve(page.document, pointer) for pointer in strings.pointers] == strings.third
    assert page.document["texte_de_tiers"]["champs"] == strings.pointers
    assert "Atelier Églantine" in strings.third
    assert "Atelier Églantine" not in {*strings.own, *strings.marks}
    assert "active" in strings.values
    assert "suspendu" in strings.facts
    assert "prf_20260310_095900_0c0003" in strings.marks


def test_an_assertion_of_another_shape_is_walked_all_the_same() -> None:
    claim = {"resource": "/r", "field": "/f", "value": {"a/b": ["x", 1, True]}}
    found = Strings()
    found.add(
        {"assertions": [{"id": "a1", "claim": claim, "statut": "supported", "plus": "own"}]}, "taches", "/t"
    )
    assert found.third == ["a1", "/r", "/f", "x"]
    assert found.pointers[-1] == "/t/assertions/0/claim/value/a~1b/0"
    assert found.own == ["own"]
    assert found.marks == ["supported"]
    assert found.numbers == []


def test_places_of_a_string() -> None:
    assert list(places({"a": ["x", {"b/c": "x"}], "d": "y"}, "x")) == ["/a/0", "/a/1/b~1c"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("No limit\u00a0: one\u00a0; two", ["No limit\u00a0:", "one\u00a0;", "two"]),
        ("# Title\n\nA line\nand more.\n- item", ["# Title", "A line\nand more.", "- item"]),
        ("version 1.5 is one", ["version 1.5 is one"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [sentence.strip() for sentence in sentences(text)] == expected


def test_a_message_shows_what_stands_around() -> None:
    text = "a" * 100 + " lie " + "b" * 100
    assert shortened(text, "lie", 5) == "aaaa lie bbbb"
