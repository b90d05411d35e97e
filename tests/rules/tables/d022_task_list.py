from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, DELETE, put


def exchanged(world: Path) -> None:
    score = worlds.read_json(world / COMMUNITY)
    score["tasks"] = [score["tasks"][n] for n in (1, 0, 2)]
    worlds.write_json(world / COMMUNITY, score)


WANTED = "conf-01, conf-02, conf-03"
ACCEPTED = [World("a task not submitted", put(COMMUNITY, "/tasks/2/reason", "nothing_sent"))]
REFUSED = [
    World(
        "a task left out",
        put(COMMUNITY, "/tasks/2", DELETE),
        ((COMMUNITY, "/tasks", "conf-01, conf-02", WANTED),),
    ),
    World(
        "a task twice",
        put(COMMUNITY, "/tasks/2/task_id", "conf-01"),
        ((COMMUNITY, "/tasks", "conf-01, conf-02, conf-01", WANTED),),
    ),
    World("another order", exchanged, ((COMMUNITY, "/tasks", "conf-02, conf-01, conf-03", WANTED),)),
    World("no task at all", put(COMMUNITY, "/tasks", []), ((COMMUNITY, "/tasks", "no task", WANTED),)),
]
NOT_APPLICABLE = [World("another reason", put(COMMUNITY, "/tasks/2/reason", "below_minimum"))]
