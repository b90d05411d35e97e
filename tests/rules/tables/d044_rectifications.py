from __future__ import annotations

from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, CORRECTIONS, both, correction, corrections, put, remove

SUPPORTED = {"status": "supported", "cause": None}
VALUE = {"status": "unsupported", "cause": "value_mismatch"}
RESOURCE = {"status": "unsupported", "cause": "resource_mismatch"}
SCORED = "/tasks/1/assertions/1"
ACCEPTED = [
    World("what the file holds", corrections(correction(1))),
    World("a chain", corrections(correction(1, after=SUPPORTED), correction(2, before=SUPPORTED))),
    World(
        "a row withdrawn since",
        both(remove(COMMUNITY), corrections(correction(1), correction(2, "withdrawal"))),
    ),
]
FAULT = {"status": "instrument_fault", "cause": "instrument_fault"}
REFUSED = [
    World(
        "one of two with the same id, by its rank",
        both(
            put(COMMUNITY, "/tasks/1/assertions/2/id", "a2"),
            corrections(
                correction(1, concerns__rank=2),
                correction(2, concerns__rank=3, before=FAULT, after=SUPPORTED),
            ),
        ),
        (
            (
                COMMUNITY,
                "/tasks/1/assertions/2",
                "instrument_fault with cause instrument_fault",
                "supported with cause null, as line 2 of corrections.jsonl says",
            ),
        ),
    ),
    World(
        "a chain that names its assertion with and without its rank",
        corrections(correction(1, after=SUPPORTED), correction(2, concerns__rank=2, before=RESOURCE)),
        (
            (
                CORRECTIONS,
                "2 /before",
                "unsupported with cause resource_mismatch",
                "supported with cause null, as after of line 1 has it",
            ),
        ),
    ),
    World(
        "not what the file holds",
        both(corrections(correction(1)), put(COMMUNITY, f"{SCORED}/cause", "invalid_proof")),
        (
            (
                COMMUNITY,
                SCORED,
                "unsupported with cause invalid_proof",
                "unsupported with cause value_mismatch, as line 1 of corrections.jsonl says",
            ),
        ),
    ),
    World(
        "nothing changed",
        corrections(correction(1, before=VALUE)),
        (
            (
                CORRECTIONS,
                "1 /after",
                "unsupported with cause value_mismatch",
                "another status or cause than in before",
            ),
        ),
    ),
    World(
        "a pair that cannot be",
        corrections(correction(1, before={"status": "supported", "cause": "value_mismatch"})),
        ((CORRECTIONS, "1 /before", "supported with cause value_mismatch", "supported with cause null"),),
    ),
    World(
        "a chain that does not hold",
        corrections(correction(1, after=SUPPORTED), correction(2, before=RESOURCE)),
        (
            (
                CORRECTIONS,
                "2 /before",
                "unsupported with cause resource_mismatch",
                "supported with cause null, as after of line 1 has it",
            ),
        ),
    ),
]
NOT_APPLICABLE = [World("a dispute dismissed", corrections(correction(1, "dispute_dismissed")))]
