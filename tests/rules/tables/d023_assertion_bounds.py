from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, DELETE, both, pending, put


def five(world: Path) -> None:
    """Two more assertions than the cap of four leaves room for."""
    score = worlds.read_json(world / COMMUNITY)
    task = score["tasks"][1]
    for number in (4, 5):
        claim = {"resource": "/agrements/AGR-0002", "field": "/statut", "value": number}
        task["assertions"].append({**task["assertions"][0], "id": f"a{number}", "claim": claim})
    worlds.write_json(world / COMMUNITY, score)


ACCEPTED = [
    World("as many as the minimum, a fault apart", lambda world: None),
    World("pending assertions reach the minimum", pending),
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
]
NOT_APPLICABLE = [World("a task not submitted", put(COMMUNITY, "/tasks/2/reason", "nothing_sent"))]
