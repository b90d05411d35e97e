"""The tasks of a track have the bounds that were frozen.

Refuses: a task twice, a minimum above its cap, or bounds that differ from the table of the frozen
section.

Why: the bounds are part of the pre-registered scoring rules; other bounds would score another
challenge.

Source: specification §5.5, §6.5; formats §1.3, `track.json`.

Accepted: 1 ≤ `minimum` ≤ `cap`, each task once. Where the frozen section holds a table of bounds (rows
`| conf-01 | 2 | 4 |`), the same tasks in the same order with the same bounds; a section without such a
table decides nothing here.

Remedy: copy the bounds of the frozen section into `track.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

_ROW: Final = re.compile(
    r"^\| *`?((?:conf|gen)-[0-9]{2})`? *\| *([0-9]{1,6}) *\| *([0-9]{1,6}) *\|$", re.MULTILINE
)

CODE: Final = "D012"
NAME: Final = "bounds of the tasks"
FRENCH: Final = """Les tâches d'une piste ont les bornes qui ont été gelées.

Refuse : une tâche en double, un minimum au-dessus de son plafond, ou des bornes qui diffèrent du
tableau de la section gelée.

Pourquoi : les bornes font partie du barème préenregistré ; d'autres bornes noteraient un autre
challenge.

Source : spécification §5.5, §6.5 ; formats §1.3, `track.json`.

Accepte : 1 ≤ `minimum` ≤ `cap`, chaque tâche une fois. Si la section gelée contient un tableau de
bornes (lignes `| conf-01 | 2 | 4 |`), les mêmes tâches, dans le même ordre, avec les mêmes bornes ; une
section sans ce tableau ne décide de rien ici.

Remède : recopier dans `track.json` les bornes de la section gelée.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_track(case: TrackCase) -> Iterator[Finding]:
    tasks = case.track.tasks
    seen: set[str] = set()
    for number, task in enumerate(tasks):
        if task.task_id in seen:
            yield _finding(
                file=case.file,
                pointer=f"/tasks/{number}/task_id",
                found=f"{task.task_id} again",
                expected="each task once",
                remedy="Remove the second one.",
            )
        seen.add(task.task_id)
        if task.minimum > task.cap:
            yield _finding(
                file=case.file,
                pointer=f"/tasks/{number}",
                found=f"minimum {task.minimum}, cap {task.cap}",
                expected="a minimum not above the cap",
                remedy="Correct the bounds.",
            )
    frozen = bounds_of(case.section or b"")
    declared = [(task.task_id, task.minimum, task.cap) for task in tasks]
    if not frozen or frozen == declared:
        return
    if [row[0] for row in frozen] != [row[0] for row in declared]:
        yield _finding(
            file=case.file,
            pointer="/tasks",
            found=", ".join(row[0] for row in declared),
            expected=f"the tasks of the frozen section: {', '.join(row[0] for row in frozen)}",
            remedy="Copy the frozen section's table.",
        )
        return
    for number, (there, here) in enumerate(zip(frozen, declared, strict=True)):
        if there != here:
            yield _finding(
                file=case.file,
                pointer=f"/tasks/{number}",
                found=f"minimum {here[1]}, cap {here[2]}",
                expected=f"minimum {there[1]}, cap {there[2]}, as the frozen section says",
                remedy="Copy the frozen section's table.",
            )


def bounds_of(section: bytes) -> list[tuple[str, int, int]]:
    """The rows of bounds of a frozen section; empty where it has no such table."""
    text = section.decode("utf-8", "replace")
    return [(task_id, int(minimum), int(cap)) for task_id, minimum, cap in _ROW.findall(text)]
