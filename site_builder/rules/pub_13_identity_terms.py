"""Identity is stated in the specification's own terms.

Refuses: a report without the sentence on identity; a sentence of the Index which says that a third
party verifies, certifies or guarantees an identity.

Why: the anchored proof shows that a DID binding was observed and committed to; no public artefact shows
that the challenge itself took place.

Source: PUB-13; specification §10.

Accepted: a DID binding was observed, committed to before anchoring, and can no longer be gone back on;
sentences that deny a verification by a third party.

Remedy: use the sentence of the specification, and remove the claim of a verification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.content.catalogue import Catalogue
from site_builder.kernel.findings import Finding, told
from site_builder.rules.cases import PageCase
from site_builder.rules.own_text import content_texts, hits, sentences, shortened
from site_builder.rules.texts import TextCase

CODE: Final = "PUB-13"
NAME: Final = "identity in its own terms"
FRENCH: Final = """L'identité se dit dans les termes de la spécification.

Refuse : un rapport sans la phrase sur l'identité ; une phrase de l'Index qui dit qu'un tiers vérifie,
certifie ou garantit une identité.

Pourquoi : la preuve ancrée montre qu'un binding DID a été constaté et engagé ; aucun artefact public ne
montre que l'échange lui-même a eu lieu.

Source : PUB-13 ; spécification §10.

Accepte : un binding DID a été constaté, engagé avant l'ancrage, et ne peut plus être dédit ; les
phrases qui nient une vérification par un tiers.

Remède : employer la phrase de la spécification, et retirer l'affirmation d'une vérification.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_CLAIM: Final = {
    "en": re.compile(
        r"\b(?:identit(?:y|ies)|bindings?)\b[^.;:|\n]{0,40}\b(?:is|are|was|were|been|be)\b[^.;:|\n]{0,25}"
        r"\b(?:verified|certified|guaranteed|authenticated|proven)\b|\b(?:verified|certified) identit"
        r"|\bthird part(?:y|ies)\b[^.;:|\n]{0,25}\b(?:verif|certif|guarant|attest)"
        r"[^.;:|\n]{0,40}\b(?:identit|binding)",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\bidentités?\b[^.;:|\n]{0,40}\b(?:est|sont|a été|soit)\b[^.;:|\n]{0,25}"
        r"\b(?:vérifiée|certifiée|garantie|authentifiée|prouvée)s?\b|\bidentités? (?:vérifiée|certifiée)"
        r"|\b(?:un |des )tiers\b[^.;:|\n]{0,25}\b(?:vérifi|certifi|garanti|attest)"
        r"[^.;:|\n]{0,40}\b(?:identité|binding)",
        re.IGNORECASE,
    ),
}
_DENIAL: Final = {
    "en": re.compile(
        r"\b(?:not|no|never|cannot|nothing|neither|nor|without|forbids?)\b|n't\b|n’t\b", re.IGNORECASE
    ),
    "fr": re.compile(r"\b(?:ne|pas|jamais|aucune?|rien|ni|sans|interdit)\b|\bn['’]", re.IGNORECASE),
}
# What the sentence on identity must say, by language.
_TERMS: Final = {
    "en": ("DID binding", "observed", "before anchoring", "go back on"),
    "fr": ("binding DID", "constaté", "avant l’ancrage", "se dédire"),
}


def check_content(catalogue: Catalogue) -> Iterator[Finding]:
    for code, messages in catalogue.messages.items():
        statement = messages.table.get("identity.statement", "")
        for term in _TERMS[code]:
            if term not in statement.replace("'", "’"):
                yield _finding(
                    file=f"content/{code}",
                    found=f"identity.statement without {term!r}",
                    expected=", ".join(_TERMS[code]),
                    remedy="Use the sentence of section 10 of the specification.",
                )
        for file, line, text in content_texts(catalogue, code):
            for claim in _claims(text, code):
                yield _found(file, claim, text, line=line)


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type == "rapport" and not page.tombstone:
        wanted = page.words.table.get("identity.statement")
        if not page.content["identite"] or page.content["identite"] != wanted:
            yield _finding(
                file=page.file,
                pointer="/contenu/identite",
                found=told(page.content["identite"]),
                expected=told(wanted),
                remedy="Use the sentence of section 10 of the specification.",
            )
    # The list of rules names what they refuse.
    if page.type != "regles":
        for hit in hits(page, lambda text: _claims(text, page.language)):
            yield _found(page.file, hit.term, hit.text, pointer=hit.pointer)


def check_text(case: TextCase) -> Iterator[Finding]:
    for claim in _claims(case.text, case.language):
        yield case.at(_found(case.file, claim, case.text))


def _claims(text: str, language: str) -> list[str]:
    if not _CLAIM[language].search(text):
        return []
    return [
        found.group()
        for sentence in sentences(text)
        if not _DENIAL[language].search(sentence)
        for found in _CLAIM[language].finditer(sentence)
    ]


def _found(file: str, term: str, text: str, pointer: str | None = None, line: int | None = None) -> Finding:
    return _finding(
        file=file,
        pointer=pointer,
        line=line,
        found=shortened(text, term),
        expected="no claim that an identity is verified",
        remedy="Say that a DID binding was observed and committed to before anchoring.",
    )
