"""Figures and dates as a page shows them: the only place where anything is rounded (DESIGN, PUB-16).

A cell keeps the exact integers beside the displayed text, so that no reader has to parse the latter. All
arithmetic is on integers; :class:`~decimal.Decimal` carries the rounded tenths to Babel and nothing else.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from datetime import date as calendar_day
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from babel.dates import get_month_names
from babel.numbers import format_percent

from site_builder.content.messages import Messages
from site_builder.kernel.instants import Instant
from site_builder.kernel.rate import NotApplicable, Pending, Rate

Cell = dict[str, Any]

_HOLE: Final = "\x00"
_PARIS: Final = ZoneInfo("Europe/Paris")


def tenths_of_percent(numerator: int, denominator: int) -> int:
    """The ratio in tenths of a percent, rounded half-even: 1/8 is 125, 1/2000 (0.05 %) is 0."""
    quotient, rest = divmod(1000 * numerator, denominator)
    if 2 * rest > denominator or (2 * rest == denominator and quotient % 2 == 1):
        quotient += 1
    return quotient


class Cells:
    """The cells of one language. Results are shared: read them, never change them."""

    def __init__(self, messages: Messages) -> None:
        self.messages: Final = messages
        self._locale: Final = messages.language.locale
        self._months: Final = {n: str(name) for n, name in get_month_names(locale=self._locale).items()}
        self._ratio: Final = lru_cache(maxsize=8192)(self._make_ratio)
        self._day: Final = lru_cache(maxsize=1024)(self._make_day)
        self._frame: Final = lru_cache(maxsize=4096)(self._make_frame)
        self._not_applicable: Final = _cell("sans_objet", messages["rate.not_applicable"])
        self._pending: Final = _cell("en_attente", messages["rate.pending"])
        self.withheld: Final = _cell("saison_invalidee", messages["rate.withheld_invalidated"])

    def __reduce__(self) -> tuple[object, ...]:
        return (Cells, (self.messages,))

    def rate(self, rate: Rate) -> Cell:
        """``{etat, numerateur, denominateur, fraction, affichage}``; the last never repeats the fraction."""
        if isinstance(rate, Pending):
            return self._pending
        if isinstance(rate, NotApplicable):
            return self._not_applicable
        return self._ratio(rate.numerator, rate.denominator)

    def percentage(self, numerator: int, denominator: int) -> str:
        """A percentage with at most one decimal; the two ends stand only for exactly 0 and exactly 1."""
        tenths = tenths_of_percent(numerator, denominator)
        if tenths == 0 and numerator > 0:
            return self.messages.text("rate.less_than", value=self._percent(1))
        if tenths == 1000 and numerator < denominator:
            return self.messages.text("rate.more_than", value=self._percent(999))
        return self._percent(tenths)

    def date(self, instant: Instant) -> Cell:
        """``{iso, utc, paris}``: as written, then in UTC and in Europe/Paris with the offset in words."""
        utc, local = instant.utc, _in_paris(instant.utc)
        before, after = self._frame("date.moment_utc", utc.date(), None)
        paris_before, paris_after = self._frame("date.moment_paris", local.date(), local.utcoffset())
        return {
            "iso": instant.text,
            "utc": f"{before}{_time(utc)}{after}",
            "paris": f"{paris_before}{_time(local)}{paris_after}",
        }

    def moment(self, instant: Instant) -> str:
        """An instant inside a sentence, in UTC and in Paris time."""
        written = []
        for moment in (instant.utc, _in_paris(instant.utc)):
            before, after = self._frame("date.moment", moment.date(), None)
            written.append(f"{before}{_time(moment)}{after}")
        return self.messages.text("date.both", utc=written[0], paris=written[1])

    def _percent(self, tenths: int) -> str:
        number = Decimal(tenths).scaleb(-3)
        return format_percent(number, locale=self._locale, decimal_quantization=False)

    def _make_ratio(self, numerator: int, denominator: int) -> Cell:
        return {
            "etat": "calcule",
            "numerateur": numerator,
            "denominateur": denominator,
            "fraction": f"{numerator}/{denominator}",
            "affichage": self.percentage(numerator, denominator),
        }

    def _make_frame(self, key: str, day: calendar_day, offset: timedelta | None) -> tuple[str, str]:
        """The text around a time of day: a season has few days and many submissions."""
        more = {} if offset is None else {"offset": _offset(offset)}
        text = self.messages.text(key, date=self._day(day), time=_HOLE, **more)
        before, _, after = text.partition(_HOLE)
        return before, after

    def _make_day(self, day: calendar_day) -> str:
        number = self.messages["date.first_of_month"] if day.day == 1 else str(day.day)
        return self.messages.text("date.day", day=number, month=self._months[day.month], year=day.year)


def _cell(state: str, text: str) -> Cell:
    return {"etat": state, "numerateur": None, "denominateur": None, "fraction": None, "affichage": text}


def _in_paris(moment: datetime) -> datetime:
    try:
        return moment.astimezone(_PARIS)
    except OverflowError:  # the last hours of the year 9999, which only UTC can name
        return moment.astimezone(UTC)


def _time(moment: datetime) -> str:
    """hh:mm:ss, with the fraction of a second when there is one."""
    text = moment.time().isoformat()
    return text.rstrip("0") if moment.microsecond else text


def _offset(offset: timedelta) -> str:
    minutes = offset // timedelta(minutes=1)
    sign, minutes = ("-", -minutes) if minutes < 0 else ("+", minutes)
    return f"{sign}{minutes // 60:02d}:{minutes % 60:02d}"
