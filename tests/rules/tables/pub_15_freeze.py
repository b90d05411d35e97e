from __future__ import annotations

from pathlib import Path

from tests.harness import smallest, worlds
from tests.rules.running import World
from tests.rules.tables.changes import BEFORE_THE_CLOSE, DELETE, FOLDER, KEY, TRACK, both, put, remove

CHANGED = "83e69b9bfc0433c6593ba1bc714c19abcb30a72eb43cc8dbd1c2f6d978255bf8"
FREEZE = {"version": "v0", "proof_id": "prf_20260201_080000_0a0b0c", "reason": {"fr": "a", "en": "b"}}


def manifest(world: Path) -> None:
    (world / FOLDER / "manifest.json").write_text(smallest.MANIFEST)


def changed(file: str, data: bytes) -> object:
    return lambda world: (world / file).write_bytes(data)


ACCEPTED = [
    World("a manifest with the declared hash", manifest),
    World(
        "a superseded freeze with its salt",
        put(TRACK, "/scoring_rules/superseded/-", {**FREEZE, "salt": "ab" * 32}),
    ),
]
REFUSED = [
    World(
        "one byte more in the section",
        lambda w: (w / worlds.SECTION).write_bytes(smallest.SECTION + b"\n"),
        (
            (
                TRACK,
                "/scoring_rules/sha256",
                "declared 5a699c8021785c91ffb89fd60dba5b5eb2c757d48723a03aca9b248c4d7c6e48",
                f"recomputed {CHANGED} from section-5.txt",
            ),
        ),
    ),
    World(
        "another manifest",
        both(manifest, put(TRACK, "/corpus/manifest_sha256", "0" * 64)),
        (
            (
                TRACK,
                "/corpus/manifest_sha256",
                f"declared {'0' * 64}",
                f"recomputed {smallest.digest(smallest.MANIFEST)} from manifest.json",
            ),
        ),
    ),
    World(
        "a superseded freeze without its salt",
        put(TRACK, "/scoring_rules/superseded/-", FREEZE),
        ((TRACK, "/scoring_rules/superseded/0", "no salt", "the salt of the superseded freeze"),),
    ),
    World(
        "scores without the key's salt",
        put(TRACK, "/answer_key/salt", DELETE),
        ((TRACK, "/answer_key", "no salt", "the salt of the key"),),
    ),
    World(
        "scores without the key",
        remove(KEY),
        ((KEY, None, "nothing", "the revealed key, which the scores are counted against"),),
    ),
]
NOT_APPLICABLE = [
    World("nothing revealed before the close", lambda w: worlds.unclosed(w), now=BEFORE_THE_CLOSE),
    World("closed, with neither scores nor key yet", lambda w: worlds.unclosed(w)),
]
