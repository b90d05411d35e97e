from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.harness.worlds import mutate, read_json, write_json
from tests.rules.running import LATER, World
from tests.rules.tables.changes import (
    BEFORE_THE_CLOSE,
    FOLDER,
    GENERIC_FOLDER,
    KEY,
    TRACK,
    Change,
    both,
    generique,
    invalidated,
)

GENERIC_KEY = f"{GENERIC_FOLDER}/answer-key.json"
GENERIC_TRACK = f"{GENERIC_FOLDER}/track.json"
AT_LEAST = "at least 3 tasks"


def ten_tasks(trapped: int, number: int = 10) -> Change:
    """The smallest world with tasks up to `number`, of which `trapped` are of the family P5 (§5.4)."""

    def change(world: Path) -> None:
        key, track = read_json(world / KEY), read_json(world / TRACK)
        scores = [
            path for table in ("reference", "community") for path in (world / FOLDER / table).glob("*.json")
        ]
        for n in range(4, number + 1):
            task_id = f"conf-{n:02d}"
            key[task_id] = {"verdict": "conforme", "family": "P4", "control": False, "grounds": []}
            track["tasks"].append({"task_id": task_id, "minimum": 1, "cap": 2})
            track["expected_verdicts"]["conforme"] += 1
        for task_id in list(key)[-trapped:] if trapped else ():
            key[task_id]["family"] = "P5"
        write_json(world / KEY, key)
        write_json(world / TRACK, track)
        for path in scores:
            score = read_json(path)
            score["tasks"] += [
                {"task_id": f"conf-{n:02d}", "state": "not_submitted", "reason": "nothing_sent"}
                for n in range(4, number + 1)
            ]
            write_json(path, score)
        worlds.rehash(world / FOLDER)

    return change


def without_option(count: int) -> Change:
    """A generique track of ten tasks of which `count` expect that no option is valid (§6.5)."""

    def change(world: Path) -> None:
        ten_tasks(3)(world)
        generique(world)
        key = read_json(world / GENERIC_KEY)
        for number, answer in enumerate(key.values()):
            answer["verdict"] = "aucune_option_valide" if number < count else "PRD-1"
        write_json(world / GENERIC_KEY, key)
        mutate(
            world / GENERIC_TRACK,
            "/expected_verdicts",
            {"aucune_option_valide": count, "PRD-1": 10 - count},
        )
        worlds.rehash(world / GENERIC_FOLDER)

    return change


def announced(count: int) -> Change:
    """The same before the close: the key is sealed, and the distribution is public."""

    def change(world: Path) -> None:
        worlds.unclosed(world)
        track = read_json(world / TRACK)
        track["tasks"] = [{"task_id": f"conf-{n:02d}", "minimum": 1, "cap": 2} for n in range(1, 11)]
        write_json(world / TRACK, track)
        folder = (world / FOLDER).rename(world / GENERIC_FOLDER)
        mutate(folder / "track.json", "/track", "generique")
        mutate(folder / "track.json", "/verdicts", None)
        mutate(folder / "track.json", "/expected_verdicts", {"aucune_option_valide": count})

    return change


ACCEPTED = [
    World("three tasks of P5 among ten (§5.4)", ten_tasks(3)),
    World("four", ten_tasks(4)),
    World("nine tasks, and none of P5: not the composition of the season (§5.5)", ten_tasks(0, 9)),
    World("no valid option on three tasks of generique (§6.5)", without_option(3)),
    World("announced so", announced(3), now=BEFORE_THE_CLOSE),
    World("a season that says it is invalidated", both(ten_tasks(1), invalidated)),
]
REFUSED = [
    World("two tasks of P5", ten_tasks(2), ((KEY, "", "P5: 2", "P5 on at least 3"),)),
    World("none", ten_tasks(0), ((KEY, "", "P5: 0", "P5 on at least 3"),)),
    World(
        "no valid option on two tasks",
        without_option(2),
        ((GENERIC_KEY, "", "aucune_option_valide: 2", AT_LEAST),),
    ),
    World(
        "announced on two tasks, the key still sealed",
        announced(2),
        ((GENERIC_TRACK, "/expected_verdicts/aucune_option_valide", "aucune_option_valide: 2", AT_LEAST),),
        now=BEFORE_THE_CLOSE,
    ),
]
NOT_APPLICABLE = [World("three tasks", lambda world: None, now=LATER)]
