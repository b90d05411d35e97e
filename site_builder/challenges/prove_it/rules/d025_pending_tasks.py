"""A pending task is pending throughout.

Refuses: a pending task with an assertion that is already scored, or a submitted task with one that is
pending.

Why: a proof that is not anchored yet is neither valid nor invalid; no score is given to a submission
that cites one, and it is replayed later.

Source: specification §4.1; formats §1.

Accepted: every assertion of a `pending` task is `pending`, and none of a `submitted` task is.

Remedy: keep the task `pending` until every proof that it cites is anchored, then score it whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D025"
NAME: Final = "pending task"
FRENCH: Final = """Une tâche en attente l'est tout entière.

Refuse : une tâche en attente dont une assertion est déjà scorée, ou une tâche rendue dont une assertion
est en attente.

Pourquoi : une preuve qui n'est pas encore ancrée n'est ni valide ni invalide ; une soumission qui en
cite une ne reçoit aucun score, et on la rejoue plus tard.

Source : spécification §4.1 ; formats §1.

Accepte : toutes les assertions d'une tâche `pending` sont `pending`, aucune d'une tâche `submitted` ne
l'est.

Remède : laisser la tâche `pending` tant qu'une de ses preuves n'est pas ancrée, puis la scorer en
entier.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    for pointer, task in answered_tasks(case.score):
        for number, assertion in enumerate(task.assertions):
            if (assertion.status == "pending") != (task.state == "pending"):
                pending = task.state == "pending"
                yield _finding(
                    file=case.file,
                    pointer=f"{pointer}/assertions/{number}/status",
                    found=f"{assertion.status} in a {task.state} task",
                    expected="pending" if pending else "supported, unsupported or instrument_fault",
                    remedy="Keep the task pending until all its proofs are anchored, then score it whole.",
                )
