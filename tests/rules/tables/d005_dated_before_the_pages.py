from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import CORRECTIONS, SEASON, both, correction, corrections, put

# The pages of a table bear 2026-11-02T08:00:00Z.
BORNE = "not after 2026-11-02T08:00:00Z, the instant that the pages bear"
REASON = {"fr": "Le corpus a changé.", "en": "The corpus changed."}
SECOND = correction(2, before={"status": "unsupported", "cause": "value_mismatch"},
                    after={"status": "unsupported", "cause": "resource_mismatch"})  # fmt: skip
ACCEPTED = [
    World("a correction of before", corrections(correction(1))),
    World("at the very instant, elsewhere", corrections(correction(1, at="2026-11-02T09:00:00+01:00"))),
    World(
        "an invalidation at the very instant",
        put(SEASON, "/invalidated", {"at": "2026-11-02T08:00:00Z", "reason": REASON}),
    ),
]
REFUSED = [
    World(
        "a second later",
        corrections(correction(1, at="2026-11-02T08:00:01Z")),
        ((CORRECTIONS, "1 /at", "2026-11-02T08:00:01Z", BORNE),),
    ),
    World(
        "later by its offset, on the second line",
        corrections(correction(1), {**SECOND, "at": "2026-11-02T08:30:00-01:00"}),
        ((CORRECTIONS, "2 /at", "2026-11-02T08:30:00-01:00", BORNE),),
    ),
    World(
        "an invalidation",
        both(corrections(), put(SEASON, "/invalidated", {"at": "2030-01-01T00:00:00Z", "reason": REASON})),
        ((SEASON, "/invalidated/at", "2030-01-01T00:00:00Z", BORNE),),
    ),
]
NOT_APPLICABLE = [World("nothing that is dated", corrections())]
