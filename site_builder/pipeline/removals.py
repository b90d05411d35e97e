"""Rows that a new correction withdraws and that the data do not hold: whether they were published (G006)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from site_builder.challenges.prove_it.inputs.tree import TABLES, TRACKS
from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.documents import addresses
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger_concerns import published_corrections, shown
from site_builder.pipeline import published_tables
from site_builder.pipeline.place import Place
from site_builder.pipeline.seasons import SeasonWork
from site_builder.pipeline.tracks import TrackRows
from site_builder.rules import g006_removed_row_unknown as rule

Table = tuple[str, str]
"""A table of a season: track, table."""
_EVERY: Sequence[Table] = [(track, table) for track in TRACKS for table in TABLES]


def removal_findings(
    works: Sequence[SeasonWork], gathered: Mapping[str, TrackRows], place: Place, findings: Iterable[Finding]
) -> list[Finding]:
    """What is refused of the withdrawals that no earlier publication showed.

    A withdrawal that was published already cannot be taken back (G004) and is not judged again; neither is
    one of a season that no earlier publication showed: nothing tells what was published elsewhere. A line
    that was refused already (``findings``) is not refused twice.
    """
    refused = {(finding.file, finding.line) for finding in findings}
    found: list[Finding] = []
    for work in works:
        if work.case.published and shown(place.lines, work.case.season.season):
            found += _of_season(work, gathered, place)
    return [finding for finding in found if (finding.file, finding.line) not in refused]


def _of_season(work: SeasonWork, gathered: Mapping[str, TrackRows], place: Place) -> Iterator[Finding]:
    season = work.case.season.season
    judged = published_corrections(place.lines, season)
    present = {
        (rows.context.name, table): {row.report_id for row in kept}
        for rows in (gathered[track.case.folder] for track in work.tracks)
        for table, kept in rows.kept.items()
    }
    whole = {
        track.case.track.track
        for track in work.tracks
        if track.held_by(gathered[track.case.folder].summaries)
    }
    absent = [
        (line, c.concerns)
        for line, c in enumerate(work.case.corrections, 1)
        if line > judged
        and c.kind == "withdrawal"
        and c.concerns.track in whole  # else the row may be that of a score that was not read
        and c.concerns.report_id not in present.get((c.concerns.track, c.concerns.table), ())
    ]
    wanted = {concerns.report_id for _, concerns in absent}
    if not wanted:
        return
    published = {table: wanted.intersection(_published(place, season, table)) for table in _EVERY}
    for line, concerns in absent:
        own, report_id = (concerns.track, concerns.table), concerns.report_id
        if report_id not in published[own]:
            known = [t for t in _EVERY if report_id in published[t] or report_id in present.get(t, ())]
            elsewhere = [f"{track}, {table}" for track, table in known]
            yield rule.finding(f"{work.case.folder}/corrections.jsonl", line, *own, report_id, elsewhere)


def _published(place: Place, season: int, table: Table) -> Iterator[str]:
    """The report ids that a table has ever had, tombstones too: its downloads list every row."""
    path = addresses.file(PROVE_IT.results(season, *table, "csv"))
    for stream in place.published(path):
        yield from (row.report_id for row in published_tables.rows(stream, path))
