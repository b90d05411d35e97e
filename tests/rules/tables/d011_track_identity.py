from __future__ import annotations

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import FOLDER, TRACK, both, generique, put, sealed

ACCEPTED = [World("the open set of generique", generique)]
REFUSED = [
    World("another season", put(TRACK, "/season", 2), ((TRACK, "/season", "2", "1"),)),
    World(
        "another track",
        put(TRACK, "/track", "generique"),
        (
            (TRACK, "/track", "generique", "conformite, as the folder says"),
            (
                TRACK,
                "/verdicts",
                "conforme, non_conforme, indeterminable",
                "null: its verdicts are open",
            ),
        ),
    ),
    World(
        "a section under another number",
        both(
            lambda world: worlds.rename(world / worlds.SECTION, "section-6.txt"),
            put(TRACK, "/scoring_rules/file", "section-6.txt"),
        ),
        ((TRACK, "/scoring_rules/file", "section-6.txt", "section-5.txt"),),
    ),
    World(
        "no set for conformite",
        put(TRACK, "/verdicts", None),
        ((TRACK, "/verdicts", "null", "the list of its verdicts"),),
    ),
    World(
        "a verdict twice",
        sealed("/verdicts/-", "conforme"),
        ((TRACK, "/verdicts/3", "conforme again", "each verdict once"),),
    ),
]
NOT_APPLICABLE = [
    World(
        "another order of verdicts", put(TRACK, "/verdicts", ["indeterminable", "non_conforme", "conforme"])
    )
]
assert FOLDER
