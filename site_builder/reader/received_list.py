"""Step 6, the hashes of all submissions received: those of public reports are there, and the numbers add up.

Of a row without a public report nothing that was sent is published: how many submissions it may have is
bounded by the tasks that it shows as submitted, and by the tasks of the track.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.counts import Received, TaskCounts
from site_builder.challenges.prove_it.pages.received import document, hashes, keeps_submissions
from site_builder.documents import addresses
from site_builder.documents.envelope import Document
from site_builder.reader.account import Step, many
from site_builder.reader.evidence_file import Evidence
from site_builder.reader.site import Site


@dataclass(slots=True)
class Shown:
    """What the rows of one table show of what was received: hashes of public reports, other rows by number,
    and the least number of submissions of private ones."""

    public: list[str] = field(default_factory=list)
    private: int = 0
    least: int = 0
    removed: int = 0

    def report(self, evidence: Evidence) -> None:
        """A public report."""
        if evidence.sent is not None:
            self.public += hashes(evidence.sent)

    def row(self, row: Document) -> None:
        """A row whose report is private."""
        self.private += 1
        self.least += row["taches_rendues"]["nombre"] if row["taches_rendues"] else 0


def list_path(number: int, track: str) -> str:
    """The file of the list of a track."""
    return addresses.file(PROVE_IT.submissions(number, track))


def listed(site: Site, number: int, track: str) -> frozenset[str] | None:
    """Every hash that a track publishes; ``None`` where it publishes no list."""
    found = site.document(list_path(number, track))
    if found is None:
        return None
    return frozenset(one for table in found["tables"].values() for one in table["sha256"])


def check_received(
    site: Site, context: TrackContext, shown: Mapping[str, Shown], counts: Mapping[str, TaskCounts],
    step: Step,
) -> Document | None:  # fmt: skip
    """Holds the list against the rows, and counts in what it says of rows without a public report; the list
    made again, where the track publishes one."""
    file = list_path(context.season.number, context.name)
    if not keeps_submissions(context):
        if any(one.public for one in shown.values()):
            expected = "the hashes of all submissions received: reports publish some of them"
            step.wrong(file, "nothing", expected)
        return None
    stated = site.document(file) or {"tables": {}}
    number = 0
    for table, one in shown.items():
        found: Any = stated["tables"].get(table) or {}
        sha256 = [str(each) for each in found.get("sha256", ())]
        number += len(sha256)
        received = counts[table].received = Received(
            sha256, len(one.public), found.get("of_private_reports", 0), found.get("of_removed_rows", 0)
        )
        _compare(file, table, one, received, context.task_count, step)
    step.compared.append(
        f"season {context.season.number}, {context.name}: the list of {many(number, 'submission')} received "
        "with public reports, and its numbers with the rows"
    )
    return document(context, {(context.name, table): one for table, one in counts.items()})


def _compare(file: str, table: str, one: Shown, received: Received, tasks: int, step: Step) -> None:
    place = f"/tables/{table}"
    missing = _missing(one.public, received.sha256)
    if missing:
        expected = f"those of every public report: {missing[0]}"
        step.wrong(file, f"{many(len(missing), 'submission')} fewer", expected, f"{place}/sha256")
    whole = received.public + received.private + received.removed
    if whole != len(received.sha256):
        numbers = received.public, received.private, received.removed
        parts = "{} of public reports, {} of private ones, {} of removed rows".format(*numbers)
        step.wrong(file, many(len(received.sha256), "submission"), f"{whole}: {parts}", f"{place}/received")
    for name, number, least, rows in (
        ("of_private_reports", received.private, one.least, one.private),
        ("of_removed_rows", received.removed, 0, one.removed),
    ):
        if not least <= number <= rows * tasks:
            expected = f"{least} to {rows * tasks}: the table shows {many(rows, 'such row')}"
            step.wrong(file, str(number), expected, f"{place}/{name}")


def _missing(public: Iterable[str], sha256: Iterable[str]) -> list[str]:
    return sorted((Counter(public) - Counter(sha256)).elements())
