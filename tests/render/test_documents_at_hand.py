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
from site_builder.render.document import DocumentError, load
from site_builder.render.html import html, html_of
from site_builder.render.values import escaped
from tests.harness import loaded
from tests.harness.sample_documents import Sample


def told(value: Any) -> Any:
    """A value in which third-party text differs from other text, and 1, 1.0 and true differ."""
    if isinstance(value, dict):
        return [(str(key), told(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [told(item) for item in value]
    return (type(value).__name__, value)


def test_every_page_is_the_same_from_its_document_and_from_its_bytes(pages: list[Sample]) -> None:
    for page in pages:
        messages = loaded.content().messages[page.language]
        before = told(page.document)
        read = load(page.data)
        if page.page_type != "piste":  # whose rows wait on disk, as bytes
            assert told(read) == before
            assert html_of(page.document, messages) == html(page.data, messages)
        assert html_of(read, messages) == html(page.data, messages)
        assert told(page.document) == before  # judged after it was shown


def test_a_string_that_is_not_listed_is_shown_as_its_bytes_are(pages: list[Sample]) -> None:
    """The rules refuse such a page (PUB-12): it has to be made for that."""
    page = next(p for p in pages if p.name.startswith("report-rich-community") and p.language == "fr")
    document = copy.deepcopy(page.document)
    document["texte_de_tiers"]["champs"] = []
    made = html(dump(document), loaded.content().messages["fr"])
    assert b"<bdi>" in html(page.data, loaded.content().messages["fr"])
    assert f">{escaped(str(document['contenu']['agent']['nom']))}<".encode() in made


# Strings of both kinds anywhere, among what several places share.
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


@given(_OBJECTS, _OBJECTS)
def test_a_document_reads_back_as_it_was_made(shared: dict[str, Any], own: dict[str, Any]) -> None:
    document = document_of({"a": own, "t": [{"s": shared, "x": 1}, shared], "z": [True]})
    data = dump(document)
    assert told(load(data)) == told(document)
    assert dump(load(data)) == data


@pytest.mark.parametrize("last", ["-1", "+1", "01", " 1", "1_0", "\u0661", ""])
def test_a_place_in_a_list_is_written_in_one_way(last: str) -> None:
    strings = [ThirdPartyText(text) for text in "abcdefghijk"]
    for content, rest in (({"v": strings}, ""), ({"v": [{"n": text} for text in strings]}, "/n")):
        champs = [f"/contenu/v/{last}{rest}"]
        with pytest.raises(DocumentError):
            load(dump({"texte_de_tiers": {"champs": champs}, "contenu": content}))


@pytest.mark.parametrize(
    "listed",
    [
        "/contenu/b", "/contenu/a/b/c", "/contenu/n", "/contenu/a", "", "a", "contenu/s", "//s",
        "/contenu/s/", "/contenu/s/0", "/contenu/s/0/0", "/contenu/a/b/0", "/contenu/l/0/0", "/contenu/l/2",
        "/contenu/n/0",
    ],
)  # fmt: skip
def test_a_list_of_what_is_not_there_is_refused(listed: str) -> None:
    content = {"a": {"b": "x"}, "n": 1, "s": "y", "l": ["z", "z"]}
    for champs in ([listed], ["/contenu/s", listed], ["/contenu/a/b", listed]):
        with pytest.raises(DocumentError):
            load(dump({"texte_de_tiers": {"champs": champs}, "contenu": content}))


@given(st.lists(st.sampled_from(["", "abc", "é", "👍", "✔", "✔\ufe0f", "©", "1\ufe0f\u20e3", "\u200b", "…"])))
def test_many_texts_are_searched_as_each_is(texts: list[str]) -> None:
    assert any_replaced_emoji(texts) == any(map(replaced_emoji, texts))
