"""A JSON reader that knows where it is: for files that the quick path could not vouch for.

It collects every problem that leaves the rest of the text readable (a key twice, NaN, a lone
surrogate, a raw control character, a number out of range, too deep) and stops at the first that does
not (broken grammar). Scanning of strings and numbers is left to the standard library.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]

from site_builder.kernel import pointer as json_pointer

MAX_DEPTH = 100
MAX_DIGITS = 1000

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_NOT_JSON = re.compile(r"-?(?:NaN|Infinity|nan|inf)")
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f]")
_REST = re.compile(r"[^\s,\]}]{1,20}")


@dataclass(frozen=True, slots=True)
class Problem:
    """``line`` and ``column`` count from 1; ``pointer`` is the RFC 6901 place. ``limit``: whether the text is
    JSON, but more of it (levels, digits, bytes) than is read."""

    line: int
    column: int
    pointer: str
    found: str
    expected: str
    limit: bool = False


class _Stop(Exception):  # noqa: N818 - it ends the reading, and is not itself the error
    """The text cannot be read further."""


class NumberError(ValueError):
    """A number that JSON allows and that no double or exact integer of ours holds."""


def number_of(lexeme: str) -> object:
    """The value of a JSON number, integers exact; raises :class:`NumberError`."""
    if len(lexeme) > MAX_DIGITS:
        raise NumberError(f"at most {MAX_DIGITS} characters")
    if lexeme.removeprefix("-").isdigit():
        return int(lexeme)
    value: object = json.loads(lexeme)  # the conversion that every hash was made with
    if math.isinf(value):  # type: ignore[arg-type]
        raise NumberError("a number in the range of a double")
    return value


def read(data: bytes) -> tuple[object, list[Problem]]:
    """The value and every problem found; the value is meaningless when there is a problem."""
    if data.startswith(b"\xef\xbb\xbf"):
        return None, [Problem(1, 1, "", "a byte order mark", "UTF-8 without a byte order mark")]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        found = f"byte 0x{data[error.start]:02x}, which is not UTF-8"
        return None, [Problem(line, column, "", found, "UTF-8 text")]
    reader = _Reader(text)
    try:
        value, end = reader.value(_skip(text, 0), ())
        end = _skip(text, end)
        if end < len(text):
            reader.note(end, (), f"more text: {_peek(text, end)}", "the end of the file")
    except _Stop:
        return None, reader.problems()
    return value, reader.problems()


def line_of(data: bytes, place: str) -> int | None:
    """The line on which the value at a pointer begins, from 1; ``None`` where the text has no such value."""
    try:
        text = data.decode("utf-8")
        _Finder(text, json_pointer.parse(place)).value(_skip(text, 0), ())
    except _Found as found:
        return text.count("\n", 0, found.at) + 1
    except (UnicodeDecodeError, json_pointer.PointerError, _Stop):
        pass
    return None


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.notes: list[tuple[int, str, str, str, bool]] = []

    def note(
        self, at: int, path: tuple[str | int, ...], found: str, expected: str, *, limit: bool = False
    ) -> None:
        self.notes.append((at, json_pointer.render(path), found, expected, limit))

    def problems(self) -> list[Problem]:
        """The notes by place; the lines are counted in one pass, however many notes there are."""
        result, line, start, counted = [], 1, 0, 0
        for at, pointer, found, expected, limit in sorted(self.notes, key=lambda note: note[0]):
            line += self.text.count("\n", counted, at)
            start = max(start, self.text.rfind("\n", counted, at) + 1)
            counted = at
            result.append(Problem(line, at - start + 1, pointer, found, expected, limit))
        return result

    def stop(self, at: int, path: tuple[str | int, ...], expected: str) -> _Stop:
        self.note(at, path, _peek(self.text, at), expected)
        return _Stop()

    def value(self, at: int, path: tuple[str | int, ...]) -> tuple[object, int]:
        text = self.text
        first = text[at : at + 1]
        if first in ("{", "["):
            if len(path) >= MAX_DEPTH:
                found, expected = f"more than {MAX_DEPTH} levels", f"at most {MAX_DEPTH} levels"
                self.note(at, path[:8], found, expected, limit=True)
                raise _Stop
            return self.members(at, path) if first == "{" else self.elements(at, path)
        if first == '"':
            return self.string(at, path)
        for word, constant in (("true", True), ("false", False), ("null", None)):
            if text.startswith(word, at):
                return constant, at + len(word)
        bad = _NOT_JSON.match(text, at)
        if bad:
            self.note(at, path, bad.group(), "a finite number, written with digits")
            return None, bad.end()
        number = _NUMBER.match(text, at)
        if number:
            return self.number(number, path), number.end()
        raise self.stop(at, path, "a JSON value")

    def number(self, found: re.Match[str], path: tuple[str | int, ...]) -> object:
        try:
            return number_of(found.group())
        except NumberError as error:
            self.note(found.start(), path, _shortened(found.group()), str(error), limit=True)
            return None

    def string(self, at: int, path: tuple[str | int, ...]) -> tuple[str, int]:
        try:
            value, end = scanstring(self.text, at + 1, False)
        except JSONDecodeError as error:
            raise self.stop(error.pos, path, "a closed string with valid escapes") from error
        for raw in _CONTROL.finditer(self.text, at + 1, end - 1):
            code = ord(raw.group())
            self.note(raw.start(), path, f"a raw control character U+{code:04X}", f"the escape \\u{code:04x}")
        lone = _SURROGATE.search(value)
        if lone:
            found = f"the lone surrogate \\u{ord(lone.group()):04x}"
            self.note(at, path, found, "a whole character, or an escaped pair in the right order")
        return value, end

    def members(self, at: int, path: tuple[str | int, ...]) -> tuple[object, int]:
        text, result = self.text, dict[str, object]()
        at = _skip(text, at + 1)
        if text[at : at + 1] == "}":
            return result, at + 1
        while True:
            if text[at : at + 1] != '"':
                raise self.stop(at, path, "a key in double quotes")
            start = at
            key, at = self.string(at, path)
            inner = (*path, _clean(key))
            if key in result:
                found = f"the key {_shortened(repr(_clean(key)))} a second time"
                self.note(start, inner, found, "each key once in an object")
            at = _skip(text, at)
            if text[at : at + 1] != ":":
                raise self.stop(at, inner, "':' after a key")
            result[key], at = self.value(_skip(text, at + 1), inner)
            at = _skip(text, at)
            if text[at : at + 1] == "}":
                return result, at + 1
            if text[at : at + 1] != ",":
                raise self.stop(at, path, "',' or '}'")
            at = _skip(text, at + 1)

    def elements(self, at: int, path: tuple[str | int, ...]) -> tuple[object, int]:
        text, result = self.text, list[object]()
        at = _skip(text, at + 1)
        if text[at : at + 1] == "]":
            return result, at + 1
        while True:
            value, at = self.value(at, (*path, len(result)))
            result.append(value)
            at = _skip(text, at)
            if text[at : at + 1] == "]":
                return result, at + 1
            if text[at : at + 1] != ",":
                raise self.stop(at, path, "',' or ']'")
            at = _skip(text, at + 1)


class _Found(Exception):  # noqa: N818 - it ends the search, and is not an error
    """The value that was looked for, and where it begins."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class _Finder(_Reader):
    """Reads up to one value. A key that stands twice is looked for in its first value."""

    def __init__(self, text: str, wanted: tuple[str, ...]) -> None:
        super().__init__(text)
        self.wanted = wanted

    def value(self, at: int, path: tuple[str | int, ...]) -> tuple[object, int]:
        if tuple(map(str, path)) == self.wanted:
            raise _Found(at)
        return super().value(at, path)


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _peek(text: str, at: int) -> str:
    if at >= len(text):
        return "the end of the file"
    rest = _REST.match(text, at)
    return ascii(rest.group() if rest else text[at])


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


def _clean(key: str) -> str:
    return _SURROGATE.sub("\ufffd", key)
