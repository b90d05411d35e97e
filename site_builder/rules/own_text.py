"""How a lexical rule looks for terms in what the Index writes: in all that is new, then where exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from site_builder.content import markdown
from site_builder.content.catalogue import Catalogue
from site_builder.rules.cases import PageCase
from site_builder.rules.strings import places

Find = Callable[[str], list[str]]
"""The terms found in a text."""

_SENTENCE: Final = re.compile(r"(?<=[.!?;:…])[\s\u00a0]+|\n\s*\n|\n(?=[-*|#>•])")


class Hit(NamedTuple):
    pointer: str
    text: str
    term: str


def hits(case: PageCase, find: Find) -> Iterator[Hit]:
    """Every term in an own string of the page, with its place; quick where there is none."""
    if not case.fresh or not find(case.fresh_text):
        return
    for text, bare in sorted(case.fresh.items()):
        for term in find(bare):
            for pointer in places(case.document, text):
                yield Hit(pointer, text, term)


def content_texts(catalogue: Catalogue, code: str) -> Iterator[tuple[str, int, str]]:
    """(file, line, text) of every message and every block of prose of a language."""
    for entry in catalogue.messages[code].entries.values():
        for form in entry.forms:
            yield f"content/{entry.file}", entry.line, form.source
    for name, page in catalogue.pages[code].items():
        for line, text in markdown.text_blocks(page.markdown):
            yield f"content/{code}/pages/{name}.md", page.first_line + line - 1, text


def sentences(text: str) -> list[str]:
    """The sentences of a text; headings, list items and cells of markdown count as sentences."""
    return [piece for piece in _SENTENCE.split(text) if piece]


def shortened(text: str, term: str, around: int = 50) -> str:
    """The term with what stands around it, on one line, for a message."""
    at = text.casefold().find(term.casefold())
    start = max(0, at - around)
    piece = text[start : start + 2 * around + len(term)] if at >= 0 else text[: 2 * around]
    return " ".join(piece.split())
