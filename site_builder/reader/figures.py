"""Step 6: every figure is the one recounted from the published assertions and the published key.

Counting again is done by the code that counted first; what is compared is its whole outcome. From the
evidence of each public report its page is made again in every language, then the rows, the tables, their
order, the downloads and the season's page, and each must be the published bytes. Of a row whose participant
keeps the report private, nothing but the row is published: it is taken as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from site_builder.challenges.prove_it.inputs.score import Score
from site_builder.challenges.prove_it.pages import downloads, proofs, report, rows, season, track
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.counts import TaskCounts
from site_builder.challenges.prove_it.pages.received import Counts
from site_builder.challenges.prove_it.pages.rows import RowOrder
from site_builder.challenges.prove_it.pages.tables import Table, groups
from site_builder.challenges.prove_it.pages.words import TABLES
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.challenges.prove_it.scoring.difference import differences, shown
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.documents import addresses
from site_builder.documents.envelope import Document, dump
from site_builder.kernel.findings import Finding
from site_builder.languages import CODES
from site_builder.reader.account import Problem, Step, many
from site_builder.reader.evidence_file import read_evidence
from site_builder.reader.private_row import has_emoji, order_of
from site_builder.reader.published_facts import rows_of
from site_builder.reader.received_list import Shown, check_received, list_path
from site_builder.reader.replaying import Incidents, shown_proofs
from site_builder.reader.seasons import PublishedSeason, PublishedTrack
from site_builder.reader.shown_figures import differing_lines, is_figure
from site_builder.reader.site import Site, both
from site_builder.render.document import parse
from site_builder.rules.judge import judge

_CHALLENGE: Final = "prove_it"
_MOST: Final = 20


@dataclass(slots=True)
class _Row:
    """A row made again, or taken as it stands: its place, and its JSON in each language."""

    order: RowOrder
    documents: Mapping[str, Document]
    emoji: bool


@dataclass(slots=True)
class _Table:
    incidents: Incidents
    rows: list[_Row] = field(default_factory=list)
    counts: TaskCounts = field(default_factory=TaskCounts)
    shown: Shown = field(default_factory=Shown)
    reports: int = 0


def check_figures(site: Site, seasons: Sequence[PublishedSeason], incidents: Incidents, step: Step) -> None:
    """Every figure of every season that shows any; ``incidents`` come from the replay."""
    for one in seasons:
        if one.unreadable is not None:
            step.unchecked.append(f"Season {one.number}: {one.unreadable}.")
            continue
        counts: dict[tuple[str, str], TaskCounts] = {}
        for part in one.tracks:
            try:
                _track(site, part, incidents, step, counts)
            except Exception as error:  # a hostile document
                step.unchecked.append(f"{part.label}: cannot be counted again: {type(error).__name__}.")
        contexts = [part.context for part in one.tracks if part.context is not None]
        if contexts:
            step.findings(_judged(contexts))
        for part in one.tracks:
            if part.context is not None and part.corpus is not None:
                step.findings(judge("corpus", part.context.case, part.corpus, challenge=_CHALLENGE))
        if contexts and len(contexts) == len(one.tracks):
            _season(site, one, contexts, counts, step)
    if not step.compared and not step.problems and not step.unchecked:
        step.compared.append("no season shows a figure: there is nothing to count")


def _judged(contexts: Sequence[TrackContext]) -> Iterator[Finding]:
    """What the rules on the inputs of a season refuse of its kit."""
    cases = [context.case for context in contexts]
    yield from judge("season", cases[0].season, challenge=_CHALLENGE)
    for case in cases:
        yield from judge("track", case, challenge=_CHALLENGE)


def _track(
    site: Site, part: PublishedTrack, incidents: Incidents, step: Step,
    counts: dict[tuple[str, str], TaskCounts],
) -> None:  # fmt: skip
    if not part.published:
        return
    context = part.context
    if context is None:
        for problem in part.problems[:_MOST]:
            step.problems.append(problem)
        if not part.problems:
            step.unchecked.append(f"{part.label}: without a replay kit, nothing can be recounted.")
        return
    if context.season.invalidated:
        step.notes.append(f"{part.label}: the season is invalidated; no figure is shown.")
        return
    made = {name: _Table(incidents) for name in TABLES}
    whole = True
    ranked = part.enrolments.set_aside if part.enrolments is not None else {}
    for table, row, translated in _published_rows(site, part):
        if table == "community" and row["agent"] is not None and row["agent"]["did"] in ranked:
            step.wrong(_page_file(part), row["agent"]["did"], "no row but that of the first enrolment (§9.1)")
        whole = _one(site, part, context, made[table], table, row, translated, step) and whole
    for name, one in made.items():
        counts[part.name, name] = one.counts
        if one.shown.private:
            step.notes.append(
                f"{part.label}, {name}: {many(one.shown.private, 'row')} without a public report: assertions "
                "are not published, and figures are taken as they stand."
            )
    shown = {name: one.shown for name, one in made.items()}
    received = check_received(site, context, shown, {name: one.counts for name, one in made.items()}, step)
    if received is not None:
        _same(site, list_path(part.number, part.name), dump(received), step)
    if whole:
        _page(site, part, context, made, step)
    number = sum(one.reports for one in made.values())
    step.compared.append(f"{part.label}: {many(number, 'report')}, rows, tables, downloads, counted again")


def _page_file(part: PublishedTrack) -> str:
    return both(CODES[0], PROVE_IT.track(part.number, part.name))[0]


def _published_rows(site: Site, part: PublishedTrack) -> Iterator[tuple[str, Document, dict[str, Document]]]:
    """(table, row, language → row) of every row, in the order of the page."""
    assert part.context is not None
    by_language = {}
    for code in part.context.build.words:
        document = site.document(both(code, PROVE_IT.track(part.number, part.name))[0]) or {}
        by_language[code] = [row for _, row in rows_of(document["contenu"])]
    for index, (table, row) in enumerate(rows_of(part.content)):
        yield table, row, {code: found[index] for code, found in by_language.items()}


def _one(
    site: Site, part: PublishedTrack, context: TrackContext, into: _Table, table: str, row: Document,
    translated: dict[str, Document], step: Step,
) -> bool:  # fmt: skip
    """Counts one row in; whether it could be."""
    report_id = row["report_id"]
    if row["agent"] is None:
        made = rows.tombstones(context, table, report_id, has_page=row["rapport_url"] is not None)
        into.rows.append(_Row(rows.tombstone_order(report_id), made, False))
        into.shown.removed += 1
        if row["rapport_url"] is not None:
            _same_documents(site, part, report_id, report.tombstones(context, table, report_id), step)
        return True
    if row["rapport_url"] is None:
        into.shown.row(row)
        into.rows.append(_Row(order_of(row), translated, has_emoji(row)))
        return True
    evidence = read_evidence(site, part, table, report_id)
    if isinstance(evidence, Problem):
        step.problems.append(evidence)
        return False
    assert context.case.key is not None
    counted = tally(evidence.score, context.case.key, context.task_count)
    file = _score_file(context, evidence.score)
    case = ScoreCase(context.case, file, evidence.score, counted)
    for finding in judge("score", case, challenge=_CHALLENGE):
        pointer = None if finding.pointer is None else f"/score{finding.pointer}"
        step.findings([replace(finding, file=evidence.file, pointer=pointer)])
    found = into.incidents.get((part.number, part.name, report_id))
    if found is not None:
        case = replace(case, score=case.score.told_of_faults(found.lost))
    made = report.documents(context, case, shown_proofs(site, part, report_id, found))
    _same_documents(site, part, report_id, made, step)
    listed = proofs.document(context, case)
    if listed is not None:
        _same(site, addresses.file(PROVE_IT.proofs(part.number, part.name, report_id)), dump(listed), step)
    into.rows.append(
        _Row(rows.order(context, case), rows.documents(context, case), rows.replaces_emoji(context, case))
    )
    into.shown.report(evidence)
    into.counts.add(case, found.incidents if found is not None else 0)
    into.reports += 1
    return True


def _score_file(context: TrackContext, score: Score) -> str:
    """The name that the score's file may have had: the site does not publish it."""
    name = score.run.run_id if score.table == "reference" else score.report_id
    return f"{context.case.folder}/{score.table}/{name}.json"


