from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, DELETE, Change, both, pending, put

LOST = "/tasks/2/lost_to_faults"


def five(world: Path) -> None:
    """Two more assertions than the cap of four leaves room for."""
    score = worlds.read_json(world / COMMUNITY)
    task = score["tasks"][1]
    for number in (4, 5):
        claim = {"resource": "/agrements/AGR-0002", "field": "/statut", "value": number}
        task["assertions"].append({**task["assertions"][0], "id": f"a{number}", "claim": claim})
    worlds.write_json(world / COMMUNITY, score)


def lost(assertions: int, faults: int, reason: str = "below_minimum") -> Change:
    """The third task of the participant, minimum 1 and cap 2, lost to faults."""
    return both(
        put(COMMUNITY, "/tasks/2/reason", reason),
        put(COMMUNITY, LOST, {"assertions": assertions, "instrument_faults": faults}),
    )


def not_lost(name: str, change: Change, assertions: int, faults: int, expected: str) -> World:
    found = f"{assertions} assertions, {faults} of them instrument faults"
    return World(name, change, ((COMMUNITY, LOST, found, expected),))


ACCEPTED = [
    World("as many as the minimum, a fault apart", lambda world: None),
    World("pending assertions reach the minimum", pending),
    World("a task that one fault took below its minimum", lost(1, 1)),
    World("two faults of two", lost(2, 2)),
    World("too few of them on own resources (§5.7)", lost(2, 1, "own_resources_below_half")),
]
REFUSED = [
    World(
        "below the minimum",
        put(COMMUNITY, "/tasks/0/assertions/1", DELETE),
        (
            (
                COMMUNITY,
                "/tasks/0/assertions",
                "1 counted assertions (0 instrument faults apart)",
                "at least 2 for conf-01",
            ),
        ),
    ),
    World(
        "a fault does not reach the minimum",
        both(
            put(COMMUNITY, "/tasks/1/assertions/1/status", "instrument_fault"),
            put(COMMUNITY, "/tasks/1/assertions/1/cause", "instrument_fault"),
        ),
        (
            (
                COMMUNITY,
                "/tasks/1/assertions",
                "1 counted assertions (2 instrument faults apart)",
                "at least 2 for conf-02",
            ),
        ),
    ),
    World(
        "above the cap",
        five,
        ((COMMUNITY, "/tasks/1/assertions", "5 assertions", "at most 4 for conf-02"),),
    ),
    not_lost(
        "enough is left for the minimum",
        lost(2, 1),
        2,
        1,
        "from 0 to 0 of them left for reason below_minimum",
    ),
    not_lost(
        "more faults than assertions", lost(1, 2), 1, 2, "from 0 to 0 of them left for reason below_minimum"
    ),
    not_lost("more was sent than the cap", lost(3, 3), 3, 3, "from 1 to 2 assertions sent for conf-03"),
    not_lost(
        "nothing was sent",
        lost(1, 1, "nothing_sent"),
        1,
        1,
        "no lost_to_faults where nothing was sent",
    ),
]
NOT_APPLICABLE = [World("a task not submitted", put(COMMUNITY, "/tasks/2/reason", "nothing_sent"))]
