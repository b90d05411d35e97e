from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, REFERENCE, both, pending, put

PROOFS = [f"prf_20261001_000000_{n:06x}" for n in range(20_000)]
EMOJI = "\U0001f606"
NAME = len("[SMILING FACE WITH OPEN MOUTH AND TIGHTLY-CLOSED EYES]")
ROW, LINK = 400, 128
MOST = "at most 2500000 in a score"
NARRATIVE, CLAIM = "/tasks/0/narrative", "/tasks/0/assertions/0/claim/value"
PENDING_CLAIM, CITED = "/tasks/1/assertions/0/claim/value", "/tasks/0/assertions/0/proof_ids"


def found(here: int) -> str:
    return f"more than 2500000 characters of a page, {here} of them from here"


ACCEPTED = [
    World("the longest narrative in plain words", put(COMMUNITY, NARRATIVE, "word " * 40_000)),
    World("a narrative of many emoji", put(COMMUNITY, NARRATIVE, EMOJI * 46_000)),
]
REFUSED = [
    World(
        "a narrative of emoji alone",
        put(COMMUNITY, NARRATIVE, EMOJI * 46_500),
        ((COMMUNITY, NARRATIVE, found(46_500 * NAME), MOST),),
    ),
    World(
        "a claim of signs, in a pending task",
        both(pending, put(COMMUNITY, PENDING_CLAIM, ["&" * 600_000])),
        ((COMMUNITY, PENDING_CLAIM, found(600_000 * len("&amp;") + len("[]") + 2 * len("&#34;")), MOST),),
    ),
    World(
        "a long key above many strings, each of whose places the page lists",
        put(COMMUNITY, CLAIM, {"k" * 1000: ["a"] * 2000}),
        ((COMMUNITY, CLAIM, found(2000 * (LINK + 2 * len(f'"{"k" * 1000}"') + len("/1234567"))), MOST),),
    ),
    World(
        "more proofs than a page can list",
        put(COMMUNITY, CITED, PROOFS),
        ((COMMUNITY, CITED, found(ROW + len(PROOFS) * LINK), MOST),),
    ),
    World(
        "a reference run's texts",
        put(REFERENCE, NARRATIVE, EMOJI * 60_000),
        ((REFERENCE, NARRATIVE, found(60_000 * NAME), MOST),),
    ),
]
NOT_APPLICABLE = [World("a short narrative", put(COMMUNITY, NARRATIVE, EMOJI))]
