"""What a publication is called and what it is about, from what the lines before it say."""

from __future__ import annotations

import pytest

from site_builder.kernel.ledger import Concerns, Line, Numbers, following
from site_builder.kernel.ledger_concerns import Gone, SeasonState, announced, gone, invented, steps_back

OPEN = SeasonState(1, demonstration=False, corrections=0, invalidated=False)
TWO = SeasonState(1, demonstration=False, corrections=2, invalidated=False)
THREE = SeasonState(1, demonstration=False, corrections=3, invalidated=False)
VOID = SeasonState(1, demonstration=False, corrections=3, invalidated=True)
DEMO = SeasonState(0, demonstration=True, corrections=4, invalidated=False)


def history(*steps: tuple[SeasonState, ...]) -> tuple[Line, ...]:
    lines: tuple[Line, ...] = ()
    for states in steps:
        kind, concerns = announced(lines, states)
        last = lines[-1] if lines else None
        line = following(last, at="2026-11-02T08:00:00Z", kind=kind, concerns=concerns, manifest="0" * 64)
        lines = (*lines, line)
    return lines


@pytest.mark.parametrize(
    ("before", "now", "kind", "concerns"),
    [
        ((), (OPEN,), "publication", Concerns((1,))),
        ((), (TWO,), "publication", Concerns((1,), (), (Numbers(1, (1, 2)),))),
        (((OPEN,),), (OPEN,), "publication", Concerns((1,))),
        (((OPEN,),), (TWO,), "correction", Concerns((1,), (), (Numbers(1, (1, 2)),))),
        (((TWO,),), (THREE,), "correction", Concerns((1,), (), (Numbers(1, (3,)),))),
        (((TWO,), (THREE,)), (THREE,), "publication", Concerns((1,))),
        (((THREE,),), (VOID,), "invalidation", Concerns((1,), (), (), (1,))),
        (((TWO,),), (VOID,), "invalidation", Concerns((1,), (), (Numbers(1, (3,)),), (1,))),
        (((THREE,), (VOID,)), (VOID,), "publication", Concerns((1,))),
        ((), (VOID,), "publication", Concerns((1,), (), (Numbers(1, (1, 2, 3)),), (1,))),
        (((OPEN,),), (OPEN, DEMO), "publication", Concerns((0, 1), (0,), (Numbers(0, (1, 2, 3, 4)),))),
        (
            ((OPEN,),),
            (TWO, DEMO),
            "correction",
            Concerns((0, 1), (0,), (Numbers(0, (1, 2, 3, 4)), Numbers(1, (1, 2)))),
        ),
        (((TWO,),), (DEMO,), "publication", Concerns((0,), (0,), (Numbers(0, (1, 2, 3, 4)),))),
        ((), (), "publication", Concerns(())),
    ],
)
def test_what_is_announced(
    before: tuple[tuple[SeasonState, ...], ...], now: tuple[SeasonState, ...], kind: str, concerns: Concerns
) -> None:
    assert announced(history(*before), now) == (kind, concerns)


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ((), (OPEN,), []),
        (((TWO,), (THREE,)), (THREE,), []),
        (((TWO,), (THREE,)), (TWO,), [Gone(2, 1, 3)]),
        (((TWO,), (THREE,)), (OPEN,), [Gone(1, 1, 1), Gone(1, 1, 2), Gone(2, 1, 3)]),
        (((THREE,), (VOID,)), (THREE,), [Gone(2, 1, None)]),
        (((THREE,), (VOID,)), (TWO,), [Gone(1, 1, 3), Gone(2, 1, None)]),
        (((THREE, DEMO),), (DEMO,), []),
    ],
)
def test_what_is_gone(
    before: tuple[tuple[SeasonState, ...], ...], now: tuple[SeasonState, ...], expected: list[Gone]
) -> None:
    assert gone(history(*before), now) == expected


def test_what_is_invented() -> None:
    assert invented(())
    assert invented(history((DEMO,), (DEMO,)))
    assert not invented(history((DEMO,), (DEMO, OPEN)))
    assert not invented(history((OPEN,), (DEMO,)))


def test_dates_that_run_backwards() -> None:
    dates = ("2026-11-02T09:00:00+01:00", "2026-11-02T08:00:00Z", "2026-11-02T08:59:59+01:00",
             "2026-11-09T00:00:00Z", "2026-11-08T23:59:59Z")  # fmt: skip
    lines: tuple[Line, ...] = ()
    for at in dates:
        last = lines[-1] if lines else None
        line = following(last, at=at, kind="publication", concerns=Concerns((1,)), manifest="0" * 64)
        lines = (*lines, line)
    assert [(before.n, line.n) for before, line in steps_back(lines)] == [(2, 3), (4, 5)]
    assert steps_back(lines[:2]) == []
    assert steps_back(()) == []
