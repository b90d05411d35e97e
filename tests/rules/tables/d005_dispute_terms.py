from __future__ import annotations

from tests.harness import worlds
from tests.rules.running import LATER, World
from tests.rules.tables.changes import BEFORE_THE_CLOSE, SEASON, both, put

WINDOW, DECISION = "/disputes/window_days", "/disputes/decision_days"
SHORT = ((SEASON, WINDOW, "7", "14, the days of specification §9.2"),)
LONG = ((SEASON, DECISION, "90", "30, the days of specification §9.2"),)

ACCEPTED = [
    World("14 and 30 days (§9.2)", lambda world: None),
    World("a real season", lambda world: worlds.real(world)),
]
REFUSED = [
    World("half the window", put(SEASON, WINDOW, 7), SHORT),
    World("a decision after three months", put(SEASON, DECISION, 90), LONG),
    World(
        "one day more",
        put(SEASON, WINDOW, 15),
        ((SEASON, WINDOW, "15", "14, the days of specification §9.2"),),
    ),
    World(
        "both, in a real season",
        both(worlds.real, put(SEASON, WINDOW, 7), put(SEASON, DECISION, 90)),
        LONG + SHORT,
    ),
    World(
        "announced before the close",
        both(worlds.unclosed, put(SEASON, WINDOW, 7)),
        SHORT,
        now=BEFORE_THE_CLOSE,
    ),
]
NOT_APPLICABLE = [
    World("another contact", put(SEASON, "/disputes/contact", "other@index.example"), now=LATER)
]
