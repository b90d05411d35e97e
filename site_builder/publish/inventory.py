"""Every file that a build wrote, in the order of its path's bytes, in constant memory.

Beyond a limit, sorted runs go to nameless temporary files in the staging folder and are merged when
read, so that a site of a million files costs no more memory than one of a hundred thousand.
"""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from site_builder.publish.errors import write_failed
from site_builder.publish.files import Entry, PathError

RUN: Final = 1 << 17
_HASH: Final = 32
_SIZE: Final = 8
_LENGTH: Final = 2


class Inventory:
    """The files added so far; iterating gives them sorted, each path once."""

    def __init__(self, folder: Path, run: int = RUN) -> None:
        self._folder = folder
        self._run = run
        self._recent: list[bytes] = []
        self._runs: list[BinaryIO] = []
        self.count = 0
        self.bytes = 0

    def add(self, entry: Entry) -> None:
        """Take note of one file; raises :class:`PublicationError` (W004) when the disk is full."""
        # NUL ends the path, so that records sort as their paths do.
        self._recent.append(
            entry.path.encode() + b"\0" + bytes.fromhex(entry.sha256) + entry.size.to_bytes(_SIZE, "big")
        )
        self.count += 1
        self.bytes += entry.size
        if len(self._recent) >= self._run:
            self._spill()

    def extend(self, entries: Iterable[Entry]) -> None:
        """Take note of several files."""
        for entry in entries:
            self.add(entry)

    def __iter__(self) -> Iterator[Entry]:
        """The files by path bytes, one iteration at a time; :class:`PathError` for a path added twice."""
        self._recent.sort()
        last = ""
        for record in heapq.merge(self._recent, *map(_records, self._runs)):
            entry = _entry(record)
            if entry.path == last:
                raise PathError(f"listed twice: {entry.path!r}")
            last = entry.path
            yield entry

    def close(self) -> None:
        """Give the temporary files back."""
        for run in self._runs:
            run.close()
        self._runs.clear()

    def _spill(self) -> None:
        self._recent.sort()
        try:
            run = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 — lives as long as the inventory
            self._runs.append(run)
            for record in self._recent:
                run.write(len(record).to_bytes(_LENGTH, "big") + record)
            run.flush()
        except OSError as error:
            raise write_failed("manifest.json", error) from error
        self._recent.clear()


def _records(run: BinaryIO) -> Iterator[bytes]:
    run.seek(0)
    while length := run.read(_LENGTH):
        yield run.read(int.from_bytes(length, "big"))


def _entry(record: bytes) -> Entry:
    tail = len(record) - _HASH - _SIZE
    return Entry(
        record[: tail - 1].decode(),
        record[tail : tail + _HASH].hex(),
        int.from_bytes(record[tail + _HASH :], "big"),
    )
