"""A claim is made once.

Refuses: the same (resource, field, value) triplet twice in one task.

Why: repeating a claim would be a way to reach the minimum, or to dilute the unsupported ones.

Source: specification §4, `assertions`; formats §1.

Accepted: triplets that differ under strict JSON equality: `1`, `1.0`, `true` and `"1"` are four values.

Remedy: have the scorer reject the submission at entry, as the specification says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D027"
NAME: Final = "repeated claim"
FRENCH: Final = """Une assertion n'est faite qu'une fois.

Refuse : le même triplet (ressource, champ, valeur) deux fois dans une tâche.

Pourquoi : répéter une assertion permettrait d'atteindre le minimum, ou de diluer celles qui ne sont pas
étayées.

Source : spécification §4, `assertions` ; formats §1.

Accepte : des triplets différents au sens de l'égalité JSON stricte : `1`, `1.0`, `true` et `"1"` sont
quatre valeurs.

Remède : faire rejeter la soumission à l'entrée, comme le dit la spécification.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    for pointer, task in answered_tasks(case.score):
        claims = [assertion.claim.triplet() for assertion in task.assertions]
        if len(set(claims)) == len(claims):
            continue
        first: dict[object, str] = {}
        for number, (claim, assertion) in enumerate(zip(claims, task.assertions, strict=True)):
            if claim in first:
                yield _finding(
                    file=case.file,
                    pointer=f"{pointer}/assertions/{number}/claim",
                    found=f"the claim of {first[claim]!a} again",
                    expected=f"each claim once in {task.task_id}",
                    remedy="Reject the submission at entry: a repeated claim is not a way to the minimum.",
                )
            first.setdefault(claim, assertion.id)
