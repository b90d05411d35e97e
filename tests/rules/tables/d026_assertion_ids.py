from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, put

ACCEPTED = [World("a1 in several tasks", lambda world: None)]
REFUSED = [
    World(
        "a1 twice in a task",
        put(COMMUNITY, "/tasks/1/assertions/2/id", "a1"),
        ((COMMUNITY, "/tasks/1/assertions/2/id", "'a1' again", "each id once in conf-02"),),
    ),
    World(
        "an id of another alphabet, escaped in the message",
        lambda w: (
            put(COMMUNITY, "/tasks/0/assertions/0/id", "а1")(w),
            put(COMMUNITY, "/tasks/0/assertions/1/id", "а1")(w),
        ),
        ((COMMUNITY, "/tasks/0/assertions/1/id", "'\\u04301' again", "each id once in conf-01"),),
    ),
]
NOT_APPLICABLE = [World("ids that look alike", put(COMMUNITY, "/tasks/0/assertions/1/id", "а1"))]
