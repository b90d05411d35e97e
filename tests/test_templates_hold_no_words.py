"""Templates hold no words, so nothing can be forgotten in translation.

Refused: a letter outside tags and expressions; a letter in an attribute that people read or hear; a string
literal that an expression would show. Comments `{# #}` aside, which the reader never gets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.harness.command import REPOSITORY

TEMPLATES = REPOSITORY / "templates"

READ_ATTRIBUTES = {
    "abbr", "alt", "aria-description", "aria-label", "aria-placeholder", "aria-roledescription",
    "aria-valuetext", "label", "placeholder", "summary", "title",
}  # fmt: skip
READ_METADATA = re.compile(
    r"(description|keywords|application-name|author|title|(og|twitter|dc|dcterms)[:.]"
    r"(title|description|site_name|image:alt))"
)
SILENT_ELEMENTS = {"script", "style"}

# An expression becomes one character of the private use area, so that the HTML around it can be parsed.
FIRST_MARK = 0xE000
MARKS = re.compile("[\ue000-\uf8ff]")
SYNTAX = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
# What stands before a string literal that is not shown: an index, a comparison, an argument.
NOT_SHOWN = re.compile(r"(\[|==|!=|\bin|\(|,|=)\s*$")
SHOWN_BY_DEFAULT = re.compile(r"\b(default|d)\(\s*$")
PHRASE = re.compile(r"[^\W\d_]\s+[^\W\d_]")


def words(source: str) -> list[str]:
    """`line: what` for every word that the template `source` holds."""
    expressions: list[tuple[int, str]] = []
    found: list[tuple[int, str]] = []

    def replaced(match: re.Match[str]) -> str:
        text, line = match.group(), source.count("\n", 0, match.start()) + 1
        newlines = "\n" * text.count("\n")
        if text.startswith("{#"):
            return newlines
        if text.startswith("{%"):
            found.extend((line, literal) for literal in STRING.findall(text) if PHRASE.search(literal))
            return " " + newlines
        expressions.append((line, text[2:-2].strip("-+")))
        return chr(FIRST_MARK + len(expressions) - 1) + newlines

    reader = _Reader()
    reader.feed(SYNTAX.sub(replaced, source))
    reader.close()
    for line, text in reader.texts:
        bare = re.sub(r"&#?\w+;", "", text)
        if any(letter.isalpha() for letter in bare):
            found.append((line, " ".join(MARKS.sub("{{}}", text).split())))
        for mark in text:
            index = ord(mark) - FIRST_MARK
            if 0 <= index < len(expressions):
                line_of_expression, expression = expressions[index]
                found.extend((line_of_expression, literal) for literal in shown_literals(expression))
    return [f"{line}: {what}" for line, what in sorted(found)]


def shown_literals(expression: str) -> Iterator[str]:
    for match in STRING.finditer(expression):
        before = expression[: match.start()]
        hidden = NOT_SHOWN.search(before) and not SHOWN_BY_DEFAULT.search(before)
        if not hidden and any(letter.isalpha() for letter in match.group()):
            yield match.group()


class _Reader(HTMLParser):
    """Collects (line, text) of all that a person reads or hears."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.texts: list[tuple[int, str]] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes(tag, attrs)
        if tag in SILENT_ELEMENTS:
            self._silent.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append((self.getpos()[0] + len(data) - len(data.lstrip("\n")), data))

    def handle_comment(self, data: str) -> None:
        self.texts.append((self.getpos()[0], data))

    def _attributes(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        names = set(READ_ATTRIBUTES)
        if tag == "meta" and READ_METADATA.fullmatch(values.get("name", values.get("property", "")).lower()):
            names.add("content")
        if tag == "input" and values.get("type", "").lower() in ("submit", "button", "reset"):
            names.add("value")
        self.texts.extend((self.getpos()[0], values[name]) for name in sorted(names & set(values)))


def style_words(source: str) -> list[str]:
    """Text that a style sheet writes itself: `content: "…"` with a letter in it (escapes aside)."""
    return [
        literal
        for value in re.findall(r"\bcontent\s*:([^;}]*)", source)
        for literal in STRING.findall(value)
        if any(letter.isalpha() for letter in re.sub(r"\\[0-9a-fA-F]{1,6}\s?", "", literal))
    ]


def test_templates_hold_no_words() -> None:
    found = [
        f"{path.relative_to(TEMPLATES).as_posix()}:{word}"
        for suffix in ("html", "xml", "svg")
        for path in sorted(TEMPLATES.rglob(f"*.{suffix}"))
        for word in words(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_style_sheets_hold_no_words() -> None:
    found = [
        f"{path.relative_to(TEMPLATES).as_posix()}: {word}"
        for path in sorted(Path(TEMPLATES).rglob("*.css"))
        for word in style_words(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>Hello</p>", ["1: Hello"]),
        ("<p>\n  {{ n }} lignes\n</p>", ["2: {{}} lignes"]),
        ("<p>é</p>", ["1: é"]),
        ("{% if x %}\n<b>oui</b>{% endif %}", ["2: oui"]),
        ('<a title="Home" href="/">→</a>', ["1: Home"]),
        ('<img alt="A cat" src="x.png">', ["1: A cat"]),
        ('<button aria-label="Close {{ x }}">×</button>', ["1: Close {{}}"]),
        ('<input placeholder="Search" type="search">', ["1: Search"]),
        ('<input type="submit" value="Send">', ["1: Send"]),
        ('<meta name="description" content="The Index">', ["1: The Index"]),
        ('<meta property="og:title" content="The Index">', ["1: The Index"]),
        ("<svg><title>Chart</title></svg>", ["1: Chart"]),
        ("<!-- a note -->", ["1: a note"]),
        ('<p>{{ "Hello" }}</p>', ['1: "Hello"']),
        ("<p>{{ x or 'none' }}</p>", ["1: 'none'"]),
        ('<p>{{ x | default("none") }}</p>', ['1: "none"']),
        ('<p>{{ n ~ " rows" }}</p>', ['1: " rows"']),
        ("<p>{{ 'yes' if x else 'no' }}</p>", ["1: 'no'", "1: 'yes'"]),
        ('{% set label = "Two words" %}', ['1: "Two words"']),
        ('<p title="{{ "Hello" }}">1</p>', ['1: "Hello"']),
    ],
)
def test_a_word_in_a_template_is_named(source: str, expected: list[str]) -> None:
    assert words(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "<!doctype html><html lang=\"{{ page['langue'] }}\"><head><meta charset=\"utf-8\"></head></html>",
        '{# A word to the next author. #}<p class="lead">{{ t["home.lead"] }}</p>',
        '<p class="{{ "a b" if x else "c" }}">{{ cell["affichage"] }}</p>',
        '<td data-pointer="{{ pointer }}">{{ a }}&nbsp;/&nbsp;{{ b }} → 12</td>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '{% include "partials/cell.html" %}',
        '{% if state == "pending" %}{{ m.text("word.pending", n=1) }}{% endif %}',
        '<meta property="og:type" content="website">',
        "<script>const value = 1;</script><style>body { color: red }</style>",
        '{{ names | join(", ") }}',
    ],
)
def test_a_template_without_words_is_accepted(source: str) -> None:
    assert words(source) == []


def test_a_word_in_a_style_sheet_is_named() -> None:
    assert style_words('a::after { content: " (external)"; }') == ['" (external)"']
    assert style_words('a::after { content: "\\2192"; } b::before { content: attr(data-label) "→"; }') == []
