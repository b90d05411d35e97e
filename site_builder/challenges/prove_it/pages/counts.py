"""What the tasks of a track met with, counted for each table apart (PUB-02): counts alone, no names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from site_builder.challenges.prove_it.scoring.case import ScoreCase


@dataclass(slots=True)
class TaskCount:
    """One task: how many submitted it, and how many of these verdicts were exact, grounded, both."""

    submitted: int = 0
    exact: int = 0
    grounded: int = 0
    counted: int = 0

    def add(self, other: TaskCount) -> None:
        self.submitted += other.submitted
        self.exact += other.exact
        self.grounded += other.grounded
        self.counted += other.counted


@dataclass(slots=True)
class Received:
    """The hashes of the submissions of one table, in no order, and of how many of them something is shown:
    a public report, a row alone, nothing any longer."""

    sha256: list[str] = field(default_factory=list)
    public: int = 0
    private: int = 0
    removed: int = 0

    def add(self, hashes: Iterable[str], *, public: bool, removed: bool) -> None:
        """Count what one participant sent."""
        found = list(hashes)
        self.sha256 += found
        if removed:
            self.removed += len(found)
        elif public:
            self.public += len(found)
        else:
            self.private += len(found)

    def merge(self, other: Received) -> None:
        self.sha256 += other.sha256
        self.public += other.public
        self.private += other.private
        self.removed += other.removed


@dataclass(slots=True)
class TaskCounts:
    """The counts of one table, gathered score by score and merged over processes.

    Tasks are counted over public reports alone: a reader can recount them, and no count gives away the
    tasks of a participant who keeps the report private. Pending rows are left out with all their tasks: the
    verdicts of the others are known, so what the count held beyond them would be theirs. Instrument faults
    concern the instrument, flat copies of proofs that differ from what was opened concern the Trust Layer;
    both are counted over every row, and enter no rate. Rows that a correction removed are counted in
    ``received`` alone.
    """

    reports: int = 0
    instrument_faults: int = 0
    flat_copies: int = 0
    lost_tasks: int = 0
    tasks: dict[str, TaskCount] = field(default_factory=dict)
    received: Received = field(default_factory=Received)

    def add(self, case: ScoreCase, flat_copies: int = 0) -> None:
        """Count one score that stands in the table; ``flat_copies`` is what its replay found."""
        lost = case.score.lost_to_faults.values()
        self.instrument_faults += case.tally.instrument_faults + sum(one.instrument_faults for one in lost)
        self.lost_tasks += len(lost)
        self.flat_copies += flat_copies
        if not (case.score.public and case.tally.decided):
            return
        self.reports += 1
        for task_id, tally in case.tally.tasks.items():
            if tally.exact is not None:
                one = TaskCount(1, int(tally.exact), int(tally.grounded is True), int(tally.counted))
                self.tasks.setdefault(task_id, TaskCount()).add(one)

    def merge(self, other: TaskCounts) -> None:
        """Add the counts of another part of the same table."""
        self.reports += other.reports
        self.instrument_faults += other.instrument_faults
        self.flat_copies += other.flat_copies
        self.received.merge(other.received)
        self.lost_tasks += other.lost_tasks
        for task_id, count in other.tasks.items():
            self.tasks.setdefault(task_id, TaskCount()).add(count)

    def of(self, task_id: str) -> TaskCount:
        return self.tasks.get(task_id, TaskCount())
