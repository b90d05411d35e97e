"""Rows of a track on disk until their order is known: memory holds where each one is, not what it says."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

# Bytes that wait for the disk together: a call for each row takes longer than making the row's bytes.
_BUFFER: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class Slice:
    """``length`` bytes of the spool from ``start``."""

    start: int
    length: int


class Spool:
    """A nameless temporary file: the system removes it with the process, however that ends."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed by __exit__
        self._pending = bytearray()
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, data: bytes) -> Slice:
        place = Slice(self._end, len(data))
        self._pending += data
        self._end += len(data)
        if len(self._pending) >= _BUFFER:
            self._flush()
        return place

    def read(self, places: Iterable[Slice]) -> Iterator[bytes]:
        """The bytes at these places, one after the other."""
        descriptor = self._file.fileno()
        for place in places:
            if self._pending:
                self._flush()
            yield os.pread(descriptor, place.length, place.start)

    def _flush(self) -> None:
        waiting = memoryview(bytes(self._pending))
        self._pending.clear()
        while waiting:
            waiting = waiting[self._file.write(waiting) :]
