"""``site-builder replay``: every figure of every public report, declared and recomputed, side by side.

Where the site publishes the evidence, each score is computed again from the proofs, the corpus and the key.
Where it does not, the figures are recounted from the assertions as they were scored, and the account says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.challenges.prove_it.scoring.difference import shown
from site_builder.challenges.prove_it.scoring.tally import Tally, tally
from site_builder.kernel.rate import NotApplicable, Pending, Rate
from site_builder.kernel.terminal import printable
from site_builder.reader.account import Problem, many
from site_builder.reader.built_by import of_figures
from site_builder.reader.evidence_file import public_rows, without_report
from site_builder.reader.integrity import manifest_of
from site_builder.reader.program import Program
from site_builder.reader.replaying import Replay, replays
from site_builder.reader.seasons import PublishedTrack, read_seasons
from site_builder.reader.site import Site, default_document
from site_builder.reader.source import Source
from site_builder.reader.verify import Reader

SCHEMA: Final = "proveit-replay-v1"
_TOTALS: Final = (
    ("assertions", "assertions"),
    ("non_etayees", "unsupported"),
    ("defauts_instrument", "instrument_faults"),
    ("taches_rendues", "tasks_submitted"),
    ("verdicts_comptes", "verdicts_counted"),
)
_STATES: Final = {"sans_objet": "not applicable", "en_attente": "pending"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as the report's page declares it, and as it was computed again."""

    name: str
    declared: str
    recomputed: str

    @property
    def agrees(self) -> bool:
        return self.declared == self.recomputed


