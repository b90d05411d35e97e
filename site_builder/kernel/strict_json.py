"""JSON as FORMATS §1 wants it: what a forgiving parser would guess at is refused, with its place.

Refused: bytes that are not UTF-8, a byte order mark, a key twice in one object, NaN and infinities,
numbers beyond the range of a double, lone surrogates, raw control characters, trailing data, nesting
deeper than :data:`MAX_DEPTH`, numbers longer than :data:`MAX_DIGITS` characters, files larger than
:data:`MAX_BYTES`. Integers are exact, whatever their length.

Three readers agree on what is accepted, and the first that is sure answers:

* :func:`_round_trip` trusts a proof: when writing the parsed value again gives the very bytes that were
  read, then no key, digit or character can have been lost. It covers compact files.
* :func:`_library` is the standard library's parser, told to be strict. It covers every other layout.
* :mod:`json_places` walks the text and knows the line, the column and the pointer of each problem. It
  alone refuses.
"""

from __future__ import annotations

import json

import orjson

from site_builder.kernel.json_places import MAX_DEPTH, MAX_DIGITS, Problem, number_of, read

MAX_BYTES = 16 * 1024 * 1024

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_DIGITS", "Problem", "StrictJsonError", "parse"]


class StrictJsonError(ValueError):
    """The bytes are not strict JSON; ``problems`` holds every one that could be told apart."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"line {p.line}: {p.found}" for p in problems[:10]))
        self.problems = problems


def parse(data: bytes, *, bounded: bool = False) -> object:
    """The value of strict JSON bytes (FORMATS §1); raises :class:`StrictJsonError`.

    ``bounded``: the caller has a schema that nests no deeper than :data:`MAX_DEPTH`. How deep the value is
    need not be found out then, and it may be deeper: when the schema refuses it, ask again without.
    """
    if len(data) > MAX_BYTES:
        found = f"more than {MAX_BYTES} bytes"
        raise StrictJsonError([Problem(1, 1, "", found, f"at most {MAX_BYTES} bytes", limit=True)])
    value = _round_trip(data)
    if value is _UNSURE:
        value = _library(data)
    if value is not _UNSURE and (bounded or _shallow(data, value)):
        return value
    value, problems = read(data)
    if problems:
        raise StrictJsonError(problems)
    return value


_UNSURE = object()
# In the indented layout (two spaces a level) whatever stands inside MAX_DEPTH containers starts a line so.
_DEEP = b"\n" + b"  " * MAX_DEPTH


def _round_trip(data: bytes) -> object:
    try:
        value: object = orjson.loads(data)
        written = orjson.dumps(value)
        if not data.startswith(written) or data[len(written) :] not in (b"", b"\n"):
            return _UNSURE
        return value
    except (orjson.JSONDecodeError, TypeError, RecursionError):
        return _UNSURE


def _library(data: bytes) -> object:
    if rb"\ud" in data or rb"\uD" in data:  # perhaps half of a pair: the library would accept it
        return _UNSURE
    try:
        return _STRICT.decode(data.decode("utf-8"))
    except (ValueError, TypeError, RecursionError):
        return _UNSURE


def _shallow(data: bytes, value: object) -> bool:
    """Whether nothing stands inside :data:`MAX_DEPTH` containers, hence no container is too deep."""
    if data.count(b"{") + data.count(b"[") <= MAX_DEPTH:
        return True
    try:
        return _DEEP not in orjson.dumps(value, option=orjson.OPT_INDENT_2)
    except (TypeError, RecursionError):  # what orjson cannot write: an integer beyond 64 bits
        return False


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key twice")
    return result


def _refused(constant: str) -> object:
    raise ValueError(constant)


_STRICT = json.JSONDecoder(
    object_pairs_hook=_each_key_once, parse_constant=_refused, parse_float=number_of, parse_int=number_of
)
