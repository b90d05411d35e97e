"""PUB-16 on the input: every declared figure against the recomputed one.

The five totals, whether each verdict is exact and grounded, the missing facts, and the distribution of
expected verdicts. Counts are pooled over the tasks: a mean of means has no place where it could enter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.inputs.answer_key import Fact
from site_builder.challenges.prove_it.inputs.score import SubmittedTask
from site_builder.challenges.prove_it.scoring.case import ScoreCase, TrackCase
from site_builder.kernel.canonical import json_text
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import render

TOTALS: Final = ("assertions", "unsupported", "instrument_faults", "tasks_submitted", "verdicts_counted")

PART_OF: Final = "PUB-16"
NAME: Final = "recomputed figures"
_finding = partial(Finding, code=PART_OF, name=NAME)


def check_track(case: TrackCase) -> Iterator[Finding]:
    declared, tasks = case.track.expected_verdicts, len(case.track.tasks)
    note = partial(_finding, file=case.file, remedy="Correct expected_verdicts, or restore the sealed key.")
    total = sum(declared.values())
    # Before the close the product references of an open set are secrets: part of the sum is missing.
    if total > tasks or (total < tasks and (case.track.verdicts is not None or case.season.closed)):
        found = f"declared {total} expected verdicts"
        yield note(
            pointer="/expected_verdicts", found=found, expected=f"recomputed {tasks}, one for each task"
        )
    if case.key is None:
        return
    counted = Counter(answer.verdict for answer in case.key.root.values())
    for verdict in sorted(declared.keys() | counted.keys()):
        if declared.get(verdict, 0) != counted[verdict]:
            yield note(
                pointer=render(["expected_verdicts", verdict]),
                found=f"declared {declared.get(verdict, 0)}",
                expected=f"recomputed {counted[verdict]} from the answer key",
            )


def check_score(case: ScoreCase) -> Iterator[Finding]:
    declared, tally = case.score.totals, case.tally
    if declared is None and tally.decided:
        yield _differs(case, "/totals", "null", "totals, since no task is pending")
    for name in TOTALS if declared is not None else ():
        if getattr(declared, name) != getattr(tally, name):
            yield _differs(case, f"/totals/{name}", str(getattr(declared, name)), str(getattr(tally, name)))
    for number, task in enumerate(case.score.tasks):
        if not isinstance(task, SubmittedTask):
            continue
        again = tally.tasks[task.task_id]
        if task.verdict_exact is not again.exact:
            found, wanted = json_text(task.verdict_exact), json_text(again.exact)
            yield _differs(case, f"/tasks/{number}/verdict_exact", found, wanted)
        if task.verdict_grounded is not again.grounded:
            found, wanted = json_text(task.verdict_grounded), json_text(again.grounded)
            yield _differs(case, f"/tasks/{number}/verdict_grounded", found, wanted)
        if len(task.missing_facts) != len(again.missing) or any(
            one.triplet() != other.triplet()
            for one, other in zip(task.missing_facts, again.missing, strict=True)
        ):
            found, wanted = _facts(task.missing_facts), _facts(again.missing)
            yield _differs(case, f"/tasks/{number}/missing_facts", found, wanted)


def _differs(case: ScoreCase, pointer: str, declared: str, recomputed: str) -> Finding:
    return _finding(
        file=case.file,
        pointer=pointer,
        found=f"declared {declared}",
        expected=f"recomputed {recomputed}",
        remedy="Run the scorer again; a figure is never corrected by hand.",
    )


def _facts(facts: Sequence[Fact]) -> str:
    return "; ".join(f"{f.resource} {f.field} {json_text(f.value)}" for f in facts) or "none"
