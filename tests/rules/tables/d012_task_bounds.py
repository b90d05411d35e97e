from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import FOLDER, TRACK, put


def section(text: str) -> Callable[[Path], None]:
    def change(world: Path) -> None:
        (world / worlds.SECTION).write_text(text)
        worlds.rehash(world / FOLDER)

    return change


ACCEPTED = [
    World(
        "a table with code marks and no spaces",
        section("|`conf-01`|2|4|\n|`conf-02`|2|4|\n|`conf-03`|1|2|\n"),
    ),
]
REFUSED = [
    World(
        "another minimum than the section's",
        put(TRACK, "/tasks/0/minimum", 1),
        ((TRACK, "/tasks/0", "minimum 1, cap 4", "minimum 2, cap 4, as the frozen section says"),),
    ),
    World(
        "a minimum above the cap, twice",
        put(TRACK, "/tasks/2/minimum", 3),
        (
            (TRACK, "/tasks/2", "minimum 3, cap 2", "a minimum not above the cap"),
            (TRACK, "/tasks/2", "minimum 3, cap 2", "minimum 1, cap 2, as the frozen section says"),
        ),
    ),
    World(
        "a task that the section does not have",
        put(TRACK, "/tasks/2/task_id", "conf-04"),
        (
            (
                TRACK,
                "/tasks",
                "conf-01, conf-02, conf-04",
                "the tasks of the frozen section: conf-01, conf-02, conf-03",
            ),
        ),
    ),
    World(
        "a task twice",
        put(TRACK, "/tasks/2/task_id", "conf-02"),
        (
            (
                TRACK,
                "/tasks",
                "conf-01, conf-02, conf-02",
                "the tasks of the frozen section: conf-01, conf-02, conf-03",
            ),
            (TRACK, "/tasks/2/task_id", "conf-02 again", "each task once"),
        ),
    ),
]
NOT_APPLICABLE = [
    World("a section without a table", section("Trois tâches : conf-01, conf-02, conf-03.\n")),
    World("a table of something else", section("| Verdict | Sens |\n|---|---|\n| conforme | oui |\n")),
]
