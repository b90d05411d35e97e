from __future__ import annotations

from typing import Any

from tests.harness import smallest, worlds
from tests.rules.running import World
from tests.rules.tables.changes import (
    FOLDER,
    Change,
    both,
    correction,
    corrections,
    second_participant,
)

FILE = "prove-it/season-1/enrolments.json"
SECOND = f"{FOLDER}/community/participant-two.json"
FIRST_DID, SECOND_DID = smallest.COMMUNITY_DID, smallest.SPARE_DID


def linked(*groups: list[str], season: int = 1) -> Change:
    """Each list of DIDs is one participant (§9.1)."""
    document: dict[str, Any] = {
        "schema": "proveit-enrolments-v1", "season": season,
        "participants": [{"dids": one} for one in groups],
    }  # fmt: skip
    return lambda world: worlds.write_json(world / FILE, document)


ACCEPTED = [
    World("the first enrolment is ranked", linked([FIRST_DID, SECOND_DID])),
    World("two participants that nothing links", second_participant),
    World("a reference run is not ranked", linked([FIRST_DID, smallest.REFERENCE_DID])),
    World(
        "the other row was published, and is withdrawn",
        both(second_participant, linked([SECOND_DID, FIRST_DID]), corrections(correction(1, "withdrawal"))),
    ),
]
REFUSED = [
    World(
        "two rows of one participant",
        both(second_participant, linked([FIRST_DID, SECOND_DID])),
        (
            (
                SECOND,
                "/agent/did",
                f"{SECOND_DID}, enrolled after {FIRST_DID} by the same participant",
                "no row but that of the first enrolment",
            ),
        ),
    ),
    World(
        "a DID twice, and another season",
        linked([FIRST_DID, SECOND_DID], [SECOND_DID, smallest.REFERENCE_DID], season=2),
        (
            (
                FILE,
                "/participants/1/dids/0",
                f"{SECOND_DID}, as at /participants/0/dids/1",
                "each DID once",
            ),
            (FILE, "/season", "2", "1, as the folder says"),
        ),
    ),
]
NOT_APPLICABLE = [World("no key had bound several DIDs", lambda world: None)]
