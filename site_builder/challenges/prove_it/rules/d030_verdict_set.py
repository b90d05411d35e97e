"""A verdict belongs to the verdicts of its track.

Refuses: a submitted or pending verdict outside the set of the track.

Why: a verdict that the track does not know is refused at entry; scored, it would be a fourth answer.

Source: specification §4, §5.3, §6.3.

Accepted: one of `verdicts`; any text where the set is open (`null`: the product reference recommended).

Remedy: have the scorer refuse the submission at entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D030"
NAME: Final = "verdict outside the set"
FRENCH: Final = """Un verdict fait partie des verdicts de sa piste.

Refuse : un verdict, rendu ou en attente, hors de l'ensemble de la piste.

Pourquoi : un verdict que la piste ne connaît pas est refusé à l'entrée ; scoré, ce serait une quatrième
réponse.

Source : spécification §4, §5.3, §6.3.

Accepte : l'une des valeurs de `verdicts` ; n'importe quel texte quand l'ensemble est ouvert (`null` :
la référence produit recommandée).

Remède : faire refuser la soumission à l'entrée.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    verdicts = case.track.track.verdicts
    if verdicts is None:
        return
    for pointer, task in answered_tasks(case.score):
        if task.verdict not in verdicts:
            yield _finding(
                file=case.file,
                pointer=f"{pointer}/verdict",
                found=ascii(str(task.verdict)[:80]),
                expected=f"one of {', '.join(verdicts)}",
                remedy="Refuse the submission at entry.",
            )
