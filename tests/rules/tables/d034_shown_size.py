from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, REFERENCE, both, pending, put

PROOFS = [f"prf_20261001_000000_{n:06x}" for n in range(20_000)]
EMOJI = "\U0001f606"  # shown as 54 characters
MOST = "at most 2500000 in a score"


def found(total: int, here: int) -> str:
    return f"{total} characters of a page or more, {here} of them from here"


ACCEPTED = [
    World("the longest narrative in plain words", put(COMMUNITY, "/tasks/0/narrative", "word " * 40_000)),
    World("a narrative of many emoji", put(COMMUNITY, "/tasks/0/narrative", EMOJI * 40_000)),
]
REFUSED = [
    World(
        "a narrative of emoji alone",
        put(COMMUNITY, "/tasks/0/narrative", EMOJI * 60_000),
        ((COMMUNITY, "/tasks/0/narrative", found(3_242_899, 60_000 * 54), MOST),),
    ),
    World(
        "a claim of emoji, in a pending task",
        both(pending, put(COMMUNITY, "/tasks/1/assertions/0/claim/value", ["&" * 600_000])),
        ((COMMUNITY, "/tasks/1/assertions/0/claim/value", found(3_003_071, 600_000 * 5 + 12), MOST),),
    ),
    World(
        "a long key above many strings, each of whose places the page lists",
        put(COMMUNITY, "/tasks/0/assertions/0/claim/value", {"k" * 1000: ["a"] * 2000}),
        ((COMMUNITY, "/tasks/0/assertions/0/claim/value", found(4_293_923, 2000 * 2140), MOST),),
    ),
    World(
        "more proofs than a page can list",
        put(COMMUNITY, "/tasks/0/assertions/0/proof_ids", PROOFS),
        ((COMMUNITY, "/tasks/0/assertions/0/proof_ids", found(2_562_797, 400 + 20_000 * 128), MOST),),
    ),
    World(
        "a reference run's texts",
        put(REFERENCE, "/tasks/0/narrative", EMOJI * 60_000),
        ((REFERENCE, "/tasks/0/narrative", found(3_244_087, 60_000 * 54), MOST),),
    ),
]
NOT_APPLICABLE = [World("a short narrative", put(COMMUNITY, "/tasks/0/narrative", EMOJI))]
