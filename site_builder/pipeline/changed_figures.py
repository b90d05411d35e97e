"""Whether a row shows what was published of it, or a new rectification says why not (G009, PUB-17)."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from site_builder.challenges.prove_it.inputs.correction import Rectification
from site_builder.challenges.prove_it.pages import downloads
from site_builder.challenges.prove_it.scoring.case import SeasonCase
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger_concerns import published_corrections
from site_builder.languages import DEFAULT
from site_builder.pipeline import published_tables
from site_builder.pipeline.place import Place
from site_builder.pipeline.published_tables import Figures, PublishedRow
from site_builder.pipeline.spool import Spool
from site_builder.pipeline.tracks import Kept, TrackRows
from site_builder.rules import g009_published_figure_changed as rule
from site_builder.rules.cases import TOMBSTONES
from site_builder.rules.g008_published_result_gone import report_hidden

_PENDING: Final = "en_attente"
_WITHHELD: Final = "saison_invalidee"
_WORDS: Final = {_PENDING: "pending", "sans_objet": "not applicable"}
_COUNTED: Final = ("supported", "unsupported")
_POINTERS: Final = {
    "overclaim_numerateur": "/totals/unsupported",
    "overclaim_denominateur": "/totals/assertions",
    "reussite_numerateur": "/totals/verdicts_counted",
    "taches_rendues": "/totals/tasks_submitted",
}

Row = tuple[str, str, str]
"""A row of a season: track, table, report id."""


class Rectified(NamedTuple):
    """What rectifications add to the overclaim numerator and denominator of a row."""

    unsupported: int
    counted: int


def rectified(case: SeasonCase, published: int) -> dict[Row, Rectified]:
    """Rows with rectifications since the first ``published`` corrections of the season."""
    found: dict[Row, Rectified] = {}
    for correction in case.corrections[published:]:
        if isinstance(correction, Rectification):
            of, before, after = correction.concerns, correction.before.status, correction.after.status
            row = (of.track, of.table, of.report_id)
            so_far = found.get(row, Rectified(0, 0))
            found[row] = Rectified(
                so_far.unsupported + (after == "unsupported") - (before == "unsupported"),
                so_far.counted + (after in _COUNTED) - (before in _COUNTED),
            )
    return found


class TrackFigures:
    """The rows of a track, held one by one against those of the last publication.

    ``refused``: what was refused already; a score or a correction that it is about is not judged again.
    """

    def __init__(self, rows: TrackRows, spool: Spool, place: Place, refused: Collection[Finding]) -> None:
        self._context, self._spool, self._changed = rows.context, spool, rows.changed
        self._refused = {finding.file for finding in refused}
        self._lines = {(finding.file, finding.line) for finding in refused}
        self._n = place.lines[-1].n
        case = rows.context.season.case
        self._withheld = case.season.invalidated is not None
        self._since = rectified(case, published_corrections(place.lines, case.season.season))
        self._files = {(row.table, row.report_id): row.file for row in rows.summaries}
        words = rows.context.build.words[DEFAULT]
        self._heads = {
            table: tuple(downloads.csv_file(rows.context, words, table, ())) for table in rows.kept
        }
        self._rules_changed = False

    def constant(self, table: str, published: PublishedRow) -> Iterator[Finding]:
        """What is refused of the best constant answer, once for the track; it comes first in its table."""
        file = self._context.case.file
        if self._withheld or self._rules_changed or file in self._refused:
            return
        now = self._row(table, b"")
        finding = constant_finding(file, now.figures, published.figures, self._n)
        if finding is not None:
            self._rules_changed = True  # every row of the track differs in the same way
            yield finding

    def row(self, table: str, published: PublishedRow, kept: Kept) -> Iterator[Finding]:
        """What is refused of a row that the data hold."""
        file = self._files[table, kept.report_id]
        if file in self._refused:
            return
        if published.report_url and not kept.public:
            yield report_hidden(file, self._n)
        changed = self._changed.get((table, kept.report_id), ())
        told = [finding for finding in changed if (finding.file, finding.line) not in self._lines]
        yield from told
        if told:
            return  # the row counts what was just told
        if not (self._withheld or self._rules_changed):
            (line,) = self._spool.read([kept.places[DEFAULT][1]])
            since = self._since.get((self._context.name, table, kept.report_id))
            finding = row_finding(file, self._row(table, line), published, since, self._n)
            if finding is not None:
                yield finding

    def _row(self, table: str, line: bytes) -> PublishedRow:
        """The row of a line of the CSV to come; without one the best constant answer."""
        header, constant = self._heads[table]
        (row,) = published_tables.rows(io.BytesIO(header + (line or constant)), table)
        return row


def row_finding(
    file: str, now: PublishedRow, published: PublishedRow, since: Rectified | None, n: int
) -> Finding | None:
    """What is refused of a row that publication ``n`` has; ``since``: what was rectified after it."""
    before, after = published.figures, now.figures
    if {now.state, published.state}.intersection(TOMBSTONES) or before.overclaim_etat == _WITHHELD:
        return None
    if published.state == _PENDING:
        same = _int(after.taches_rendues) >= _int(before.taches_rendues)
    else:
        same = (published.state, before) == (now.state, after)
    if same:
        return None
    changed = (name for name in _POINTERS if getattr(before, name) != getattr(after, name))
    pointer = "/tasks" if now.state != published.state else _POINTERS[next(changed, "taches_rendues")]
    if since is None:
        return rule.figure_changed(file, pointer, _words(after), _words(before), n)
    if _PENDING in (now.state, published.state) or before.taches_rendues != after.taches_rendues:
        return None  # a task that came or went took its assertions with it
    numerator = _int(before.overclaim_numerateur) + since.unsupported
    denominator = _int(before.overclaim_denominateur) + since.counted
    if (numerator, denominator) == (_int(after.overclaim_numerateur), _int(after.overclaim_denominateur)):
        return None
    expected = f"{numerator}/{denominator}"
    return rule.not_explained(file, pointer, _words(after), _words(before), expected, n)


def constant_finding(file: str, now: Figures, published: Figures, n: int) -> Finding | None:
    """What is refused of a track whose best constant answer publication ``n`` has otherwise."""
    if now == published or published.reussite_etat == _WITHHELD:
        return None
    pointer = "/tasks" if now.taches != published.taches else "/expected_verdicts"
    return rule.rules_changed(file, pointer, _success(now), _success(published), n)


def _words(figures: Figures) -> str:
    overclaim = _rate(figures.overclaim_etat, figures.overclaim_numerateur, figures.overclaim_denominateur)
    return f"overclaim {overclaim}, success {_success(figures)}, {figures.taches_rendues} tasks submitted"


def _success(figures: Figures) -> str:
    return _rate(figures.reussite_etat, figures.reussite_numerateur, figures.reussite_denominateur)


def _rate(state: str, numerator: str, denominator: str) -> str:
    return f"{numerator}/{denominator}" if numerator else _WORDS.get(state, "none")


def _int(digits: str) -> int:
    return int(digits) if digits else 0
