"""The ledger of publications: one JSON line for each, chained as the sealed-record standard has it (§3.2).

With ``H`` the SHA-256 and ``J`` the text that Python's ``json.dumps(x, sort_keys=True, ensure_ascii=False)``
gives, in UTF-8, line ``i`` with the content ``c`` (every field but ``n``, ``prev``, ``seal``, ``link``) has

* ``seal = H(J(c))``: what the line says;
* ``link = H(J(c with n = i, prev, seal))``: what it says, where it stands and all that came before;
* ``prev``: the link of the line before, ``""`` on the first.

A ledger only grows. Its first ``N`` lines are taken by counting line feeds: the bytes as stored, each line
with its own, and a last line without one is not counted. Docs: ``docs/ledger.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, NoReturn, get_args

from site_builder.kernel import strict_json
from site_builder.kernel.instants import InstantError
from site_builder.kernel.instants import parse as parse_instant

SCHEMA: Final = "proveit-ledger-v1"
Kind = Literal["publication", "correction", "invalidation"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_HEX: Final = frozenset("0123456789abcdef")
_CONTENT: Final = ("schema", "at", "kind", "concerns", "manifest")
_CHAIN: Final = ("n", "prev", "seal", "link")
_CONCERNS: Final = ("seasons", "demonstrations", "corrections", "invalidated")


class LedgerError(ValueError):
    """Not a ledger, or not the one that is expected: ``line`` (from 1), ``found`` and ``expected``."""

    def __init__(self, line: int | None, found: str, expected: str) -> None:
        super().__init__(f"line {line}: {found}; expected {expected}")
        self.line, self.found, self.expected = line, found, expected


@dataclass(frozen=True, slots=True)
class Numbers:
    """Corrections of one season by their number in ``corrections.jsonl``, ascending."""

    season: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Concerns:
    """What a publication is about.

    ``seasons``: those that it shows; ``demonstrations``: those of them whose results are invented;
    ``corrections`` and ``invalidated``: what it is the first to show.
    """

    seasons: tuple[int, ...]
    demonstrations: tuple[int, ...] = ()
    corrections: tuple[Numbers, ...] = ()
    invalidated: tuple[int, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {
            "seasons": list(self.seasons),
            "demonstrations": list(self.demonstrations),
            "corrections": [{"season": c.season, "numbers": list(c.numbers)} for c in self.corrections],
            "invalidated": list(self.invalidated),
        }


@dataclass(frozen=True, slots=True)
class Line:
    """One publication. ``manifest``: SHA-256 of the list of its files; ``at``: the date on its pages."""

    n: int
    at: str
    kind: Kind
    concerns: Concerns
    manifest: str
    prev: str
    seal: str
    link: str

    def as_json(self) -> dict[str, object]:
        content = _content(self.at, self.kind, self.concerns, self.manifest)
        return {"n": self.n, **content, "prev": self.prev, "seal": self.seal, "link": self.link}

    def as_bytes(self) -> bytes:
        """The one form of the line, its line feed included."""
        return json.dumps(self.as_json(), ensure_ascii=False).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Head:
    """How far a ledger went: how many lines, the SHA-256 of exactly those bytes, the link of the last."""

    lines: int
    sha256: str
    link: str

    def as_json(self) -> dict[str, object]:
        """In a fixed order."""
        return {"lines": self.lines, "sha256": self.sha256, "link": self.link}


def hashed(value: object) -> str:
    """``H(J(value))`` of the standard (§3.2, appendix B, step 4)."""
    return sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def seal_of(content: Mapping[str, object]) -> str:
    """The seal of a line's content; ``n``, ``prev``, ``seal`` and ``link`` do not belong to it."""
    return hashed({name: value for name, value in content.items() if name not in _CHAIN})


def link_of(line: Mapping[str, object]) -> str:
    """The link of a line: over all of it but the link itself."""
    return hashed({name: value for name, value in line.items() if name != "link"})


def following(last: Line | None, *, at: str, kind: Kind, concerns: Concerns, manifest: str) -> Line:
    """The line that comes after ``last``, or the first one."""
    n, prev = (last.n + 1, last.link) if last else (1, "")
    content = _content(at, kind, concerns, manifest)
    seal = seal_of(content)
    link = link_of({"n": n, **content, "prev": prev, "seal": seal})
    return Line(n, at, kind, concerns, manifest, prev, seal, link)


def parse(data: bytes) -> tuple[Line, ...]:
    """The lines of a whole ledger, each in its one form, every seal and link recomputed.

    Raises :class:`LedgerError` at the first line that is not as this module writes it, is out of its place
    or was altered; a ledger without a line is none.
    """
    found: list[Line] = []
    pieces = data.split(b"\n")
    for number, piece in enumerate(pieces[:-1], start=1):
        line = _line(number, piece)
        _check_chain(line, found[-1] if found else None, number)
        found.append(line)
    if pieces[-1]:
        raise LedgerError(len(pieces), "no line feed at its end", "a line feed after every line")
    if not found:
        raise LedgerError(1, "an empty file", "at least one line")
    return tuple(found)


def alone(data: bytes) -> Line:
    """One line without those before it, its line feed or not: form, seal and link; raises
    :class:`LedgerError`, which cannot know the number of a line that is none."""
    line = _line(1, data.removesuffix(b"\n"))
    written = line.as_json()
    for name, value in (("seal", seal_of(written)), ("link", link_of(written))):
        if written[name] != value:
            raise LedgerError(line.n, f"{name} {written[name]!r}", f"{name} {value!r}")
    return line


