from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import FOLDER, TRACK, both, generique, put, sealed

SUPERSEDED = "/scoring_rules/superseded"
FREEZE = {
    "version": "essai-bareme-v0", "proof_id": "prf_20260201_080000_0a0b0c", "salt": "ab" * 32,
    "reason": {"fr": "Une borne fausse.", "en": "A wrong bound."},
}  # fmt: skip


def former(*freezes: dict[str, object]) -> Callable[[Path], object]:
    return put(TRACK, SUPERSEDED, [{**FREEZE, **freeze} for freeze in freezes])


ACCEPTED = [
    World("the open set of generique", generique),
    World(
        "two former freezes",
        former({}, {"version": "essai-bareme-v0-2", "proof_id": "prf_20260202_080000_0a0b0c"}),
    ),
]
REFUSED = [
    World("another season", put(TRACK, "/season", 2), ((TRACK, "/season", "2", "1, as season.json says"),)),
    World(
        "another track",
        put(TRACK, "/track", "generique"),
        (
            (TRACK, "/track", "generique", "conformite, as the folder says"),
            (
                TRACK,
                "/verdicts",
                "conforme, non_conforme, indeterminable",
                "null: its verdicts are open",
            ),
        ),
    ),
    World(
        "a section under another number",
        both(
            lambda world: worlds.rename(world / worlds.SECTION, "section-6.txt"),
            put(TRACK, "/scoring_rules/file", "section-6.txt"),
        ),
        ((TRACK, "/scoring_rules/file", "section-6.txt", "section-5.txt, since section is 5"),),
    ),
    World(
        "no set for conformite",
        put(TRACK, "/verdicts", None),
        ((TRACK, "/verdicts", "null", "the list of its verdicts"),),
    ),
    World(
        "a verdict twice",
        sealed("/verdicts/-", "conforme"),
        ((TRACK, "/verdicts/3", "conforme again", "each verdict once"),),
    ),
    World(
        "a freeze that supersedes itself",
        former({"version": "essai-bareme-v1", "proof_id": "prf_20260301_080000_0a0b0c"}),
        (
            (
                TRACK,
                f"{SUPERSEDED}/0/proof_id",
                "prf_20260301_080000_0a0b0c, of the freeze in force too",
                "a proof_id of its own for each freeze",
            ),
            (
                TRACK,
                f"{SUPERSEDED}/0/version",
                "essai-bareme-v1, of the freeze in force too",
                "a version of its own for each freeze",
            ),
        ),
    ),
    World(
        "the proof of a former freeze twice",
        former({}, {"version": "essai-bareme-v0-2"}),
        (
            (
                TRACK,
                f"{SUPERSEDED}/1/proof_id",
                "prf_20260201_080000_0a0b0c, of superseded/0 too",
                "a proof_id of its own for each freeze",
            ),
        ),
    ),
]
NOT_APPLICABLE = [
    World(
        "another order of verdicts", put(TRACK, "/verdicts", ["indeterminable", "non_conforme", "conforme"])
    )
]
assert FOLDER
