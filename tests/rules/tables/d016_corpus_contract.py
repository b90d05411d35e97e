from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tests.harness import worlds
from tests.rules.running import World
from tests.rules.tables.changes import FOLDER, Change

BODIES = {
    "/entites/ENT-0001": '{"ressource": "/entites/ENT-0001", "existe": true, "agrements": [], "fin": null}',
    "/_systeme/403": '{"erreur": "403"}',
    "/_systeme/503": '{"erreur": "503"}',
    "/_systeme/400": '{"erreur": "400"}',
}
ENTITY = f"{FOLDER}/corpus/entites/ENT-0001.json"
ALONE = "strings, booleans and null alone"


def corpus(**other: str) -> Change:
    """The smallest world with a frozen corpus (§2.5); `entity` and `refused` give other bodies."""
    names = {"entity": "/entites/ENT-0001", "refused": "/_systeme/403"}
    bodies = BODIES | {names[name]: body for name, body in other.items()}

    def change(world: Path) -> None:
        resources = {}
        for resource, text in bodies.items():
            file = f"corpus{resource}.json"
            (world / FOLDER / file).parent.mkdir(parents=True, exist_ok=True)
            (world / FOLDER / file).write_text(text)
            canonical = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
            resources[resource] = {
                "file": file, "method": "GET", "payload": None,
                "sha256": hashlib.sha256(text.encode()).hexdigest(),
                "canonical_sha256": hashlib.sha256(canonical.encode()).hexdigest(),
            }  # fmt: skip
        manifest = {
            "schema": "proveit-corpus-v1", "season": 1, "track": "conformite",
            "origin": "https://corpus.example", "resources": resources, "tasks": {},
        }  # fmt: skip
        worlds.write_json(world / FOLDER / "manifest.json", manifest)
        raw = (world / FOLDER / "manifest.json").read_bytes()
        worlds.mutate(
            world / FOLDER / "track.json", "/corpus/manifest_sha256", hashlib.sha256(raw).hexdigest()
        )

    return change


def numbers(body: str, *places: tuple[str, str]) -> World:
    expected = tuple((ENTITY, pointer, found, ALONE) for pointer, found in places)
    return World(f"a number in {body}", corpus(entity=body), expected)


ACCEPTED = [
    World("strings, booleans and null in objects and arrays (§2.5)", corpus()),
    World("a number written as a string", corpus(entity='{"stock": "12", "prix": "3.50"}')),
    World("an array of objects", corpus(entity='[{"nom": "Ferrand", "actif": false}]')),
]
REFUSED = [
    World(
        "an empty object",
        corpus(entity="{}"),
        ((ENTITY, "", "an empty object", "a body that /entites/ENT-0001 is served as"),),
    ),
    World(
        "an empty array as the instrument's own answer",
        corpus(refused=" [ ] "),
        (
            (
                f"{FOLDER}/corpus/_systeme/403.json",
                "",
                "an empty array",
                "a body that /_systeme/403 is served as",
            ),
        ),
    ),
    numbers('{"stock": 12}', ("/stock", "12")),
    numbers('{"a~b/c": [{"prix": 2.0}, -1e3]}', ("/a~0b~1c/0/prix", "2.0"), ("/a~0b~1c/1", "-1000.0")),
    numbers("7", ("", "7")),
    numbers("[" * 400 + "0" + "]" * 400, ("/0" * 400, "0")),
]
NOT_APPLICABLE = [World("a season without a corpus at hand", lambda world: None)]
