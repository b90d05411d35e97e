"""The interface messages of a language, read from the catalogues by Babel and not by the product."""

from __future__ import annotations

from functools import cache

from babel.messages.pofile import read_po

from tests.harness.command import REPOSITORY


@cache
def messages(language: str) -> frozenset[str]:
    """Every whole text, runs of white space as one space."""
    texts = set()
    for path in sorted((REPOSITORY / "content" / language / "messages").glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                if message.id:
                    forms = message.string if isinstance(message.string, list | tuple) else [message.string]
                    texts |= {" ".join((form or "").split()) for form in forms}
    return frozenset(texts)
