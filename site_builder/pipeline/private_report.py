"""``site-builder report``: a report that its participant keeps private, made for them alone (§7.5).

Everything is checked as for a build; what stops one stops the report, since its figures would be in doubt.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from site_builder.kernel.findings import Finding
from site_builder.pipeline.build import run
from site_builder.pipeline.place import overlaps, write_below
from site_builder.pipeline.request import Advance, Alone, Request
from site_builder.publish import PublicationError
from site_builder.publish.errors import IN_THE_WAY, NOT_OURS, Refusal, unreachable
from site_builder.publish.manifest import MANIFEST
from site_builder.render.assets import assets

_NO_REPORT: Final = Refusal(
    "N001",
    "no-private-report",
    "the id of a report that its participant keeps private",
    "Take the id from the table's results.csv, column report_id, of the row with the participant's DID.",
)
_EMPTY: Final = "no folder yet, or an empty one"


@dataclass(slots=True)
class Made:
    """What became of a request. ``early``: no season whose scores are published holds the id, and one that is
    not may: nothing more was looked at. ``pages``: the HTML files, below the output."""

    findings: list[Finding] = field(default_factory=list)
    held_back: tuple[str, ...] = ()
    early: bool = False
    pages: tuple[str, ...] = ()


def make(request: Request, report_id: str, output: Path, advance: Advance) -> Made:
    """Render the private reports of an id (one per track at most) into ``output``, whole or not at all."""
    given = str(output)
    refused = _refused(request, output)
    if refused:
        return Made(findings=refused)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{output.name}.", dir=output.parent) as beside:
            folder = Path(beside) / "report"
            folder.mkdir(mode=0o700)  # for one participant alone: its owner decides who else reads it
            outcome = run(replace(request, output=None, alone=Alone(report_id, folder)), advance)
            made = Made(outcome.findings, outcome.held_back)
            if made.findings:
                return made
            made.pages = tuple(sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.html")))
            if made.pages:
                for name, data in assets():
                    write_below(folder, name, data)
                folder.rename(output)
            elif report_id not in outcome.reports and (made.held_back or not outcome.reports):
                made.early = True
            else:
                made.findings = [_absent(report_id, outcome.reports)]
            return made
    except PublicationError as error:
        return Made(findings=error.findings)
    except OSError as error:
        return Made(findings=unreachable(given, "cannot write the report", error).findings)


def _refused(request: Request, output: Path) -> list[Finding]:
    """Why the files may not go there."""
    found = overlaps(replace(request, output=output))
    given = str(output)
    with suppress(OSError):
        if output.is_symlink() or (output.exists() and (not output.is_dir() or any(output.iterdir()))):
            found.append(NOT_OURS.finding(given, "a folder that holds something, or no folder", _EMPTY))
        if any((above / MANIFEST).is_file() for above in output.resolve().parents):
            inside = "a folder inside a published site"
            found.append(IN_THE_WAY.finding(given, inside, "a folder that nobody serves"))
    return [replace(finding, remedy="Name a new folder of its own with --output.") for finding in found]


def _absent(report_id: str, reports: Mapping[str, bool]) -> Finding:
    """``reports``: the ids that were read, and whether their reports are all public."""
    if report_id in reports:
        of = "a public report, which is a page of the site" if reports[report_id] else "a row that is gone"
        return _NO_REPORT.finding(report_id, f"the id of {of}")
    near = get_close_matches(report_id.lower(), sorted(reports), n=3, cutoff=0.7)
    alike = f"; the nearest: {', '.join(near)}" if near else ""
    return _NO_REPORT.finding(report_id, f"no row of a published season with this id{alike}")
