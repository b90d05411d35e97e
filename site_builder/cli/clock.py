"""The present, for the commands that ask for it; nothing below reads a clock."""

from __future__ import annotations

from datetime import UTC, datetime

from site_builder.kernel import instants
from site_builder.kernel.instants import Instant


def now() -> Instant:
    return instants.parse(datetime.now(UTC).isoformat(timespec="microseconds"))
