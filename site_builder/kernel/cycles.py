"""How often Python looks for reference cycles: building makes many objects and few cycles.

Looking seldom saves a tenth of the time that loading the program takes, and of page work.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# New objects between two searches, and searches between two of older objects.
_SELDOM: Final = (500_000, 20, 20)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """For the length of the block, cycles are looked for seldom, and never among what was there before."""
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.freeze()  # all that is new counts as old, and is not searched at once
        gc.set_threshold(*before)
        gc.unfreeze()


def collect_seldom() -> None:
    """The same until the process ends."""
    gc.freeze()
    gc.set_threshold(*_SELDOM)
