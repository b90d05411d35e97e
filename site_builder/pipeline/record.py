"""What the ledger is told of a build, and what the data must still hold of what it told before (G004)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger import Line
from site_builder.kernel.ledger_concerns import SeasonState, gone
from site_builder.pipeline.seasons import SeasonWork
from site_builder.rules import g004_published_entry_gone as rule


def states(works: Iterable[SeasonWork]) -> list[SeasonState]:
    """The seasons of a build as the ledger knows them."""
    return [_state(work) for work in works]


def gone_findings(
    works: Sequence[SeasonWork], lines: Sequence[Line], findings: Iterable[Finding]
) -> list[Finding]:
    """Corrections and invalidations that were published and that the data no longer hold.

    A season whose entries may not be read yet, or could not be read (``findings``), is not judged.
    """
    unread = {finding.file for finding in findings}
    judged = {
        work.case.season.season: work
        for work in works
        if work.case.closed and not unread.intersection((work.case.file, _corrections(work)))
    }
    found = []
    for entry in gone(lines, states(judged.values())):
        work = judged[entry.season]
        file = work.case.file if entry.correction is None else _corrections(work)
        found.append(rule.finding(file, entry))
    return found


def _state(work: SeasonWork) -> SeasonState:
    season = work.case.season
    return SeasonState(
        season.season, season.demonstration, len(work.case.corrections), season.invalidated is not None
    )


def _corrections(work: SeasonWork) -> str:
    return f"{work.case.folder}/corrections.jsonl"
