"""One valid document of each format, with every optional member, to be changed one member at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.correction import CORRECTION
from site_builder.challenges.prove_it.inputs.score import SCORE
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from tests.harness import smallest
from tests.harness.smallest import Document, digest

REASON = {"fr": "Motif inventé.", "en": "Invented reason."}
ROW = {"track": "conformite", "table": "community", "report_id": "abcdefghijkl2345"}
PLACE = {**ROW, "task_id": "conf-03", "assertion_id": "a1"}
WHOLE_ROW = {**ROW, "task_id": None, "assertion_id": None}


def season() -> Document:
    return {**smallest.season(), "invalidated": {"at": "2026-03-25T10:00:00Z", "reason": dict(REASON)}}


def track() -> Document:
    made = smallest.track()
    made["scoring_rules"]["sha256"] = digest("section")
    made["scoring_rules"]["superseded"] = [
        {
            "version": "essai-v0",
            "proof_id": "prf_20260201_080000_0a0b0c",
            "salt": digest("old"),
            "reason": REASON,
        }
    ]
    made["answer_key"]["commitment"] = digest("commitment")
    return made


def community() -> Document:
    """Every state of a task."""
    made = smallest.community()
    pending = {
        key: value
        for key, value in made["tasks"][0].items()
        if key not in ("verdict_exact", "verdict_grounded", "missing_facts")
    }
    rejected = {
        "task_id": "conf-04", "state": "rejected", "reason": "outside_graph",
        "at_fault": {"id": "a3", "claim": dict(smallest.ENTITY_ACTIVE)},
    }  # fmt: skip
    made["tasks"] += [{**pending, "task_id": "conf-05", "state": "pending"}, rejected]
    return made


def correction(kind: str, concerns: Document, before: object, after: object) -> Document:
    return {
        "schema": "proveit-correction-v1", "n": 1, "at": "2026-11-20T09:00:00Z", "kind": kind,
        "concerns": dict(concerns), "reason": dict(REASON), "before": before, "after": after,
    }  # fmt: skip


def rectification() -> Document:
    before = {"status": "unsupported", "cause": "value_mismatch"}
    return correction("rectification", PLACE, before, {"status": "supported", "cause": None})


def dismissed() -> Document:
    return correction("dispute_dismissed", PLACE, None, None)


def withdrawal() -> Document:
    return correction("withdrawal", WHOLE_ROW, None, None)


def superseded() -> Document:
    after = {"report_id": "bcdefghijklm2345"}
    return correction("superseded_run", {**WHOLE_ROW, "table": "reference"}, None, after)


FORMATS: dict[str, tuple[Callable[[], Document], Callable[[object], Any]]] = {
    "season": (season, Season.model_validate),
    "track": (track, Track.model_validate),
    "answer key": (smallest.answer_key, AnswerKey.model_validate),
    "community score": (community, SCORE.validate_python),
    "reference score": (smallest.reference, SCORE.validate_python),
    "rectification": (rectification, CORRECTION.validate_python),
    "dismissed dispute": (dismissed, CORRECTION.validate_python),
    "withdrawal": (withdrawal, CORRECTION.validate_python),
    "superseded run": (superseded, CORRECTION.validate_python),
}
