from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, both, pending, put

AT = "/tasks/1/assertions/0/status"
ACCEPTED = [World("pending throughout", pending)]
REFUSED = [
    World(
        "one assertion scored already",
        both(pending, put(COMMUNITY, AT, "supported")),
        ((COMMUNITY, AT, "supported in a pending task", "pending"),),
    ),
    World(
        "one assertion pending in a submitted task",
        put(COMMUNITY, AT, "pending"),
        ((COMMUNITY, AT, "pending in a submitted task", "supported, unsupported or instrument_fault"),),
    ),
]
NOT_APPLICABLE = [
    World(
        "a rejected task",
        put(COMMUNITY, "/tasks/2", {"task_id": "conf-03", "state": "rejected", "reason": "cap_exceeded"}),
    )
]
