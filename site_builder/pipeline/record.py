"""What the ledger is told of a build, and what the data must still hold of what it told before (G004)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from site_builder.challenges.prove_it.inputs.correction import CORRECTION, Correction
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.tree import TRACKS
from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.documents import addresses
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger import Line
from site_builder.kernel.ledger_concerns import SeasonState, gone
from site_builder.pipeline.place import Place
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


def rewritten_findings(
    works: Iterable[SeasonWork], place: Place, findings: Iterable[Finding]
) -> list[Finding]:
    """Corrections that say something else than in the last publication, whose kits hold the file.

    Those of a season that could not be read (``findings``), or may not be read yet, are not judged.
    """
    unread = {finding.file for finding in findings}
    found = []
    for work in works:
        if work.case.closed and _corrections(work) not in unread:
            pairs = zip(_published(work, place), work.case.corrections, strict=False)
            for line, (published, held) in enumerate(pairs, 1):
                if published is not None and published != held:
                    found.append(rule.rewritten(_corrections(work), line, place.lines[-1].n))
    return found


def _published(work: SeasonWork, place: Place) -> Iterator[Correction | None]:
    """The corrections of the last publication, in order; ``None`` for a line of another form."""
    for track in TRACKS:
        path = addresses.file(PROVE_IT.kit_file(work.case.season.season, track, "corrections.jsonl"))
        with place.last(path) as stream:
            if stream is not None:
                for line in stream:
                    yield read_model(line.rstrip(b"\n"), path, CORRECTION.validate_python)[0]
                return


def _state(work: SeasonWork) -> SeasonState:
    season = work.case.season
    return SeasonState(
        season.season, season.demonstration, len(work.case.corrections), season.invalidated is not None
    )


def _corrections(work: SeasonWork) -> str:
    return f"{work.case.folder}/corrections.jsonl"
