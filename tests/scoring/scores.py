"""Scores and keys in a few words: `score(task(...), ...)`, with the claims that matter alone."""

from __future__ import annotations

from typing import Any

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.score import SCORE, Score
from tests.harness import smallest
from tests.harness.smallest import Document

# One letter an assertion: supported, four kinds of unsupported, instrument fault, pending.
STATUSES = {
    "s": ("supported", None),
    "p": ("unsupported", "invalid_proof"),
    "i": ("unsupported", "identity_not_bound"),
    "r": ("unsupported", "resource_mismatch"),
    "v": ("unsupported", "value_mismatch"),
    "f": ("instrument_fault", "instrument_fault"),
    "w": ("pending", None),
}


def fact(name: str, value: object = "x") -> Document:
    return {"resource": f"/r/{name}", "field": "/f", "value": value}


def assertion(number: int, letter: str, claim: Document) -> Document:
    status, cause = STATUSES[letter]
    proof = f"prf_20260310_095900_{number:06x}"
    return {"id": f"a{number}", "claim": claim, "proof_ids": [proof], "status": status, "cause": cause}


def submitted(
    task_id: str, verdict: str, *claims: tuple[str, Document], state: str = "submitted"
) -> Document:
    """The scorer's own figures are deliberately wrong: nothing recomputed may be taken from them."""
    made = [assertion(number, letter, claim) for number, (letter, claim) in enumerate(claims, 1)]
    task: Document = {
        "task_id": task_id, "state": state, "submitted_at": "2026-03-10T10:00:00Z", "verdict": verdict,
        "assertions": made, "disclosures": {}, "narrative": "",
    }  # fmt: skip
    if state == "submitted":
        task |= {"verdict_exact": False, "verdict_grounded": False, "missing_facts": [fact("wrong")]}
    return task


def statuses(letters: str) -> list[tuple[str, Document]]:
    """Claims that matter to no ground, one a letter."""
    return [(letter, fact(f"other-{number}")) for number, letter in enumerate(letters)]


def absent(task_id: str, reason: str = "nothing_sent") -> Document:
    state = (
        "not_submitted"
        if reason in ("nothing_sent", "below_minimum", "own_resources_below_half")
        else "rejected"
    )
    return {"task_id": task_id, "state": state, "reason": reason}


def score(*tasks: Document) -> Score:
    document: dict[str, Any] = {**smallest.community(), "tasks": list(tasks)}
    document["totals"] = dict.fromkeys(document["totals"], 777)
    return SCORE.validate_python(document)


def key(**answers: tuple[str, list[list[Document]]]) -> AnswerKey:
    """`t1=("conforme", [[form, other form], [form]])`."""
    return AnswerKey.model_validate(
        {
            task_id: {
                "verdict": verdict, "family": "P1", "control": False,
                "grounds": [{"any_of": forms} for forms in grounds],
            }
            for task_id, (verdict, grounds) in answers.items()
        }
    )  # fmt: skip
