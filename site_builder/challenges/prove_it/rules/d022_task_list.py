"""A score answers for every task of its track, in order.

Refuses: a task that is missing, that is there twice, that the track does not have, or that stands
elsewhere than in the track's order.

Why: success is counted over all the tasks; a task left out would shrink what is counted.

Source: specification §5.7; formats §1.

Accepted: exactly the task ids of `track.json`, in their order, a task without a submission included.

Remedy: have the scorer write every task, with `not_submitted` and a reason where nothing was sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D022"
NAME: Final = "list of tasks"
FRENCH: Final = """Un score répond de chaque tâche de sa piste, dans l'ordre.

Refuse : une tâche absente, présente deux fois, inconnue de la piste, ou placée ailleurs que dans
l'ordre de la piste.

Pourquoi : la réussite se compte sur toutes les tâches ; en omettre une réduirait ce qui est compté.

Source : spécification §5.7 ; formats §1.

Accepte : exactement les identifiants de tâches de `track.json`, dans leur ordre, y compris les tâches
sans soumission.

Remède : faire écrire chaque tâche par le scorer, avec `not_submitted` et un motif quand rien n'a été
envoyé.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    found = [task.task_id for task in case.score.tasks]
    wanted = [task.task_id for task in case.track.track.tasks]
    if found != wanted:
        yield _finding(
            file=case.file,
            pointer="/tasks",
            found=", ".join(found) or "no task",
            expected=", ".join(wanted),
            remedy="Write every task of the track once, in its order.",
        )
