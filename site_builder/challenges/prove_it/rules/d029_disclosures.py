"""Disclosures open the cited proofs, and no other.

Refuses: a cited proof without its disclosure, or a disclosure for a proof that no assertion of the task
cites.

Why: without the two opened hashes nobody else can replay the scoring; an extra one opens what was not
submitted.

Source: specification §4, `disclosures`; formats §1.

Accepted: exactly the proofs that the assertions of the task cite.

Remedy: have the scorer write the disclosures of the submission, which it refuses at entry when they
differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding
from site_builder.kernel.identifiers import is_proof_id
from site_builder.kernel.pointer import render

CODE: Final = "D029"
NAME: Final = "disclosures"
FRENCH: Final = """Les disclosures ouvrent les preuves citées, et aucune autre.

Refuse : une preuve citée sans sa disclosure, ou une disclosure pour une preuve qu'aucune assertion de
la tâche ne cite.

Pourquoi : sans les deux hashes ouverts, personne ne peut rejouer le scoring ; une disclosure de trop
ouvre ce qui n'a pas été soumis.

Source : spécification §4, `disclosures` ; formats §1.

Accepte : exactement les preuves que citent les assertions de la tâche.

Remède : faire écrire par le scorer les disclosures de la soumission, qu'il refuse à l'entrée quand
elles diffèrent.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    for pointer, task in answered_tasks(case.score):
        cited = {proof for assertion in task.assertions for proof in assertion.proof_ids}
        if cited == task.disclosures.keys():
            continue
        for proof in sorted(cited ^ task.disclosures.keys()):
            missing = proof in cited
            yield _finding(
                file=case.file,
                pointer=f"{pointer}/disclosures" + ("" if missing else render([proof])),
                found=f"no disclosure of {_shown(proof)}"
                if missing
                else f"a disclosure of {_shown(proof)}, which is not cited",
                expected="the disclosures of exactly the cited proofs",
                remedy="Write what was submitted; a submission like this was rejected at entry, not scored.",
            )


def _shown(cited: str) -> str:
    return cited if is_proof_id(cited) else ascii(str(cited)[:80])
