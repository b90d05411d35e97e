"""``evidence.json`` of a public report: the submission as scored, and the proofs it cites (docs/verify.md).

One file for both languages: it holds data and no words of ours. What a reader needs to count every figure of
the report again stands in ``score``; what scoring it again takes stands beside it, where the data have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.submission import Sent, Submission
from site_builder.challenges.prove_it.pages.context import TrackContext
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.challenges.prove_it.scoring.score_document import (
    claim_document,
    disclosures_document,
    score_document,
)
from site_builder.documents.envelope import Document, dump
from site_builder.kernel import strict_json

SCHEMA: Final = "proveit-evidence-v1"


def has_evidence(context: TrackContext, case: ScoreCase) -> bool:
    """Whether the report of a score has an ``evidence.json``.

    A private report has none: its claims are its participant's. A row that a correction removed, and a
    season that was invalidated, have none: no figure of theirs is shown.
    """
    score = case.score
    gone = context.gone(score.table, score.report_id)
    return score.public and gone is None and not context.season.invalidated


def evidence_file(
    context: TrackContext, case: ScoreCase, sent: Sent | None, views: Mapping[str, ProofView] | None
) -> bytes:
    """The bytes of the file. ``sent``: what was sent, ``views``: the proofs cited; ``None`` where the
    data hold none."""
    score = case.score
    head: Document = {
        "schema": SCHEMA,
        "season": score.season,
        "track": score.track,
        "table": score.table,
        "report_id": score.report_id,
        "demonstration": context.season.season.demonstration,
    }
    own = case.data.strip() if case.data else dump(score_document(score))  # the scorer's own bytes
    if not case.tally.decided:
        own = _without_totals(own)
    given = dump(None if sent is None else _sent(sent))
    proofs = b"null" if views is None else _proofs(views)
    return b"".join((dump(head)[:-1], b',"score":', own, b',"sent":', given, b',"proofs":', proofs, b"}"))


def _without_totals(score: bytes) -> bytes:
    """A score with a pending task: its totals would give away rates that are not given yet (P001)."""
    document = strict_json.parse(score)
    assert isinstance(document, dict)
    return dump({**document, "totals": None})


def _sent(sent: Sent) -> Document:
    rejected = {task: {"at": one.at.text, "reason": one.reason} for task, one in sent.rejected.items()}
    return {
        "received": {task_id: moment.text for task_id, moment in sent.received.items()},
        **({"rejected": rejected} if rejected else {}),
        "submissions": submission_documents(sent),
    }


def submission_documents(sent: Sent) -> dict[str, Document]:
    """Task → what was sent, in the specification's own format (§4)."""
    return {task_id: _submission(one) for task_id, one in sent.submissions.items()}


def _submission(one: Submission) -> Document:
    """A task as it was sent, in the specification's own format (§4)."""
    return {
        "season": one.season,
        "track": one.track,
        "task_id": one.task_id,
        "agent_did": one.agent_did,
        "verdict": one.verdict,
        "assertions": [
            {"id": a.id, "claim": claim_document(a.claim), "proof_ids": a.proof_ids} for a in one.assertions
        ],
        "disclosures": disclosures_document(one.disclosures),
        **({"narrative": one.narrative} if "narrative" in one.model_fields_set else {}),
    }


def _proofs(views: Mapping[str, ProofView]) -> bytes:
    members = (
        dump(proof_id) + b':{"view":' + _verbatim(view.view) + b',"log_entry":' + _verbatim(view.log_entry)
        for proof_id, view in sorted(views.items())
    )
    return b"{" + b"".join(member + b"}," for member in members)[:-1] + b"}"


def _verbatim(data: bytes | None) -> bytes:
    """A JSON value as given, character for character; what is not strict JSON as a string of its text.

    Bytes that are no UTF-8 are written as escapes that JSON does not know: they stay no proof.
    """
    if data is None:
        return b"null"
    try:
        strict_json.parse(_AROUND + data.strip() + _AROUND[::-1].replace(b"[", b"]"))
    except strict_json.StrictJsonError:
        return dump(data.decode("utf-8", "backslashreplace"))
    return data.strip()


# As deep as a proof stands in the file.
_AROUND: Final = b"[[["
