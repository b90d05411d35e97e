from __future__ import annotations

from tests.harness import worlds
from tests.rules.running import LATER, World
from tests.rules.tables.changes import DELETE, KEY, generique, sealed

ACCEPTED = [
    World("a task without a ground", sealed("/conf-01/grounds", [])),
    World("an open set", generique),
]
REFUSED = [
    World(
        "a task without an answer",
        sealed("/conf-03", DELETE),
        ((KEY, "", "conf-01, conf-02", "the tasks of the track: conf-01, conf-02, conf-03"),),
    ),
    World(
        "two controls",
        sealed("/conf-03", {"verdict": "indeterminable", "family": None, "control": True, "grounds": []}),
        ((KEY, "", "control tasks: conf-01, conf-03", "exactly one control task"),),
    ),
    World(
        "a control with a family",
        sealed("/conf-01/family", "P1"),
        ((KEY, "/conf-01", "control true, family P1", "a control without a family, or a trap with one"),),
    ),
    World(
        "no control, and a trap without a family",
        sealed("/conf-01/control", False),
        (
            (KEY, "", "control tasks: none", "exactly one control task"),
            (KEY, "/conf-01", "control false, family null", "a control without a family, or a trap with one"),
        ),
    ),
    World(
        "a verdict outside the set",
        sealed("/conf-01/verdict", "peut-être"),
        ((KEY, "/conf-01/verdict", "peut-être", "one of conforme, non_conforme, indeterminable"),),
    ),
]
NOT_APPLICABLE = [World("a key not revealed yet", lambda world: worlds.unclosed(world), now=LATER)]
