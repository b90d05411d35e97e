"""Named changes to the smallest world that several tables make."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from site_builder.kernel.identifiers import report_id
from tests.harness import smallest, worlds
from tests.harness.worlds import DELETE

SEASON, TRACK, KEY = worlds.SEASON, worlds.TRACK, worlds.ANSWER_KEY
REFERENCE, COMMUNITY, CORRECTIONS = worlds.REFERENCE, worlds.COMMUNITY, worlds.CORRECTIONS
FOLDER = worlds.TRACK_FOLDER
PARTICIPANT = report_id(smallest.COMMUNITY_DID)
RUN = report_id("ref-one")
BEFORE_THE_CLOSE = smallest.CLOSES_AT

Change = Callable[[Path], object]


def put(file: str, pointer: str, value: object) -> Change:
    """Set what a pointer names in a file of the world, or `DELETE` it."""
    return lambda world: worlds.mutate(world / file, pointer, value)


def sealed(pointer: str, value: object) -> Change:
    """The same in track.json or the key, followed by the hashes that were meant to change."""

    def change(world: Path) -> None:
        file = KEY if pointer.startswith("/conf-") else TRACK
        worlds.mutate(world / file, pointer, value)
        worlds.rehash(world / FOLDER)

    return change


def both(*changes: Change) -> Change:
    """Several changes, one after the other."""

    def change(world: Path) -> None:
        for one in changes:
            one(world)

    return change


def remove(file: str) -> Change:
    return lambda world: (world / file).unlink()


def corrections(*lines: dict[str, Any]) -> Change:
    return lambda world: worlds.write_json_lines(world / CORRECTIONS, lines)


def correction(n: int = 1, kind: str = "rectification", **more: Any) -> dict[str, Any]:
    """A line that is right about the smallest world: its value mismatch, once thought a resource mismatch."""
    concerns = {"track": "conformite", "table": "community", "report_id": PARTICIPANT}
    found: dict[str, Any] = {
        "schema": "proveit-correction-v1", "n": n, "at": f"2026-03-{24 + n}T09:00:00Z", "kind": kind,
        "concerns": concerns, "reason": {"fr": f"Motif numéro {n}.", "en": f"Reason number {n}."},
    }  # fmt: skip
    if kind in ("rectification", "dispute_dismissed"):
        concerns |= {"task_id": "conf-02", "assertion_id": "a2"}
    if kind == "rectification":
        found["before"] = {"status": "unsupported", "cause": "resource_mismatch"}
        found["after"] = {"status": "unsupported", "cause": "value_mismatch"}
    if kind == "superseded_run":
        found["concerns"] = {"track": "conformite", "table": "reference", "report_id": RUN}
        found["after"] = {"report_id": report_id("ref-two")}
    for key, value in more.items():
        place = found
        *parents, last = key.split("__")
        for name in parents:
            place = place[name]
        place[last] = value
    return found


def explained(en: str, fr: str = "Motif.") -> Change:
    """A dismissed dispute with these reasons."""
    return corrections(correction(1, "dispute_dismissed", reason={"fr": fr, "en": en}))


def second_run(world: Path) -> None:
    """Another reference run, `ref-two`, with a DID of its own."""
    score = worlds.read_json(world / REFERENCE)
    score["run"]["run_id"] = "ref-two"
    score["agent"]["did"] = smallest.SPARE_DID
    worlds.write_json(world / FOLDER / "reference/ref-two.json", score)


def second_participant(world: Path) -> None:
    """Another participant, with a DID of its own."""
    score = worlds.read_json(world / COMMUNITY)
    score["agent"] = {"name": "Boussole", "did": smallest.SPARE_DID}
    worlds.write_json(world / FOLDER / "community/participant-two.json", score)


def pending(world: Path) -> None:
    """The participant's second task waits for an anchoring."""
    score = worlds.read_json(world / COMMUNITY)
    task = score["tasks"][1]
    for key in ("verdict_exact", "verdict_grounded", "missing_facts"):
        del task[key]
    task["state"] = "pending"
    for assertion in task["assertions"]:
        assertion.update(status="pending", cause=None)
    score["totals"] = dict.fromkeys(score["totals"], 0) | {
        "assertions": 2,
        "tasks_submitted": 1,
        "verdicts_counted": 1,
    }
    worlds.write_json(world / COMMUNITY, score)


def partly_pending(world: Path) -> None:
    """The participant's third task waits for an anchoring; the two others are scored, and counted."""
    task = smallest.submitted(
        "conf-03", "indeterminable",
        [smallest.assertion(1, smallest.CERTIFICATE_ABSENT, "prf_20260310_095900_0c0006")],
    )  # fmt: skip
    for key in ("verdict_exact", "verdict_grounded", "missing_facts"):
        del task[key]
    task["state"] = task["assertions"][0]["status"] = "pending"
    worlds.mutate(world / COMMUNITY, "/tasks/2", task)


def invalidated(world: Path) -> None:
    reason = {"fr": "Le corpus a changé.", "en": "The corpus changed."}
    value = {"at": "2026-03-22T08:00:00Z", "reason": reason}
    worlds.mutate(world / SEASON, "/invalidated", value)


def generique(world: Path) -> None:
    """The track turned into the other one: an open set of verdicts, resources of its own."""
    folder = (world / FOLDER).rename(world / "prove-it/season-1/generique")
    for path in sorted(folder.rglob("*.json")):
        text = path.read_text().replace('"conformite"', '"generique"')
        text = text.replace('"indeterminable"', '"aucune_option_valide"').replace('"conforme"', '"PRD-1"')
        path.write_text(text.replace('"non_conforme"', '"PRD-2"'))
    worlds.mutate(folder / "track.json", "/verdicts", None)
    worlds.mutate(
        folder / "track.json", "/expected_verdicts", {"aucune_option_valide": 1, "PRD-1": 1, "PRD-2": 1}
    )
    worlds.rehash(folder)


GENERIC_FOLDER = "prove-it/season-1/generique"

__all__ = ["DELETE", "smallest", "worlds"]
