from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, generique


def common(*assertions: int) -> object:
    """These assertions of the first task moved to the common list."""

    def change(world: Path) -> None:
        score = worlds.read_json(world / COMMUNITY)
        for number in assertions:
            claim = {"resource": "/mesures-restrictives/p1", "field": f"/entrees/{number}/nom", "value": "x"}
            score["tasks"][0]["assertions"][number]["claim"] = claim
        worlds.write_json(world / COMMUNITY, score)

    return change


ACCEPTED = [World("half of the minimum", common(1))]  # type: ignore[arg-type]
REFUSED = [
    World(
        "none of the minimum",
        common(0, 1),  # type: ignore[arg-type]
        (
            (
                COMMUNITY,
                "/tasks/0/assertions",
                "0 counted assertions on own resources",
                "at least 1, half of the minimum 2 of conf-01",
            ),
        ),
    )
]
NOT_APPLICABLE = [World("generique", generique)]