def prefix(data: bytes, lines: int) -> bytes:
    """The first ``lines`` lines as stored, line feeds included; :class:`LedgerError` when there are fewer."""
    end = 0
    for number in range(lines):
        end = data.find(b"\n", end) + 1
        if end == 0:
            raise LedgerError(None, f"{number} line{'s' * (number != 1)}", f"at least {lines} lines")
    return data[:end]


def head(data: bytes) -> Head:
    """The head of a whole ledger; raises :class:`LedgerError` as :func:`parse` does."""
    lines = parse(data)
    return Head(len(lines), sha256(data).hexdigest(), lines[-1].link)


def check_continues(published: bytes, new: bytes) -> None:
    """``new`` begins with every byte of ``published`` and is a whole chain; else :class:`LedgerError`."""
    lines = published.count(b"\n")
    taken = prefix(new, lines)
    if taken != published:
        for number, (was, now) in enumerate(
            zip(published.split(b"\n"), taken.split(b"\n"), strict=False), start=1
        ):
            if was != now:
                raise LedgerError(number, "another line", "the line that was published")
    parse(new)


def _content(at: str, kind: Kind, concerns: Concerns, manifest: str) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "at": at,
        "kind": kind,
        "concerns": concerns.as_json(),
        "manifest": manifest,
    }


def _check_chain(line: Line, before: Line | None, number: int) -> None:
    written = line.as_json()
    expected = {
        "n": number,
        "prev": before.link if before else "",
        "seal": seal_of(written),
        "link": link_of(written),
    }
    for name, value in expected.items():
        if written[name] != value:
            raise LedgerError(number, f"{name} {written[name]!r}", f"{name} {value!r}")


def _line(number: int, data: bytes) -> Line:
    try:
        value = strict_json.parse(data)
    except strict_json.StrictJsonError as error:
        raise LedgerError(number, error.problems[0].found, error.problems[0].expected) from None
    line = _Reader(number).line(value)
    if line.as_bytes() != data + b"\n":
        raise LedgerError(number, "the same values in another form", "the line as it is written")
    return line


class _Reader:
    """The values of one line, typed; whatever is not as it should be is :class:`LedgerError`."""

    def __init__(self, number: int) -> None:
        self._number = number

    def line(self, value: object) -> Line:
        members = self._members(value, ("n", *_CONTENT, "prev", "seal", "link"))
        if members["schema"] != SCHEMA:
            self._refuse("schema", members["schema"], SCHEMA)
        kind = next((kind for kind in KINDS if kind == members["kind"]), None)
        if kind is None:
            self._refuse("kind", members["kind"], ", ".join(KINDS))
        return Line(
            self._natural("n", members["n"]),
            self._instant(members["at"]),
            kind,
            self._concerns(members["concerns"]),
            self._hash("manifest", members["manifest"]),
            self._hash("prev", members["prev"]) if members["prev"] else "",
            self._hash("seal", members["seal"]),
            self._hash("link", members["link"]),
        )

    def _concerns(self, value: object) -> Concerns:
        members = self._members(value, _CONCERNS)
        corrections = []
        for entry in self._list("corrections", members["corrections"]):
            one = self._members(entry, ("season", "numbers"))
            corrections.append(
                Numbers(self._natural("season", one["season"]), self._ascending("numbers", one["numbers"]))
            )
        if [c.season for c in corrections] != sorted({c.season for c in corrections}):
            self._refuse("corrections", "seasons out of order", "each season once, ascending")
        seasons, demonstrations, invalidated = (
            self._ascending(name, members[name]) for name in ("seasons", "demonstrations", "invalidated")
        )
        named = {*demonstrations, *invalidated, *(c.season for c in corrections)}
        if not named <= set(seasons):
            self._refuse("concerns", "a season that it does not show", "one of its seasons")
        return Concerns(seasons, demonstrations, tuple(corrections), invalidated)

    def _members(self, value: object, names: Iterable[str]) -> dict[str, object]:
        wanted = tuple(names)
        if not isinstance(value, dict) or tuple(value) != wanted:
            found = ", ".join(map(str, value)) if isinstance(value, dict) else type(value).__name__
            raise LedgerError(self._number, found, f"an object of {', '.join(wanted)}")
        return value

    def _list(self, name: str, value: object) -> list[object]:
        if not isinstance(value, list):
            self._refuse(name, value, "a list")
        return value

    def _ascending(self, name: str, value: object) -> tuple[int, ...]:
        numbers = tuple(self._natural(name, item) for item in self._list(name, value))
        if numbers != tuple(sorted(set(numbers))):
            self._refuse(name, value, "each number once, ascending")
        return numbers

    def _natural(self, name: str, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self._refuse(name, value, "a whole number")
        return value

    def _hash(self, name: str, value: object) -> str:
        if not isinstance(value, str) or len(value) != 64 or not _HEX.issuperset(value):
            self._refuse(name, value, "64 lowercase hexadecimal digits")
        return value

    def _instant(self, value: object) -> str:
        try:
            return parse_instant(value if isinstance(value, str) else "").text
        except InstantError as error:
            self._refuse("at", value, str(error))

    def _refuse(self, name: str, found: object, expected: str) -> NoReturn:
        raise LedgerError(self._number, f"{name}: {str(found)[:80]!r}", expected)
