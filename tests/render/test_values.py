"""What a page may show, by its exact type."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from site_builder.kernel.third_party import ThirdPartyText, shown
from site_builder.render.values import (
    ByType,
    ShowError,
    address,
    attribute,
    claim_value,
    data_block,
    escaped,
    shown_value,
)
from tests.render.shown_pages import parsed, text_of


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("a & b", "a &amp; b"),
        ("<i>'\"", "&lt;i&gt;&#39;&#34;"),
        (0, "0"),
        (123456789012345678901234567890, "123456789012345678901234567890"),
        (Markup("<p>"), "<p>"),
        (ThirdPartyText("<b>"), "<bdi>&lt;b&gt;</bdi>"),
        (ThirdPartyText(""), "<bdi>[—]</bdi>"),
        (ThirdPartyText("a\x00b"), "<bdi>a[U+0000]b</bdi>"),
        (ThirdPartyText("\u202eabc"), "<bdi>\u202eabc</bdi>"),
    ],
)
def test_shown(value: object, html: str) -> None:
    assert shown_value(value) == html


@pytest.mark.parametrize("value", [None, True, False, 1.5, [], ["a"], {}, {"a": 1}, b"a", object()])
def test_never_shown(value: object) -> None:
    with pytest.raises(ShowError, match=type(value).__name__):
        shown_value(value)


@pytest.mark.parametrize("place", [attribute, address, data_block])
def test_third_party_text_is_shown_between_tags_alone(place: ByType) -> None:
    text = ThirdPartyText("https://evil.example/")
    for value in (text, {"a": [{"b": text}]}, {text: 1}, {"a": ("b", text)}):
        with pytest.raises((ShowError, TypeError)):
            place(value)
    assert shown_value(text) == "<bdi>https://evil.example/</bdi>"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.0, "1.0"),
        (True, "true"),
        (ThirdPartyText("1"), '"1"'),
        ("1", '"1"'),
        (None, "null"),
        (12345678901234567890123, "12345678901234567890123"),
        (1e22, "1e+22"),
        (ThirdPartyText('a"b\\'), '"a\\"b\\\\"'),
        ([ThirdPartyText("a"), {"k": ThirdPartyText("é")}, 1], '["a", {"k": "é"}, 1]'),
        ({"<i>": ThirdPartyText("</bdi>")}, '{"<i>": "</bdi>"}'),
        (ThirdPartyText(""), '""'),
    ],
)
def test_claim_value(value: object, text: str) -> None:
    assert claim_value(value) == f"<code><bdi>{escaped(text)}</bdi></code>"


@given(st.text())
def test_the_text_of_an_isolate_is_the_text_shown(text: str) -> None:
    shown_as = shown_value(ThirdPartyText(text))
    page = f"<!doctype html><html><head><title>t</title></head><body>{shown_as}</body></html>"
    (isolate,) = parsed(page.encode()).iter("bdi")
    assert list(isolate) == []
    assert text_of(isolate) == shown(text)


@pytest.mark.parametrize("value", ["https://a.example/b?c=d&e", "/fr/x/", "/", "#s10", "/x/#preuves"])
def test_an_address_is_absolute_https_or_of_the_site(value: str) -> None:
    assert address(value) == value.replace("&", "&amp;")


@pytest.mark.parametrize(
    "value",
    [
        "javascript:alert(1)", "data:text/html,x", "//evil.example", "/\\evil.example", "http://a.example",
        "https://a b", 'https://a"b', "https://a\n", "relative", "", "#", "\x01https://a.example", None, 1,
    ],
)  # fmt: skip
def test_any_other_address_is_refused(value: object) -> None:
    with pytest.raises(ShowError):
        address(value)


@pytest.mark.parametrize("value", [None, True, 1.5, ["a"]])
def test_an_attribute_holds_text_or_a_whole_number(value: object) -> None:
    assert attribute('"<&') == "&#34;&lt;&amp;"
    assert attribute(3) == "3"
    with pytest.raises(ShowError):
        attribute(value)


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none()))
def test_a_data_block_cannot_end_its_element(value: object) -> None:
    made = data_block(value)
    assert not set("<>&\u2028\u2029") & set(made)
    assert json.loads(made) == value


def test_what_is_remembered_is_remembered_by_type() -> None:
    for value, text in (
        (True, "true"),
        (1, "1"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (0.0, "0.0"),
        (False, "false"),
    ):
        assert claim_value(value) == f"<code><bdi>{text}</bdi></code>"
    assert address("/a/") == "/a/"
    with pytest.raises(ShowError):
        address(Markup("/a/"))
    with pytest.raises(ShowError):
        address(["/a/"])


@pytest.mark.parametrize("size", [512, 513, 5000])
@pytest.mark.parametrize("kind", [str, ThirdPartyText])
def test_a_text_of_any_length_is_shown(size: int, kind: type[str]) -> None:
    for sign in "<>":  # a text of one length is not taken for another
        text = ThirdPartyText(sign * size)
        for _ in range(2):
            assert shown_value(text) == f"<bdi>{escaped(sign) * size}</bdi>"
            assert claim_value(kind(text)) == f"<code><bdi>&#34;{escaped(sign) * size}&#34;</bdi></code>"


def test_a_claim_of_a_stranger_is_remembered_like_any_other() -> None:
    """A string of an input and the same string of the answer key are one, and neither is an HTML text."""
    text = "remembered: a claim of its own"
    assert claim_value(ThirdPartyText(text)) is claim_value(text)
    assert shown_value(text) == text
    assert shown_value(ThirdPartyText(text)) == f"<bdi>{text}</bdi>"
    assert attribute(text) == text
    with pytest.raises(ShowError):
        attribute(ThirdPartyText(text))
