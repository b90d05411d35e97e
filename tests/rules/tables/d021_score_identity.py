from __future__ import annotations

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, FOLDER, REFERENCE, put

MOVED = f"{FOLDER}/reference/participant-one.json"
RENAMED = f"{FOLDER}/reference/ref-1.json"
ACCEPTED = [
    World("any name for a participant", lambda w: worlds.rename(w / COMMUNITY, "Équipe n° 1.json")),
]
REFUSED = [
    World(
        "another season",
        put(COMMUNITY, "/season", 2),
        ((COMMUNITY, "/season", "2", "1, as track.json says"),),
    ),
    World(
        "another track",
        put(COMMUNITY, "/track", "generique"),
        ((COMMUNITY, "/track", "generique", "conformite, as track.json says"),),
    ),
    World(
        "in the folder of the other table",
        lambda w: (w / COMMUNITY).rename(w / MOVED),
        ((MOVED, "/table", "community", "reference, as the folder says"),),
    ),
    World(
        "a run under another name",
        lambda w: (w / REFERENCE).rename(w / RENAMED),
        ((RENAMED, "/run/run_id", "ref-one", "ref-1, as the file is named"),),
    ),
]
NOT_APPLICABLE = [World("another name of an agent", put(COMMUNITY, "/agent/name", "x"))]
