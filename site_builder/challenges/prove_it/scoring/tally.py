"""The recomputed figures of one score: counted from its assertions and the revealed key.

Specification §5.7. Totals cover submitted tasks alone; instrument faults are assertions but count in
no rate; one pending task leaves both rates pending (§4.1). Counts are pooled over the tasks: nothing
here averages.
"""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey, Fact
from site_builder.challenges.prove_it.inputs.score import Cause, Score, SubmittedTask
from site_builder.challenges.prove_it.scoring.grounds import missing_facts
from site_builder.kernel.rate import Pending, Rate, rate


@dataclass(frozen=True, slots=True)
class TaskTally:
    """One task with assertions; ``exact``, ``grounded`` and ``missing`` are empty while it is pending."""

    supported: int
    unsupported: int
    instrument_faults: int
    exact: bool | None
    grounded: bool | None
    missing: tuple[Fact, ...]

    @property
    def counted(self) -> bool:
        """Whether the verdict counts toward success: exact and grounded."""
        return self.exact is True and self.grounded is True


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of one score; ``tasks`` holds the tasks that carry assertions, by id."""

    assertions: int
    unsupported: int
    instrument_faults: int
    tasks_submitted: int
    verdicts_counted: int
    pending_tasks: int
    causes: dict[Cause, int]
    tasks: dict[str, TaskTally]
    overclaim: Rate
    success: Rate

    @property
    def decided(self) -> bool:
        """Whether no task is pending. A row that is not decided shows no total that would give its rates
        away: what its decided tasks come to is neither rate (§4.1)."""
        return not self.pending_tasks


def tally(score: Score, key: AnswerKey, task_count: int) -> Tally:
    """Counts one score against the revealed key; ``task_count`` is the number of tasks of the track."""
    tasks: dict[str, TaskTally] = {}
    causes: dict[Cause, int] = {}
    submitted = pending = 0
    for task in score.tasks:
        if task.state == "pending":
            pending += 1
            tasks[task.task_id] = TaskTally(0, 0, 0, None, None, ())
        elif task.state == "submitted":
            submitted += 1
            for assertion in task.assertions:
                if assertion.cause is not None:
                    causes[assertion.cause] = causes.get(assertion.cause, 0) + 1
            tasks[task.task_id] = _one(task, key)
    assertions = sum(len(task.assertions) for task in score.tasks if task.state == "submitted")
    unsupported = sum(one.unsupported for one in tasks.values())
    faults = sum(one.instrument_faults for one in tasks.values())
    counted = sum(one.counted for one in tasks.values())
    waiting = pending > 0
    return Tally(
        assertions,
        unsupported,
        faults,
        submitted,
        counted,
        pending,
        causes,
        tasks,
        Pending() if waiting else rate(unsupported, assertions - faults),
        # A key with more tasks than the track is refused by a rule; until then nothing here may break.
        Pending() if waiting else rate(counted, max(counted, task_count)),
    )


def _one(task: SubmittedTask, key: AnswerKey) -> TaskTally:
    statuses = [assertion.status for assertion in task.assertions]
    answer = key.root.get(task.task_id)
    missing = missing_facts(answer.grounds, task.assertions) if answer else ()
    return TaskTally(
        statuses.count("supported"),
        statuses.count("unsupported"),
        statuses.count("instrument_fault"),
        answer is not None and task.verdict == answer.verdict,
        answer is not None and not missing,
        missing,
    )
