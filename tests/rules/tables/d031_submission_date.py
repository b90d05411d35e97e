from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, put

AT = "/tasks/0/submitted_at"
WHEN = "an instant of the season, from 2026-03-02T00:00:00Z to 2026-03-20T22:59:59Z"
ACCEPTED = [
    World("at the opening", put(COMMUNITY, AT, "2026-03-02T01:00:00+01:00")),
    World("at the close", put(COMMUNITY, AT, "2026-03-20T22:59:59Z")),
]
REFUSED = [
    World(
        "a second early",
        put(COMMUNITY, AT, "2026-03-02T00:59:59+01:00"),
        ((COMMUNITY, AT, "2026-03-02T00:59:59+01:00", WHEN),),
    ),
    World(
        "half a second late",
        put(COMMUNITY, AT, "2026-03-20T22:59:59.5Z"),
        ((COMMUNITY, AT, "2026-03-20T22:59:59.5Z", WHEN),),
    ),
]
NOT_APPLICABLE = [World("a task not submitted", put(COMMUNITY, "/tasks/2/reason", "nothing_sent"))]
