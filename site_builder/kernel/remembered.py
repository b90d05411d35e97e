"""What is made of short texts that recur, made once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

K = TypeVar("K", str, bytes)
V = TypeVar("V")


class Remembered(dict[K, V]):
    """``make`` of a text, asked for by subscript: the quickest way that Python has.

    Texts longer than ``longest`` are seldom the same, and would fill the memory: they are made each time.
    When there are ``most`` texts, all are forgotten.
    """

    def __init__(self, make: Callable[[K], V], *, most: int, longest: int) -> None:
        super().__init__()
        self._make: Final[Callable[[K], V]] = make
        self._most: Final = most
        self._longest: Final = longest

    def __missing__(self, text: K) -> V:
        made = self._make(text)
        if len(text) <= self._longest:
            if len(self) >= self._most:
                self.clear()
            self[text] = made
        return made
