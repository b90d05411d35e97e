"""A rate is an exact ratio, not applicable, or pending: no fourth case, no float, never reduced.

Specification §5.7: a zero denominator is "not applicable", never 0 %; §4.1: one pending task leaves
both rates of its row pending.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratio:
    """``numerator`` out of ``denominator`` things counted; compared as fractions (1/2 = 2/4)."""

    numerator: int
    denominator: int

    def __post_init__(self) -> None:
        if self.denominator <= 0 or not 0 <= self.numerator <= self.denominator:
            raise ValueError(f"not a rate: {self.numerator}/{self.denominator}")

    def same_value(self, other: Ratio) -> bool:
        return self.numerator * other.denominator == other.numerator * self.denominator

    def __lt__(self, other: Ratio) -> bool:
        return self.numerator * other.denominator < other.numerator * self.denominator


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """Nothing was counted."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A proof of the row is not anchored yet: there is no score."""


Rate = Ratio | NotApplicable | Pending


def rate(numerator: int, denominator: int) -> Rate:
    """The exact ratio, or not applicable when nothing was counted."""
    return Ratio(numerator, denominator) if denominator else NotApplicable()
