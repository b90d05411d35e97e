"""The sources that a rule's page cites, as links to where each can be read.

``PUB-07`` is a heading of the page on the publication rules, ``R3`` one of the page on readings, and
``formats §1.3`` a section of the page on formats; any other ``§`` is of the specification. What is none of
these, and no RFC, is written as a link.
"""

from __future__ import annotations

import re
from typing import Final

from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.documents.addresses import localised

_CITED: Final = re.compile(
    r"\[[^\]]*\]\([^)]*\)|`[^`]*`"  # a link that is written out, and code
    r"|(?P<rule>PUB-\d{2})|(?P<reading>R\d+)|RFC (?P<rfc>\d+)"
    r"|(?P<formats>formats )?§(?P<section>\d+(?:\.\d+)*)"
)


class SourceError(ValueError):
    """A rule names a source that cannot be opened: a bug, found by any build."""


def linked(source: str, language: str) -> str:
    """Inline markdown of a page in ``language``, a link for each thing that ``source`` cites.

    Items stand between semicolons; raises :class:`SourceError` for one that leads nowhere.
    """
    return ";".join(_item(item, language) for item in source.split(";"))


def _item(item: str, language: str) -> str:
    page = PROVE_IT.specification

    def link(found: re.Match[str]) -> str:
        nonlocal page
        text = found[0]
        if found["rule"]:
            return _link(text, language, PROVE_IT.prose("publication-rules") + f"#{text}")
        if found["reading"]:
            return _link(text, language, PROVE_IT.prose("readings") + f"#{text}")
        if found["rfc"]:
            return f"[{text}](https://www.rfc-editor.org/rfc/rfc{found['rfc']})"
        if not found["section"]:
            return text
        page = PROVE_IT.prose("formats") if found["formats"] else page  # and so for what follows in the item
        return _link(text, language, f"{page}#s{found['section'].replace('.', '-')}")

    made = _CITED.sub(link, item)
    if "](" not in made:
        raise SourceError(f"{item.strip()!r}: neither PUB-nn, Rn, a section, an RFC nor a link")
    return made


def _link(text: str, language: str, path: str) -> str:
    return f"[{text}]({localised(language, path)})"
