"""What is made of short texts that recur, made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

K = TypeVar("K", str, bytes)
V = TypeVar("V")
P = ParamSpec("P")


class Remembered(dict[K, V]):
    """``make`` of a text, asked for by subscript: the quickest way that Python has.

    Texts longer than ``longest`` are seldom the same, and would fill the memory: they are made each time, and
    so is a text that has become four times as long. When there are ``most`` texts, all are forgotten.
    """

    def __init__(self, make: Callable[[K], V], *, most: int, longest: int) -> None:
        super().__init__()
        self._make: Final[Callable[[K], V]] = make
        self._most: Final = most
        self._longest: Final = longest

    def __missing__(self, text: K) -> V:
        made = self._make(text)
        if len(text) <= self._longest and not (isinstance(made, str) and len(made) > 4 * self._longest):
            if len(self) >= self._most:
                self.clear()
            self[text] = made
        return made


def of_short(
    most: int, longest: int
) -> Callable[[Callable[Concatenate[K, P], V]], Callable[Concatenate[K, P], V]]:
    """For a function of a text and more: what the last ``most`` calls gave is kept, where the text is short.

    What a stranger sends has any length; remembering it by number alone would fill the memory.
    """

    def decorated(make: Callable[Concatenate[K, P], V]) -> Callable[Concatenate[K, P], V]:
        known = lru_cache(maxsize=most)(make)

        @wraps(make)
        def call(text: K, /, *args: P.args, **named: P.kwargs) -> V:
            if len(text) > longest:
                return make(text, *args, **named)
            return known(text, *args, **named)  # type: ignore[arg-type] # lru_cache wants them hashable

        return call

    return decorated
