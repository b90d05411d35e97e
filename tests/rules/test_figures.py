"""Two ways to the same percentage: the rule's integers, and the cell that a page shows."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from site_builder.documents.cells import Cells
from site_builder.rules.pub_16_recomputed_figures import displayed
from tests.rules import sites

CELLS = {code: Cells(messages) for code, messages in sites.content().messages.items()}


@pytest.mark.parametrize(
    ("numerator", "denominator", "english", "french"),
    [
        (3, 41, "7.3%", "7,3\u00a0%"),
        (1, 8, "12.5%", "12,5\u00a0%"),
        (0, 7, "0%", "0\u00a0%"),
        (7, 7, "100%", "100\u00a0%"),
        (1, 2500, "<0.1%", "<\u00a00,1\u00a0%"),
        (2499, 2500, ">99.9%", ">\u00a099,9\u00a0%"),
        (1, 2000, "<0.1%", "<\u00a00,1\u00a0%"),
        (3, 2000, "0.2%", "0,2\u00a0%"),
        (5, 2000, "0.2%", "0,2\u00a0%"),
        (4, 10, "40%", "40\u00a0%"),
        (1, 3, "33.3%", "33,3\u00a0%"),
    ],
)
def test_what_is_shown(numerator: int, denominator: int, english: str, french: str) -> None:
    assert displayed("en", numerator, denominator) == english
    assert displayed("fr", numerator, denominator) == french


@given(st.integers(1, 20_000).flatmap(lambda d: st.tuples(st.integers(0, d), st.just(d))))
@example((1, 2000))
@example((1999, 2000))
@example((3, 2000))
def test_both_ways_agree(pair: tuple[int, int]) -> None:
    numerator, denominator = pair
    for code, cells in CELLS.items():
        assert displayed(code, numerator, denominator) == cells.percentage(numerator, denominator)


@given(st.integers(1, 5_000).flatmap(lambda d: st.tuples(st.integers(0, d), st.just(d))))
def test_the_ends_are_exact_and_the_rest_is_near(pair: tuple[int, int]) -> None:
    numerator, denominator = pair
    shown = displayed("en", numerator, denominator)
    assert (shown == "0%") == (numerator == 0)
    assert (shown == "100%") == (numerator == denominator)
    if shown[0] not in "<>":
        tenths = Fraction(shown.removesuffix("%")) / 100
        assert abs(tenths - Fraction(numerator, denominator)) <= Fraction(1, 2000)
