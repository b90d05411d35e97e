"""Instants: RFC 3339 with an offset, exact, and never a crash."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.kernel.instants import Instant, InstantError, parse


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-10-31T22:59:59Z", datetime(2026, 10, 31, 22, 59, 59, tzinfo=UTC)),
        ("2026-11-01T00:59:59+02:00", datetime(2026, 10, 31, 22, 59, 59, tzinfo=UTC)),
        # The hour that exists twice in Paris: the offset decides.
        ("2026-10-25T02:30:00+02:00", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        ("2026-10-25T02:30:00+01:00", datetime(2026, 10, 25, 1, 30, tzinfo=UTC)),
        # The hour that does not exist in Paris exists at its offset.
        ("2026-03-29T02:30:00+01:00", datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        ("2026-01-01T00:00:00+00:00", datetime(2026, 1, 1, tzinfo=UTC)),
        ("2026-01-01T00:00:00-12:00", datetime(2026, 1, 1, 12, tzinfo=UTC)),
        ("2026-01-01T00:00:00+05:45", datetime(2025, 12, 31, 18, 15, tzinfo=UTC)),
        ("2028-02-29T12:00:00Z", datetime(2028, 2, 29, 12, tzinfo=UTC)),
        ("2026-01-01T00:00:00.1Z", datetime(2026, 1, 1, 0, 0, 0, 100_000, tzinfo=UTC)),
        ("2026-01-01T00:00:00.123456Z", datetime(2026, 1, 1, 0, 0, 0, 123_456, tzinfo=UTC)),
        ("0001-01-01T00:00:00Z", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31T23:59:59Z", datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)),
    ],
)
def test_accepted(text: str, utc: datetime) -> None:
    instant = parse(text)
    assert instant.text == text
    assert instant.utc == utc
    assert instant.utc.tzinfo is UTC


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-10-31",
        "2026-10-31T22:59:59",  # no offset
        "2026-10-31T22:59Z",
        "2026-10-31 22:59:59Z",
        "2026-10-31t22:59:59Z",
        "2026-10-31T22:59:59z",
        "2026-10-31T22:59:59+0200",
        "2026-10-31T22:59:59+02",
        "2026-10-31T22:59:59+24:00",
        "2026-10-31T22:59:59+05:60",
        "2026-10-31T22:59:59-00:00",
        "2026-10-31T22:59:59 Z",
        "2026-10-31T22:59:59Z\n",
        "\n2026-10-31T22:59:59Z",
        "2026-10-31T24:00:00Z",
        "2026-12-31T23:59:60Z",  # a leap second
        "2026-10-31T23:60:00Z",
        "2026-02-29T00:00:00Z",
        "2026-02-31T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "26-01-01T00:00:00Z",
        "12026-01-01T00:00:00Z",
        "2026-W01-1T00:00:00Z",
        "2026-001T00:00:00Z",
        "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00,5Z",
        "2026-01-01T00:00:00.1234567Z",  # would be rounded
        "٢٠٢٦-01-01T00:00:00Z",
        "２026-01-01T00:00:00Z",
        "2026-01-01T00:00:00\u221202:00",  # a minus sign
        "2026-01-01T00:00:00Europe/Paris",
        "0001-01-01T00:00:00+01:00",  # before the calendar
        "9999-12-31T23:59:59-00:01",  # after it
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(InstantError):
        parse(text)


def test_the_offset_does_not_change_the_order() -> None:
    early, late = parse("2026-10-31T23:59:59+02:00"), parse("2026-10-31T22:00:00Z")
    assert early < late
    assert late > early
    assert early <= late
    assert not late <= early
    assert parse("2026-10-31T22:59:59Z") <= parse("2026-11-01T00:59:59+02:00")
    assert not parse("2026-10-31T22:59:59Z") < parse("2026-11-01T00:59:59+02:00")


def test_days_are_twenty_four_hours_whatever_the_clocks_do() -> None:
    assert parse("2026-10-24T12:00:00+02:00").plus_days(1) == Instant(
        "2026-10-25T10:00:00Z", datetime(2026, 10, 25, 10, tzinfo=UTC)
    )
    assert parse("2026-01-01T00:00:00.5Z").plus_days(30).text == "2026-01-31T00:00:00.500000Z"


def test_days_past_the_calendar_are_an_instant_error() -> None:
    with pytest.raises(InstantError):
        parse("9999-12-31T00:00:00Z").plus_days(1)
    with pytest.raises(InstantError):
        parse("2026-01-01T00:00:00Z").plus_days(10**12)


@given(st.text("0123456789-:TZ+.", max_size=30))
def test_any_text_is_an_instant_or_an_instant_error(text: str) -> None:
    try:
        assert parse(text).text == text
    except InstantError:
        return


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31)), st.integers(-1439, 1439))  # noqa: DTZ001
def test_every_written_offset_gives_the_same_moment(moment: datetime, minutes: int) -> None:
    sign = "-" if minutes < 0 else "+"
    offset = f"{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"
    text = moment.isoformat(timespec="microseconds") + offset
    if offset == "-00:00":
        return
    back = parse(text).utc
    total = (back.replace(tzinfo=None) - moment).total_seconds()
    assert total == -60 * minutes
