from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import SEASON, both, put

# The pages of a table bear 2026-11-02T08:00:00Z, and now is long after.
EXPECTED = "pages that bear an instant after the close"
ACCEPTED = [
    World(
        "a second after the close, before the publication",
        both(
            put(SEASON, "/closes_at", "2026-11-02T08:59:59+01:00"),
            put(SEASON, "/published_at", "2026-11-05T08:00:00Z"),
        ),
    ),
]
REFUSED = [
    World(
        "at the very close, in another zone",
        both(
            put(SEASON, "/closes_at", "2026-11-02T09:00:00+01:00"),
            put(SEASON, "/published_at", "2026-11-05T08:00:00Z"),
        ),
        (
            (
                SEASON,
                "/closes_at",
                "2026-11-02T09:00:00+01:00, and pages with scores of 2026-11-02T08:00:00Z",
                EXPECTED,
            ),
        ),
    ),
]
NOT_APPLICABLE = [
    World(
        "publication not decided",
        both(
            put(SEASON, "/closes_at", "2026-11-05T08:00:00Z"),
            put(SEASON, "/published_at", None),
        ),
    ),
    World(
        "not closed yet",
        both(
            put(SEASON, "/closes_at", "2026-11-05T08:00:00Z"),
            put(SEASON, "/published_at", "2026-11-05T08:00:00Z"),
        ),
        now="2026-11-03T08:00:00Z",
    ),
]
