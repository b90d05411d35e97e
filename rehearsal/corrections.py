"""``corrections.jsonl`` of the rehearsal: one correction of each kind, about rows that the season holds.

What a rectification says that the score is now is read from the score that the rescorer gave.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from site_builder.kernel.identifiers import report_id

Scores = Mapping[tuple[str, str], Mapping[str, Any]]
"""(track, participant's name) → the score document."""


def corrections(scores: Scores) -> bytes:
    """The lines, oldest first."""
    return b"".join(
        json.dumps({"schema": "proveit-correction-v1", "n": n, **line}, ensure_ascii=False).encode() + b"\n"
        for n, line in enumerate(_lines(scores), 1)
    )


def _lines(scores: Scores) -> list[dict[str, Any]]:
    return [
        {
            "at": "2026-05-28T09:30:00Z",
            "kind": "superseded_run",
            "concerns": _row(scores, "conformite", "ref-repetition-c-0"),
            "reason": {
                "fr": "Le corpus refusait une partie des appels pendant ce run\u00a0; il a été rejoué sur le "
                "même modèle, avec la même invite.",
                "en": "The corpus was refusing part of the calls during this run; it was run again on the "
                "same model with the same prompt.",
            },
            "before": None,
            "after": {"report_id": _report_id(scores["conformite", "ref-repetition-c"])},
        },
        {
            "at": "2026-06-02T14:00:00Z",
            "kind": "rectification",
            "concerns": _assertion(scores, "conformite", "boussole", "conf-01", "a1"),
            "reason": {
                "fr": "La copie à plat du hash de la réponse est fausse dans cette preuve, et le scorer "
                "l’avait lue\u00a0; la valeur que la preuve ouvre est celle que le corpus a servie.",
                "en": "The flat copy of the response hash is wrong in this proof, and the scorer had read "
                "it; the value that the proof opens is the one that the corpus served.",
            },
            "before": {"status": "unsupported", "cause": "value_mismatch"},
            "after": _assessed(scores["conformite", "boussole"], "conf-01", "a1"),
        },
        {
            "at": "2026-06-05T09:00:00Z",
            "kind": "dispute_dismissed",
            "concerns": _assertion(scores, "conformite", "horloge", "conf-05", "a3"),
            "reason": {
                "fr": "La preuve est datée d’une seconde après la clôture\u00a0; le jeton d’horodatage le "
                "montre. Le calcul est inchangé.",
                "en": "The proof is dated one second after the close, as its time-stamp token shows. The "
                "scoring stands.",
            },
            "before": None,
            "after": None,
        },
        {
            "at": "2026-06-09T16:45:00Z",
            "kind": "withdrawal",
            "concerns": _row(scores, "generique", "brouillon"),
            "reason": {
                "fr": "L’opérateur a demandé le retrait de sa ligne après la publication.",
                "en": "The operator asked for the row to be withdrawn after publication.",
            },
            "before": None,
            "after": None,
        },
    ]


def _row(scores: Scores, track: str, name: str) -> dict[str, Any]:
    score = scores[track, name]
    return {
        "track": track,
        "table": score["table"],
        "report_id": _report_id(score),
        "task_id": None,
        "assertion_id": None,
    }


def _assertion(scores: Scores, track: str, name: str, task_id: str, assertion_id: str) -> dict[str, Any]:
    return _row(scores, track, name) | {"task_id": task_id, "assertion_id": assertion_id}


def _report_id(score: Mapping[str, Any]) -> str:
    return report_id(score["run"]["run_id"] if "run" in score else score["agent"]["did"])


def _assessed(score: Mapping[str, Any], task_id: str, assertion_id: str) -> dict[str, Any]:
    task = next(task for task in score["tasks"] if task["task_id"] == task_id)
    assertion = next(a for a in task["assertions"] if a["id"] == assertion_id)
    return {"status": assertion["status"], "cause": assertion["cause"]}
