"""The list of the proofs behind a row: one file for both languages, so that it holds no words."""

from __future__ import annotations

from site_builder.challenges.prove_it.pages.context import TrackContext
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.documents.envelope import Document
from site_builder.kernel.identifiers import is_proof_id

SCHEMA = "proveit-proofs-v1"


def document(context: TrackContext, case: ScoreCase) -> Document | None:
    """Every proof that the row cites, sorted, each once; nothing for a row that a correction removed. What
    cannot be a proof's id stands in the report alone."""
    score = case.score
    if context.gone(score.table, score.report_id):
        return None
    cited = {
        proof_id
        for task in score.tasks
        if task.state in ("submitted", "pending")
        for assertion in task.assertions
        for proof_id in assertion.proof_ids
        if is_proof_id(proof_id)
    }
    return {
        "schema": SCHEMA,
        "report_id": score.report_id,
        "proof_url": context.season.season.proof_url,
        "proof_ids": sorted(cited),
    }
