"""What a reader knows of an earlier time: a head of the ledger, its time-stamp, or a copy of the site.

A head is whatever fixes the first lines of ``ledger.jsonl``: a copy of them, the last of them, a seal
(``ledger/<n>.json``) or its token (``.tsr``), or one SHA-256 that was noted (docs/ledger.md): the ``link`` or
the ``seal`` of a line, the hash of a line as stored, or that of all lines up to it. Each is held against the
lines of the site; a hash that no line gives says that this ledger is another one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from site_builder.evidence.ledger_seal import LedgerSeal, SealError, judge_token, read_seal
from site_builder.evidence.timestamp import read_imprint
from site_builder.evidence.trust import TrustAnchors, moment
from site_builder.kernel import ledger
from site_builder.kernel.ledger import LedgerError, Line
from site_builder.kernel.ledger_concerns import invented
from site_builder.publish import PublicationError
from site_builder.publish.publications import LEDGER, MAX_LEDGER, read_ledger
from site_builder.reader.account import Problem, Step, many
from site_builder.reader.integrity import manifest_of
from site_builder.reader.site import Site
from site_builder.reader.source import SourceError, is_address, open_source

_HASH: Final = re.compile(r"(?:sha256:)?([0-9a-f]{64})(?:\s+\S+)?\s*")
_FORMS: Final = (
    "a copy of ledger.jsonl or its last line, ledger/<n>.json or .tsr, a SHA-256 of 64 hexadecimal digits, "
    "or a copy of the site: a folder or an address"
)


class GivenError(Exception):
    """What a reader gave is nothing to hold against a site; the message says why, on one line."""


@dataclass(frozen=True, slots=True)
class Known:
    """``what``: in words; ``find``: given the lines of a site as stored and read, how many of them were
    known, or the problem; ``site``: a copy, whose pages can be compared; ``token``: of those lines."""

    said: str
    what: str
    find: Callable[[bytes, tuple[Line, ...]], int | Problem]
    site: Site | None = None
    token: bytes | None = None

    def close(self) -> None:
        """Gives back what a copy keeps open."""
        if self.site is not None:
            with self.site:
                self.site.source.close()


def read_known(said: str) -> Known:
    """What a reader named; raises :class:`GivenError`."""
    if found := _HASH.fullmatch(said):
        return _hash(said, found[1])
    if not said:
        raise GivenError(f"nothing; expected {_FORMS}")
    place = Path(said)
    try:
        if is_address(said) or place.is_dir():
            return _copy(said)
        with place.open("rb") as stream:
            data = stream.read(MAX_LEDGER + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GivenError(f"{said}: {reason}; expected {_FORMS}") from None
    return _file(said, place, data)


def _file(said: str, place: Path, data: bytes) -> Known:
    if (imprint := read_imprint(data)) is not None:
        return _token(said, *imprint, data)
    if found := _HASH.fullmatch(data[:200].decode("ascii", "replace")):
        return _hash(said, found[1])
    try:
        seal = read_seal(data)
        beside = place.with_suffix(".tsr")
        return _seal(said, seal, beside.read_bytes() if beside.is_file() else None)
    except (SealError, OSError):
        pass
    try:
        return _ledger(said, data, f"a copy of {LEDGER}")
    except LedgerError as error:
        try:
            line = ledger.alone(data)
        except LedgerError:
            where = f"line {error.line}: " if error.line is not None else ""
            raise GivenError(
                f"{said}: {where}{error.found}, expected {error.expected}; or {_FORMS}"
            ) from None
    return _line(said, line)


def _ledger(said: str, data: bytes, what: str, site: Site | None = None) -> Known:
    lines = len(ledger.parse(data))

    def find(published: bytes, _lines: tuple[Line, ...]) -> int | Problem:
        try:
            ledger.check_continues(data, published)
        except LedgerError as error:
            return _another(error)
        return lines

    return Known(said, f"{what}, {many(lines, 'line')}", find, site)


def _line(said: str, line: Line) -> Known:
    def find(_data: bytes, lines: tuple[Line, ...]) -> int | Problem:
        if len(lines) < line.n:
            return _cut(len(lines), line.n)
        if lines[line.n - 1] != line:
            return _at(line.n, f"link {lines[line.n - 1].link}", f"link {line.link}, the line that you know")
        return line.n

    return Known(said, f"line {line.n} of a ledger", find)


def _seal(said: str, seal: LedgerSeal, token: bytes | None) -> Known:
    head = seal.head

    def find(data: bytes, lines: tuple[Line, ...]) -> int | Problem:
        if len(lines) < head.lines:
            return _cut(len(lines), head.lines)
        found = ledger.head(ledger.prefix(data, head.lines)) if head.lines > 0 else None
        if found != head:
            shown = f"SHA-256 {found.sha256} over {many(head.lines, 'line')}" if found else "no line"
            return _at(head.lines, shown, f"SHA-256 {head.sha256}, as the seal that you know says")
        return head.lines

    return Known(said, f"a seal of {many(head.lines, 'line')}", find, token=token)


def _token(said: str, algorithm: str, digest: bytes, data: bytes) -> Known:
    def find(_data: bytes, lines: tuple[Line, ...]) -> int | Problem:
        so_far = hashlib.new(algorithm)
        for line in lines:
            so_far.update(line.as_bytes())
            if so_far.digest() == digest:
                return line.n
        expected = f"first lines with the {algorithm.upper()} that the token is about, {digest.hex()}"
        return Problem(LEDGER, f"{many(len(lines), 'line')}, and no such first lines", expected)

    return Known(said, "a time-stamp of a ledger", find, token=data)


def _hash(said: str, digest: str) -> Known:
    def find(_data: bytes, lines: tuple[Line, ...]) -> int | Problem:
        so_far = hashlib.sha256()
        for line in lines:
            stored = line.as_bytes()
            so_far.update(stored)
            alone = hashlib.sha256(stored).hexdigest()
            if digest in (line.link, line.seal, so_far.hexdigest(), alone):
                return line.n
        return Problem(
            LEDGER, f"{many(len(lines), 'line')}, none of which gives it", f"a line that gives {digest}"
        )

    return Known(said, "a hash of a ledger", find)


def _copy(said: str) -> Known:
    try:
        source = open_source(said)
        problems: list[Problem] = []
        site = manifest_of(source, problems)
    except SourceError as error:
        raise GivenError(f"{said}: {error}") from None
    if site is None:
        source.close()
        raise GivenError(f"{said}: {problems[0].file}: {problems[0].found}; expected {problems[0].expected}")
    try:
        data, _ = read_ledger(site.opened)
        return _ledger(said, data, "a copy of a site", site)
    except PublicationError as error:
        with site:
            source.close()
        first = error.findings[0]
        raise GivenError(f"{said}: {first.file}: {first.found}; expected {first.expected}") from None


def check_token(
    known: Known, data: bytes, lines: tuple[Line, ...], anchors: TrustAnchors, step: Step
) -> None:
    """The time of the lines that were known, where a token stands beside them."""
    if known.token is None:
        return
    admitted = anchors.admitted(rehearsal=invented(lines))
    judged, stamp = judge_token(ledger.prefix(data, len(lines)), known.token, admitted.authorities)
    if stamp is not None:
        step.compared.append(
            f"the time-stamp that you know: {many(len(lines), 'line')} stamped by {stamp.authority.name} at "
            f"{moment(stamp.time)}"
        )
    elif judged.cause == "known_authority":
        step.unchecked.append("The time-stamp that you know: your trust anchors hold no such authority.")
    else:
        for check in judged.checks:
            if not check.holds:
                found = f"the time-stamp that you know: {check.name}: {check.found}"
                step.wrong(LEDGER, found, check.expected)


def _another(error: LedgerError) -> Problem:
    if error.line is None:
        return Problem(LEDGER, f"{error.found}: cut back", f"{error.expected}, as you know it")
    return _at(error.line, error.found, "the line that you know: this ledger leaves yours there")


def _cut(found: int, known: int) -> Problem:
    return Problem(LEDGER, f"{many(found, 'line')}: cut back", f"at least {known}, as you know it")


def _at(line: int, found: str, expected: str) -> Problem:
    return Problem(LEDGER, found, expected, f"line {line}")
