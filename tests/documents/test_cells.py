"""Figures and dates as they are shown, in both languages; every expectation is written by hand."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.documents.cells import Cells, tenths_of_percent
from site_builder.kernel import instants
from site_builder.kernel.rate import NotApplicable, Pending, Ratio
from tests.harness import loaded

NBSP = "\u00a0"


def cells(code: str) -> Cells:
    return Cells(loaded.content().messages[code])


@pytest.mark.parametrize(
    ("numerator", "denominator", "english", "french"),
    [
        (0, 1, "0%", "0\u00a0%"),
        (0, 41, "0%", "0\u00a0%"),
        (1, 1, "100%", "100\u00a0%"),
        (41, 41, "100%", "100\u00a0%"),
        (3, 41, "7.3%", "7,3\u00a0%"),
        (4, 10, "40%", "40\u00a0%"),
        (1, 8, "12.5%", "12,5\u00a0%"),
        (1, 3, "33.3%", "33,3\u00a0%"),
        (2, 3, "66.7%", "66,7\u00a0%"),
        (3, 8, "37.5%", "37,5\u00a0%"),
        (1, 1000, "0.1%", "0,1\u00a0%"),
        # Half-even: 0.05 %, 0.15 %, 0.25 %, 0.35 %.
        (3, 2000, "0.2%", "0,2\u00a0%"),
        (5, 2000, "0.2%", "0,2\u00a0%"),
        (7, 2000, "0.4%", "0,4\u00a0%"),
        (1, 16, "6.2%", "6,2\u00a0%"),
        (3, 16, "18.8%", "18,8\u00a0%"),
        # The two ends are for exactly 0 and exactly 1.
        (1, 2000, "<0.1%", "<\u00a00,1\u00a0%"),
        (1, 2500, "<0.1%", "<\u00a00,1\u00a0%"),
        (1, 10**9, "<0.1%", "<\u00a00,1\u00a0%"),
        (1, 1999, "0.1%", "0,1\u00a0%"),
        (2499, 2500, ">99.9%", ">\u00a099,9\u00a0%"),
        (1999, 2000, ">99.9%", ">\u00a099,9\u00a0%"),
        (1998, 1999, "99.9%", "99,9\u00a0%"),
        (999, 1000, "99.9%", "99,9\u00a0%"),
        # No thousands separator is ever needed, and none appears.
        (123456, 654321, "18.9%", "18,9\u00a0%"),
    ],
)
def test_percentages(numerator: int, denominator: int, english: str, french: str) -> None:
    assert cells("en").percentage(numerator, denominator) == english
    assert cells("fr").percentage(numerator, denominator) == french


@pytest.mark.parametrize(
    ("code", "not_applicable", "pending", "withheld"),
    [
        ("en", "not applicable", "pending", "not shown, season invalidated"),
        ("fr", "sans objet", "en attente", "non affiché, saison invalidée"),
    ],
)
def test_states_that_are_not_figures(code: str, not_applicable: str, pending: str, withheld: str) -> None:
    made = cells(code)

    def without(state: str, text: str) -> dict[str, str | None]:
        return {"etat": state, "numerateur": None, "denominateur": None, "fraction": None, "affichage": text}

    assert made.rate(NotApplicable()) == without("sans_objet", not_applicable)
    assert made.rate(Pending()) == without("en_attente", pending)
    assert made.withheld == without("saison_invalidee", withheld)


def test_a_ratio_keeps_its_integers_and_is_never_reduced() -> None:
    assert cells("fr").rate(Ratio(4, 10)) == {
        "etat": "calcule",
        "numerateur": 4,
        "denominateur": 10,
        "fraction": "4/10",
        "affichage": f"40{NBSP}%",
    }
    assert list(cells("en").rate(Ratio(1, 2))) == [
        "etat",
        "numerateur",
        "denominateur",
        "fraction",
        "affichage",
    ]


@given(st.integers(1, 10**12), st.data())
def test_tenths_are_the_nearest_and_even_on_a_tie(denominator: int, data: st.DataObject) -> None:
    numerator = data.draw(st.integers(0, denominator))
    exact = Fraction(1000 * numerator, denominator)
    tenths = tenths_of_percent(numerator, denominator)
    assert abs(exact - tenths) <= Fraction(1, 2)
    if abs(exact - tenths) == Fraction(1, 2):
        assert tenths % 2 == 0


@given(st.integers(2, 10**9), st.data())
def test_nothing_but_the_ends_reads_0_or_100(denominator: int, data: st.DataObject) -> None:
    numerator = data.draw(st.integers(1, denominator - 1))
    for code, wrong in (("en", ("0%", "100%")), ("fr", (f"0{NBSP}%", f"100{NBSP}%"))):
        assert cells(code).percentage(numerator, denominator) not in wrong


@pytest.mark.parametrize(
    ("written", "english", "french"),
    [
        (
            "2026-10-31T22:59:59Z",
            ("31 October 2026, 22:59:59 UTC", "31 October 2026, 23:59:59 (Paris, UTC+01:00)"),
            ("31 octobre 2026 à 22:59:59 UTC", "31 octobre 2026 à 23:59:59 (Paris, UTC+01:00)"),
        ),
        (
            "2026-07-31T23:30:00+02:00",
            ("31 July 2026, 21:30:00 UTC", "31 July 2026, 23:30:00 (Paris, UTC+02:00)"),
            ("31 juillet 2026 à 21:30:00 UTC", "31 juillet 2026 à 23:30:00 (Paris, UTC+02:00)"),
        ),
        # Another day, another month and another year in Paris; the first day of a month.
        (
            "2026-12-31T23:30:00Z",
            ("31 December 2026, 23:30:00 UTC", "1 January 2027, 00:30:00 (Paris, UTC+01:00)"),
            ("31 décembre 2026 à 23:30:00 UTC", "1er janvier 2027 à 00:30:00 (Paris, UTC+01:00)"),
        ),
        # The hour that exists twice in Paris: the offset decides.
        (
            "2026-10-25T02:30:00+02:00",
            ("25 October 2026, 00:30:00 UTC", "25 October 2026, 02:30:00 (Paris, UTC+02:00)"),
            ("25 octobre 2026 à 00:30:00 UTC", "25 octobre 2026 à 02:30:00 (Paris, UTC+02:00)"),
        ),
        (
            "2026-10-25T02:30:00+01:00",
            ("25 October 2026, 01:30:00 UTC", "25 October 2026, 02:30:00 (Paris, UTC+01:00)"),
            ("25 octobre 2026 à 01:30:00 UTC", "25 octobre 2026 à 02:30:00 (Paris, UTC+01:00)"),
        ),
        (
            "2026-11-01T00:59:59.250+02:00",
            ("31 October 2026, 22:59:59.25 UTC", "31 October 2026, 23:59:59.25 (Paris, UTC+01:00)"),
            ("31 octobre 2026 à 22:59:59.25 UTC", "31 octobre 2026 à 23:59:59.25 (Paris, UTC+01:00)"),
        ),
    ],
)
def test_dates(written: str, english: tuple[str, str], french: tuple[str, str]) -> None:
    moment = instants.parse(written)
    for code, (utc, paris) in (("en", english), ("fr", french)):
        assert cells(code).date(moment) == {"iso": written, "utc": utc, "paris": paris}


def test_a_moment_inside_a_sentence() -> None:
    moment = instants.parse("2026-11-16T08:00:00Z")
    assert cells("en").moment(moment) == (
        "16 November 2026, 08:00:00 UTC (16 November 2026, 09:00:00, Paris time)"
    )
    assert cells("fr").moment(moment) == (
        "16 novembre 2026 à 08:00:00 UTC (16 novembre 2026 à 09:00:00, heure de Paris)"
    )


def test_cells_travel_between_processes() -> None:
    sent = pickle.loads(pickle.dumps(cells("fr")))
    assert sent.rate(Ratio(3, 41))["affichage"] == f"7,3{NBSP}%"
