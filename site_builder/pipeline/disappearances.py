"""What the last publication shows and the data neither hold nor remove by a correction (G008, PUB-17).

The ledger names the seasons, the site has the pages of the tracks, and the CSV of a table lists every row.
They are read one line at a time: memory holds the ids of what is missing. By induction nothing of any earlier
publication can go, since the last one holds it or says what became of it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from site_builder.challenges.prove_it.inputs.tree import CHALLENGE, TABLES, TRACKS
from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.documents import addresses
from site_builder.kernel.findings import Finding
from site_builder.pipeline.place import Place
from site_builder.pipeline.seasons import SeasonWork, TrackWork
from site_builder.pipeline.tracks import TrackRows
from site_builder.rules import g008_published_result_gone as rule
from site_builder.rules.cases import TOMBSTONES

_UNREAD = ("J001", "S001", "T001")  # codes that leave a file, or a line of it, unread


class _Row(NamedTuple):
    report_id: str
    state: str
    did: str


def disappeared_findings(
    works: Sequence[SeasonWork], gathered: Mapping[str, TrackRows], place: Place, findings: Iterable[Finding]
) -> list[Finding]:
    """What is refused of the data, compared with the last publication.

    What was refused already (``findings``), or could not be read, is not judged; neither is a season that was
    published as a demonstration alone: its results are invented, and nobody's row is lost.
    """
    if not place.lines:
        return []
    refused = list(findings)
    held = {work.case.season.season: work for work in works}
    found: list[Finding] = []
    told = [line.concerns for line in place.lines]
    real = {season for one in told for season in one.seasons if season not in one.demonstrations}
    for season in sorted(real.intersection(told[-1].seasons)):
        folder = f"{CHALLENGE}/season-{season}"
        work = held.get(season)
        if work is not None:
            found += _of_season(work, gathered, place, refused)
        elif not _below(folder, refused):
            found.append(rule.folder_gone(folder, f"season {season}", place.lines[-1].n))
    return found


def _of_season(
    work: SeasonWork, gathered: Mapping[str, TrackRows], place: Place, refused: Sequence[Finding]
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
            yield from _of_track(track, gathered[track.case.folder], place, refused)
    if results and case.season.published_at is None:
        yield rule.undecided(case.file, n)
    if (results or revealed) and not case.closed:
        yield rule.reopened(case.file, case.season.closes_at.text, n)


def _of_track(
    work: TrackWork, rows: TrackRows, place: Place, refused: Sequence[Finding]
) -> Iterator[Finding]:
    corrections = f"{work.case.season.folder}/corrections.jsonl"
    codes = {finding.code for finding in refused if finding.file == corrections}
    if codes.intersection(_UNREAD):
        return  # the line that could not be read may remove the row
    season, n = work.case.season.season.season, place.lines[-1].n
    removed = set(rows.context.tombstones())
    for table in TABLES:
        files, kept = work.scores.get(table, ()), rows.kept[table]
        if len(kept) < len(files):
            continue  # a score that could not be read may be the row
        present = {row.report_id for row in kept} | {row for of, row in removed if of == table}
        # A row that an earlier correction removed, of which the correction's own finding tells.
        missing = [
            row
            for row in _rows(place, _csv(season, rows.context.name, table), present)
            if not (codes and row.state in TOMBSTONES)
        ]
        folder = f"{work.case.folder}/{table}"
        if len(missing) > 1 and not files:
            yield rule.table_gone(folder, len(missing), n)
        else:
            yield from (rule.row_gone(folder, row.report_id, row.did, n) for row in missing)


def _rows(place: Place, path: str, present: Collection[str]) -> Iterator[_Row]:
    """The rows of a published table whose ids are not among those ``present``."""
    with place.last(path) as stream:
        if stream is None:
            return
        text = io.TextIOWrapper(stream, "utf-8", errors="replace", newline="")
        with suppress(csv.Error):  # whoever changed it is told so where it is kept (G002)
            for row in csv.DictReader(text):
                report_id = row.get("report_id")
                if report_id and report_id not in present:  # the best constant answer has none
                    yield _Row(report_id, row.get("etat") or "", row.get("did") or "")


def _csv(season: int, track: str, table: str) -> str:
    return addresses.file(PROVE_IT.results(season, track, table, "csv"))


def _below(folder: str, refused: Iterable[Finding]) -> bool:
    """Whether something was refused at this place or below it."""
    return any(f.file == folder or f.file.startswith(f"{folder}/") for f in refused)
