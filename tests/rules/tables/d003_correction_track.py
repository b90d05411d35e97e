from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import CORRECTIONS, correction, corrections

ACCEPTED = [World("its own track", corrections(correction(1)))]
REFUSED = [
    World(
        "a track that is not there",
        corrections(correction(1, concerns__track="generique")),
        ((CORRECTIONS, "1 /concerns/track", "generique", "a track of the season: conformite"),),
    )
]
NOT_APPLICABLE = [World("no correction", lambda world: None)]
