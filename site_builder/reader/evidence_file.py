"""``evidence.json`` of a report, read back into what a score is recounted and replayed from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.score import SCORE, Score
from site_builder.challenges.prove_it.inputs.submission import Received, Sent, Submission
from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.challenges.prove_it.pages.evidence import SCHEMA
from site_builder.documents import addresses
from site_builder.kernel import strict_json
from site_builder.kernel.pointer import render
from site_builder.reader.account import Problem
from site_builder.reader.published_facts import rows_of
from site_builder.reader.seasons import PublishedTrack
from site_builder.reader.site import Site
from site_builder.reader.source import SourceError


@dataclass(frozen=True, slots=True)
class Evidence:
    """``sent`` and ``proofs`` are ``None`` where the site publishes none."""

    file: str
    score: Score
    sent: Sent | None
    proofs: Mapping[str, ProofView] | None


def public_rows(track: PublishedTrack) -> Iterator[tuple[str, str]]:
    """(table, report id) of the rows that have a report with figures, in the order of the page."""
    for table, row in rows_of(track.content):
        if row["rapport_url"] is not None and row["agent"] is not None:
            yield table, row["report_id"]


def without_report(track: PublishedTrack) -> int:
    """How many rows show figures and have no public report: nothing else is published of them."""
    return sum(row["agent"] is not None and row["rapport_url"] is None for _, row in rows_of(track.content))


def evidence_path(track: PublishedTrack, report_id: str) -> str:
    """The file of the evidence of a report."""
    return addresses.file(PROVE_IT.evidence(track.number, track.name, report_id))


def read_evidence(site: Site, track: PublishedTrack, table: str, report_id: str) -> Evidence | Problem:
    """The evidence of a report, or what is wrong with it."""
    file = evidence_path(track, report_id)
    try:
        document = strict_json.parse(site.read(file))
    except SourceError as error:
        return Problem(file, str(error), "the evidence of a public report")
    except strict_json.StrictJsonError as error:
        return Problem(file, str(error)[:200], "strict JSON")
    if not isinstance(document, dict):
        return Problem(file, "no object", f"an object of schema {SCHEMA}")
    wanted = {
        "schema": SCHEMA,
        "season": track.number,
        "track": track.name,
        "table": table,
        "report_id": report_id,
    }
    for key, value in wanted.items():
        if document.get(key) != value:
            return Problem(file, repr(document.get(key))[:100], repr(value), f"/{key}")
    try:
        score = SCORE.validate_python(document.get("score"))
        sent, proofs = _sent(document.get("sent")), _proofs(document.get("proofs"))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return Problem(file, repr(first["input"])[:100], first["msg"], render(map(str, first["loc"])))
    except (LookupError, TypeError, AttributeError):
        return Problem(file, "another form", "sent and proofs as the format has them")
    if (score.report_id, score.table, score.track, score.season) != (
        report_id, table, track.name, track.number,
    ):  # fmt: skip
        return Problem(file, f"a score of {score.report_id}", f"one of {report_id}", "/score")
    return Evidence(file, score, sent, proofs)


def _sent(value: Any) -> Sent | None:
    if value is None:
        return None
    known = {key: value[key] for key in ("received", "rejected") if key in value}
    received = Received.model_validate({"schema": "proveit-received-v1", **known})
    submissions = {task: Submission.model_validate(one) for task, one in value["submissions"].items()}
    return Sent(submissions, received.received, received.rejected)


def _proofs(value: Any) -> dict[str, ProofView] | None:
    if value is None:
        return None
    return {
        proof_id: ProofView(_bytes(one["view"]), _bytes(one["log_entry"])) for proof_id, one in value.items()
    }


def _bytes(value: object) -> bytes | None:
    """A value as JSON bytes; a string is the text of bytes that were no JSON."""
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")
