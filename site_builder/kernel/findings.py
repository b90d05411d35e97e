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

    ``file`` is relative to the folder that was read (data, content or output) and never absolute, so
    that a message is the same on every machine. ``pointer`` is an RFC 6901 JSON Pointer inside that
    file, ``line`` counts from 1, ``element`` names a place in a page.
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
        """Order by place, then by code: numbers inside a place compare as numbers."""
        return (
            _natural(self.file),
            self.line or 0,
            _natural(self.pointer or ""),
            self.element or "",
            self.code,
            self.found,
        )

    def as_json(self) -> dict[str, str | int | None]:
        """The same parts for machines, in a fixed order."""
        return asdict(self)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Every distinct finding, sorted by place."""
    return sorted(set(findings), key=Finding.sort_key)


def _natural(text: str) -> tuple[tuple[int, int, str], ...]:
    pieces = _NATURAL.split(text)
    return tuple((1, int(p), "") if n % 2 else (0, 0, p) for n, p in enumerate(pieces))
