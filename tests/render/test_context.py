"""The place of an expression decides how it is made safe; no author has to remember it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jinja2 import TemplateSyntaxError, UndefinedError

from site_builder.kernel.third_party import ThirdPartyText
from site_builder.render.engine import engine
from site_builder.render.values import ShowError
from tests.harness import loaded

MESSAGES = loaded.content().messages["en"]
STRANGER = ThirdPartyText('"><script>alert(1)</script>')


def made(source: str, folder: Path, **values: Any) -> str:
    (folder / "page.html").write_text(source, encoding="utf-8")
    return engine(MESSAGES, folder).get_template("page.html").render(values)


@pytest.mark.parametrize(
    ("source", "value", "expected"),
    [
        ("<p>{{ x }}</p>", '<&"', "<p>&lt;&amp;&#34;</p>"),
        ("<p>{{ x }}</p>", STRANGER, "<p><bdi>&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</bdi></p>"),
        ('<p title="{{ x }}">', '"<', '<p title="&#34;&lt;">'),
        ('<p title="a {{ x }} b">', '"<', '<p title="a &#34;&lt; b">'),
        ('<a href="{{ x }}">', "/a/", '<a href="/a/">'),
        ('<a href="mailto:{{ x }}">', "a@b.example", '<a href="mailto:a@b.example">'),
        ('<a href="/a/#{{ x }}">', 'b"c', '<a href="/a/#b&#34;c">'),
        ('<p{% if x %} class="y"{% endif %}>{{ x }}</p>', "z", '<p class="y">z</p>'),
        ('<p data-x="<">{{ x }}', "<", '<p data-x="<">&lt;'),
        ('<script type="application/ld+json">{{ x }}</script>{{ x }}', "</script>",
         '<script type="application/ld+json">"\\u003c/script\\u003e"</script>&lt;/script&gt;'),
        ('<p>{{ t["rate.pending"] }}</p>', None, "<p>pending</p>"),
        ('<p title="{{ t["rate.pending"] }}">', None, '<p title="pending">'),
    ],
)  # fmt: skip
def test_place(source: str, value: object, expected: str, tmp_path: Path) -> None:
    assert made(source, tmp_path, x=value) == expected


@pytest.mark.parametrize(
    "source",
    [
        '<p title="{{ x }}">', '<p data-json="/a/{{ x }}">', '<a href="{{ x }}">', '<a href="/a/{{ x }}">',
        '<script type="application/ld+json">{{ x }}</script>', '<a href="mailto:{{ x }}">',
        '<p>{{ "a" ~ x }}</p>', '<p>{% if x %}{% endif %}</p>', '<p title="{{ x ~ "" }}">',
        "{% if not x %}{% endif %}", "{% if 1 == 2 or x %}{% endif %}", "{{ 'a' if x else 'b' }}",
        "{% if 1 == 2 %}{% elif x %}{% endif %}", "{{ x or 'a' }}", "{{ 'a' and x and 'b' }}",
        "{% for a in x %}{{ a }}{% endfor %}", "{% for i, a in x|numbered %}{{ a }}{% endfor %}",
        "{{ x[0] }}", '{{ x["a"] }}', "{{ x.a }}", "{{ x[y] }}",
        "{% with z = x %}{% if z %}{% endif %}{% endwith %}",
        "{% for z in xs %}{% for a in z %}{{ a }}{% endfor %}{% endfor %}",
        "{% for z in xs if z %}{{ z }}{% endfor %}",
        "{% for a, b in xs %}{{ a }}{% endfor %}", "{% for (a,) in xs %}{{ a }}{% endfor %}",
        "{% for a, b in x %}{{ a }}{% endfor %}",
        "{% set z = x %}{{ z ~ '' }}", "{{ d[x] }}", "{{ t[x] }}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("text", [STRANGER, ThirdPartyText("")])
def test_third_party_text_is_refused_anywhere_but_between_tags(
    source: str, text: ThirdPartyText, tmp_path: Path
) -> None:
    with pytest.raises((ShowError, TypeError)):
        made(source, tmp_path, x=text, xs=[text], y=0, d={"": "b", str(STRANGER): "b"})


def test_third_party_text_may_be_compared(tmp_path: Path) -> None:
    source = "{% if x == 'a' %}a{% endif %}{% if x is not none %}b{% endif %}{{ x if y is none else 'c' }}"
    assert made(source, tmp_path, x=ThirdPartyText("a"), y=None) == "ab<bdi>a</bdi>"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "//evil.example/", "data:text/html,x"])
def test_an_address_that_leads_elsewhere_is_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(ShowError, match="address"):
        made('<a href="{{ x }}">', tmp_path, x=url)


@pytest.mark.parametrize(
    "source",
    [
        "<p {{ x }}>", "<p class={{ x }}>", "<{{ x }}>", "<p class='{{ x }}'>", '<p onclick="{{ x }}">',
        '<p style="{{ x }}">', "<style>{{ x }}</style>", '<p title="a"{{ x }}>', '<img srcset="{{ x }}">',
        '<a href="{% if x %}{{ x }}{% endif %}">', '{{ t["no.such.message"] }}',
        '<a href="{{ t["rate.pending"] }}">',
        "</{{ x }}>", "<!-- {{ x }} -->", "<!-- a -->{{ x }}",
        '{{ t["rate.both"] }}', "{{ x|safe }}", "{{ x|upper }}", '{{ x|tojson }}',
        '{{ x + "a" }}', "{{ x * 2 }}", "{{ x % 1 }}", "{{ x[1:] }}", "{{ x() }}",
        "{{ x.upper() }}", "{{ [x] }}",
        '{{ {"a": x} }}', "{{ -x }}", "{% for a in [x] %}{% endfor %}", "{% macro a() %}{% endmacro %}",
        '<a href="{{ x|address(1) }}">', "{% filter attribute %}{% endfilter %}",
        "{% set a, b = x %}", "{% set (a,) = x %}", "{% with a, b = x %}{% endwith %}", "{% extends x %}",
        "{% for i, (a, b) in x|numbered %}{% endfor %}", "{% set a %}{{ x }}{% endset %}",
        "{% if x is string %}{% endif %}", "{% if x is lower %}{% endif %}",
        "{% if x is in('a') %}{% endif %}", "{% autoescape false %}{{ x }}{% endautoescape %}",
        '<p title="{{ x|claim_value }}">', '<a href="/{{ x|claim_value }}">', "{{ x|claim_value ~ 'a' }}",
        "{% set a = x|claim_value %}", "{% for a in x|claim_value %}{% endfor %}",
        "{{ x|claim_value if x is none else 'a' }}", "{{ (x|claim_value)|attribute }}",
    ],
)  # fmt: skip
def test_a_template_that_could_go_wrong_does_not_compile(source: str, tmp_path: Path) -> None:
    with pytest.raises(TemplateSyntaxError):
        made(source, tmp_path, x="x")


@pytest.mark.parametrize("value", [None, True, 1.5, [], {}])
def test_none_and_its_like_are_not_printed(value: object, tmp_path: Path) -> None:
    with pytest.raises(ShowError):
        made("{{ x }}", tmp_path, x=value)


def test_what_is_absent_raises(tmp_path: Path) -> None:
    for source in ("{{ y }}", "{% if y %}{% endif %}", "{% for z in y %}{% endfor %}"):
        with pytest.raises((ShowError, UndefinedError)):
            made(source, tmp_path, x={})
    for source in ("{{ x.y }}", '{{ x["y"] }}', "{% if x.y %}{% endif %}"):
        with pytest.raises(KeyError):
            made(source, tmp_path, x={})


def test_a_member_is_a_key_and_never_a_method(tmp_path: Path) -> None:
    assert made("{{ x.items }} {{ x.get }} {{ x.a.keys }}", tmp_path, x={
        "items": "one", "get": 2, "a": {"keys": "three"}
    }) == "one 2 three"  # fmt: skip
    with pytest.raises(KeyError):
        made("{{ x.items }}", tmp_path, x={})


def test_a_partial_is_judged_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "partials").mkdir()
    (tmp_path / "partials" / "x.html").write_text("{{ x }}\n", encoding="utf-8")
    inside = '<p title="{% include "partials/x.html" %}">{% include "partials/x.html" %}</p>'
    assert made(inside, tmp_path, x='"') == '<p title="&#34;">&#34;</p>'
    with pytest.raises(ShowError):
        made(inside, tmp_path, x=STRANGER)
