"""What a file beside the pages is about, from its path: what the builder knows when it writes it."""

from __future__ import annotations

import re
from typing import Final

_TRACK: Final = re.compile(
    r"(?:[a-z]{2}/)?challenges/prove-it/season-(?P<season>0|[1-9][0-9]{0,5})/(?P<track>[a-z]+)/"
    r"(?:(?P<table>reference|community)/results\.|[a-z2-7]{16}/|kit[/.]|submissions\.)"
)


def subject(path: str) -> tuple[int, str, str | None] | None:
    """(season, track, table) of a download; without a table for another file of a track; else ``None``."""
    found = _TRACK.match(path)
    if found is None:
        return None
    return int(found["season"]), found["track"], found["table"]
