from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, REFERENCE, both, pending, put

EMOJI = "\U0001f606"  # shown as 54 characters
MOST = "at most 2500000 in a score"


def found(total: int, here: int) -> str:
    return f"texts of {total} characters as a page shows them or more, {here} of them here"


ACCEPTED = [
    World("the longest narrative in plain words", put(COMMUNITY, "/tasks/0/narrative", "word " * 40_000)),
    World("a narrative of many emoji", put(COMMUNITY, "/tasks/0/narrative", EMOJI * 40_000)),
]
REFUSED = [
    World(
        "a narrative of emoji alone",
        put(COMMUNITY, "/tasks/0/narrative", EMOJI * 60_000),
        ((COMMUNITY, "/tasks/0/narrative", found(3_240_259, 60_000 * 54), MOST),),
    ),
    World(
        "a claim of emoji, in a pending task",
        both(pending, put(COMMUNITY, "/tasks/1/assertions/0/claim/value", ["&" * 600_000])),
        ((COMMUNITY, "/tasks/1/assertions/0/claim/value", found(3_000_295, 600_000 * 5 + 12), MOST),),
    ),
    World(
        "a reference run's texts",
        put(REFERENCE, "/tasks/0/narrative", EMOJI * 60_000),
        ((REFERENCE, "/tasks/0/narrative", found(3_240_391, 60_000 * 54), MOST),),
    ),
]
NOT_APPLICABLE = [World("a short narrative", put(COMMUNITY, "/tasks/0/narrative", EMOJI))]
