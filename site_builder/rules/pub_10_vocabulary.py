"""No word that imputes an intention.

Refuses: a term of the list `refused-vocabulary.txt` in anything the Index writes: messages, pages,
titles, descriptions.

Why: a badly instrumented agent and a complacent one leave the same trace; the measure does not
establish an intention, and cannot.

Source: PUB-10; specification §1, §10.

Accepted: "unsupported claims", "overclaim rate", "gap between declaration and receipts"; the official
texts; third-party text, as it was written and marked as such.

Remedy: say what was measured: which claim, which receipt, which cause.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.content import markdown
from site_builder.content.catalogue import Catalogue
from site_builder.kernel.findings import Finding
from site_builder.rules.cases import PageCase
from site_builder.rules.own_text import hits, shortened
from site_builder.rules.texts import TextCase

CODE: Final = "PUB-10"
NAME: Final = "refused vocabulary"
FRENCH: Final = """Aucun mot qui impute une intention.

Refuse : un terme de la liste `refused-vocabulary.txt` dans ce qu'écrit l'Index : messages, pages,
titres, descriptions.

Pourquoi : un agent mal instrumenté et un agent complaisant laissent la même trace ; la mesure n'établit
pas une intention, et ne le peut pas.

Source : PUB-10 ; spécification §1, §10.

Accepte : « claims non étayés », « taux d'overclaim », « écart entre déclaration et reçus » ; les textes
officiels ; le texte de tiers, tel qu'il a été écrit et marqué comme tel.

Remède : dire ce qui a été mesuré : quelle assertion, quel reçu, quelle cause.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_content(catalogue: Catalogue) -> Iterator[Finding]:
    for code, messages in catalogue.messages.items():
        vocabulary = catalogue.lexicons[code]
        for entry in messages.entries.values():
            for form in entry.forms:
                for match in vocabulary.find(form.source):
                    yield _found(f"content/{entry.file}", match.term, form.source, line=entry.line)
        for name, page in catalogue.pages[code].items():
            file = f"content/{code}/pages/{name}.md"
            for match in vocabulary.find(page.title):
                yield _found(file, match.term, page.title, line=1)
            for line, text in markdown.text_blocks(page.markdown):
                for match in vocabulary.find(text):
                    yield _found(file, match.term, text, line=page.first_line + line - 1)


def check_page(page: PageCase) -> Iterator[Finding]:
    vocabulary = page.words.vocabulary
    for hit in hits(page, lambda text: [match.term for match in vocabulary.find(text)]):
        yield _found(page.file, hit.term, hit.text, pointer=hit.pointer)


def check_text(case: TextCase) -> Iterator[Finding]:
    for match in case.words.vocabulary.find(case.judged):
        yield case.at(_found(case.file, match.term, case.text))


def _found(file: str, term: str, text: str, pointer: str | None = None, line: int | None = None) -> Finding:
    return _finding(
        file=file,
        pointer=pointer,
        line=line,
        found=f"{term!r} in {shortened(text, term.rstrip('*'))!r}",
        expected="no word that imputes an intention",
        remedy="Say what was measured: which claim, which receipt, which cause.",
    )
