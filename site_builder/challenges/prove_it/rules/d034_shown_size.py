"""What a page shows of a score stays within bounds.

Refuses: texts of a participant or an operator that come to more than 2,500,000 characters of a page.

Why: an emoji is shown as its name and a sign as a reference, so that a text within its own bound may come
to fifty times as much; one report would then fill the memory of whoever builds the site, or reads it.

Source: PUBLICATION_RULES PUB-08, PUB-12.

Accepted: ten narratives of the largest length in plain words; emoji wherever they are few.

Remedy: have the scorer refuse the submission at entry, or the participant shorten the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.inputs.score import (
    Assertion,
    AtFault,
    ReferenceScore,
    RejectedTask,
    Score,
)
from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.canonical import json_text
from site_builder.kernel.findings import Finding
from site_builder.kernel.markup import escaped
from site_builder.kernel.third_party import shown

CODE: Final = "D034"
NAME: Final = "too much to show"
FRENCH: Final = """Ce qu'une page montre d'un score reste borné.

Refuse : des textes d'un participant ou d'un opérateur qui font plus de 2 500 000 caractères d'une page.

Pourquoi : un emoji est montré par son nom et un signe par une référence, si bien qu'un texte dans ses
propres bornes peut en faire cinquante fois plus ; un seul rapport remplirait alors la mémoire de qui
construit le site, ou le lit.

Source : PUBLICATION_RULES PUB-08, PUB-12.

Accepte : dix récits de la plus grande longueur en mots ordinaires ; des emoji là où ils sont peu nombreux.

Remède : faire refuser la soumission à l'entrée, ou faire raccourcir le texte par le participant.
"""
_finding = partial(Finding, code=CODE, name=NAME)
MOST: Final = 2_500_000
# No byte of a score comes to more characters: the longest name of an emoji has 80, for four bytes.
_LONGEST_OF_A_BYTE: Final = 20


def check_score(case: ScoreCase) -> Iterator[Finding]:
    if case.data is not None and len(case.data) * _LONGEST_OF_A_BYTE <= MOST:
        return  # nearly every score, and its texts need not be looked at
    total, largest, place = 0, 0, ""
    for pointer, text in _texts(case.score):
        size = len(escaped(shown(text))) if len(text) + total <= MOST else len(text)
        total += size
        if size > largest:
            largest, place = size, pointer
    if total > MOST:
        yield _finding(
            file=case.file,
            pointer=place,
            found=f"texts of {total} characters as a page shows them or more, {largest} of them here",
            expected=f"at most {MOST} in a score",
            remedy="Refuse the submission at entry, or have the text shortened.",
        )


def _texts(score: Score) -> Iterator[tuple[str, str]]:
    """(pointer, text) of what a stranger wrote in a score; the value of a claim as its JSON."""
    yield "/agent/name", score.agent.name
    if isinstance(score, ReferenceScore):
        run = score.run
        yield from (
            ("/run/model", run.model),
            ("/run/model_version", run.model_version),
            ("/run/framework", run.framework),
            ("/run/framework_version", run.framework_version),
        )
    else:
        yield "/stack/declared", score.stack.declared
    for at, task in answered_tasks(score):
        yield f"{at}/narrative", task.narrative
        yield f"{at}/verdict", task.verdict
        for number, assertion in enumerate(task.assertions):
            yield from _of_claim(f"{at}/assertions/{number}", assertion)
    for number, rejected in enumerate(score.tasks):
        if isinstance(rejected, RejectedTask) and rejected.at_fault is not None:
            yield from _of_claim(f"/tasks/{number}/at_fault", rejected.at_fault)


def _of_claim(at: str, made: Assertion | AtFault) -> Iterator[tuple[str, str]]:
    yield f"{at}/id", made.id
    yield f"{at}/claim/resource", made.claim.resource
    yield f"{at}/claim/field", made.claim.field
    yield f"{at}/claim/value", json_text(made.claim.value)
