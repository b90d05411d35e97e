from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, put

AT = "/tasks/0/assertions/0/proof_ids"
ONE, TWO = "prf_20260310_095900_0c0001", "prf_20260310_095900_0c0002"
ACCEPTED = [World("a proof of another assertion too", put(COMMUNITY, AT, [ONE, TWO]))]
REFUSED = [
    World(
        "no proof", put(COMMUNITY, AT, []), ((COMMUNITY, AT, "no proof", "at least one proof, each once"),)
    ),
    World(
        "a proof twice",
        put(COMMUNITY, AT, [ONE, TWO, ONE]),
        ((COMMUNITY, AT, f"{ONE} more than once", "at least one proof, each once"),),
    ),
]
NOT_APPLICABLE = [World("a task not submitted", put(COMMUNITY, "/tasks/2/reason", "nothing_sent"))]
