"""What the next line of the ledger is about, and what published entries the data no longer hold (PUB-17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from site_builder.kernel import instants
from site_builder.kernel.ledger import Concerns, Kind, Line, Numbers


@dataclass(frozen=True, slots=True)
class SeasonState:
    """A season as the data have it: ``corrections`` is how many there are, numbered from 1 without a gap."""

    season: int
    demonstration: bool
    corrections: int
    invalidated: bool


@dataclass(frozen=True, slots=True)
class Gone:
    """An entry that line ``n`` published and that the data no longer hold, of a season that they do hold.

    ``correction``: its number; ``None`` when it is the invalidation of the season.
    """

    n: int
    season: int
    correction: int | None


def announced(lines: Sequence[Line], states: Iterable[SeasonState]) -> tuple[Kind, Concerns]:
    """The kind of the publication after ``lines``, and what it concerns.

    An invalidation or a correction is one of a season that an earlier line shows; where a publication
    brings both, it is an invalidation. What a season's first publication already holds is listed too, so
    that later lines can tell what is new.
    """
    seasons = sorted(states, key=lambda state: state.season)
    known = {season for line in lines for season in line.concerns.seasons}
    corrections = []
    for state in seasons:
        count = published_corrections(lines, state.season)
        if state.corrections > count:
            corrections.append(Numbers(state.season, tuple(range(count + 1, state.corrections + 1))))
    before = {season for line in lines for season in line.concerns.invalidated}
    invalidated = tuple(s.season for s in seasons if s.invalidated and s.season not in before)
    kind: Kind = "publication"
    if known.intersection(invalidated):
        kind = "invalidation"
    elif known.intersection(one.season for one in corrections):
        kind = "correction"
    concerns = Concerns(
        tuple(state.season for state in seasons),
        tuple(state.season for state in seasons if state.demonstration),
        tuple(corrections),
        invalidated,
    )
    return kind, concerns


def invented(lines: Iterable[Line]) -> bool:
    """Whether every season that these lines show is a demonstration."""
    return all(set(line.concerns.seasons) <= set(line.concerns.demonstrations) for line in lines)


def gone(lines: Sequence[Line], states: Iterable[SeasonState]) -> list[Gone]:
    """Published corrections and invalidations that the data no longer hold, in the order of the lines."""
    present = {state.season: state for state in states}
    found = []
    for line in lines:
        for one in line.concerns.corrections:
            state = present.get(one.season)
            if state is not None:
                found += [Gone(line.n, one.season, n) for n in one.numbers if n > state.corrections]
        for season in line.concerns.invalidated:
            if season in present and not present[season].invalidated:
                found.append(Gone(line.n, season, None))
    return found


def shown_for_real(lines: Sequence[Line]) -> frozenset[int]:
    """The seasons of the last line that a line shows as no demonstration."""
    told = [line.concerns for line in lines]
    real = {season for one in told for season in one.seasons if season not in one.demonstrations}
    return frozenset(real.intersection(told[-1].seasons)) if told else frozenset()


def shown(lines: Iterable[Line], season: int) -> bool:
    """Whether a publication showed the season."""
    return any(season in line.concerns.seasons for line in lines)


def steps_back(lines: Sequence[Line]) -> list[tuple[Line, Line]]:
    """Each line that bears an earlier instant than the line before it, after that line."""
    return [
        (before, line)
        for before, line in pairwise(lines)
        if instants.parse(line.at) < instants.parse(before.at)
    ]


def published_corrections(lines: Sequence[Line], season: int) -> int:
    """How many corrections of a season were published."""
    numbers = [
        number
        for line in lines
        for one in line.concerns.corrections
        if one.season == season
        for number in one.numbers
    ]
    return max(numbers, default=0)
