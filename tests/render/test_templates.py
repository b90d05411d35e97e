"""Templates hold no words, and every one of them compiles in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.languages import CODES
from site_builder.render.assets import assets
from site_builder.render.engine import TEMPLATES, engine
from tests.harness import loaded

FILES = sorted(TEMPLATES.rglob("*.html"))
PAGES = sorted(TEMPLATES.glob("*.html"))
_TAG = re.compile(r'<!?/?[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>')
_WORD = re.compile(r"[^\W\d_]")
_READ = re.compile(r'\b(?:title|alt|aria-label|aria-description|placeholder|label|data-l)="([^"]*)"')
_STRING = re.compile(r'"[^"]*[^\W\d_][^"]*"')


def words(source: str) -> list[str]:
    """What a template says by itself: letters outside tags and expressions, in an attribute that a reader is
    read, or in a string that an expression shows."""
    shown: list[str] = []

    def mark(found: re.Match[str]) -> str:
        shown.append(re.sub(r't\["[a-z0-9_.]+"\]', "", found[1]))
        return f"\ue000{len(shown) - 1}\ue001"

    plain = re.sub(r"\{\{(.*?)\}\}", mark, re.sub(r"\{%.*?%\}|\{#.*?#\}", "", source, flags=re.S), flags=re.S)
    said = [text.strip() for text in _TAG.split(plain)] + _READ.findall(plain)
    of_expressions = [shown[int(n)] for text in said for n in re.findall("\ue000([0-9]+)\ue001", text)]
    return [text for text in said if _WORD.search(text)] + [e for e in of_expressions if _STRING.search(e)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ("<p>3 · 4 / 5</p>", []),
        ('<p class="lead">{{ t["a.b"] }}</p>', []),
        ('<p title="Hello">{{ x }}</p>', ["Hello"]),
        ('<p title="{{ t["a.b"] }}">{{ x }}</p>', []),
        ('<p title="{{ "Hello" }}">{{ x }}</p>', [' "Hello" ']),
        ('<p>{{ "Hello" if x else y }}</p>', [' "Hello" if x else y ']),
        ('{% if x == "hello" %}<p>é</p>{% endif %}', ["é"]),
        ('<a href="{{ x ~ "/fr/" }}">{{ x }}</a>', []),
    ],
)
def test_words_are_found(source: str, found: list[str]) -> None:
    assert words(source) == found


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_no_words(path: Path) -> None:
    assert words(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_compiles(path: Path, code: str) -> None:
    engine(loaded.content().messages[code]).get_template(path.name)


def test_every_partial_is_used() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in FILES)
    for path in (TEMPLATES / "partials").iterdir():
        assert f'{{% include "partials/{path.name}" %}}' in sources


def test_assets_load_nothing_and_hold_no_words() -> None:
    made = dict(assets())
    assert sorted(made) == ["assets/mark.svg", "assets/site.css"]
    css = made["assets/site.css"].decode()
    assert not re.search(r"@import|url\(|https?:|expression\(", css)
    for text in re.findall(r'content:\s*"([^"]*)"', css):
        assert not _WORD.search(text)
    assert b"<script" not in made["assets/mark.svg"]
