"""An assertion cites proofs, each once.

Refuses: an assertion without a proof, or one that cites the same proof twice.

Why: an assertion is a claim with its receipts; without one there is nothing to check.

Source: specification §4, §5.2; formats §1.

Accepted: one or several different `proof_ids`; several assertions may cite the same proof.

Remedy: have the scorer refuse the submission, or write the proofs as they were submitted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D028"
NAME: Final = "cited proofs"
FRENCH: Final = """Une assertion cite des preuves, chacune une fois.

Refuse : une assertion sans preuve, ou qui cite deux fois la même.

Pourquoi : une assertion est une affirmation accompagnée de ses reçus ; sans reçu, il n'y a rien à
vérifier.

Source : spécification §4, §5.2 ; formats §1.

Accepte : un ou plusieurs `proof_ids` différents ; plusieurs assertions peuvent citer la même preuve.

Remède : faire refuser la soumission par le scorer, ou écrire les preuves telles qu'elles ont été
envoyées.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    for pointer, task in answered_tasks(case.score):
        for number, assertion in enumerate(task.assertions):
            cited = assertion.proof_ids
            if cited and (len(cited) == 1 or len(set(cited)) == len(cited)):
                continue
            twice = sorted(proof for proof, times in Counter(cited).items() if times > 1)
            yield _finding(
                file=case.file,
                pointer=f"{pointer}/assertions/{number}/proof_ids",
                found=f"{', '.join(twice)} more than once" if cited else "no proof",
                expected="at least one proof, each once",
                remedy="Write the proofs as they were submitted.",
            )