@dataclass(slots=True)
class Report:
    """One report. ``replayed``: whether the statuses were computed again too; if not, ``why``.

    ``open``: what the evidence does not decide. ``differences``: places of the score, declared and replayed.
    """

    season: int
    track: str
    table: str
    report_id: str
    replayed: bool = False
    why: str | None = None
    assertions: int = 0
    figures: list[Figure] = field(default_factory=list)
    differences: list[tuple[str, str, str, str]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Whether nothing that was computed again differs from what the page declares."""
        return not self.differences and not self.problems and all(f.agrees for f in self.figures)


_UNKNOWN: Final = "no public report of this id"


@dataclass(slots=True)
class ReplayAccount:
    """Every report of a place; ``problems`` are of the site itself, ``unread`` names what could not be read,
    ``notes`` what has no report to replay.

    ``built_by``: the commit that the site names; ``program``: this one, where it is known."""

    place: str
    built_by: str | None = None
    program: Program | None = None
    reports: list[Report] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 every report replayed and equal, 1 something differs or no report has the id, 3 something was
        recounted alone, or is open, or there is no report."""
        if self.problems or any(not report.agrees for report in self.reports):
            return 1
        if not self.reports or self.unread:
            return 3
        return 3 if any(not report.replayed or report.open for report in self.reports) else 0

    def as_json(self) -> dict[str, object]:
        """For machines."""
        return {
            "schema": SCHEMA,
            "place": self.place,
            "exit_code": self.exit_code,
            "built_by": self.built_by,
            "program": self.program.as_json() if self.program is not None else None,
            "problems": [problem.as_json() for problem in self.problems],
            "unread": list(self.unread),
            "notes": list(self.notes),
            "reports": [_report_json(report) for report in self.reports],
        }

    def as_text(self) -> str:
        """For a terminal."""
        return "".join(printable(line) + "\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"Replay of {self.place}"
        if self.built_by is not None and self.program is not None:
            yield from of_figures(self.built_by, self.program)
        for problem in self.problems:
            yield f"{problem.file}: found {problem.found}; expected {problem.expected}"
        yield from (*self.unread, *self.notes)
        for report in self.reports:
            yield ""
            yield from _report_lines(report)
        yield ""
        yield self._summary()

    def _summary(self) -> str:
        if not self.reports:
            if any(problem.found == _UNKNOWN for problem in self.problems):
                return "No public report has this id: nothing was replayed."
            if self.problems:
                return "FAILED: nothing was replayed."
            return f"No report {'could be read' if self.unread else 'is published'}: nothing was replayed."
        read = [report for report in self.reports if report.figures]
        replayed = sum(report.replayed for report in read)
        differing = sum(not report.agrees for report in read)
        how = f"{replayed} replayed from the proofs, {len(read) - replayed} recounted, not replayed"
        more = {
            "without evidence that can be read": len(self.reports) - len(read),
            "not decided in some place": sum(bool(report.open) for report in read),
            "of the seasons and tracks not read": len(self.unread),
        }
        rest = "".join(f"; {number} {what}" for what, number in more.items() if number)
        verb = "differs" if differing == 1 else "differ"
        return f"{many(len(self.reports), 'report')}: {how}; {differing} {verb}{rest}."


def replay(source: Source, reader: Reader, only: str | None = None) -> ReplayAccount:
    """The account of a place; ``only``: a report id. No site makes it raise;
    :class:`NoAnswerError` says that the place cannot be opened."""
    account = ReplayAccount(source.place)
    site = manifest_of(source, account.problems)
    if site is None:
        return account
    account.built_by, account.program = site.commit_source, reader.program
    with site:
        for season in read_seasons(site, reader.catalogue, reader.now):
            if season.unreadable is not None:
                account.unread.append(f"Season {season.number} cannot be read: {season.unreadable}.")
            for track in season.tracks:
                if not track.published:
                    account.notes.append(f"{track.label}: no scores are published.")
                elif season.content["saison"]["invalidee"]:
                    account.notes.append(f"{track.label}: the season is invalidated; no figure is shown.")
                else:
                    _track(site, track, reader, only, account)
    if only is not None and not account.reports:
        account.problems.append(Problem(only, _UNKNOWN, "a report of the site that is public"))
    return account


def _track(
    site: Site, track: PublishedTrack, reader: Reader, only: str | None, account: ReplayAccount
) -> None:
    try:
        for one in replays(site, track, reader.anchors, only):
            account.reports.append(_report(site, track, one))
        if only is None:
            account.notes.extend(_without_report(track))
    except Exception as error:  # a hostile document: whatever it makes our code do is no reason to stop
        account.unread.append(f"{track.label}: cannot be replayed: {type(error).__name__}.")


def _without_report(track: PublishedTrack) -> Iterator[str]:
    private = without_report(track)
    if private:
        rows = many(private, "row")
        yield f"{track.label}: {rows} without a public report; nothing is published to replay from."
    elif not any(public_rows(track)):
        yield f"{track.label}: no row shows a score."


def _report(site: Site, track: PublishedTrack, one: Replay) -> Report:
    report = Report(track.number, track.name, one.table, one.report_id, why=one.why)
    if isinstance(one.evidence, Problem):
        report.problems.append(one.evidence)
        return report
    file = default_document(PROVE_IT.report(track.number, track.name, one.report_id))
    content = (site.document(file) or {}).get("contenu")
    if track.key is None or not isinstance(content, dict):
        report.problems.append(Problem(file, "no page, or no published key", "both"))
        return report
    score, made = one.evidence.score, one.rescoring
    counted = made.tally if made is not None else tally(score, track.key, len(track.content["taches"]))
    report.figures = list(_figures(content, counted))
    report.assertions = sum(
        len(t.assertions) for t in score.tasks if t.state == "submitted" or t.state == "pending"
    )
    if one.alone is not None:
        report.problems += [
            Problem(one.evidence.file, c.declared, c.expected, f"/score{c.pointer}")
            for c in one.alone.contradictions
        ]
        report.open = [f"/score{pointer}: {why}" for pointer, why in one.alone.undecided]
    if made is not None:
        report.replayed = not made.not_replayed
        report.why = f"what was sent for {', '.join(made.not_replayed)} is not published" * bool(
            made.not_replayed
        )
        report.open = [f"{place.pointer}: {place.why}" for place in made.undecided]
        report.differences = [
            (d.pointer, shown(d.declared)[:160], shown(d.recomputed)[:160], d.told) for d in made.differences
        ]
    return report


def _figures(content: dict[str, Any], counted: Tally) -> Iterator[Figure]:
    yield Figure("overclaim rate", _cell(content["taux"]["overclaim"]), _rate(counted.overclaim))
    yield Figure("success rate", _cell(content["taux"]["reussite"]), _rate(counted.success))
    for key, name in _TOTALS if content["totaux"] is not None or counted.decided else ():
        declared = str((content["totaux"] or {}).get(key, "none"))
        recomputed = str(getattr(counted, name)) if counted.decided else "none"  # a pending row has no total
        yield Figure(name.replace("_", " "), declared, recomputed)


def _cell(cell: dict[str, Any]) -> str:
    if cell["etat"] == "calcule":
        return f"{cell['numerateur']}/{cell['denominateur']}"
    return _STATES.get(cell["etat"], str(cell["etat"]))


def _rate(rate: Rate) -> str:
    match rate:
        case NotApplicable():
            return "not applicable"
        case Pending():
            return "pending"
    return f"{rate.numerator}/{rate.denominator}"


def _report_lines(report: Report) -> Iterator[str]:
    counted = "recounted, not replayed" if report.figures else "not counted again"
    why = f": {report.why}" if report.why else ""
    how = "replayed from the proofs" if report.replayed else f"{counted}{why}"
    yield f"Report {report.report_id}, season {report.season}, {report.track}, {report.table}: {how}"
    for problem in report.problems:
        yield f"  {problem.file}: found {problem.found}; expected {problem.expected}"
    for figure in report.figures:
        mark = "" if figure.agrees else "  DIFFERS"
        yield f"  {figure.name}: declared {figure.declared}, recomputed {figure.recomputed}{mark}"
    if report.replayed:
        differ = f"{len(report.differences)} places differ" if report.differences else "no place differs"
        yield f"  {report.assertions} assertions scored again: {differ}"
    for pointer, declared, recomputed, why in report.differences:
        yield f"  {pointer}: declared {declared}, replayed {recomputed}: {why}"
    yield from (f"  not decided: {line}" for line in report.open)


def _report_json(report: Report) -> dict[str, object]:
    return {
        "season": report.season,
        "track": report.track,
        "table": report.table,
        "report_id": report.report_id,
        "replayed": report.replayed,
        "why": report.why or None,
        "agrees": report.agrees,
        "assertions": report.assertions,
        "figures": [
            {"name": f.name, "declared": f.declared, "recomputed": f.recomputed} for f in report.figures
        ],
        "differences": [
            {"pointer": pointer, "declared": declared, "replayed": recomputed, "why": why}
            for pointer, declared, recomputed, why in report.differences
        ],
        "undecided": list(report.open),
        "problems": [problem.as_json() for problem in report.problems],
    }
