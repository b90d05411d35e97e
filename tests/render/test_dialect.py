"""The template language has the meanings that a document needs, for constants as for values."""

from __future__ import annotations

import warnings

import pytest
from markupsafe import Markup

from site_builder.kernel.third_party import ThirdPartyText
from site_builder.render.engine import engine
from site_builder.render.values import ShowError
from tests.harness import loaded


def made(source: str, **values: object) -> str:
    return engine(loaded.content().messages["en"]).from_string(source).render(values)


@pytest.mark.parametrize("other", [1, True, None, 1.5, ["b"], ThirdPartyText("b")])
def test_texts_alone_are_joined(other: object) -> None:
    assert made('<p>{{ "a" ~ x ~ "c" }}</p>', x="b") == "<p>abc</p>"
    sources = ('<p>{{ "a" ~ x }}</p>', '<a href="{{ "/a" ~ x }}">', '{% if "a" ~ x == "b" %}{% endif %}')
    for source in sources:
        with pytest.raises((TypeError, ShowError)):
            made(source, x=other)


@pytest.mark.parametrize("constant", ["1", "true", "none"])
def test_constants_are_joined_as_values_are(constant: str) -> None:
    sources = ('<p>{{ "a" ~ @ }}</p>', '<a href="{{ "/a" ~ @ }}">', '{% if "a" ~ @ == "a1" %}{% endif %}')
    for source in sources:
        with pytest.raises(TypeError):
            made(source.replace("@", constant))


def test_html_that_is_joined_is_text_again() -> None:
    assert made('<p>{{ x ~ "b" }}</p>', x=Markup("<b>")) == "<p>&lt;b&gt;b</p>"


@pytest.mark.parametrize("value", [0, "", [], {}, False, 0.0])
def test_none_is_none_alone(value: object) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        source = "{% if x is none %}none{% endif %}{% if x is not none %}some{% endif %}"
        source += "{% if 0 is none %}!{% endif %}"
        assert made(source, x=value) == "some"
        assert made(source, x=None) == "none"
    with pytest.raises(TypeError):
        made("{% if x is none(1) %}{% endif %}", x=value)


def test_a_place_in_a_list_is_text() -> None:
    source = '{% for i, x in xs|numbered %}<p id="{{ "n" ~ i }}">{{ x }}</p>{% endfor %}'
    assert made(source, xs=["a", "b"]) == '<p id="n0">a</p><p id="n1">b</p>'
