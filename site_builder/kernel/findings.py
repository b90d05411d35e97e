"""A finding: one thing that is wrong, where it is, and what to do about it.

A finding has four parts, all mandatory (DESIGN, "Findings and exit codes"): the code and name of
the rule; the place; what was found and what was expected; the remedy. A list of findings is always
complete and sorted by place, so that two runs over the same input print the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass

_NATURAL = re.compile(r"([0-9]+)")


@dataclass(frozen=True, slots=True)
class Finding:
    """One refusal.

    ``file`` is relative to the folder that was read (data, content or output), so that a message is the
    same on every machine; the output itself and the configuration are named as the user named them.
    ``pointer`` is an RFC 6901 JSON Pointer inside that file, ``line`` counts from 1, ``element`` names what
    neither does: a place in a page, a key of the configuration, a column of the line.
    """

    code: str
    name: str
    file: str
    found: str
    expected: str
    remedy: str
    pointer: str | None = None
    line: int | None = None
    element: str | None = None

    def sort_key(self) -> tuple[object, ...]:
        """Order by place, then by code: numbers inside a place compare as numbers. The order is total."""
        return (
            _natural(self.file),
            self.line or 0,
            _natural(self.pointer or ""),
            self.element or "",
            self.code,
            (self.found, self.expected, self.remedy, self.name, self.file, self.pointer or ""),
        )

    def as_json(self) -> dict[str, str | int | None]:
        """The same parts for machines, in a fixed order; bytes of a name that are no text are escaped."""
        return {
            key: _encodable(value) if isinstance(value, str) else value for key, value in asdict(self).items()
        }


def told(value: object) -> str:
    """A value that a finding names: what is not there is ``nothing``."""
    return "nothing" if value is None else str(value)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Every distinct finding, sorted by place."""
    return sorted(set(findings), key=Finding.sort_key)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _natural(text: str) -> tuple[tuple[int, str], ...]:
    """Numbers compare by length, then by digits, so that one of any length needs no conversion."""
    pieces = _NATURAL.split(text)
    return tuple((len(p.lstrip("0")), p.lstrip("0")) if n % 2 else (0, p) for n, p in enumerate(pieces))
