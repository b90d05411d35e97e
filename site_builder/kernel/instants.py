"""Instants (RFC 3339 with an offset), kept as they were written and as UTC.

An instant without an offset does not say when it is, and is refused; so is one that names no moment (24:00,
31 February) or one that the calendar of the library does not hold (a leap second, year 0000). The letters are
capitals, and a fraction has at most six digits, so that nothing is rounded. The offset decides on a night
when an hour happens twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_RFC3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)


class InstantError(ValueError):
    """The text is not an RFC 3339 instant with an offset; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Instant:
    """``text`` as written in the input; ``utc`` the same moment in UTC."""

    text: str
    utc: datetime

    def __lt__(self, other: Instant) -> bool:
        return self.utc < other.utc

    def __le__(self, other: Instant) -> bool:
        return self.utc <= other.utc

    def plus_days(self, days: int) -> Instant:
        """The moment exactly ``days`` times 24 hours later, in UTC; :class:`InstantError` past 9999."""
        try:
            moment = self.utc + timedelta(days=days)
        except OverflowError as error:
            raise InstantError(f"a moment that the calendar has ({error})") from error
        return Instant(_written(moment), moment)


def parse(text: str) -> Instant:
    """The instant that a text names, or :class:`InstantError`."""
    if not _RFC3339.fullmatch(text):
        raise InstantError(
            "an instant YYYY-MM-DDThh:mm:ss (00:00:00 to 23:59:59) with 'Z' or an offset such as +02:00"
        )
    if text.endswith("-00:00"):
        raise InstantError("'Z' in place of the offset -00:00, which says that the local time is unknown")
    try:
        moment = datetime.fromisoformat(text)
        return Instant(text, moment.astimezone(UTC))
    except (ValueError, OverflowError) as error:
        raise InstantError(f"a moment that the calendar has ({error})") from error


def given(text: str) -> Instant:
    """The instant that someone gives, of the years 2000 to 2999, or :class:`InstantError`."""
    instant = parse(text)
    if not 2000 <= instant.utc.year <= 2999:  # so that no later sum or time zone leaves the calendar
        raise InstantError("an instant of the years 2000 to 2999")
    return instant


def _written(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
