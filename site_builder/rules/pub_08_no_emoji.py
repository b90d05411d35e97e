"""No emoji, whoever wrote it.

Refuses: an emoji in anything the Index writes; a page that holds third-party text with an emoji and
does not say that it was replaced; an emoji that reaches the HTML.

Why: a picture beside a named negative result is mockery, whatever was meant.

Source: PUB-08; specification §7.3.

Accepted: signs that are text, such as →, §, × or ©; third-party emoji shown as their Unicode name in
brackets, with the notice, while the document keeps the exact characters.

Remedy: write words; on pages with third-party emoji, add the notice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.content.catalogue import Catalogue
from site_builder.kernel.findings import Finding
from site_builder.kernel.third_party import any_replaced_emoji, replaced_emoji
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.own_text import hits, shortened
from site_builder.rules.rows import RowCase
from site_builder.rules.texts import TextCase

CODE: Final = "PUB-08"
NAME: Final = "no emoji"
FRENCH: Final = """Pas d'emoji, quel qu'en soit l'auteur.

Refuse : un emoji dans ce qu'écrit l'Index ; une page qui contient un texte de tiers avec emoji sans
dire qu'il a été remplacé ; un emoji qui parvient jusqu'au HTML.

Pourquoi : une image à côté d'un résultat négatif nominatif est une moquerie, quelle que soit
l'intention.

Source : PUB-08 ; spécification §7.3.

Accepte : les signes qui sont du texte, comme →, §, × ou © ; les emoji de tiers montrés par leur nom
Unicode entre crochets, avec la mention, tandis que le document garde les caractères exacts.

Remède : écrire des mots ; sur les pages où un tiers a mis des emoji, ajouter la mention.
"""
_finding = partial(Finding, code=CODE, name=NAME)
NOTICE: Final = "emoji_remplaces"


def check_content(catalogue: Catalogue) -> Iterator[Finding]:
    for code, messages in catalogue.messages.items():
        for entry in messages.entries.values():
            for form in entry.forms:
                if replaced_emoji(form.source):
                    yield _found(f"content/{entry.file}", form.source, line=entry.line)
        for name, page in catalogue.pages[code].items():
            for number, line in enumerate(page.markdown.split("\n"), page.first_line):
                if replaced_emoji(line):
                    yield _found(f"content/{code}/pages/{name}.md", line, line=number)


def check_page(page: PageCase) -> Iterator[Finding]:
    for hit in hits(page, _emoji):
        yield _found(page.file, hit.text, pointer=hit.pointer)
    if not page.says(NOTICE) and page.third_party_emoji:
        yield _silent(page.file)


def check_text(case: TextCase) -> Iterator[Finding]:
    if _emoji(case.text):
        yield case.at(_found(case.file, case.text))


def check_row(case: RowCase) -> Iterator[Finding]:
    texts = [*(case.row["agent"] or {}).values()]
    for part in (case.row["stack"], case.row["run"]):
        texts += [text for text in (part or {}).values() if isinstance(text, str)]
    if any_replaced_emoji(texts) and not case.page.says(NOTICE):
        yield _silent(case.page.file)


def check_output(output: OutputCase) -> Iterator[Finding]:
    if output.page.says(NOTICE):
        for text in sorted(output.fresh.isolated):
            if replaced_emoji(text):
                yield _finding(
                    file=output.file,
                    element="bdi",
                    found=ascii(text[:80]),
                    expected="the Unicode name of the emoji in brackets",
                    remedy="Show third-party text between tags, as the type that it has from the inputs.",
                )


def _emoji(text: str) -> list[str]:
    return [] if text.isascii() or not replaced_emoji(text) else ["emoji"]


def _silent(file: str) -> Finding:
    return _finding(
        file=file,
        pointer="/contenu/avis",
        found="third-party text with an emoji, and no notice",
        expected=f"the notice {NOTICE}",
        remedy="Say on the page that emoji are replaced by their names.",
    )


def _found(file: str, text: str, pointer: str | None = None, line: int | None = None) -> Finding:
    return _finding(
        file=file,
        pointer=pointer,
        line=line,
        found=f"an emoji in {shortened(text, text[:20])!a}",
        expected="words, without an emoji",
        remedy="Write it in words.",
    )
