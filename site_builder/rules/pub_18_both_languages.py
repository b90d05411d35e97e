"""Both languages or neither.

Refuses: a page, a message, a placeholder, a heading, a number or a link that one language has and the
other does not; two documents of one page whose structures or figures differ; a specification that does
not say which language decides.

Why: a reader of one language would see another Index than a reader of the other.

Source: PUB-18; formats §2, §3.

Accepted: the same pages at the same addresses but for the prefix, the same numbers, French named as
deciding for the scoring rules.

Remedy: write the missing half, or remove both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from site_builder.content import parity
from site_builder.content.catalogue import Catalogue
from site_builder.kernel.findings import Finding, told
from site_builder.languages import AUTHORITATIVE, DEFAULT, LANGUAGES
from site_builder.rules.cases import PageCase
from site_builder.rules.site import SiteCase

CODE: Final = "PUB-18"
NAME: Final = "both languages or neither"
FRENCH: Final = """Les deux langues, ou aucune.

Refuse : une page, un message, un paramètre, un titre, un nombre ou un lien que l'une des langues a et
l'autre non ; deux documents d'une même page dont la structure ou les chiffres diffèrent ; une
spécification qui ne dit pas quelle langue fait foi.

Pourquoi : le lecteur d'une langue verrait un autre Index que celui de l'autre.

Source : PUB-18 ; formats §2, §3.

Accepte : les mêmes pages aux mêmes adresses au préfixe près, les mêmes nombres, le français désigné
comme faisant foi pour le barème.

Remède : écrire la moitié manquante, ou retirer les deux.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_PREFIXES: Final = {row.code: row.prefix for row in LANGUAGES}


def check_content(catalogue: Catalogue) -> Iterator[Finding]:
    yield from parity.findings(catalogue, CODE, NAME)


def check_page(page: PageCase) -> Iterator[Finding]:
    urls, base = page.document["traductions"], page.facts.base_url
    note = partial(_finding, file=page.file, remedy="Make the addresses of a page from its path alone.")
    if list(urls) != list(_PREFIXES):
        yield note(pointer="/traductions", found=", ".join(urls), expected=", ".join(_PREFIXES))
        return
    if page.document["url"] != urls[page.language]:
        yield note(pointer="/url", found=told(page.document["url"]), expected=told(urls[page.language]))
    for code, prefix in _PREFIXES.items():
        wanted = f"{base}{prefix}{page.path}"
        if urls[code] != wanted:
            yield note(pointer=f"/traductions/{code}", found=told(urls[code]), expected=wanted)
    if page.type == "specification" and page.content["autorite"] != AUTHORITATIVE:
        yield note(pointer="/contenu/autorite", found=told(page.content["autorite"]), expected=AUTHORITATIVE)


def check_twins(pages: Sequence[PageCase]) -> Iterator[Finding]:
    """The documents of one page: the same structure, figures and third-party texts in each language."""
    first, *others = pages
    if sorted(page.language for page in pages) != sorted(_PREFIXES):
        yield _finding(
            file=first.file,
            pointer="",
            found=", ".join(page.language for page in pages),
            expected=", ".join(_PREFIXES),
            remedy="Make the page in every language.",
        )
    one = first.strings
    for page in others:
        other = page.strings
        for name, mine, theirs in (
            ("numbers", one.numbers, other.numbers),
            ("third-party texts", one.third, other.third),
            ("places of third-party texts", one.pointers, other.pointers),
            ("members", one.keys, other.keys),
        ):
            if mine != theirs:
                yield _finding(
                    file=page.file,
                    pointer="/contenu",
                    found=f"other {name} than {first.file}",
                    expected=f"the same {name} in both languages",
                    remedy="Make both documents from the same inputs.",
                )


def check_site(site: SiteCase) -> Iterator[Finding]:
    known = {(path, language): file for file, (path, language) in site.pages.items()}
    for (path, language), file in sorted(known.items()):
        for code in _PREFIXES:
            if (path, code) not in known and (language == DEFAULT or (path, DEFAULT) not in known):
                yield _finding(
                    file=file,
                    found=f"no page {path} in {code}",
                    expected="the page in every language",
                    remedy="Write both pages, or neither.",
                )
