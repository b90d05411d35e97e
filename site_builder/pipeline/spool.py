"""Rows of a track on disk until their order is known: memory holds where each one is, not what it says."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self


@dataclass(frozen=True, slots=True)
class Slice:
    """``length`` bytes of the spool from ``start``."""

    start: int
    length: int


class Spool:
    """A nameless temporary file: the system removes it with the process, however that ends."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, data: bytes) -> Slice:
        self._file.seek(self._end)
        self._file.write(data)
        place = Slice(self._end, len(data))
        self._end += len(data)
        return place

    def read(self, places: Iterable[Slice]) -> Iterator[bytes]:
        """The bytes at these places, one after the other."""
        for place in places:
            self._file.seek(place.start)
            yield self._file.read(place.length)
