"""Pages that are prose and nothing else: what the content says, under its own title."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, BuildContext
from site_builder.content.catalogue import MarkdownPage
from site_builder.documents.addresses import localised
from site_builder.documents.envelope import Document, envelope


def documents(
    build: BuildContext, pages: Mapping[str, MarkdownPage], season_service: str
) -> dict[str, Document]:
    """Language → page; ``pages`` is one text of the content by language."""
    result = {}
    for code, words in build.words.items():
        page = pages[code]
        path = PROVE_IT.prose(page.name)
        content = {
            "type": "texte",
            "description": page.description or page.title,
            "fil": [*refs.home_trail(words), refs.link(page.title, localised(code, path))],
            "markdown": page.markdown,
            "limites": refs.limits(words),
        }
        result[code] = envelope(build.site, code, path, page.title, season_service, content, ())
    return result
