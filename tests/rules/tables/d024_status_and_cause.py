from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, REFERENCE, pending, put

AT = "/tasks/1/assertions/1/cause"
FOUR = "unsupported with cause invalid_proof or identity_not_bound or resource_mismatch or value_mismatch"
ACCEPTED = [
    World("another refusal", put(COMMUNITY, AT, "invalid_proof")),
    World("pending without a cause", pending),
]
REFUSED = [
    World(
        "unsupported without a cause",
        put(COMMUNITY, AT, None),
        ((COMMUNITY, AT, "unsupported with cause null", FOUR),),
    ),
    World(
        "an instrument fault among the unsupported",
        put(COMMUNITY, AT, "instrument_fault"),
        ((COMMUNITY, AT, "unsupported with cause instrument_fault", FOUR),),
    ),
    World(
        "supported with a cause",
        put(REFERENCE, "/tasks/0/assertions/0/cause", "value_mismatch"),
        (
            (
                REFERENCE,
                "/tasks/0/assertions/0/cause",
                "supported with cause value_mismatch",
                "supported with cause null",
            ),
        ),
    ),
    World(
        "an instrument fault under another cause",
        put(COMMUNITY, "/tasks/1/assertions/2/cause", "invalid_proof"),
        (
            (
                COMMUNITY,
                "/tasks/1/assertions/2/cause",
                "instrument_fault with cause invalid_proof",
                "instrument_fault with cause instrument_fault",
            ),
        ),
    ),
]
NOT_APPLICABLE = [World("a task not submitted", put(COMMUNITY, "/tasks/2/reason", "nothing_sent"))]
