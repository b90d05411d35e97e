from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, GENERIC_FOLDER, both, generique, pending, put

ACCEPTED = [World("another verdict of the set", put(COMMUNITY, "/tasks/0/verdict", "indeterminable"))]
SET = "one of conforme, non_conforme, indeterminable"
REFUSED = [
    World(
        "another case",
        put(COMMUNITY, "/tasks/0/verdict", "Conforme"),
        ((COMMUNITY, "/tasks/0/verdict", "'Conforme'", SET),),
    ),
    World(
        "in a pending task, letters escaped",
        both(pending, put(COMMUNITY, "/tasks/1/verdict", "é\n")),
        ((COMMUNITY, "/tasks/1/verdict", "'\\xe9\\n'", SET),),
    ),
]
NOT_APPLICABLE = [
    World(
        "an open set",
        both(
            generique, put(f"{GENERIC_FOLDER}/community/participant-one.json", "/tasks/0/verdict", "PRD-999")
        ),
    )
]
