"""A rate is an exact ratio, not applicable or pending."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.kernel.rate import NotApplicable, Ratio, rate


def test_a_ratio_is_kept_as_counted() -> None:
    assert rate(2, 4) == Ratio(2, 4)
    assert rate(2, 4) != Ratio(1, 2)
    assert Ratio(1, 2).same_value(Ratio(2, 4))
    assert not Ratio(1, 2).same_value(Ratio(2, 3))


def test_nothing_counted_is_not_applicable() -> None:
    assert rate(0, 0) == NotApplicable()
    assert rate(0, 3) == Ratio(0, 3)


@pytest.mark.parametrize(("numerator", "denominator"), [(1, 0), (0, 0), (4, 3), (-1, 3), (0, -1), (-1, -3)])
def test_what_is_no_rate(numerator: int, denominator: int) -> None:
    with pytest.raises(ValueError, match="not a rate"):
        Ratio(numerator, denominator)


def test_more_unsupported_than_counted_is_no_rate_either() -> None:
    with pytest.raises(ValueError, match="not a rate"):
        rate(4, 3)


def test_the_order_is_exact_where_floating_point_is_not() -> None:
    big = 10**17
    assert Ratio(big, big + 1) < Ratio(big + 1, big + 2)
    assert not Ratio(1, 3) < Ratio(2, 6)
    assert not Ratio(2, 6) < Ratio(1, 3)
    assert sorted([Ratio(1, 2), Ratio(0, 5), Ratio(2, 6), Ratio(1, 1)]) == [
        Ratio(0, 5),
        Ratio(2, 6),
        Ratio(1, 2),
        Ratio(1, 1),
    ]


COUNTS = st.integers(1, 50).flatmap(lambda d: st.tuples(st.integers(0, d), st.just(d)))


@given(COUNTS, COUNTS)
def test_exactly_one_of_less_equal_greater(left: tuple[int, int], right: tuple[int, int]) -> None:
    a, b = Ratio(*left), Ratio(*right)
    assert [a < b, a.same_value(b), b < a].count(True) == 1
