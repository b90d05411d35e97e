"""Interface messages: GNU gettext catalogues (``.po``), one file per domain, read strictly.

A ``msgid`` is a dotted key (``column.agent``), the ``msgstr`` is the text with ``{name}`` placeholders
(``{{`` and ``}}`` stand for braces). A plural entry repeats the key as ``msgid_plural`` and gives every
form of the language; ``{n}`` is the number. What is missing, empty, fuzzy, repeated or malformed is a
problem with its line: there is no default text (DESIGN, "Findings and exit codes").
"""

from __future__ import annotations

import gettext
import io
import re
import string
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from babel.messages.catalog import Catalog as _BabelCatalog
from babel.messages.catalog import Message as _BabelMessage
from babel.messages.pofile import PoFileError, PoFileParser

from site_builder.kernel.third_party import ThirdPartyText, is_blank
from site_builder.languages import Language

KEY: Final = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+")
_PLACEHOLDER: Final = re.compile(r"[a-z][a-z0-9_]*")
# Babel drops the first and last character of an unquoted string without a word: every line is judged first.
_PO_LINE: Final = re.compile(
    r'(?:#.*|(?:msgid|msgid_plural|msgctxt|msgstr|msgstr\[[0-9]\])[ \t]+"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*")?'
)


class MessageError(LookupError):
    """A message was asked for that the catalogue does not hold, or with other values than it takes: a bug."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a catalogue file; ``line`` counts from 1, or is None for the file as a whole."""

    line: int | None
    found: str
    expected: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Form:
    """One text, cut at its placeholders: ``pieces`` alternates literal text and placeholder names."""

    source: str
    pieces: tuple[str, ...]

    @property
    def placeholders(self) -> frozenset[str]:
        return frozenset(self.pieces[1::2])


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of one language: a single form, or every plural form in the order of the catalogue."""

    key: str
    forms: tuple[Form, ...]
    plural: bool
    file: str
    line: int

    @property
    def placeholders(self) -> frozenset[str]:
        """Names of all forms together; ``n`` of a plural is free to stand in some forms only."""
        names = frozenset[str]().union(*(form.placeholders for form in self.forms))
        return names | {"n"} if self.plural else names


class Messages:
    """The messages of one language. Immutable; safe to share between processes."""

    __slots__ = ("_select", "entries", "language", "table")

    def __init__(self, language: Language, entries: Iterable[Entry]) -> None:
        self.language: Final = language
        self.entries: Final[Mapping[str, Entry]] = MappingProxyType({e.key: e for e in entries})
        # Complete texts only: to read one with placeholders by subscript fails, it never prints "{n}".
        self.table: Final[Mapping[str, str]] = MappingProxyType(
            {
                e.key: "".join(e.forms[0].pieces)
                for e in self.entries.values()
                if not e.plural and not e.placeholders
            }
        )
        self._select: Final[Callable[[int], int]] = gettext.c2py(language.plural)

    def __reduce__(self) -> tuple[object, ...]:
        return (Messages, (self.language, tuple(self.entries.values())))

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def __getitem__(self, key: str) -> str:
        """The text of a message without placeholders. Raises MessageError, a LookupError."""
        try:
            return self.table[key]
        except KeyError:
            raise MessageError(self._explain(key)) from None

    def text(self, key: str, **values: str | int) -> str:
        """The message with its placeholders filled; numbers are written as plain digits.

        The result is a :class:`ThirdPartyText` when one of the values is. Raises MessageError when the key is
        unknown, is a plural, or takes other placeholders than the values given.
        """
        entry = self.entries.get(key)
        if entry is None or entry.plural:
            raise MessageError(self._explain(key))
        return _fill(entry, entry.forms[0], values)

    def plural(self, key: str, n: int, /, **values: str | int) -> str:
        """The form of a plural message for ``n`` (an exact count, 0 or more), its placeholders filled."""
        entry = self.entries.get(key)
        if entry is None or not entry.plural:
            raise MessageError(self._explain(key))
        return _fill(entry, entry.forms[self._select(n)], {"n": n, **values})

    def _explain(self, key: str) -> str:
        entry = self.entries.get(key)
        if entry is None:
            return f"no message {key!r} in language {self.language.code!r}"
        if entry.plural:
            return f"message {key!r} is a plural: ask for it with plural()"
        return f"message {key!r} takes {sorted(entry.placeholders)}: ask for it with text()"


def _fill(entry: Entry, form: Form, values: Mapping[str, str | int]) -> str:
    if values.keys() != entry.placeholders:
        raise MessageError(
            f"message {entry.key!r} takes {sorted(entry.placeholders)}, was given {sorted(values)}"
        )
    pieces = list(form.pieces)
    for at in range(1, len(pieces), 2):
        pieces[at] = str(values[pieces[at]])
    text = "".join(pieces)
    stranger = any(isinstance(value, ThirdPartyText) for value in values.values())
    return ThirdPartyText(text) if stranger else text


def cut(text: str) -> Form:
    """A text cut at its placeholders. Raises ValueError saying what is wrong with its braces."""
    pieces: list[str] = [""]
    for literal, field, spec, conversion in string.Formatter().parse(text):
        pieces[-1] += literal
        if field is None:
            continue
        if spec or conversion or not _PLACEHOLDER.fullmatch(field):
            raise ValueError(f"placeholder {field!r} is not a plain lower-case name")
        pieces += [field, ""]
    return Form(text, tuple(pieces))


def parse(data: bytes, file: str, language: Language) -> tuple[list[Entry], list[Problem]]:
    """Every message of one ``.po`` file, and all that is wrong with it. Raises nothing on bad input."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return [], [Problem(line, "bytes that are not UTF-8", "UTF-8", "Save the file as UTF-8.")]
    broken = [
        Problem(n, f"the line {line!r}", "a comment or a keyword with one quoted string", "Correct the line.")
        for n, line in enumerate(text.split("\n"), 1)
        if not _PO_LINE.fullmatch(line.strip())
    ]
    if broken:
        return [], broken
    catalog = _Recorder(locale=language.locale, charset="utf-8")
    try:
        PoFileParser(catalog, abort_invalid=True).parse(io.StringIO(text))
    except PoFileError as error:
        return [], [Problem(error.lineno + 1, str(error), "a gettext catalogue", "Correct the entry.")]
    return _judge(catalog, file, language)


