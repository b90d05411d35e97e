from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import CORRECTIONS, SEASON, both, correction, corrections, put

SECOND = correction(2, before={"status": "unsupported", "cause": "value_mismatch"},
                    after={"status": "unsupported", "cause": "resource_mismatch"})  # fmt: skip
ACCEPTED = [
    World("two in order", corrections(correction(1), SECOND)),
    World(
        "at the very publication, twice",
        corrections(correction(1, at="2026-03-23T10:00:00+01:00"), {**SECOND, "at": "2026-03-23T09:00:00Z"}),
    ),
]
REFUSED = [
    World(
        "a gap and a step back",
        corrections(correction(1), {**SECOND, "n": 3, "at": "2026-03-24T09:00:00Z"}),
        (
            (CORRECTIONS, "2 /at", "2026-03-24T09:00:00Z", "not before 2026-03-25T09:00:00Z, at of line 1"),
            (CORRECTIONS, "2 /n", "3", "2, the number of the line"),
        ),
    ),
    World(
        "before the publication",
        corrections(correction(1, at="2026-03-23T08:59:59Z")),
        (
            (
                CORRECTIONS,
                "1 /at",
                "2026-03-23T08:59:59Z",
                "not before 2026-03-23T09:00:00Z, published_at of the season",
            ),
        ),
    ),
    World(
        "without a publication",
        both(put(SEASON, "/published_at", None), corrections(correction(1))),
        ((CORRECTIONS, 1, "a correction", "no correction while published_at is null"),),
    ),
]
NOT_APPLICABLE = [World("an empty file", corrections())]
