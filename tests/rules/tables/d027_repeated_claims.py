from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import COMMUNITY, put

AT = "/tasks/0/assertions/1/claim"


def values(one: Any, other: Any) -> Callable[[Path], None]:
    """Both claims of the first task about the same field, with these values."""

    def change(world: Path) -> None:
        for number, value in enumerate((one, other)):
            worlds.mutate(world / COMMUNITY, f"/tasks/0/assertions/{number}/claim/field", "/agrements")
            worlds.mutate(world / COMMUNITY, f"/tasks/0/assertions/{number}/claim/value", value)

    return change


AGAIN = ((COMMUNITY, AT, "the claim of 'a1' again", "each claim once in conf-01"),)
ACCEPTED = [
    World("an integer and a float", values(1, 1.0)),
    World("an integer and a truth value", values(1, True)),
    World("an integer and a text", values(1, "1")),
    World("a text and the JSON of another value", values("json", ["json"])),
    World("types inside a list", values([1, 0], [True, False])),
    World("an empty text and null", values("", None)),
]
REFUSED = [
    World("the same text", values("active", "active"), AGAIN),
    World("the same object in another order of keys", values({"a": 1, "b": [2]}, {"b": [2], "a": 1}), AGAIN),
    World("null twice", values(None, None), AGAIN),
]
NOT_APPLICABLE = [
    World(
        "the same claim in two tasks",
        put(
            COMMUNITY,
            "/tasks/1/assertions/0/claim",
            {"resource": "/entites/ENT-0001", "field": "/statut", "value": "active"},
        ),
    )
]