class _Recorder(_BabelCatalog):
    """A Babel catalogue that keeps every message as read; Babel itself silently merges repeated ones."""

    def __init__(self, *, locale: str, charset: str) -> None:
        super().__init__(locale=locale, charset=charset)
        self.read: list[_BabelMessage] = []

    def __setitem__(self, key: str | tuple[str, ...] | list[str], message: _BabelMessage) -> None:
        self.read.append(message)
        if not message.id:
            super().__setitem__(key, message)


def _judge(catalog: _Recorder, file: str, language: Language) -> tuple[list[Entry], list[Problem]]:
    entries: list[Entry] = []
    problems = _header_problems(catalog, language)
    first_line: dict[str, int] = {}
    for message in catalog.read:
        if not message.id:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        line = message.lineno or 1
        if key in first_line:
            problems.append(
                Problem(
                    line,
                    f"key {key!r} again, after line {first_line[key]}",
                    "one entry per key",
                    "Delete one of the two entries.",
                )
            )
            continue
        first_line[key] = line
        made = _entry(message, key, file, line)
        if isinstance(made, Entry):
            entries.append(made)
        else:
            problems += made
    problems += [
        Problem(m.lineno or 1, f"obsolete entry {m.id!r}", "living entries only", "Delete the #~ entry.")
        for m in catalog.obsolete.values()
    ]
    return entries, problems


def _header_problems(catalog: _Recorder, language: Language) -> list[Problem]:
    headers = [m for m in catalog.read if not m.id]
    if len(headers) != 1:
        return [
            Problem(None, f"{len(headers)} headers", "one header entry", 'Begin with one msgid "" entry.')
        ]
    fields: dict[str, str] = {}
    for row in str(headers[0].string).splitlines():
        name, _, value = row.partition(":")
        fields[name.strip().lower()] = value.strip()
    wanted = {
        "language": language.code,
        "content-type": "text/plain; charset=utf-8",
        "plural-forms": f"nplurals={language.plural_count}; plural={language.plural};",
    }
    return [
        Problem(
            headers[0].lineno,
            f"header {name.title()}: {fields.get(name, '(absent)')}",
            f"{name.title()}: {value}",
            "Copy the expected header line.",
        )
        for name, value in wanted.items()
        if fields.get(name, "").casefold().rstrip(";") != value.casefold().rstrip(";")
    ]


def _entry(message: _BabelMessage, key: str, file: str, line: int) -> Entry | list[Problem]:
    problems: list[Problem] = []

    def refuse(found: str, expected: str, remedy: str) -> None:
        problems.append(Problem(line, found, expected, remedy))

    if not KEY.fullmatch(key):
        refuse(f"key {key!r}", "a dotted lower-case key", "Rename it, as in column.agent.")
    if message.context is not None:
        refuse(f"msgctxt on {key!r}", "no context", "Put the context in the key.")
    if message.fuzzy:
        refuse(f"{key!r} marked fuzzy", "a finished text", "Check the text, then remove the fuzzy flag.")
    plural = not isinstance(message.id, str)
    if plural and message.id[1] != key:
        refuse(f"msgid_plural {message.id[1]!r}", f"{key!r} again", "Repeat the key as msgid_plural.")
    strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
    forms: list[Form] = []
    for index, text in enumerate(strings):
        where = f"{key!r}, form {index}" if plural else f"{key!r}"
        if is_blank(text) or text != text.strip():
            state = "empty" if is_blank(text) else "with spaces at an end"
            refuse(f"{where} {state}", "a text", "Write the text in this language, without outer spaces.")
            continue
        try:
            forms.append(cut(text))
        except ValueError as error:
            refuse(f"{where}: {error}", "placeholders like {name}, braces doubled", "Correct the braces.")
    if plural and not problems:
        sets = {form.placeholders - {"n"} for form in forms}
        if len(sets) > 1:
            refuse(f"{key!r} with other placeholders per form", "the same in each form", "Align the forms.")
    return problems or Entry(key, tuple(forms), plural, file, line)
