"""What the last publication shows, held against the data: what is gone (G008), what changed (G009), PUB-17.

The ledger names the seasons, the site has the pages of the tracks, and the CSV of a table lists every row.
They are read one line at a time: memory holds the ids of what is missing. By induction nothing of any earlier
publication can go, since the last one holds it or says what became of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from site_builder.challenges.prove_it.inputs.tree import CHALLENGE, TABLES, TRACKS
from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.documents import addresses
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger_concerns import shown_for_real
from site_builder.pipeline import published_tables
from site_builder.pipeline.changed_figures import TrackFigures
from site_builder.pipeline.place import Place
from site_builder.pipeline.published_tables import CONSTANT, PublishedRow
from site_builder.pipeline.seasons import SeasonWork, TrackWork
from site_builder.pipeline.spool import Spool
from site_builder.pipeline.tracks import TrackRows
from site_builder.rules import g008_published_result_gone as rule
from site_builder.rules.cases import TOMBSTONES

_UNREAD = ("J001", "S001", "T001")  # codes that leave a file, or a line of it, unread


def disappeared_findings(
    works: Sequence[SeasonWork],
    gathered: Mapping[str, TrackRows],
    spool: Spool,
    place: Place,
    findings: Iterable[Finding],
) -> list[Finding]:
    """What is refused of the data, whose rows wait in the ``spool``, compared with the last publication.

    What was refused already (``findings``), or could not be read, is not judged; neither is a season that was
    published as a demonstration alone: its results are invented, and nobody's row is lost.
    """
    if not place.lines:
        return []
    refused = list(findings)
    held = {work.case.season.season: work for work in works}
    found: list[Finding] = []
    for season in sorted(shown_for_real(place.lines)):
        folder = f"{CHALLENGE}/season-{season}"
        work = held.get(season)
        if work is not None:
            found += _of_season(work, gathered, spool, place, refused)
        elif not _below(folder, refused):
            found.append(rule.folder_gone(folder, f"season {season}", place.lines[-1].n))
    return found


def _of_season(
    work: SeasonWork,
    gathered: Mapping[str, TrackRows],
    spool: Spool,
    place: Place,
    refused: Sequence[Finding],
) -> Iterator[Finding]:
    case, n = work.case, place.lines[-1].n
    season = case.season.season
    held = {track.case.track.track: track for track in work.tracks}
    results = revealed = False
    for name in TRACKS:
        folder = f"{case.folder}/{name}"
        if not place.shows(addresses.json_file(PROVE_IT.track(season, name))):
            continue
        results |= any(place.shows(_csv(season, name, table)) for table in TABLES)
        key = place.shows(addresses.file(PROVE_IT.answer_key(season, name)))
        revealed |= key
        track = held.get(name)
        if track is None:
            if not _below(folder, refused):
                yield rule.folder_gone(folder, f"the track {name} of season {season}", n)
            continue
        key_file = f"{folder}/{track.case.track.answer_key.file}"
        if key and case.closed and track.case.key_bytes is None and not _below(key_file, refused):
            yield rule.key_hidden(key_file, n)
        if case.published:
            yield from _of_track(track, gathered[track.case.folder], spool, place, refused)
    if results and case.season.published_at is None:
        yield rule.undecided(case.file, n)
    if (results or revealed) and not case.closed:
        yield rule.reopened(case.file, case.season.closes_at.text, n)


def _of_track(
    work: TrackWork, rows: TrackRows, spool: Spool, place: Place, refused: Sequence[Finding]
) -> Iterator[Finding]:
    corrections = f"{work.case.season.folder}/corrections.jsonl"
    codes = {finding.code for finding in refused if finding.file == corrections}
    if codes.intersection(_UNREAD):
        return  # the line that could not be read may remove or correct the row
    n = place.lines[-1].n
    removed = set(rows.context.tombstones())
    figures = TrackFigures(rows, spool, place, refused)
    for table in TABLES:
        files = work.scores.get(table, ())
        kept = {row.report_id: row for row in rows.kept[table]}
        # A score that could not be read may be the row.
        all_read = len(rows.kept[table]) == len(files)
        missing = []
        for row in _rows(place, _csv(work.case.season.season.season, rows.context.name, table)):
            if row.state == CONSTANT:
                yield from figures.constant(table, row)
            elif row.report_id in kept:
                yield from figures.row(table, row, kept[row.report_id])
            elif codes and row.state in TOMBSTONES:
                continue  # an earlier correction removed it, of which the correction's own finding tells
            elif all_read and (table, row.report_id) not in removed:
                missing.append(row)
        folder = f"{work.case.folder}/{table}"
        if len(missing) > 1 and not files:
            yield rule.table_gone(folder, len(missing), n)
        else:
            yield from (rule.row_gone(folder, row.report_id, row.did, n) for row in missing)


def _rows(place: Place, path: str) -> Iterator[PublishedRow]:
    with place.last(path) as stream:
        if stream is not None:
            yield from published_tables.rows(stream, path)


def _csv(season: int, track: str, table: str) -> str:
    return addresses.file(PROVE_IT.results(season, track, table, "csv"))


def _below(folder: str, refused: Iterable[Finding]) -> bool:
    """Whether something was refused at this place or below it."""
    return any(f.file == folder or f.file.startswith(f"{folder}/") for f in refused)
