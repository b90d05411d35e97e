"""An assertion can be named.

Refuses: two assertions of one task with the same id.

Why: a dispute names one assertion; with two of the same name it would name neither.

Source: specification §4, §9.2; formats §1.

Accepted: ids that are unique inside their task; `a1` may stand in every task.

Remedy: have the scorer refuse the submission, or write the ids as they were submitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D026"
NAME: Final = "assertion ids"
FRENCH: Final = """Une assertion peut être désignée.

Refuse : deux assertions d'une même tâche portant le même identifiant.

Pourquoi : une contestation désigne une assertion ; si deux portent le même nom, elle n'en désigne
aucune.

Source : spécification §4, §9.2 ; formats §1.

Accepte : des identifiants uniques dans leur tâche ; `a1` peut figurer dans chaque tâche.

Remède : faire refuser la soumission par le scorer, ou écrire les identifiants tels qu'ils ont été
envoyés.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    for pointer, task in answered_tasks(case.score):
        if len({assertion.id for assertion in task.assertions}) == len(task.assertions):
            continue
        seen: set[str] = set()
        for number, assertion in enumerate(task.assertions):
            if assertion.id in seen:
                yield _finding(
                    file=case.file,
                    pointer=f"{pointer}/assertions/{number}/id",
                    found=f"{assertion.id!a} again",
                    expected=f"each id once in {task.task_id}",
                    remedy="Write the ids as they were submitted.",
                )
            seen.add(assertion.id)