def _page(
    site: Site, part: PublishedTrack, context: TrackContext, made: Mapping[str, _Table], step: Step
) -> None:
    """The track's page and the downloads, from rows in their order."""
    tables = {}
    for name, one in made.items():
        one.rows.sort(key=lambda row: row.order)
        emoji = any(row.emoji for row in one.rows)
        tables[name] = Table(groups(row.order for row in one.rows), one.counts, emoji)
    for code, head in track.heads(context, tables).items():
        words = context.build.words[code]
        shown_rows = {name: [row.documents[code] for row in one.rows] for name, one in made.items()}
        page = track.write(head, (dump(row) for name in TABLES for row in shown_rows[name]))
        _same(site, both(code, context.path)[0], b"".join(page), step)
        for name, found in shown_rows.items():
            lines = [downloads.csv_line(context, words, name, row) for row in found]
            listed = downloads.json_file(context, words, name, tables[name].groups, map(dump, found))
            for kind, data in (
                ("csv", b"".join(downloads.csv_file(context, words, name, lines))),
                ("xlsx", downloads.workbook(context, words, name, lines)),
                ("schema.json", dump(downloads.csv_schema(context, words, name))),
                ("json", b"".join(listed)),
            ):
                path = addresses.localised(code, PROVE_IT.results(part.number, part.name, name, kind))
                _same(site, addresses.file(path), data, step)


