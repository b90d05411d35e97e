"""A document that is at hand is shown as its bytes are: no page depends on how its document came."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.documents import third_party
from site_builder.documents.envelope import Document, dump
from site_builder.kernel.third_party import ThirdPartyText, any_replaced_emoji, replaced_emoji
from site_builder.render.document import DocumentError, Ready, load, wrapped
from site_builder.render.html import html, html_of
from site_builder.render.values import ThirdParty
from tests.harness import loaded
from tests.harness.sample_documents import Sample


def told(value: Any) -> Any:
    """A value in which wrapped strings can be compared, and 1, 1.0 and true differ."""
    if type(value) is ThirdParty:
        return ("third party", str(value.exact))
    if isinstance(value, dict):
        return [(key, told(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [told(item) for item in value]
    return (type(value).__name__, value) if not isinstance(value, str) else str(value)


def in_pairs(pages: list[Sample]) -> list[list[Sample]]:
    names = dict.fromkeys(page.name for page in pages)
    return [[page for page in pages if page.name == name] for name in names]


def test_every_page_is_the_same_from_its_document_and_from_its_bytes(pages: list[Sample]) -> None:
    for pair in in_pairs(pages):
        ready: Ready | None = None
        for page in pair:
            messages = loaded.content().messages[page.language]
            before = told(page.document)
            ready = wrapped(page.document, ready)
            assert told(ready.page) == told(load(page.data))
            assert html_of(ready.page, messages) == html(page.data, messages)
            assert told(page.document) == before  # judged after it was shown


def test_a_string_that_is_not_listed_is_shown_as_its_bytes_are(pages: list[Sample]) -> None:
    """The rules refuse such a page (PUB-12): it has to be made for that."""
    page = next(p for p in pages if p.name.startswith("report-rich-community") and p.language == "fr")
    document = copy.deepcopy(page.document)
    document["texte_de_tiers"]["champs"] = []
    strings = [ThirdPartyText(document["contenu"]["agent"][name]) for name in ("nom", "did")]
    document["contenu"]["agent"].update(zip(("nom", "did"), strings, strict=True))
    document["contenu"]["report_id"] = ThirdPartyText(document["contenu"]["report_id"])
    document["contenu"]["piste"] = {**document["contenu"]["piste"], "url": ThirdPartyText("/fr/x/")}
    messages = loaded.content().messages["fr"]
    made = html_of(wrapped(document).page, messages)
    assert made == html(dump(document), messages)
    assert b'href="/fr/x/"' in made


# Documents that share what no language changes, as those of a report do: strings of both kinds anywhere.
_TEXTS = st.text(st.characters(codec="utf-8"), max_size=3)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | _TEXTS | _TEXTS.map(ThirdPartyText),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXTS, inner, max_size=4),
    max_leaves=16,
)
_OBJECTS = st.dictionaries(_TEXTS, _VALUES, max_size=4)


def document_of(content: dict[str, Any]) -> Document:
    champs = third_party.pointers(content, "/contenu")
    return {"texte_de_tiers": {"marque": "m", "champs": champs}, "contenu": content}


@given(_OBJECTS, _OBJECTS, _OBJECTS, st.booleans())
def test_documents_that_share_are_wrapped_as_their_bytes_are(
    shared: dict[str, Any], english: dict[str, Any], french: dict[str, Any], alike: bool
) -> None:
    one = document_of({"a": english, "t": [{"s": shared, "x": 1}, shared], "z": [True]})
    own = copy.deepcopy(english) if alike else french
    other = document_of({"a": own, "t": [{"s": shared, "x": 2}, shared], "z": [True]})
    before = told([one, other])
    first = wrapped(one)
    second = wrapped(other, first)
    for document, made in ((one, first), (other, second)):
        assert told(made.page) == told(load(dump(document)))
        assert made.given is document
    assert told([one, other]) == before


def test_what_both_languages_hold_is_wrapped_once() -> None:
    shared = [{"claim": ThirdPartyText("x")}, {"claim": ThirdPartyText("y")}]
    one, other = (document_of({"own": ThirdPartyText(text), "s": shared}) for text in "ab")
    first = wrapped(one)
    second = wrapped(other, first)
    assert second.page["contenu"]["s"] is first.page["contenu"]["s"]
    assert second.page["contenu"]["own"] is not first.page["contenu"]["own"]


@pytest.mark.parametrize("last", ["-1", "+1", "01", " 1", "1_0", "\u0661", ""])
def test_a_place_in_a_list_is_written_in_one_way(last: str) -> None:
    strings = [ThirdPartyText(text) for text in "abcdefghijk"]
    for content, rest in (({"v": strings}, ""), ({"v": [{"n": text} for text in strings]}, "/n")):
        champs = [f"/contenu/v/{last}{rest}"]
        with pytest.raises(DocumentError):
            wrapped({"texte_de_tiers": {"champs": champs}, "contenu": content})


@pytest.mark.parametrize("missing", ["no member", "no string", "no object"])
def test_a_document_that_lacks_what_its_twin_has_is_refused(missing: str) -> None:
    one = document_of({"a": {"b": ThirdPartyText("x")}})
    content: dict[str, Any] = {"a": {"no member": {}, "no string": {"b": 1}, "no object": "b"}[missing]}
    other = {"texte_de_tiers": one["texte_de_tiers"], "contenu": content}
    with pytest.raises(DocumentError):
        wrapped(other, wrapped(one))


@given(st.lists(st.sampled_from(["", "abc", "é", "👍", "✔", "✔\ufe0f", "©", "1\ufe0f\u20e3", "\u200b", "…"])))
def test_many_texts_are_searched_as_each_is(texts: list[str]) -> None:
    assert any_replaced_emoji(texts) == any(map(replaced_emoji, texts))
