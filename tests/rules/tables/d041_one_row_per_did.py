from __future__ import annotations

from tests.harness import smallest
from tests.rules.running import World
from tests.rules.tables.changes import (
    COMMUNITY,
    FOLDER,
    REFERENCE,
    both,
    correction,
    corrections,
    put,
    second_participant,
    second_run,
)

SECOND_RUN = f"{FOLDER}/reference/ref-two.json"
ACCEPTED = [
    World("two participants", second_participant),
    World(
        "a run replaced by another of the same DID",
        both(
            second_run,
            put(SECOND_RUN, "/agent/did", smallest.REFERENCE_DID),
            corrections(correction(1, "superseded_run")),
        ),
    ),
]
REFUSED = [
    World(
        "a participant and a reference run",
        put(COMMUNITY, "/agent/did", smallest.REFERENCE_DID),
        (
            (
                REFERENCE,
                "/agent/did",
                f"{smallest.REFERENCE_DID}, which {COMMUNITY} has too",
                "one row for a DID in a track",
            ),
        ),
    ),
    World(
        "two runs",
        both(second_run, put(SECOND_RUN, "/agent/did", smallest.REFERENCE_DID)),
        (
            (
                SECOND_RUN,
                "/agent/did",
                f"{smallest.REFERENCE_DID}, which {REFERENCE} has too",
                "one row for a DID in a track",
            ),
        ),
    ),
]
NOT_APPLICABLE = [World("the same name", put(COMMUNITY, "/agent/name", "Essai de calibrage"))]
