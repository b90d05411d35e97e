from __future__ import annotations

from pathlib import Path

from tests.harness import smallest, worlds
from tests.rules.running import World
from tests.rules.tables.changes import BEFORE_THE_CLOSE, KEY, TRACK, both, generique, put

NOTHING = "nothing before the close, 2026-03-20T22:59:59Z included"
SALT = "ab" * 32
FREEZE = {"version": "v0", "proof_id": "prf_20260201_080000_0a0b0c", "reason": {"fr": "a", "en": "b"}}
GENERIC_TRACK = "prove-it/season-1/generique/track.json"


def unclosed(world: Path) -> None:
    worlds.unclosed(world)


def open_track(world: Path) -> None:
    generique(world)
    folder = world / "prove-it/season-1/generique"
    (folder / "answer-key.json").unlink()
    worlds.mutate(folder / "track.json", "/answer_key/salt", worlds.DELETE)


ACCEPTED = [
    World("no secret at the last second", unclosed, now=BEFORE_THE_CLOSE),
    World(
        "a superseded freeze without its salt",
        both(unclosed, put(TRACK, "/scoring_rules/superseded/-", FREEZE)),
        now=BEFORE_THE_CLOSE,
    ),
    World("everything, one second later", lambda world: None, now="2026-03-20T23:00:00Z"),
]
REFUSED = [
    World(
        "key and salt at the last second",
        lambda world: None,
        (
            (KEY, None, "the answer key", NOTHING),
            (TRACK, "/answer_key/salt", "the salt of the answer key", NOTHING),
        ),
        now=BEFORE_THE_CLOSE,
    ),
    World(
        "the salt of a superseded freeze",
        both(unclosed, put(TRACK, "/scoring_rules/superseded/-", {**FREEZE, "salt": SALT})),
        ((TRACK, "/scoring_rules/superseded/0/salt", "the salt of a superseded freeze", NOTHING),),
        now=BEFORE_THE_CLOSE,
    ),
    World(
        "product references of the open track",
        open_track,
        ((GENERIC_TRACK, "/expected_verdicts", "2 expected verdicts that are product references", NOTHING),),
        now=BEFORE_THE_CLOSE,
    ),
]
NOT_APPLICABLE = [World("a season closed by another clock", lambda world: None)]

assert smallest.CLOSES_AT == BEFORE_THE_CLOSE
