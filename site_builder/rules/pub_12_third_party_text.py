"""Third-party text is marked, isolated and inert.

Refuses: a string of a participant or an operator that `texte_de_tiers.champs` does not list, or an
entry that names anything else; third-party text outside an isolate (`<bdi>`), in an attribute, or shown
otherwise than as text; a narrative without the mention that it is not scored.

Why: a stranger's words inside the Index's own would speak in its name, and could act in the reader's
browser.

Source: PUB-12; specification §4; formats §2.

Accepted: every name, DID, stack, run description, verdict, claim, assertion id and narrative, listed
once by its JSON Pointer and shown as plain text.

Remedy: pass such strings through `ThirdPartyText` where they are read; a template shows that type
between tags, isolated.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.canonical import json_text
from site_builder.kernel.findings import Finding, told
from site_builder.kernel.third_party import shown
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.rows import rows_of

CODE: Final = "PUB-12"
NAME: Final = "third-party text"
FRENCH: Final = """Le texte de tiers est marqué, isolé et inerte.

Refuse : une chaîne d'un participant ou d'un opérateur absente de `texte_de_tiers.champs`, ou une entrée
qui désigne autre chose ; du texte de tiers hors d'un isolat (`<bdi>`), dans un attribut, ou montré
autrement que comme du texte ; un récit sans la mention qu'il n'est pas scoré.

Pourquoi : les mots d'un inconnu mêlés à ceux de l'Index parleraient en son nom, et pourraient agir dans
le navigateur du lecteur.

Source : PUB-12 ; spécification §4 ; formats §2.

Accepte : chaque nom, DID, stack, description de run, verdict, assertion, identifiant d'assertion et
récit, énuméré une fois par son JSON Pointer et montré comme texte brut.

Remède : faire passer ces chaînes par `ThirdPartyText` là où elles sont lues ; un gabarit montre ce type
entre des balises, isolé.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_page(page: PageCase) -> Iterator[Finding]:
    champs, wanted = page.document["texte_de_tiers"]["champs"], page.strings.pointers
    if page.type == "piste":
        wanted = [*wanted, *_row_pointers(page)]
    if champs != wanted and (set(champs) != set(wanted) or len(set(champs)) != len(champs)):
        remedy = "Pass the string through ThirdPartyText, and let the envelope list it."
        note = partial(_finding, file=page.file, remedy=remedy)
        for pointer in sorted(set(wanted).difference(champs)):
            yield note(pointer=pointer, found="a third-party string", expected="its pointer in champs")
        for pointer in sorted(set(champs).difference(wanted)):
            expected = "pointers of third-party strings alone"
            yield note(pointer="/texte_de_tiers/champs", found=pointer, expected=expected)
        if len(set(champs)) != len(champs):
            yield note(pointer="/texte_de_tiers/champs", found="a pointer twice", expected="each once")
    if page.type == "rapport" and not page.tombstone:
        wanted_mention = page.words.table.get("narrative.label")
        if not page.content["recit_mention"] or page.content["recit_mention"] != wanted_mention:
            yield _finding(
                file=page.file,
                pointer="/contenu/recit_mention",
                found=told(page.content["recit_mention"]),
                expected=told(wanted_mention),
                remedy="Say beside the narrative that it is published and not scored.",
            )


def _row_pointers(page: PageCase) -> list[str]:
    """Those of the rows, which the strings of the page leave to :meth:`PageCase.add_row`."""
    return [
        pointer
        for case in rows_of(page)
        for pointer in page.strings_of_row(case.row, case.pointer).pointers
    ]


def check_output(output: OutputCase) -> Iterator[Finding]:
    strings = output.page.strings
    unknown = output.fresh.isolated - output.page.isolable
    if unknown:
        left = set(strings.third) - output.fresh.isolated
        unknown = unknown.difference(map(shown, left))
    if unknown:
        values = (*strings.values, *strings.facts)
        unknown = unknown.difference(shown(json_text(value)) for value in values)
    for text in sorted(unknown):
        yield _finding(
            file=output.file,
            element="bdi",
            found=ascii(text[:120]),
            expected="third-party text of the document, shown as it is",
            remedy="Isolate the strings that champs lists, and nothing else.",
        )
