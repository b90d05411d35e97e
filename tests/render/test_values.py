"""What a page may show, by its exact type."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from site_builder.kernel.third_party import shown
from site_builder.render.values import (
    SHOWN,
    ShowError,
    ThirdParty,
    address,
    attribute,
    claim_value,
    data_block,
    escaped,
    third_party,
)
from tests.render.shown_pages import parsed, text_of


def show(value: Any) -> str:
    return SHOWN[type(value)](value)


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("a & b", "a &amp; b"),
        ("<i>'\"", "&lt;i&gt;&#39;&#34;"),
        (0, "0"),
        (123456789012345678901234567890, "123456789012345678901234567890"),
        (Markup("<p>"), "<p>"),
        (ThirdParty("<b>"), "<bdi>&lt;b&gt;</bdi>"),
        (ThirdParty(""), "<bdi>[—]</bdi>"),
        (ThirdParty("a\x00b"), "<bdi>a[U+0000]b</bdi>"),
        (ThirdParty("\u202eabc"), "<bdi>\u202eabc</bdi>"),
    ],
)
def test_shown(value: object, html: str) -> None:
    assert show(value) == html


@pytest.mark.parametrize("value", [None, True, False, 1.5, [], ["a"], {}, {"a": 1}, b"a", object()])
def test_never_shown(value: object) -> None:
    with pytest.raises(ShowError, match=type(value).__name__):
        show(value)


@pytest.mark.parametrize("use", [str, "{}".format, bool, attribute, address, "%s".__mod__])
def test_third_party_text_is_nothing_but_shown(use: Any) -> None:
    with pytest.raises(ShowError):
        use(ThirdParty("https://evil.example/"))


def test_third_party_text_is_no_string() -> None:
    assert not isinstance(ThirdParty("a"), str)
    with pytest.raises(TypeError):
        "a" + ThirdParty("b")  # type: ignore[operator]
    with pytest.raises(TypeError):
        "".join(["a", ThirdParty("b")])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.0, "1.0"),
        (True, "true"),
        (ThirdParty("1"), '"1"'),
        ("1", '"1"'),
        (None, "null"),
        (12345678901234567890123, "12345678901234567890123"),
        (1e22, "1e+22"),
        (ThirdParty('a"b\\'), '"a\\"b\\\\"'),
        ([ThirdParty("a"), {"k": ThirdParty("é")}, 1], '["a", {"k": "é"}, 1]'),
        ({"<i>": ThirdParty("</bdi>")}, '{"<i>": "</bdi>"}'),
        (ThirdParty(""), '""'),
    ],
)
def test_claim_value(value: object, text: str) -> None:
    assert claim_value(value) == f"<code><bdi>{escaped(text)}</bdi></code>"


@given(st.text())
def test_the_text_of_an_isolate_is_the_text_shown(text: str) -> None:
    page = f"<!doctype html><html><head><title>t</title></head><body>{show(ThirdParty(text))}</body></html>"
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
def test_a_text_of_any_length_is_wrapped(size: int) -> None:
    text = "<" * size
    assert third_party(text).exact == text
    assert show(third_party(text)) == "<bdi>" + "&lt;" * size + "</bdi>"
    assert claim_value(third_party(text)) == "<code><bdi>&#34;" + "&lt;" * size + "&#34;</bdi></code>"
