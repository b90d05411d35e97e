from __future__ import annotations

from tests.harness import smallest
from tests.rules.running import World
from tests.rules.tables.changes import (
    COMMUNITY,
    FOLDER,
    PARTICIPANT,
    both,
    put,
    second_participant,
    second_run,
)

OTHER = f"{FOLDER}/community/participant-two.json"
ACCEPTED = [World("two participants", second_participant), World("two runs", second_run)]
REFUSED = [
    World(
        "the same DID twice",
        both(second_participant, put(OTHER, "/agent/did", smallest.COMMUNITY_DID)),
        (
            (
                OTHER,
                "/agent/did",
                f"report id {PARTICIPANT}, which {COMMUNITY} has too",
                "one report for an address",
            ),
        ),
    )
]
NOT_APPLICABLE = [
    World("a run of the participant's DID", put(COMMUNITY, "/agent/did", smallest.REFERENCE_DID))
]
