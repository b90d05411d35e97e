"""A submitted task keeps within its bounds.

Refuses: a submitted or pending task with fewer counted assertions than its minimum, or more assertions
than its cap.

Why: under the minimum the task is not submitted, above the cap it is rejected; scoring it anyway would
let an agent claim nothing, or drown what is unsupported.

Source: specification §5.5, §5.7.

Accepted: supported, unsupported and pending assertions together reach the minimum; instrument faults
count toward the cap alone.

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
d'assertions que son plafond.

Pourquoi : sous le minimum, la tâche n'est pas rendue ; au-delà du plafond, elle est rejetée. La scorer
quand même permettrait de ne rien affirmer, ou de noyer ce qui n'est pas étayé.

Source : spécification §5.5, §5.7.

Accepte : les assertions étayées, non étayées et en attente atteignent ensemble le minimum ; les défauts
d'instrument ne comptent que dans le plafond.

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
