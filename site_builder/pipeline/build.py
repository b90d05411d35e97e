"""One build, from the folders of a request to a site that is whole, or to every reason why it is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain

from site_builder.challenges.prove_it.inputs.tree import read_tree
from site_builder.challenges.prove_it.pages.context import (
    BuildContext,
    SeasonContext,
    TrackContext,
    build_context,
)
from site_builder.challenges.prove_it.rules.d006_placeholder_addresses import placeholders
from site_builder.content.catalogue import Catalogue
from site_builder.documents.envelope import site_facts
from site_builder.kernel.cycles import seldom_collected
from site_builder.kernel.findings import Finding, in_order
from site_builder.pipeline import kit, pages, record, seasons, tracks
from site_builder.pipeline.disappearances import disappeared_findings
from site_builder.pipeline.dropped_evidence import dropped_evidence
from site_builder.pipeline.judge import Judge, Judged
from site_builder.pipeline.place import Place, overlaps, place
from site_builder.pipeline.removals import removal_findings
from site_builder.pipeline.request import Advance, Outcome, Request
from site_builder.pipeline.rewritten_facts import rewritten_facts
from site_builder.pipeline.scores import (
    Batch,
    BatchResult,
    ContentBatch,
    PageBatch,
    ScoreBatch,
    UnjudgedBatch,
    WorkerFacts,
    judged_batch,
    prepare,
    write_file,
    write_page,
)
from site_builder.pipeline.seasons import CHALLENGE, SeasonWork, shows_for_real
from site_builder.pipeline.spool import Spool
from site_builder.pipeline.texts import text_findings
from site_builder.pipeline.tracks import TrackRows
from site_builder.pipeline.wording import read_content
from site_builder.pipeline.workers import Workers
from site_builder.publish import PublicationError
from site_builder.publish.ledger import dated_back
from site_builder.render.engine import template
from site_builder.rules.f002_sitemap import locations
from site_builder.rules.facts import facts, season_facts
from site_builder.rules.judge import judge as judged_by
from site_builder.rules.judge import judge_site
from site_builder.rules.site import SiteCase

# Scores of one batch: enough to keep the processes busy, few enough that they end together.
_BATCH = 8
# What belongs to one row: a fault of it says nothing of the frozen files.
_ROWS = re.compile(r"/(?:reference|community|submissions|proofs|log)(?:/|$)")


def run(request: Request, advance: Advance) -> Outcome:
    """Build (or, without an output, check). With any finding nothing is published."""
    with seldom_collected():
        return _run(request, advance)


def _run(request: Request, advance: Advance) -> Outcome:
    catalogue, findings = read_content(*request.content)
    tree, read = read_tree(request.data)
    works = seasons.seasons(tree, request.now)
    findings += [*seasons.sealed_findings(read, works), *seasons.judged(works)]
    if any(not work.case.season.demonstration for work in works):
        findings += placeholders(str(request.config), request.configuration)
    held_back = tuple(work.case.folder for work in works if work.held_back)
    outcome = Outcome(held_back=held_back)
    apart = overlaps(request)
    if catalogue is None or apart:
        outcome.findings = in_order([*findings, *apart])
        return outcome
    try:
        with place(request.output, request.previous) as target:
            findings += dated_back(target.lines, request.generated_at)
            findings += record.gone_findings(works, target.lines, findings)
            findings += record.rewritten_findings(works, target, findings)
            _build(request, catalogue, works, target, advance, findings, outcome)
            outcome.findings = in_order(findings)
            if not findings:
                outcome.files, outcome.bytes = target.publish()
                outcome.publication = len(target.lines)
                outcome.unsealed = shows_for_real(works) and not target.sealed()
    except PublicationError as error:
        outcome.findings = in_order([*findings, *error.findings])
    return outcome


def _build(
    request: Request, catalogue: Catalogue, works: list[SeasonWork], target: Place, advance: Advance,
    findings: list[Finding], outcome: Outcome,
) -> None:  # fmt: skip
    build = _context(request, catalogue)
    contexts = {
        track.case.folder: TrackContext(SeasonContext(build, work.case), track.case)
        for work in works
        for track in work.tracks
    }
    known = [season_facts(work.case, [track.case for track in work.tracks]) for work in works]
    configuration = request.configuration
    judge = Judge(
        catalogue.messages, facts(configuration.base_url, catalogue, configuration.ai_act_label, known)
    )
    for messages in catalogue.messages.values():
        for name in ("report.html", "track.html"):
            template(messages, name)  # compiled before the processes part, for all of them
    findings += text_findings(request, works, judge.facts)
    site = SiteCase(judge.facts)
    with ExitStack() as stack:
        replay_facts = _judge_freezes(request, works, findings)
        repository = configuration.source.repository
        standing = pages.Standing(build, catalogue, _seasons(works, contexts), repository)
        worker_facts = WorkerFacts(
            request.data, target.root, contexts, judge, standing, not findings, *replay_facts,
            reports=target.reports(), alone=request.alone,
        )  # fmt: skip
        workers = stack.enter_context(Workers(request.jobs, prepare, worker_facts))
        spool = stack.enter_context(Spool())
        gathered = {folder: TrackRows(context) for folder, context in contexts.items()}
        _work(works, gathered, spool, workers, target, advance, findings, site, outcome)
        for kept in chain.from_iterable(rows.every() for rows in gathered.values()):
            outcome.reports[kept.report_id] = kept.public and outcome.reports.get(kept.report_id, True)
        findings += removal_findings(works, gathered, target, findings)
        findings += disappeared_findings(works, gathered, spool, target, findings)
        findings += rewritten_facts(works, build, target, findings)
        findings += dropped_evidence(works, target)
        if findings:
            return  # what is left are pages that would show what was refused
        paths, made = list(pages.STANDING_PATHS), []
        judged: list[Iterator[Judged]] = []
        for work in works:
            _verdicts(judged, findings, site)
            own = [gathered[track.case.folder] for track in work.tracks]
            season = replace(
                own[0].context.season, without_page=frozenset().union(*(rows.private() for rows in own))
            )
            for rows in own:
                rows.context = TrackContext(season, rows.context.case)
                judged.append(_track(rows, spool, judge, target, workers, findings, site))
                paths += [rows.context.path, *rows.reports()]
            counts = {(r.context.name, table): counts for r in own for table, counts in r.counts.items()}
            made.append(pages.SeasonPages(season, [rows.context for rows in own], counts))
        _kits(request, made, worker_facts, target, findings, site)
        _others(build, catalogue, made, paths, judge, target, findings, site)
        if not findings:
            try:
                target.seal(request.generated_at, request.source_commit, record.states(works))
            except PublicationError as error:
                findings += error.findings  # what the verdicts refuse is told with it
        _verdicts(judged, findings, site)
        site.files = target.files
        findings += judge_site(site)
        outcome.pages = len(site.pages)


def _judge_freezes(
    request: Request, works: list[SeasonWork], findings: list[Finding]
) -> tuple[Mapping[str, bytes], frozenset[str]]:
    """The trust anchors, and the tracks whose scores are computed again: those whose frozen files hold."""
    cases = [track.case for work in works for track in work.tracks]
    if not any(case.anchored for case in cases):
        return {}, frozenset()
    from site_builder.pipeline import replay  # what verifies proofs, loaded before the processes part

    trust, found = replay.trusted(request.trust, cases)
    for case in cases:
        found += replay.frozen_findings(request.data, case, trust)
    findings += found
    refused = [finding.file for finding in findings if not _ROWS.search(finding.file)]
    sound = []
    for case in cases:
        frozen = (f"{case.folder}/", case.season.file)
        if trust and not any(file.startswith(frozen) for file in refused):
            sound.append(case.folder)
    return trust, frozenset(sound)


def _context(request: Request, catalogue: Catalogue) -> BuildContext:
    configuration = request.configuration
    facts = site_facts(
        catalogue.messages,
        base_url=configuration.base_url,
        generated_at=request.generated_at,
        source_commit=request.source_commit,
        publisher=configuration.names.operator,
        ai_label=configuration.ai_act_label,
    )
    return build_context(facts, catalogue.messages)


def _seasons(works: list[SeasonWork], contexts: dict[str, TrackContext]) -> list[pages.SeasonPages]:
    """The seasons as far as they are known before their scores are read."""
    found = []
    for work in works:
        own = [contexts[track.case.folder] for track in work.tracks]
        if own:  # a season without a track is refused, and no page is made
            found.append(pages.SeasonPages(own[0].season, own, {}))
    return found


def _work(
    works: list[SeasonWork], gathered: dict[str, TrackRows], spool: Spool, workers: Workers, target: Place,
    advance: Advance, findings: list[Finding], site: SiteCase, outcome: Outcome,
) -> None:  # fmt: skip
    """What takes time, spread over the processes: the content, the pages that depend on no score, and every
    score of every season whose scores may be published; then the rules on whole tracks."""
    published = [track for work in works if work.case.published for track in work.tracks]
    total = sum(len(files) for track in published for files in track.scores.values())
    done = 0
    standing = () if findings else pages.STANDING_PATHS  # what was refused would be shown there
    batches: Iterable[Batch] = chain([ContentBatch()], map(PageBatch, standing), _batches(works))
    for result in workers.map(judged_batch, batches):
        findings += result.findings
        outcome.differences += result.differences
        _note(result, target, site)
        if result.track:
            gathered[result.track].gather(result, spool)
        done += result.scores
        advance(done, total)
    for track in published:
        if track.case.key is None:
            continue  # no score was read, and what a correction names may be in any
        summaries = sorted(gathered[track.case.folder].summaries, key=lambda row: row.file)
        findings += judged_by("rows", track.case, summaries, challenge=CHALLENGE)
        if track.held_by(summaries):  # else what a correction names may be in a score that was not read
            findings += judged_by("targets", track.case, summaries, challenge=CHALLENGE)


def _batches(works: list[SeasonWork]) -> Iterator[ScoreBatch | UnjudgedBatch]:
    for work in (work for work in works if work.case.published):
        for track in work.tracks:
            for files in track.scores.values():
                for start in range(0, len(files), _BATCH):
                    yield ScoreBatch(track.case.folder, files[start : start + _BATCH])
        if work.unjudged:
            yield UnjudgedBatch(work.unjudged)


def _track(
    rows: TrackRows, spool: Spool, judge: Judge, target: Place, workers: Workers, findings: list[Finding],
    site: SiteCase,
) -> Iterator[Judged]:  # fmt: skip
    """The files of a track; the verdicts on its page are still to come."""
    if rows.context.shows_scores:
        result = tracks.add_tombstones(rows, spool, judge, target)
        findings += result.findings
        _note(result, target, site)
    return tracks.write_track(rows, spool, judge, target, workers)


def _verdicts(judged: list[Iterator[Judged]], findings: list[Finding], site: SiteCase) -> None:
    """Wait for what the processes say of the tracks written last: only those of one season wait."""
    for part in chain.from_iterable(judged):
        findings += part.findings
        for summary in part.summaries:
            site.add(summary)
    judged.clear()


def _kits(
    request: Request, made: list[pages.SeasonPages], facts: WorkerFacts, target: Place,
    findings: list[Finding], site: SiteCase,
) -> None:  # fmt: skip
    result = BatchResult("", 0)
    for track, counts in ((track, season.counts) for season in made for track in season.tracks):
        about = (track.season.number, track.name, None)
        for file, data in kit.track_kit(request.data, track, counts, facts.trust):
            write_file(facts.judge, target.root, file, data, about, result)
    findings += result.findings
    _note(result, target, site)


def _others(
    build: BuildContext, catalogue: Catalogue, made: list[pages.SeasonPages], paths: list[str], judge: Judge,
    target: Place, findings: list[Finding], site: SiteCase,
) -> None:  # fmt: skip
    result = BatchResult("", 0)
    for path, documents in pages.season_pages(made):
        write_page(judge, target.root, path, documents, result)
        paths.append(path)
    for file, data in pages.plain_files(catalogue, made):
        write_file(judge, target.root, file, data, None, result)
    write_file(judge, target.root, "robots.txt", pages.robots(build), None, result)
    findings += result.findings
    _note(result, target, site)
    for file, pieces in pages.sitemap_files(build, paths):
        target.stream(file, _listed(pieces, site))


def _listed(pieces: Iterable[bytes], site: SiteCase) -> Iterator[bytes]:
    for piece in pieces:
        site.listed += locations(piece)
        yield piece


def _note(result: BatchResult, target: Place, site: SiteCase) -> None:
    target.note(result.files, result.entries)
    for summary in result.summaries:
        site.add(summary)
