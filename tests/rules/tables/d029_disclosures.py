from __future__ import annotations

from tests.harness import smallest
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, DELETE, pending, put

ONE, OTHER = "prf_20260310_095900_0c0001", "prf_20260310_095900_0c0009"
EXACTLY = "the disclosures of exactly the cited proofs"
ACCEPTED = [World("those of a pending task", pending)]
REFUSED = [
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
