"""A submitted task keeps within its bounds.

Refuses: a submitted or pending task with fewer counted assertions than its minimum, or more assertions
than its cap; a task lost to instrument faults that was sent fewer assertions than its minimum or more than
its cap, or that keeps enough of them for its reason not to hold.

Why: under the minimum the task is not submitted, above the cap it is rejected; scoring it anyway would
let an agent claim nothing, or drown what is unsupported.

Source: specification §5.5, §5.7.

Accepted: supported, unsupported and pending assertions together reach the minimum; instrument faults
count toward the cap alone; a task that they alone take below its bounds is `not_submitted`, and may say
how many in `lost_to_faults`.

Remedy: have the scorer mark the task `not_submitted` (`below_minimum`) or `rejected` (`cap_exceeded`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import bounded_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D023"
NAME: Final = "bounds of a submission"
FRENCH: Final = """Une tâche rendue respecte ses bornes.

Refuse : une tâche rendue ou en attente qui porte moins d'assertions comptées que son minimum, ou plus
d'assertions que son plafond ; une tâche perdue par des défauts d'instrument pour laquelle il a été envoyé
moins d'assertions que son minimum ou plus que son plafond, ou à laquelle il en reste assez pour que son
motif ne tienne pas.

Pourquoi : sous le minimum, la tâche n'est pas rendue ; au-delà du plafond, elle est rejetée. La scorer
quand même permettrait de ne rien affirmer, ou de noyer ce qui n'est pas étayé.

Source : spécification §5.5, §5.7.

Accepte : les assertions étayées, non étayées et en attente atteignent ensemble le minimum ; les défauts
d'instrument ne comptent que dans le plafond ; une tâche qu'eux seuls font passer sous ses bornes est
`not_submitted`, et peut dire combien dans `lost_to_faults`.

Remède : faire marquer la tâche `not_submitted` (`below_minimum`) ou `rejected` (`cap_exceeded`) par le
scorer.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    for pointer, task, bounds in bounded_tasks(case):
        number = len(task.assertions)
        faults = sum(1 for assertion in task.assertions if assertion.status == "instrument_fault")
        if number - faults < bounds.minimum:
            yield _finding(
                file=case.file,
                pointer=f"{pointer}/assertions",
                found=f"{number - faults} counted assertions ({faults} instrument faults apart)",
                expected=f"at least {bounds.minimum} for {task.task_id}",
                remedy="Score the task not_submitted, reason below_minimum.",
            )
        if number > bounds.cap:
            yield _finding(
                file=case.file,
                pointer=f"{pointer}/assertions",
                found=f"{number} assertions",
                expected=f"at most {bounds.cap} for {task.task_id}",
                remedy="Score the task rejected, reason cap_exceeded.",
            )
    yield from _lost(case)


def _lost(case: ScoreCase) -> Iterator[Finding]:
    """What is said of tasks lost to instrument faults alone can be so (§4.1, §5.7)."""
    bounds = {bound.task_id: bound for bound in case.track.track.tasks}
    for number, task in enumerate(case.score.tasks):
        lost = task.lost_to_faults if task.state == "not_submitted" else None
        if task.state != "not_submitted" or lost is None or task.task_id not in bounds:
            continue
        bound, kept = bounds[task.task_id], lost.assertions - lost.instrument_faults
        most = bound.minimum - 1 if task.reason == "below_minimum" else lost.assertions - 1
        if task.reason == "nothing_sent":
            expected = "no lost_to_faults where nothing was sent"
        elif not bound.minimum <= lost.assertions <= bound.cap:
            expected = f"from {bound.minimum} to {bound.cap} assertions sent for {task.task_id}"
        elif not 0 <= kept <= most:
            expected = f"from 0 to {most} of them left for reason {task.reason}"
        else:
            continue
        yield _finding(
            file=case.file,
            pointer=f"/tasks/{number}/lost_to_faults",
            found=f"{lost.assertions} assertions, {lost.instrument_faults} of them instrument faults",
            expected=expected,
            remedy="Say of the task what its submission was, or leave lost_to_faults out.",
        )
