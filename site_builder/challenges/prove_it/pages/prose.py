"""Pages that are prose and nothing else: what the content says, under its own title.

``{differences}`` in a text stands for the list of accepted differences between two official texts (PUB-18).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, BuildContext
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.content.accepted import Accepted
from site_builder.content.catalogue import MarkdownPage
from site_builder.documents.addresses import localised
from site_builder.documents.envelope import Document, envelope


def documents(
    build: BuildContext,
    pages: Mapping[str, MarkdownPage],
    accepted: Sequence[Accepted],
    season_service: str,
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
            "markdown": page.markdown.replace("{differences}", _listed(accepted, words)),
            "limites": refs.limits(words),
        }
        result[code] = envelope(build.site, code, path, page.title, season_service, content, ())
    return result


def _listed(accepted: Sequence[Accepted], words: Words) -> str:
    """A markdown list; what a text holds alone is code, whatever it is."""
    t = words.messages
    if not accepted:
        return t["parity.none"]
    items = []
    for entry in accepted:
        alone = [
            t.text("parity.alone", language=t[f"parity.language_{code}"], values=_codes(values))
            for code, values in entry.only.items()
            if values
        ]
        place, reason = f"{entry.page}, {entry.section}", entry.reason[words.code]
        told = t.text("parity.difference", place=place, alone=", ".join(alone), reason=reason)
        items.append(f"- {told}")
    return "\n".join([t["parity.some"], "", *items])


def _codes(values: Mapping[str, int]) -> str:
    return ", ".join(f"`{value}`" for value, times in values.items() for _ in range(times))
