from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import CORRECTIONS, PARTICIPANT, correction, corrections

ACCEPTED = [
    World("a row withdrawn after a rectification", corrections(correction(1), correction(2, "withdrawal")))
]
REFUSED = [
    World(
        "the same row withdrawn twice",
        corrections(correction(1, "withdrawal"), correction(2, "withdrawal")),
        (
            (
                CORRECTIONS,
                "2 /concerns/report_id",
                PARTICIPANT,
                "a row that line 1 has not removed already",
            ),
        ),
    ),
]
NOT_APPLICABLE = [World("a rectification alone", corrections(correction(1)))]
