"""``parity.toml``: where two official texts differ, and why that is accepted (PUB-18).

Beside the languages of a content folder, one table for each difference::

    [[accepted]]
    page = "specification"
    section = "2.4"                                # the heading's number, or its text where it has none
    kind = "numbers"                               # or "links"
    only = { fr = ["80", "0.0", "0"], en = [] }    # what either language alone holds there, in any order
    reason = { en = "…", fr = "…" }

Pure: text in, entries and problems out, each problem with its line.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter, ValidationError

from site_builder.languages import CODES

FILE: Final = "parity.toml"
REMEDY: Final = "Write it as the documentation on official texts has it."
_Line = Annotated[str, StringConstraints(strict=True, pattern=r"^[^\r\n]+$", max_length=2000)]
_ENTRY: Final = re.compile(r"""^[ \t]*\[\[[ \t]*(["']?)accepted\1[ \t]*\]\]""", re.MULTILINE)


class _Entry(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    page: _Line
    section: _Line
    kind: Literal["numbers", "links"]
    only: dict[str, list[_Line]]
    reason: dict[str, _Line]


class _File(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    accepted: list[_Entry] = []


@dataclass(frozen=True, slots=True)
class Accepted:
    """One accepted difference; ``only``: what each language alone holds, ``reason``: why, by language.

    ``line``: where its table begins; of one that is written in an array, None."""

    page: str
    section: str
    kind: str
    only: Mapping[str, Counter[str]]
    reason: Mapping[str, str]
    line: int | None


@dataclass(frozen=True, slots=True)
class Problem:
    """``found`` and ``expected`` in words."""

    line: int | None
    found: str
    expected: str


def parse(text: str) -> tuple[tuple[Accepted, ...], list[Problem]]:
    """The entries in their order, or every problem of the text."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        return (), [Problem(int(at[1]) if at else None, str(error), "TOML 1.0")]
    lines = dict(enumerate(_entry_lines(text)))
    try:
        file = TypeAdapter(_File).validate_python(document)
    except ValidationError as error:
        return (), [_problem(one["loc"], one["msg"], lines) for one in error.errors(include_url=False)]
    problems = list(_languages(file, lines))
    made = tuple(
        Accepted(
            entry.page,
            entry.section,
            entry.kind,
            {code: Counter(entry.only[code]) for code in CODES},
            entry.reason,
            lines.get(number),
        )
        for number, entry in enumerate(file.accepted)
        if not problems
    )
    return made, problems


def _entry_lines(text: str) -> Iterator[int]:
    """The line of each table's header, in order; one that stands inside a string of several lines is none."""
    for found in _ENTRY.finditer(text):
        try:
            tomllib.loads(text[: found.start()])
        except tomllib.TOMLDecodeError:
            continue
        yield text.count("\n", 0, found.start()) + 1


def _problem(loc: tuple[int | str, ...], message: str, lines: Mapping[int, int]) -> Problem:
    line = lines.get(loc[1]) if len(loc) > 1 and isinstance(loc[1], int) else None
    key = ".".join(str(part) for part in loc if not isinstance(part, int))
    return Problem(line, key, message[:1].lower() + message[1:])


def _languages(file: _File, lines: Mapping[int, int]) -> Iterator[Problem]:
    wanted = set(CODES)
    for number, entry in enumerate(file.accepted):
        for key, found in (("only", set(entry.only)), ("reason", set(entry.reason))):
            if found != wanted:
                told = ", ".join(sorted(found)) or "nothing"
                yield Problem(lines.get(number), f"{key} in {told}", f"{key} in {', '.join(sorted(wanted))}")
        if not any(entry.only.values()):
            yield Problem(lines.get(number), "nothing that one language alone holds", "what is accepted")
