"""One score, from its bytes to its pages: the work that is spread over processes.

A page is a function of its score, its track and the build, so nothing here depends on which process
does it or when. What the track's own page needs is handed back small: the place of the row, its bytes in
each language, and what the rules on the whole track keep of it.

What verifies proofs is loaded where a track has proofs to verify: it takes longer to load than all the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from site_builder.challenges.prove_it.inputs import evidence_tree, tree
from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.submission import Sent
from site_builder.challenges.prove_it.pages import downloads, evidence, proofs, received, report, rows
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.counts import TaskCounts
from site_builder.challenges.prove_it.pages.rows import Row, RowOrder
from site_builder.challenges.prove_it.pages.verified import VerifiedProof, verified
from site_builder.challenges.prove_it.rules.rows import RowSummary, row_summary
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.documents import addresses
from site_builder.documents.envelope import Document, dump
from site_builder.kernel.findings import Finding
from site_builder.pipeline import differing, private_pages
from site_builder.pipeline.changed_assertions import changed_findings, published_path
from site_builder.pipeline.differing import Differing
from site_builder.pipeline.judge import About, Judge
from site_builder.pipeline.pages import Standing, standing_documents
from site_builder.pipeline.place import write_below
from site_builder.pipeline.published_reports import PublishedReports
from site_builder.pipeline.request import Alone
from site_builder.pipeline.seasons import CHALLENGE
from site_builder.pipeline.texts import run_findings
from site_builder.publish import Entry, PathError, PublicationError
from site_builder.rules.cases import PageSummary
from site_builder.rules.judge import judge as judged_by
from site_builder.rules.judge import judge_content

if TYPE_CHECKING:
    from site_builder.challenges.prove_it.scoring.rescore import Rescoring
    from site_builder.pipeline.replay import Replayer


@dataclass(frozen=True, slots=True)
class WorkerFacts:
    """What every process knows: the data folder, where to write, the tracks by folder, the judge, whether
    pages are made (not once something was refused, which they would show), what scores are computed again
    with (the trust anchors' files, and the folders of the tracks that hold), the published reports, what the
    pages that depend on no score are made of, and the private report that is wanted beside."""

    data: Path
    root: Path | None
    tracks: Mapping[str, TrackContext]
    judge: Judge
    standing: Standing
    pages: bool = True
    trust: Mapping[str, bytes] = field(default_factory=dict)
    replayed: frozenset[str] = frozenset()
    reports: PublishedReports | None = None
    alone: Alone | None = None


class ContentBatch(NamedTuple):
    """Everything that the Index says in its own words, to be judged."""


class PageBatch(NamedTuple):
    """A page that depends on no score, by its path without a language."""

    path: str


class ScoreBatch(NamedTuple):
    """Score files of one table of one track."""

    track: str
    files: tuple[str, ...]


class UnjudgedBatch(NamedTuple):
    """Score files of a track that could not be read: they are read, and no rule on scores can judge them."""

    files: tuple[str, ...]


Batch = ContentBatch | PageBatch | ScoreBatch | UnjudgedBatch


class Given(NamedTuple):
    """What the data hold of what a participant sent, and of the proofs that they cite; ``None`` for none."""

    sent: Sent | None
    views: Mapping[str, ProofView] | None


@dataclass(slots=True)
class RowResult:
    """One row of a table; ``data`` maps a language to the row's JSON bytes and its line of the CSV,
    ``changed`` tells what its report says otherwise than it was published."""

    order: RowOrder
    table: str
    report_id: str
    public: bool
    emoji: bool
    data: dict[str, tuple[bytes, bytes]]
    summary: RowSummary | None = None
    changed: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class BatchResult:
    track: str
    scores: int
    findings: list[Finding] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    rows: list[RowResult] = field(default_factory=list)
    counts: dict[str, TaskCounts] = field(default_factory=dict)
    differences: list[Differing] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    summaries: list[PageSummary] = field(default_factory=list)


_facts: WorkerFacts
_replayer: Replayer | None


def prepare(facts: WorkerFacts) -> None:
    """Set what this process knows."""
    global _facts, _replayer
    _facts = facts
    _replayer = None
    if facts.replayed:
        from site_builder.pipeline.replay import Replayer

        _replayer = Replayer(facts.data, facts.trust, facts.replayed)


def this_judge() -> Judge:
    """The judge of this process."""
    return _facts.judge


def judged_batch(batch: Batch) -> BatchResult:
    """One piece of work, in any process: read, count again, judge, write, with every problem of it."""
    result = BatchResult("", 0)
    try:
        if isinstance(batch, ScoreBatch):
            result = BatchResult(batch.track, len(batch.files))
            for file in batch.files:
                _score(_facts.tracks[batch.track], file, result)
        elif isinstance(batch, UnjudgedBatch):
            for file in batch.files:
                result.findings += tree.read_score_file(_facts.data, file)[2]
        elif isinstance(batch, PageBatch):
            documents = standing_documents(_facts.standing, batch.path)
            write_page(_facts.judge, _facts.root, batch.path, documents, result)
        else:
            result.findings += judge_content(_facts.standing.catalogue)
    except PublicationError as error:
        result.findings += error.findings
    return result


def _score(context: TrackContext, file: str, result: BatchResult) -> None:
    score, data, findings = tree.read_score_file(_facts.data, file)
    result.findings += findings
    if score is None or context.case.key is None:
        return
    figures = tally(score, context.case.key, context.task_count)
    case = ScoreCase(context.case, file, score, figures, data)
    given = _given(context, case, result) if _needs_evidence(context, case) else Given(None, None)
    again, replayed = _rescored(case, given)
    if again is not None:
        result.differences += differing.entries(file, again.differences)
    found = judged_by("score", case, challenge=CHALLENGE)
    told = {(finding.code, finding.file, finding.pointer) for finding in found}
    found += [f for f in replayed if (f.code, f.file, f.pointer) not in told]  # one fault, told once
    found += run_findings(file, score, _facts.judge.facts)
    result.findings += found
    if again is not None:
        case = replace(case, score=score.told_of_faults(again.lost_to_faults))
    made = rows.documents(context, case)
    row = row_result(context, rows.order(context, case), score.table, score.report_id, made, score.public)
    row.summary = row_summary(case)
    row.emoji = rows.replaces_emoji(context, case)
    result.rows.append(row)
    if found:
        return  # its pages would show what was refused
    if private_pages.concerns(_facts.alone, context, case):
        assert _facts.alone is not None
        result.findings += private_pages.write(
            _facts.alone, _facts.judge, context, case, given.sent, given.views, _verified(again)
        )
    evident = _evidence(context, case, given)
    if evident is not None and _facts.reports is not None and _published(case):
        row.changed = changed_findings(case, evident, _facts.reports)
    if not _facts.pages:
        return
    flat_copies = len(again.incidents) if again is not None else 0
    counts = result.counts.setdefault(score.table, TaskCounts())
    received.count(context, case, given.sent, flat_copies, counts)
    try:
        _pages(context, case, evident, again, result)
    except PathError:
        return  # another score has this address already: D042 names both once all are read


def _pages(
    context: TrackContext, case: ScoreCase, file: bytes | None, again: Rescoring | None, result: BatchResult
) -> None:
    """What stands at the address of a score; ``file``: its evidence, where it has any. Raises
    :class:`PathError` when something else stands there."""
    score, judge, root, number = case.score, _facts.judge, _facts.root, context.season.number
    documents = report.documents(context, case, _verified(again))
    if documents:
        write_page(judge, root, PROVE_IT.report(number, context.name, score.report_id), documents, result)
    listed = proofs.document(context, case)
    if listed is not None:
        path = addresses.file(PROVE_IT.proofs(number, context.name, score.report_id))
        write_file(judge, root, path, dump(listed), (number, context.name, None), result)
    if file is not None:
        path = addresses.file(PROVE_IT.evidence(number, context.name, score.report_id))
        write_file(judge, root, path, file, (number, context.name, None), result)


def _evidence(context: TrackContext, case: ScoreCase, given: Given) -> bytes | None:
    """``evidence.json``, where it will be written, or was."""
    if not evidence.has_evidence(context, case) or not (_facts.pages or _published(case)):
        return None
    return evidence.evidence_file(context, case, given.sent, given.views)


def _published(case: ScoreCase) -> bool:
    return _facts.reports is not None and published_path(case) in _facts.reports.seals


def _needs_evidence(context: TrackContext, case: ScoreCase) -> bool:
    alone = private_pages.concerns(_facts.alone, context, case)
    covered = _replayer is not None and _replayer.covers(context.case)
    kept = received.keeps_submissions(context)
    return alone or covered or kept or evidence.has_evidence(context, case)


def _given(context: TrackContext, case: ScoreCase, result: BatchResult) -> Given:
    data, folder, there = _facts.data, context.case.folder, context.case.evidence
    sent, views = None, None
    findings: list[Finding] = []
    if "submissions" in there:
        name = case.file.rpartition("/")[2].removesuffix(".json")
        sent, findings = evidence_tree.read_sent(data, folder, case.score.table, name)
    if "proofs" in there:
        from site_builder.challenges.prove_it.scoring.rescore import cited_proofs

        views, found = evidence_tree.read_proofs(data, folder, cited_proofs(case.score, sent))
        findings += found
    result.findings += findings
    return Given(sent, None if findings else views)


def _rescored(case: ScoreCase, given: Given) -> tuple[Rescoring | None, list[Finding]]:
    """The score computed again, and where it differs; one whose evidence could not be read was refused for
    that."""
    if given.views is None or _replayer is None or not _replayer.covers(case.track):
        return None, []
    from site_builder.challenges.prove_it.rules.replayed import score_findings

    again = _replayer.rescored(case, given.sent, given.views)
    return again, [] if again is None else list(score_findings(case.file, again))


def _verified(again: Rescoring | None) -> tuple[VerifiedProof, ...] | None:
    return None if again is None else verified(again.accounts)


def row_result(
    context: TrackContext, order: RowOrder, table: str, report_id: str, made: dict[str, Row], public: bool
) -> RowResult:
    """A row ready for the spool."""
    data = {
        code: (dump(row), downloads.csv_line(context, context.build.words[code], table, row))
        for code, row in made.items()
    }
    return RowResult(order, table, report_id, public, False, data)


def write_page(
    judge: Judge, root: Path | None, path: str, documents: Mapping[str, Document], result: BatchResult
) -> None:
    """Both files of a page in every language: the document, and the HTML made from what it says."""
    judged = judge.page(path, documents)
    result.findings += judged.findings
    result.summaries += judged.summaries
    for file in judged.files:
        result.files.append(file.path)
        result.entries += write_below(root, file.path, file.data)


def write_file(
    judge: Judge, root: Path | None, path: str, data: bytes, about: About, result: BatchResult
) -> None:
    """A file beside the pages."""
    result.findings += judge.file(path, data, about)
    result.files.append(path)
    result.entries += write_below(root, path, data)
