"""What a page shows of a score stays within bounds.

Refuses: a score whose texts, cited proofs and places of strings inside claim values come to more than
2,500,000 characters of a page.

Why: an emoji is shown as its name and a sign as a reference, so that a text within its own bound may come
to fifty times as much; one report would then fill the memory of whoever builds the site, or reads it.

Source: PUB-08, PUB-12.

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
from site_builder.kernel.identifiers import is_proof_id
from site_builder.kernel.markup import escaped
from site_builder.kernel.third_party import shown

CODE: Final = "D034"
NAME: Final = "too much to show"
FRENCH: Final = """Ce qu'une page montre d'un score reste borné.

Refuse : un score dont les textes, les preuves citées et les places des chaînes dans les valeurs de
claims font plus de 2 500 000 caractères d'une page.

Pourquoi : un emoji est montré par son nom et un signe par une référence, si bien qu'un texte dans ses
propres bornes peut en faire cinquante fois plus ; un seul rapport remplirait alors la mémoire de qui
construit le site, ou le lit.

Source : PUB-08, PUB-12.

Accepte : dix récits de la plus grande longueur en mots ordinaires ; des emoji là où ils sont peu nombreux.

Remède : faire refuser la soumission à l'entrée, ou faire raccourcir le texte par le participant.
"""
_finding = partial(Finding, code=CODE, name=NAME)
MOST: Final = 2_500_000
# No byte of a score comes to more characters: the longest name of an emoji has 80, for four bytes.
_LONGEST_OF_A_BYTE: Final = 20
# What the row of an assertion takes without its texts; a link to a proof, or the pointer of a claim's value.
_ROW: Final = 400
_LINK: Final = 128
Claims = list[tuple[str, Assertion | AtFault]]


def check_score(case: ScoreCase) -> Iterator[Finding]:
    claims = list(_claims(case.score))
    # The place of each string inside a value is listed (FORMATS §2, ``champs``), with all the keys above it.
    sizes = [
        (_pointers(made.claim.value, _LINK), f"{at}/claim/value")
        for at, made in claims
        if isinstance(made.claim.value, dict | list)
    ]
    total = sum(size for size, _ in sizes)
    if case.data is not None and len(case.data) * _LONGEST_OF_A_BYTE + total <= MOST:
        return  # nearly every score, and its texts need not be looked at
    for at, made in claims:
        if isinstance(made, Assertion):
            sizes.append((_ROW + len(made.proof_ids) * _LINK, f"{at}/proof_ids"))
            total += sizes[-1][0]
    for pointer, text in _texts(case.score, claims):
        sizes.append((len(escaped(shown(text))) if len(text) + total <= MOST else len(text), pointer))
        total += sizes[-1][0]
    largest, place = max(sizes)
    if total > MOST:
        yield _finding(
            file=case.file,
            pointer=place,
            found=f"more than {MOST} characters of a page, {largest} of them from here",
            expected=f"at most {MOST} in a score",
            remedy="Refuse the submission at entry, or have what stands here shortened.",
        )


def _texts(score: Score, claims: Claims) -> Iterator[tuple[str, str]]:
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
        yield f"{at}/narrative", task.narrative or ""
        yield f"{at}/verdict", task.verdict
    for at, made in claims:
        yield f"{at}/id", made.id
        yield f"{at}/claim/resource", made.claim.resource
        yield f"{at}/claim/field", made.claim.field
        yield f"{at}/claim/value", json_text(made.claim.value)
        for number, cited in enumerate(made.proof_ids if isinstance(made, Assertion) else []):
            if not is_proof_id(cited):
                yield f"{at}/proof_ids/{number}", cited


def _claims(score: Score) -> Iterator[tuple[str, Assertion | AtFault]]:
    for at, task in answered_tasks(score):
        for number, assertion in enumerate(task.assertions):
            yield f"{at}/assertions/{number}", assertion
    for number, rejected in enumerate(score.tasks):
        if isinstance(rejected, RejectedTask) and rejected.at_fault is not None:
            yield f"/tasks/{number}/at_fault", rejected.at_fault


def _pointers(value: object, above: int) -> int:
    """The lengths of the JSON Pointers of the strings below a value whose own pointer is ``above`` long."""
    if isinstance(value, str):
        return above
    if isinstance(value, dict):
        return sum(_pointers(item, above + 2 * len(json_text(key))) for key, item in value.items())
    if isinstance(value, list):
        return sum(_pointers(item, above + 8) for item in value)
    return 0
