"""JSON as FORMATS §1 wants it: what a forgiving parser would guess at is refused, with its place.

Refused: bytes that are not UTF-8, a byte order mark, a key twice in one object, NaN and infinities,
numbers beyond the range of a double, lone surrogates, raw control characters, trailing data, nesting
deeper than :data:`MAX_DEPTH`, files larger than :data:`MAX_BYTES`. Integers of any length up to
:data:`MAX_DIGITS` are exact.

Two readers agree on what is accepted. The quick one trusts a proof: when writing the parsed value
again gives the very bytes that were read, then no key, digit or character can have been lost. It
covers compact files, which is what scorers write. Every other file goes through :mod:`json_places`,
which walks the text and knows the line, the column and the pointer of each problem.
"""

from __future__ import annotations

import orjson

from site_builder.kernel.json_places import MAX_DEPTH, MAX_DIGITS, Problem, read

MAX_BYTES = 16 * 1024 * 1024

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_DIGITS", "Problem", "StrictJsonError", "parse"]


class StrictJsonError(ValueError):
    """The bytes are not strict JSON; ``problems`` holds every one that could be told apart."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"line {p.line}: {p.found}" for p in problems))
        self.problems = problems


def parse(data: bytes) -> object:
    """The value of strict JSON bytes (FORMATS §1); raises :class:`StrictJsonError`."""
    if len(data) > MAX_BYTES:
        raise StrictJsonError([Problem(1, 1, "", f"{len(data)} bytes", f"at most {MAX_BYTES} bytes")])
    value = _quick(data)
    if value is not _UNSURE:
        return value
    value, problems = read(data)
    if problems:
        raise StrictJsonError(problems)
    return value


_UNSURE = object()


def _quick(data: bytes) -> object:
    try:
        value: object = orjson.loads(data)
        same = orjson.dumps(value) == data.removesuffix(b"\n")
    except (orjson.JSONDecodeError, TypeError, RecursionError):
        return _UNSURE
    return value if same and data.count(b"[") + data.count(b"{") < MAX_OPENINGS_UNSEEN else _UNSURE


# A text with fewer opening brackets than this is left to the schema, which allows no deep value but
# a claim's; above it, the depth is counted by the slow reader.
MAX_OPENINGS_UNSEEN = 4096
