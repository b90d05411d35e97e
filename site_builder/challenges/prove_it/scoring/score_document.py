"""A score as the JSON document that its file holds (proveit-score-v1), members in the order of FORMATS §1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from site_builder.challenges.prove_it.inputs.answer_key import Fact
from site_builder.challenges.prove_it.inputs.score import (
    Assertion,
    Claim,
    Disclosure,
    NotSubmittedTask,
    PendingTask,
    ReferenceScore,
    RejectedTask,
    Score,
    SubmittedTask,
    Totals,
)
from site_builder.challenges.prove_it.scoring.tally import Tally

Document = dict[str, Any]


def score_document(score: Score) -> Document:
    """The whole document of a score that was read."""
    return {
        **score_head(score),
        "tasks": [task_document(task) for task in score.tasks],
        "totals": None if score.totals is None else totals_document(score.totals),
    }


def score_head(score: Score) -> Document:
    """Everything but tasks and totals: who, under which name, in which table."""
    head: Document = {
        "schema": "proveit-score-v1",
        "season": score.season,
        "track": score.track,
        "table": score.table,
        "agent": {"name": score.agent.name, "did": score.agent.did},
    }
    if isinstance(score, ReferenceScore):
        head["run"] = score.run.model_dump()
        return head | ({"report": {"public": True}} if score.report is not None else {})
    return head | {"stack": {"declared": score.stack.declared}, "report": {"public": score.report.public}}


def task_document(task: SubmittedTask | PendingTask | NotSubmittedTask | RejectedTask) -> Document:
    """One task as its file holds it."""
    document: Document = {"task_id": task.task_id, "state": task.state}
    if isinstance(task, NotSubmittedTask | RejectedTask):
        document["reason"] = task.reason
        if isinstance(task, RejectedTask) and task.at_fault is not None:
            document["at_fault"] = {"id": task.at_fault.id, "claim": claim_document(task.at_fault.claim)}
        if isinstance(task, NotSubmittedTask) and task.lost_to_faults is not None:
            document["lost_to_faults"] = task.lost_to_faults.model_dump()
        return document
    document |= {"submitted_at": task.submitted_at.text, "verdict": task.verdict}
    if isinstance(task, SubmittedTask):
        document |= {
            "verdict_exact": task.verdict_exact,
            "verdict_grounded": task.verdict_grounded,
            "missing_facts": facts_document(task.missing_facts),
        }
    return document | {
        "assertions": [assertion_document(assertion) for assertion in task.assertions],
        "disclosures": disclosures_document(task.disclosures),
        **narrative_document(task.narrative),
    }


def assertion_document(assertion: Assertion) -> Document:
    """One assertion with its status and cause."""
    return {
        "id": assertion.id,
        "claim": claim_document(assertion.claim),
        "proof_ids": list(assertion.proof_ids),
        "status": assertion.status,
        "cause": assertion.cause,
    }


def claim_document(claim: Claim) -> Document:
    """One claim."""
    return {"resource": claim.resource, "field": claim.field, "value": claim.value}


def facts_document(facts: Iterable[Fact]) -> list[Document]:
    """Facts of the key, in their order."""
    return [{"resource": fact.resource, "field": fact.field, "value": fact.value} for fact in facts]


def disclosures_document(disclosures: Mapping[str, Disclosure]) -> Document:
    """The openings of every cited proof."""
    return {proof_id: openings_document(given) for proof_id, given in disclosures.items()}


def narrative_document(narrative: str | None) -> Document:
    """The narrative, where one was sent."""
    return {} if narrative is None else {"narrative": narrative}


def openings_document(disclosure: Disclosure) -> Document:
    """The two openings of one proof, as :func:`site_builder.evidence.account.examine` takes them."""
    pairs = (("request_hash", disclosure["request_hash"]), ("response_hash", disclosure["response_hash"]))
    return {name: {"nonce": pair["nonce"], "value": pair["value"]} for name, pair in pairs}


def totals_document(totals: Totals | Tally) -> Document:
    """The five totals."""
    return {
        "assertions": totals.assertions,
        "unsupported": totals.unsupported,
        "instrument_faults": totals.instrument_faults,
        "tasks_submitted": totals.tasks_submitted,
        "verdicts_counted": totals.verdicts_counted,
    }


def score_bytes(document: Document) -> bytes:
    """The bytes of a score file: UTF-8, two spaces a level, one line feed at the end."""
    return orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n"
