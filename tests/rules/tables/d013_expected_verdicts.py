from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import DELETE, TRACK, generique, put

ACCEPTED = [World("an open set", generique)]
REFUSED = [
    World(
        "a verdict without a count",
        put(TRACK, "/expected_verdicts/indeterminable", DELETE),
        (
            (
                TRACK,
                "/expected_verdicts",
                "no count for indeterminable",
                "a count for indeterminable, zero included",
            ),
        ),
    ),
    World(
        "a verdict outside the set",
        put(TRACK, "/expected_verdicts/a~1b", 0),
        (
            (
                TRACK,
                "/expected_verdicts/a~1b",
                "the verdict a/b",
                "one of conforme, non_conforme, indeterminable",
            ),
        ),
    ),
]
NOT_APPLICABLE = [World("another count", put(TRACK, "/expected_verdicts/conforme", 2))]
