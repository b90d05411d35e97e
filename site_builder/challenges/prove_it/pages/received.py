"""The hashes of all submissions that a track received, and what the page of the season says of them.

Private reports are among them, and names are not: a submission holds 256-bit nonces, so that nobody who
has not got it can find it by its hash. Whoever sent one looks for it there; and a row that was left out is
a number that does not add up (docs/verify.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from site_builder.challenges.prove_it.inputs.submission import Sent
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.counts import Received, TaskCounts
from site_builder.challenges.prove_it.pages.evidence import submission_documents
from site_builder.challenges.prove_it.pages.words import TABLES, Words
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.documents.envelope import Document
from site_builder.kernel.canonical import canonical_json

SCHEMA: Final = "proveit-submissions-v1"
Counts = Mapping[tuple[str, str], TaskCounts]
"""(track, table) → what was counted over its rows."""


def submission_hash(document: Mapping[str, Any]) -> str:
    """SHA-256 of a submission as a JSON value: of its canonical JSON, so that no layout of it matters."""
    return sha256(canonical_json(document)).hexdigest()


def hashes(sent: Sent) -> Iterator[str]:
    """Of everything that a participant sent."""
    return map(submission_hash, submission_documents(sent).values())


def count(
    context: TrackContext, case: ScoreCase, sent: Sent | None, flat_copies: int, into: TaskCounts
) -> None:
    """Count one score of a table, and what was received for it. Of a row that a correction removed, no more
    than that is counted."""
    gone = context.gone(case.score.table, case.score.report_id) is not None
    if sent is not None:
        into.received.add(hashes(sent), public=case.score.public, removed=gone)
    if not gone:
        into.add(case, flat_copies)


def keeps_submissions(context: TrackContext) -> bool:
    """Whether the list is published: once scores are (PUB-01), where the track keeps what was sent."""
    return context.shows_scores and "submissions" in context.case.evidence


def document(context: TrackContext, counts: Counts) -> Document:
    """``submissions.json``: for each table apart (PUB-02), the numbers and the sorted hashes."""
    return {
        "schema": SCHEMA,
        "season": context.season.number,
        "track": context.name,
        "demonstration": context.season.season.demonstration,
        "tables": {table: _table(_received(context, counts, table)) for table in TABLES},
    }


def cell(context: TrackContext, words: Words, counts: Counts) -> Document | None:
    """What the season's page says of a track: how many were received, and where their hashes are."""
    t = words.messages
    if not context.shows_scores:
        return None
    if not keeps_submissions(context):
        return {"nombre": None, "url": None, "texte": t["season.submissions.none"]}
    number = sum(len(_received(context, counts, table).sha256) for table in TABLES)
    url = PROVE_IT.submissions(context.season.number, context.name)
    return {"nombre": number, "url": url, "texte": t.plural("season.submissions.received", number)}


def _received(context: TrackContext, counts: Counts, table: str) -> Received:
    return counts.get((context.name, table), TaskCounts()).received


def _table(received: Received) -> Document:
    return {
        "received": len(received.sha256),
        "of_public_reports": received.public,
        "of_private_reports": received.private,
        "of_removed_rows": received.removed,
        "sha256": sorted(received.sha256),
    }
