"""Rows come back as they were given, whether they are still in memory or on disk already."""

from __future__ import annotations

from site_builder.pipeline.spool import Slice, Spool


def test_in_any_order_and_more_than_once() -> None:
    with Spool() as spool:
        first, second, empty = spool.add(b"first"), spool.add("zweite é".encode()), spool.add(b"")
        assert (first, second, empty) == (Slice(0, 5), Slice(5, 9), Slice(14, 0))
        assert list(spool.read([second, empty, first, second])) == [
            "zweite é".encode(), b"", b"first", "zweite é".encode()
        ]  # fmt: skip


def test_rows_added_while_others_are_read() -> None:
    with Spool() as spool:
        reading = spool.read(iter([spool.add(b"a"), spool.add(b"bb")]))
        assert next(reading) == b"a"
        late = spool.add(b"ccc")
        assert list(spool.read([late])) == [b"ccc"]
        assert list(reading) == [b"bb"]


def test_more_than_waits_in_memory() -> None:
    rows = [bytes([number]) * (number * 1000) for number in range(60)]
    with Spool() as spool:
        places = [spool.add(row) for row in rows]
        assert sum(map(len, rows)) == 1_770_000
        assert list(spool.read(reversed(places))) == rows[::-1]
