from __future__ import annotations

from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import BEFORE_THE_CLOSE, COMMUNITY, REFERENCE, TRACK, both, pending, put

FACT = {"resource": "/agrements/AGR-0002", "field": "/statut", "value": "suspendu"}


def total(name: str, declared: int, recomputed: int) -> World:
    change = put(COMMUNITY, f"/totals/{name}", declared)
    finding = (COMMUNITY, f"/totals/{name}", f"declared {declared}", f"recomputed {recomputed}")
    return World(f"{name} declared {declared}", change, (finding,))


def other_form(world: Path) -> None:
    """The ground of conf-02 carried by its second form."""
    listed = {"resource": "/listes/agrees/2026", "field": "/entrees/0/statut", "value": "suspendu"}
    worlds.mutate(world / REFERENCE, "/tasks/1/assertions/0/claim", listed)


ACCEPTED = [
    World("an equivalent form", other_form),
    World("a pending task", pending),
    World("no total while a task is pending", both(pending, put(COMMUNITY, "/totals", None))),
]
REFUSED = [
    World(
        "no total where every task is decided",
        put(COMMUNITY, "/totals", None),
        ((COMMUNITY, "/totals", "declared null", "recomputed totals, since no task is pending"),),
    ),
    total("assertions", 4, 5),
    total("unsupported", 0, 1),
    total("instrument_faults", 0, 1),
    total("tasks_submitted", 3, 2),
    total("verdicts_counted", 2, 1),
    World(
        "a verdict said to be inexact",
        put(REFERENCE, "/tasks/0/verdict_exact", False),
        ((REFERENCE, "/tasks/0/verdict_exact", "declared false", "recomputed true"),),
    ),
    World(
        "a verdict said to be grounded",
        put(COMMUNITY, "/tasks/1/verdict_grounded", True),
        ((COMMUNITY, "/tasks/1/verdict_grounded", "declared true", "recomputed false"),),
    ),
    World(
        "a missing fact left out",
        put(COMMUNITY, "/tasks/1/missing_facts", []),
        (
            (
                COMMUNITY,
                "/tasks/1/missing_facts",
                "declared none",
                'recomputed /agrements/AGR-0002 /statut "suspendu"',
            ),
        ),
    ),
    World(
        "the other form named as missing",
        put(COMMUNITY, "/tasks/1/missing_facts/0/resource", "/listes/agrees/2026"),
        (
            (
                COMMUNITY,
                "/tasks/1/missing_facts",
                'declared /listes/agrees/2026 /statut "suspendu"',
                'recomputed /agrements/AGR-0002 /statut "suspendu"',
            ),
        ),
    ),
    World(
        "an assertion that was supported",
        both(
            put(REFERENCE, "/tasks/0/assertions/0/status", "unsupported"),
            put(REFERENCE, "/tasks/0/assertions/0/cause", "value_mismatch"),
        ),
        (
            (
                REFERENCE,
                "/tasks/0/missing_facts",
                "declared none",
                'recomputed /entites/ENT-0001 /statut "active"',
            ),
            (REFERENCE, "/tasks/0/verdict_grounded", "declared true", "recomputed false"),
            (REFERENCE, "/totals/unsupported", "declared 1", "recomputed 2"),
            (REFERENCE, "/totals/verdicts_counted", "declared 3", "recomputed 2"),
        ),
    ),
    World(
        "a distribution that does not add up",
        put(TRACK, "/expected_verdicts/conforme", 2),
        (
            (TRACK, "/expected_verdicts", "declared 4 expected verdicts", "recomputed 3, one for each task"),
            (TRACK, "/expected_verdicts/conforme", "declared 2", "recomputed 1 from the answer key"),
        ),
    ),
]
NOT_APPLICABLE = [
    World(
        "before the close",
        both(lambda w: worlds.unclosed(w)),
        now=BEFORE_THE_CLOSE,
    )
]
assert FACT
