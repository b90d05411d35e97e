"""A claim is about a field that can prove something.

Refuses: an assertion of a submitted or pending task of conformite about a field that no criterion of
the reference consumes, about a whole document, or about a collection outside the list.

Why: otherwise the name, the form and the seat of an entity would give the minimum of every task.

Source: specification §5.7, probative fields by collection.

Accepted: the fields that the frozen section lists for `/entites/`, `/agrements/`, `/attestations/`,
`/avenants/`, `/listes/agrees/`, `/beneficiaires/` and `/mesures-restrictives/`. Does not apply to
generique.

Remedy: have the scorer mark the task `rejected`, reason `non_probative_field` or `outside_graph`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.d032_own_resources import COMPLIANCE
from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.challenges.prove_it.scoring.probative import is_probative
from site_builder.kernel.findings import Finding

CODE: Final = "D033"
NAME: Final = "probative field"
FRENCH: Final = """Une assertion porte sur un champ probant.

Refuse : une assertion d'une tâche de conformite, rendue ou en attente, sur un champ qu'aucun critère du
référentiel ne consomme, sur un document entier, ou sur une collection hors de la liste.

Pourquoi : sinon la dénomination, la forme et le siège d'une entité fourniraient le minimum de chaque
tâche.

Source : spécification §5.7, champs probants par collection.

Accepte : les champs que la section gelée énumère pour `/entites/`, `/agrements/`, `/attestations/`,
`/avenants/`, `/listes/agrees/`, `/beneficiaires/` et `/mesures-restrictives/`. Sans objet pour
generique.

Remède : faire marquer la tâche `rejected`, motif `non_probative_field` ou `outside_graph`, par le
scorer.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    if case.track.track.track != COMPLIANCE:
        return
    for pointer, task in answered_tasks(case.score):
        for number, assertion in enumerate(task.assertions):
            claim = assertion.claim
            if not is_probative(claim.resource, claim.field):
                yield _finding(
                    file=case.file,
                    pointer=f"{pointer}/assertions/{number}/claim",
                    found=ascii(f"{claim.resource} {claim.field}"[:200]),
                    expected="a field that the frozen section lists for its collection",
                    remedy="Score the task rejected, reason non_probative_field or outside_graph.",
                )
