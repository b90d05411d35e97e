"""The HTML shows nothing that its document does not hold.

Refuses: a visible text, a label or a title attribute that is neither a string or a figure of
`index.json` nor a message of the catalogue.

Why: the document is what is published, hashed and verified; a text that stands only in the HTML escapes
all three.

Source: formats §2.

Accepted: whole strings of the document, whole messages (those about a number with a number of the
document), rendered markdown of the document, signs without letters or digits.

Remedy: put the text in the document or in the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final

from site_builder.content import markdown
from site_builder.kernel import markup
from site_builder.kernel.canonical import json_text
from site_builder.kernel.findings import Finding
from site_builder.languages import LANGUAGES
from site_builder.rules.cases import OutputCase, PageCase

CODE: Final = "H002"
NAME: Final = "nothing beyond the document"
FRENCH: Final = """Le HTML ne montre rien que son document ne contienne.

Refuse : un texte visible, une étiquette ou un attribut de titre qui n'est ni une chaîne ou un chiffre
d'`index.json`, ni un message du catalogue.

Pourquoi : c'est le document qui est publié, haché et vérifié ; un texte présent dans le seul HTML
échappe aux trois.

Source : formats §2.

Accepte : des chaînes entières du document, des messages entiers (ceux qui portent sur un nombre avec un
nombre du document), le markdown du document rendu, des signes sans lettre ni chiffre.

Remède : mettre le texte dans le document ou dans le catalogue.
"""
_finding = partial(Finding, code=CODE, name=NAME)
# Attributes that a reader is read, or that the browser shows.
_SHOWN: Final = ("aria-label", "aria-description", "alt", "title", "placeholder", "label", "data-l")
_LETTER: Final = re.compile(r"[^\W_]")
_NAMES: Final = frozenset(row.name for row in LANGUAGES)
_COUNT: Final = re.compile(r"[0-9]+(?:[,\u00a0\u202f][0-9]{3})*")
_GROUPING: Final = re.compile(r"[,\u00a0\u202f]")
_RULE_TEXTS: Final = ("refuse", "pourquoi", "source", "accepte", "remede")


def check_output(output: OutputCase) -> Iterator[Finding]:
    shown = output.fresh.texts.union(
        output.named_links, output.dates, *(output.fresh.values(name) for name in _SHOWN)
    )
    for text in sorted(_unknown(output, shown)):
        yield _finding(
            file=output.file,
            element="body",
            found=ascii(text[:120]),
            expected="a string or a figure of the document, or a message of the catalogue",
            remedy="Put the text in the document or in the catalogue.",
        )
    content = {tag for tag in output.fresh.tags if tag.startswith('meta name="description"')}
    allowed = (output.page.content.get("description"), output.page.document["titre"])
    for tag in sorted(content):
        text = markup.attributes(tag).get("content", "")
        if text not in allowed and text not in output.page.words.texts:
            yield _finding(
                file=output.file,
                element="meta[name=description]",
                found=ascii(text[:120]),
                expected="contenu.description, or a message of the catalogue",
                remedy="Put the description in the document.",
            )


def _unknown(output: OutputCase, texts: frozenset[str]) -> set[str]:
    page = output.page
    left = texts - page.words.shown_texts
    if left:
        left = left.difference(page.strings.own, page.strings.marks)
    if left:
        left = left.difference(map(str, page.strings.numbers), _NAMES)
    if left:
        left = left.difference(map(_stripped, page.strings.own), map(json_text, page.strings.facts))
    if left:
        left = frozenset(text for text in left if _LETTER.search(text))
    if left:
        left = frozenset(text for text in left if not _counted(page, text))
    if left:
        left = left.difference(_prose(page))
    return set(left)


def _counted(page: PageCase, text: str) -> bool:
    """Whether the text is a message of the catalogue about a number of the document."""
    found = _COUNT.findall(text)
    if len(found) != 1 or _COUNT.sub("{n}", text) not in page.words.plurals:
        return False
    return int(_GROUPING.sub("", found[0])) in page.strings.numbers


def _stripped(text: str) -> str:
    return text.strip()


def _prose(page: PageCase) -> set[str]:
    """The texts of every markdown of the document, as they are rendered."""
    content = page.content
    sources = [content.get("markdown"), content.get("texte")]
    for rule in content.get("regles", ()):
        sources += [rule[name] for name in _RULE_TEXTS]
    found: set[str] = set()
    for source in sources:
        if isinstance(source, str):
            found |= _rendered(source)
    return found


@lru_cache(maxsize=1024)
def _rendered(source: str) -> frozenset[str]:
    made = markdown.render(source)
    headings = {heading.text for heading in made.headings}
    return markup.read(made.html or "<p>").texts | headings