def _season(
    site: Site, one: PublishedSeason, contexts: Sequence[TrackContext], counts: Counts, step: Step
) -> None:
    """The season's page: its incidents count those of private reports too."""
    try:
        stated = {
            (entry["piste"]["id"], entry["tableau"]["id"], entry["genre"]): entry["nombre"]
            for entry in one.content["incidents"]
        }
        for key, counted in counts.items():
            if _has_private(one, *key):
                faults = stated.get((*key, "defaut_instrument"), 0)
                counted.instrument_faults = max(counted.instrument_faults, faults)
                copies = stated.get((*key, "copie_divergente"), 0)
                counted.flat_copies = max(counted.flat_copies, copies)
                lost = stated.get((*key, "tache_perdue"), 0)
                counted.lost_tasks = max(counted.lost_tasks, lost)
        path = PROVE_IT.season(one.number)
        for code, document in season.documents(contexts[0].season, contexts, counts).items():
            _same(site, both(code, path)[0], dump(document), step)
    except Exception as error:  # a hostile document
        step.unchecked.append(f"Season {one.number}: cannot be made again: {type(error).__name__}.")


def _has_private(one: PublishedSeason, name: str, table: str) -> bool:
    found = (rows_of(part.content) for part in one.tracks if part.name == name)
    return any(where == table and row["rapport_url"] is None for part in found for where, row in part)


def _same_documents(
    site: Site, part: PublishedTrack, report_id: str, made: Mapping[str, Document], step: Step
) -> None:
    path = PROVE_IT.report(part.number, part.name, report_id)
    for code, document in made.items():
        _same(site, both(code, path)[0], dump(document), step)


def _same(site: Site, file: str, made: bytes, step: Step) -> None:
    """The published file is the one made again; the places where it is not, with both values."""
    published = site.find(file)
    if published == made:
        return
    if published is None:
        step.wrong(file, "nothing", "a file that follows from the evidence")
        return
    left, right = site.document(file), _value(made) if file.endswith(".json") else None
    places = list(differences(left, right, {})) if left is not None and right is not None else []
    third_party = frozenset(_third_party(right))
    told = {step.wrong: 0, step.differs: 0}
    for place in places:
        tell = step.wrong if is_figure(place, third_party) else step.differs
        told[tell] += 1
        if told[tell] <= _MOST:
            expected = f"{_short(shown(place.recomputed))}, recounted"
            tell(file, _short(shown(place.declared)), expected, place.pointer)
    if places:
        return
    if step.other_program and file.endswith(".csv"):
        for line, found, expected in differing_lines(published, made):
            step.wrong(file, _short(found), _short(expected), f"line {line}")
    step.differs(file, "other bytes", "those that follow from the evidence")


def _third_party(document: Mapping[str, Any] | None) -> Iterator[str]:
    """Where a document that was made again holds texts of third parties."""
    listed = (document or {}).get("texte_de_tiers")
    yield from listed["champs"] if isinstance(listed, dict) else ()


def _value(data: bytes) -> dict[str, Any] | None:
    value = parse(data)
    return value if isinstance(value, dict) else None


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:119] + "…"
