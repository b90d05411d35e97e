"""The pages and downloads of a track, put together from rows whose order is known at last.

Rows wait on disk; memory holds the place of each. A large page is judged in parts, each of which is a
page in itself: the head with some of the rows. Each part starts with the last row of the one before, so
that no neighbours go unjudged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import Any, NamedTuple

from site_builder.challenges.prove_it.pages import downloads, report, rows, track
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.counts import TaskCounts
from site_builder.challenges.prove_it.pages.rows import RowOrder
from site_builder.challenges.prove_it.pages.tables import Group, Table, groups
from site_builder.challenges.prove_it.pages.track import Head
from site_builder.challenges.prove_it.pages.words import TABLES
from site_builder.challenges.prove_it.rules.rows import RowSummary
from site_builder.documents import addresses
from site_builder.documents.envelope import dump
from site_builder.kernel.findings import Finding
from site_builder.pipeline.judge import Judge, Judged
from site_builder.pipeline.place import Place
from site_builder.pipeline.scores import BatchResult, RowResult, row_result, this_judge, write_page
from site_builder.pipeline.spool import Slice, Spool
from site_builder.pipeline.workers import Workers
from site_builder.render.document import load
from site_builder.render.html import track_html

# Rows judged together: the memory of a part, not of the page; few enough that the processes end together.
_PART = 256


class Kept(NamedTuple):
    """A row that waits: its place in the table, and where its bytes are per language (row, CSV line)."""

    order: RowOrder
    report_id: str
    public: bool
    places: dict[str, tuple[Slice, Slice]]


@dataclass(slots=True)
class TrackRows:
    """What is gathered of a track while its scores are read."""

    context: TrackContext
    kept: dict[str, list[Kept]] = field(default_factory=lambda: {table: [] for table in TABLES})
    summaries: list[RowSummary] = field(default_factory=list)
    counts: dict[str, TaskCounts] = field(default_factory=lambda: {table: TaskCounts() for table in TABLES})
    emoji: set[str] = field(default_factory=set)
    changed: dict[tuple[str, str], list[Finding]] = field(default_factory=dict)
    """By table and report id: what reports say otherwise than they were published."""

    def gather(self, result: BatchResult, spool: Spool) -> None:
        for row in result.rows:
            self.keep(row, spool)
        for table, counts in result.counts.items():
            self.counts[table].merge(counts)

    def keep(self, row: RowResult, spool: Spool) -> None:
        places = {code: (spool.add(data), spool.add(line)) for code, (data, line) in row.data.items()}
        self.kept[row.table].append(Kept(row.order, row.report_id, row.public, places))
        if row.summary is not None:
            self.summaries.append(row.summary)
        if row.emoji:
            self.emoji.add(row.table)
        if row.changed:
            self.changed[row.table, row.report_id] = row.changed

    def every(self) -> Iterator[Kept]:
        """The rows of both tables, in no order."""
        return chain.from_iterable(self.kept.values())

    def reports(self) -> Iterator[str]:
        """Paths of the report pages, in no order."""
        return (f"{self.context.path}{row.report_id}/" for row in self.every() if row.public)

    def private(self) -> frozenset[tuple[str, str]]:
        """(track, report id) of rows without a report page."""
        return frozenset((self.context.name, row.report_id) for row in self.every() if not row.public)

    def in_order(self) -> None:
        for rows_of_table in self.kept.values():
            rows_of_table.sort(key=lambda row: row.order)


def add_tombstones(gathered: TrackRows, spool: Spool, judge: Judge, place: Place) -> BatchResult:
    """Rows that a correction removed and whose score has left the tree: their address stays (PUB-17)."""
    context, result = gathered.context, BatchResult(gathered.context.case.folder, 0)
    present = {(table, row.report_id) for table, kept in gathered.kept.items() for row in kept}
    for table, report_id in context.tombstones():
        if (table, report_id) not in present:
            made = rows.tombstones(context, table, report_id)
            order = rows.tombstone_order(report_id)
            gathered.keep(row_result(context, order, table, report_id, made, True), spool)
            documents = report.tombstones(context, table, report_id)
            write_page(judge, place.root, f"{context.path}{report_id}/", documents, result)
    return result


def write_track(
    gathered: TrackRows, spool: Spool, judge: Judge, place: Place, workers: Workers
) -> Iterator[Judged]:
    """Write ``index.json``, ``index.html`` and the downloads of a track, in every language.

    They are judged in parts meanwhile, and longer; what is returned waits for the verdicts.
    """
    context = gathered.context
    gathered.in_order()
    tables = {
        table: Table(groups(row.order for row in kept), gathered.counts[table], table in gathered.emoji)
        for table, kept in gathered.kept.items()
    }
    heads = track.heads(context, tables)
    parts = workers.map(judge_part, _parts(context, heads, gathered, spool))
    for code, head in heads.items():
        localised = addresses.localised(code, context.path)
        place.stream(addresses.json_file(localised), track.write(head, _rows(gathered, spool, code)))
        html = track_html(_counted(head), _rows(gathered, spool, code), judge.messages[code])
        place.stream(addresses.html_file(localised), html)
        if context.shows_scores:
            _downloads(gathered, spool, place, code, tables)
    return parts


def _rows(gathered: TrackRows, spool: Spool, code: str, tables: Sequence[str] = TABLES) -> Iterator[bytes]:
    return spool.read(row.places[code][0] for table in tables for row in gathered.kept[table])


def _counted(head: Head) -> bytes:
    """The head with, in place of each ``lignes`` array, the number of its rows."""
    document = head.document
    content = document["contenu"]
    shown = [
        {
            **table,
            "groupes": [{**g, "lignes": made.rows} for g, made in zip(table["groupes"], layout, strict=True)],
        }
        for table, (_, layout) in zip(content["tableaux"], head.tables, strict=True)
    ]
    return dump({**document, "contenu": {**content, "tableaux": shown}})


def _downloads(gathered: TrackRows, spool: Spool, place: Place, code: str, tables: dict[str, Table]) -> None:
    context = gathered.context
    words = context.build.words[code]
    for table in TABLES:
        lines = spool.read(row.places[code][1] for row in gathered.kept[table])
        csv = downloads.csv_file(context, words, table, lines)
        place.stream(_file(context, code, table, "csv"), csv)
        again = spool.read(row.places[code][1] for row in gathered.kept[table])
        place.write(_file(context, code, table, "xlsx"), downloads.workbook(context, words, table, again))
        schema = dump(downloads.csv_schema(context, words, table))
        place.write(_file(context, code, table, "schema.json"), schema)
        listed = _rows(gathered, spool, code, (table,))
        rows_json = downloads.json_file(context, words, table, tables[table].groups, listed)
        place.stream(_file(context, code, table, "json"), rows_json)


class Part(NamedTuple):
    """Some rows of a track's page with its head, and of each download, to be judged as files of their own.

    ``heads`` and ``rows`` are by language; a row is its JSON bytes and its line of the CSV.
    """

    context: TrackContext
    heads: dict[str, Head]
    rows: dict[str, tuple[tuple[bytes, bytes], ...]]


def _parts(
    context: TrackContext, heads: dict[str, Head], gathered: TrackRows, spool: Spool
) -> Iterator[Part]:
    places = [(number, kept) for number, table in enumerate(TABLES) for kept in gathered.kept[table]]
    for start in range(0, max(len(places), 1), _PART):
        part = places[max(start - 1, 0) : start + _PART]
        cut, found = {}, {}
        for code, head in heads.items():
            layout = tuple(
                (name, tuple(_groups(kept for at, kept in part if at == number)))
                for number, (name, _) in enumerate(head.tables)
            )
            cut[code] = _cut(head, layout)
            both = [spool.read(kept.places[code]) for _, kept in part]
            found[code] = tuple((row, line) for row, line in both)
        yield Part(context, cut, found)


def _groups(kept: Iterable[Kept]) -> Iterator[Group]:
    for (kind, success), members in groupby(kept, key=lambda row: (row.order.group, row.order.success)):
        yield Group(kind, success, sum(1 for _ in members))


def _cut(head: Head, layout: tuple[tuple[str, tuple[Group, ...]], ...]) -> Head:
    """The head with the groups of these rows alone."""
    content = head.document["contenu"]
    tables = []
    for table, (_, whole), (_, part) in zip(content["tableaux"], head.tables, layout, strict=True):
        made = {(g.kind, g.success): shown for g, shown in zip(whole, table["groupes"], strict=True)}
        tables.append({**table, "groupes": [made[(g.kind, g.success)] for g in part]})
    return Head({**head.document, "contenu": {**content, "tableaux": tables}}, layout)


def judge_part(part: Part) -> Judged:
    """In a worker: what the rules refuse of the page and the downloads with these rows."""
    judge, context = this_judge(), part.context
    documents: dict[str, Any] = {
        code: load(b"".join(track.write(head, (row for row, _ in part.rows[code]))))
        for code, head in part.heads.items()
    }
    judged = judge.page(context.path, documents)
    result = Judged(findings=judged.findings, summaries=judged.summaries)
    if context.shows_scores:
        for code, head in part.heads.items():
            start = 0
            for table, layout in head.tables:
                rows_here = part.rows[code][start : start + sum(group.rows for group in layout)]
                start += len(rows_here)
                for path, data in _table_files(context, code, table, layout, rows_here):
                    result.findings += judge.file(path, data, (context.season.number, context.name, table))
    return result


def _table_files(
    context: TrackContext,
    code: str,
    table: str,
    layout: tuple[Group, ...],
    part: tuple[tuple[bytes, bytes], ...],
) -> Iterator[tuple[str, bytes]]:
    words = context.build.words[code]
    csv = downloads.csv_file(context, words, table, (line for _, line in part))
    yield _file(context, code, table, "csv"), b"".join(csv)
    yield _file(context, code, table, "schema.json"), dump(downloads.csv_schema(context, words, table))
    listed = downloads.json_file(context, words, table, layout, (row for row, _ in part))
    yield _file(context, code, table, "json"), b"".join(listed)


def _file(context: TrackContext, code: str, table: str, kind: str) -> str:
    path = PROVE_IT.results(context.season.number, context.name, table, kind)
    return addresses.file(addresses.localised(code, path))
