"""Where a declared score and its rescoring differ: the place, both values, why, and what of the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from site_builder.challenges.prove_it.scoring.readings import Reading
from site_builder.challenges.prove_it.scoring.sentences import Sentence, rests_on
from site_builder.kernel.canonical import json_equal, json_text
from site_builder.kernel.pointer import render


class _Absent:
    def __repr__(self) -> str:
        return "ABSENT"


_OPTIONAL: Final = ("at_fault", "lost_to_faults")
ABSENT: Final = _Absent()
"""In place of a value that one of the two does not hold; ``null`` is a value."""


@dataclass(frozen=True, slots=True)
class Difference:
    """``pointer`` is a place in the score file (RFC 6901); ``why`` is a sentence without its full stop.

    ``declared_by`` and ``recomputed_by``: the sentence of the specification that either side rests on, where
    it rests on one. ``reading``: the one of the Index that the declared score does not share, where the whole
    task was scored exactly as the other reading would have it; ``None`` for a score that is wrong.
    """

    pointer: str
    declared: object
    recomputed: object
    why: str
    declared_by: Sentence | None = None
    recomputed_by: Sentence | None = None
    reading: Reading | None = None

    @property
    def told(self) -> str:
        """Why, and the reading that the other side does not share, where there is one."""
        return self.why if self.reading is None else f"{self.why} (read otherwise: {self.reading.code})"


def shown(value: object) -> str:
    """A value of a difference, on one line."""
    return "nothing" if value is ABSENT else json_text(value)


def differences(
    declared: Mapping[str, object], recomputed: Mapping[str, object], reasons: Mapping[str, str]
) -> list[Difference]:
    """Every difference of two score documents, in the order of the recomputed one.

    ``reasons``: why the value at or below a pointer is what it is; the longest pointer that fits counts.
    """
    return [
        Difference(
            pointer,
            left,
            right,
            _reason(pointer, reasons),
            rests_on(declared, pointer),
            rests_on(recomputed, pointer),
        )
        for pointer, left, right in _compare((), declared, recomputed)
    ]


def differ(declared: Mapping[str, object], recomputed: Mapping[str, object]) -> bool:
    """Whether two documents of one task differ anywhere."""
    return any(True for _ in _compare((), declared, recomputed))


def _compare(
    place: tuple[str | int, ...], left: object, right: object
) -> Iterator[tuple[str, object, object]]:
    if isinstance(left, dict) and isinstance(right, dict):
        yield from _members(place, left, right)
    elif isinstance(left, list) and isinstance(right, list):
        for number in range(max(len(left), len(right))):
            one = left[number] if number < len(left) else ABSENT
            other = right[number] if number < len(right) else ABSENT
            yield from _compare((*place, number), one, other)
    elif left is ABSENT or right is ABSENT or not json_equal(left, right):
        yield render(place), left, right


def _members(
    place: tuple[str | int, ...], left: Mapping[str, object], right: Mapping[str, object]
) -> Iterator[tuple[str, object, object]]:
    names = [*right, *(name for name in left if name not in right)]
    if "state" in right and left.get("state") != right["state"]:
        names = ["state"]  # the members of another state have no counterpart
    for name in names:
        if name in _OPTIONAL and name not in left:
            continue  # a score may leave it out
        yield from _compare((*place, name), left.get(name, ABSENT), right.get(name, ABSENT))


def _reason(pointer: str, reasons: Mapping[str, str]) -> str:
    fitting = [place for place in reasons if pointer == place or pointer.startswith(place + "/")]
    return reasons[max(fitting, key=len)] if fitting else "it follows from what was submitted"
