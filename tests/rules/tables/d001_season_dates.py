from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import SEASON, both, put

ACCEPTED = [
    World("published at the very close", put(SEASON, "/published_at", "2026-03-20T22:59:59Z")),
    World("another offset", put(SEASON, "/published_at", "2026-03-21T00:59:59+02:00")),
]
REFUSED = [
    World(
        "closes when it opens",
        both(put(SEASON, "/closes_at", "2026-03-02T00:00:00Z")),
        ((SEASON, "/closes_at", "2026-03-02T00:00:00Z", "an instant after opens_at, 2026-03-02T00:00:00Z"),),
    ),
    World(
        "published one second early, in another zone",
        put(SEASON, "/published_at", "2026-03-21T00:59:58+02:00"),
        (
            (
                SEASON,
                "/published_at",
                "2026-03-21T00:59:58+02:00",
                "null, or an instant not before closes_at, 2026-03-20T22:59:59Z",
            ),
        ),
    ),
]
NOT_APPLICABLE = [World("publication not decided", put(SEASON, "/published_at", None))]
