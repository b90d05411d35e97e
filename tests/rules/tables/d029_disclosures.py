from __future__ import annotations

from site_builder.kernel.pointer import render
from tests.harness import smallest
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, DELETE, Change, both, pending, put

ONE, OTHER = "prf_20260310_095900_0c0001", "prf_20260310_095900_0c0009"
EXACTLY = "the disclosures of exactly the cited proofs"
AT = "/tasks/0/assertions/0/proof_ids"


def cited(*proof_ids: str) -> Change:
    """The first assertion cites these, each with a disclosure."""
    more = smallest.disclosures(*proof_ids)
    return both(
        put(COMMUNITY, f"/tasks/0/disclosures/{ONE}", DELETE),
        put(COMMUNITY, AT, list(proof_ids)),
        *(put(COMMUNITY, "/tasks/0/disclosures" + render([one]), more[one]) for one in more),
    )


ACCEPTED = [
    World("those of a pending task", pending),
    World("one proof twice", put(COMMUNITY, AT, [ONE, ONE])),
    World("what no proof has for an id", cited("prf_made_up", "a/b~c", "")),
]
REFUSED = [
    World(
        "no proof where one was disclosed",
        put(COMMUNITY, AT, []),
        ((COMMUNITY, f"/tasks/0/disclosures/{ONE}", f"a disclosure of {ONE}, which is not cited", EXACTLY),),
    ),
    World(
        "an id that is a path and markup, escaped in place and message",
        both(put(COMMUNITY, f"/tasks/0/disclosures/{ONE}", DELETE), put(COMMUNITY, AT, ["<é>/~"])),
        ((COMMUNITY, "/tasks/0/disclosures", "no disclosure of '<\\xe9>/~'", EXACTLY),),
    ),
    World(
        "one missing",
        put(COMMUNITY, f"/tasks/0/disclosures/{ONE}", DELETE),
        ((COMMUNITY, "/tasks/0/disclosures", f"no disclosure of {ONE}", EXACTLY),),
    ),
    World(
        "one too many",
        put(COMMUNITY, f"/tasks/0/disclosures/{OTHER}", smallest.disclosures(OTHER)[OTHER]),
        (
            (
                COMMUNITY,
                f"/tasks/0/disclosures/{OTHER}",
                f"a disclosure of {OTHER}, which is not cited",
                EXACTLY,
            ),
        ),
    ),
]
NOT_APPLICABLE = [World("a task not submitted", put(COMMUNITY, "/tasks/2/reason", "nothing_sent"))]
