"""Half of the minimum rests on the entity's own resources.

Refuses: a submitted or pending task of conformite in which fewer counted assertions than half of the
minimum (rounded up) are about resources of the entity itself.

Why: otherwise one page of a common list would give the minimum of every task without consulting any
entity.

Source: specification §5.2, §5.7.

Accepted: enough assertions on `/entites/`, `/agrements/`, `/attestations/`, `/avenants/` and
`/beneficiaires/`; instrument faults do not count. Does not apply to generique, whose rules name no own
resources.

Remedy: have the scorer mark the task `not_submitted`, reason `own_resources_below_half`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import bounded_tasks, counted
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.challenges.prove_it.scoring.probative import OWN_COLLECTIONS
from site_builder.kernel.findings import Finding

COMPLIANCE: Final = "conformite"

CODE: Final = "D032"
NAME: Final = "own resources"
FRENCH: Final = """La moitié du minimum porte sur les ressources propres de l'entité.

Refuse : une tâche de conformite, rendue ou en attente, dont moins de la moitié du minimum (arrondie
au-dessus) des assertions comptées portent sur des ressources propres à l'entité.

Pourquoi : sinon, une seule page d'une liste commune fournirait le minimum de chaque tâche sans
qu'aucune entité soit consultée.

Source : spécification §5.2, §5.7.

Accepte : assez d'assertions sur `/entites/`, `/agrements/`, `/attestations/`, `/avenants/` et
`/beneficiaires/` ; les défauts d'instrument ne comptent pas. Sans objet pour generique, dont le barème
ne nomme aucune ressource propre.

Remède : faire marquer la tâche `not_submitted`, motif `own_resources_below_half`, par le scorer.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    if case.track.track.track != COMPLIANCE:
        return
    for pointer, task, bounds in bounded_tasks(case):
        wanted = (bounds.minimum + 1) // 2
        own = sum(1 for a in counted(task.assertions) if a.claim.resource.startswith(OWN_COLLECTIONS))
        if own < wanted:
            yield _finding(
                file=case.file,
                pointer=f"{pointer}/assertions",
                found=f"{own} counted assertions on own resources",
                expected=f"at least {wanted}, half of the minimum {bounds.minimum} of {task.task_id}",
                remedy="Score the task not_submitted, reason own_resources_below_half.",
            )
