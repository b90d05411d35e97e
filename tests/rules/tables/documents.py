"""Named changes to page documents, and the files and variants that their tables speak of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from site_builder.kernel.pointer import parse
from tests.harness import smallest, worlds
from tests.rules.tables.changes import (
    COMMUNITY,
    PARTICIPANT,
    RUN,
    both,
    correction,
    corrections,
    put,
    second_participant,
    second_run,
)

HOME = "challenges/prove-it/index.json"
SEASON = "challenges/prove-it/season-1/index.json"
TRACK = "challenges/prove-it/season-1/conformite/index.json"
RUN_REPORT = f"challenges/prove-it/season-1/conformite/{RUN}/index.json"
REPORT = f"challenges/prove-it/season-1/conformite/{PARTICIPANT}/index.json"
TABLES = "/contenu/tableaux"
ROW = f"{TABLES}/1/groupes/0/lignes/0"
RUN_ROW = f"{TABLES}/0/groupes/0/lignes/0"
BEFORE = smallest.CLOSES_AT


Change = Callable[[dict[str, Any]], None]


def keep(document: dict[str, Any]) -> None:
    """The document as it is."""


def at(pointer: str, value: object) -> Change:
    """Set what a pointer names, or delete it."""

    def change(document: dict[str, Any]) -> None:
        *parents, last = parse(pointer)
        holder: Any = document
        for token in parents:
            holder = holder[int(token)] if isinstance(holder, list) else holder[token]
        if isinstance(holder, list):
            if last == "-":
                holder.append(value)
            else:
                holder[int(last)] = value
        elif value is worlds.DELETE:
            del holder[last]
        else:
            holder[last] = value

    return change


def all_of(*changes: Change) -> Change:
    def change(document: dict[str, Any]) -> None:
        for one in changes:
            one(document)

    return change


# -- variants of the smallest world --------------------------------------------------------------------------


def unclosed(world: Path) -> None:
    worlds.unclosed(world)


def under_way(world: Path) -> None:
    worlds.under_way(world)


def undecided(world: Path) -> None:
    """Closed, and its publication not decided."""
    worlds.mutate(world / worlds.SEASON, "/published_at", None)


def corrected(world: Path) -> None:
    """A rectification of the participant's row."""
    corrections(correction(1))(world)


def withdrawn(world: Path) -> None:
    """The participant's row is a tombstone."""
    corrections(correction(1, "withdrawal"))(world)


def replaced(world: Path) -> None:
    both(second_run, corrections(correction(1, "superseded_run")))(world)


def crowd(world: Path) -> None:
    """A second participant with the success of the first and more overclaim: 2/4 and 1/4."""
    second_participant(world)
    file = f"{worlds.TRACK_FOLDER}/community/participant-two.json"
    both(
        put(file, "/tasks/1/assertions/0/status", "unsupported"),
        put(file, "/tasks/1/assertions/0/cause", "invalid_proof"),
        put(file, "/totals/unsupported", 2),
    )(world)


def emoji(world: Path) -> None:
    worlds.mutate(world / COMMUNITY, "/agent/name", "Atelier \U0001f9fe")


def replaced_freeze(world: Path) -> None:
    """A superseded freeze with its salt."""
    value = {
        "version": "v0", "proof_id": "prf_20260201_080000_0a0b0c", "salt": "ab" * 32,
        "reason": {"fr": "Coquille corrigée.", "en": "A slip was mended."},
    }  # fmt: skip
    worlds.mutate(world / worlds.TRACK, "/scoring_rules/superseded/-", value)
