"""A page never freezes the state of a season.

Refuses: a sentence which says that a season is open, closed, running or over; an `etat_saison` that
holds anything but where to read the state and the note about it.

Why: a page is a file: what was true when it was made is read long afterwards.

Source: PUB-14; formats §2.

Accepted: the dates, with their offset; the address of the service that tells the state; rules stated
for before and after the close.

Remedy: give the dates and the address instead of the state.
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

CODE: Final = "PUB-14"
NAME: Final = "season state is not frozen"
FRENCH: Final = """Une page ne fige jamais l'état d'une saison.

Refuse : une phrase qui dit qu'une saison est ouverte, close, en cours ou terminée ; un `etat_saison`
qui contient autre chose que l'endroit où lire l'état et la note à son sujet.

Pourquoi : une page est un fichier : ce qui était vrai à sa fabrication se lit encore longtemps après.

Source : PUB-14 ; formats §2.

Accepte : les dates, avec leur décalage ; l'adresse du service qui donne l'état ; des règles énoncées
pour l'avant et l'après de la clôture.

Remède : donner les dates et l'adresse à la place de l'état.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_STATE: Final = {
    "en": re.compile(
        r"\bseasons?(?: [0-9]+| \{[a-z]+\})? (?:is|was|has been|is now|remains|stays|has)(?: \w+)? "
        r"(?:open|opened|closed|running|over|finished|ended|in progress|under way)\b"
        r"|\b(?:open|closed|current|running|ongoing|finished) season\b|\bseason (?:open|closed)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"(?<!\bni la )\bsaisons?(?: [0-9]+| \{[a-z]+\})? (?:est|a été|reste|demeure|s'est)(?: \w+)? "
        r"(?:ouverte|close|clôturée|clôturé|fermée|terminée|finie|en cours|achevée)\b"
        r"|(?<!\bni la )\bsaison (?:ouverte|close|clôturée|fermée|terminée|en cours|actuelle)\b",
        re.IGNORECASE,
    ),
}
# A rule for before and after the close says no state.
_CONDITION: Final = {
    "en": re.compile(
        r"\b(?:once|until|when|while|if|after|before|as long as|whether|as soon as)\b", re.IGNORECASE
    ),
    "fr": re.compile(
        r"\b(?:quand|lorsque|tant que|jusqu|avant|après|une fois|si|dès|fois que)\b|\bqu['’]une fois",
        re.IGNORECASE,
    ),
}


def check_content(catalogue: Catalogue) -> Iterator[Finding]:
    for code in catalogue.messages:
        for file, line, text in content_texts(catalogue, code):
            for state in _states(text, code):
                yield _found(file, state, text, line=line)


def check_page(page: PageCase) -> Iterator[Finding]:
    state = page.document["etat_saison"]
    note = partial(_finding, file=page.file, remedy="Give the service's address and the fixed note.")
    if list(state) != ["lire", "note"]:
        yield note(pointer="/etat_saison", found=", ".join(state), expected="lire, note")
        return
    wanted = page.words.table.get("envelope.season_state_note")
    if state["note"] != wanted:
        yield note(pointer="/etat_saison/note", found=told(state["note"]), expected=told(wanted))
    services = page.facts.services
    if page.season is not None:
        services = frozenset((page.season.service,))
    if services and state["lire"] not in services:
        yield note(
            pointer="/etat_saison/lire", found=told(state["lire"]), expected=" or ".join(sorted(services))
        )
    # The list of rules names what they refuse.
    if page.type != "regles":
        for hit in hits(page, lambda text: _states(text, page.language)):
            yield _found(page.file, hit.term, hit.text, pointer=hit.pointer)


def check_text(case: TextCase) -> Iterator[Finding]:
    for state in _states(case.text, case.language):
        yield case.at(_found(case.file, state, case.text))


def _states(text: str, language: str) -> list[str]:
    if not _STATE[language].search(text):
        return []
    return [
        found.group()
        for sentence in sentences(text)
        for found in _STATE[language].finditer(sentence)
        if not _CONDITION[language].search(sentence)
    ]


def _found(file: str, term: str, text: str, pointer: str | None = None, line: int | None = None) -> Finding:
    return _finding(
        file=file,
        pointer=pointer,
        line=line,
        found=shortened(text, term),
        expected="no sentence that says whether a season is open or closed",
        remedy="Give the dates, and the address where the state is read.",
    )
