"""The front page of the site, and the page for an address where nothing stands."""

from __future__ import annotations

from typing import Any

from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, BuildContext
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.documents import addresses
from site_builder.documents.addresses import localised
from site_builder.documents.envelope import Document, envelope


def documents(build: BuildContext, season_service: str) -> dict[str, Document]:
    """Language → portal: the challenges that the Index publishes."""
    result = {}
    for code, words in build.words.items():
        t = words.messages
        content = {
            "type": "portail",
            "description": t["portal.description"],
            "fil": [],
            "texte": t["portal.text"],
            "challenges": [
                {
                    "nom": t["nav.home"],
                    "url": localised(code, PROVE_IT.home),
                    "resume": t["portal.prove_it"],
                }
            ],
        }
        result[code] = envelope(
            build.site, code, addresses.PORTAL, t["portal.title"], season_service, content, ()
        )
    return result


def not_found(build: BuildContext, season_service: str) -> dict[str, Document]:
    """Language → the page that a server shows for an unknown address.

    A server has one such page for all addresses, whatever their language: each says it in every language.
    """
    said = {code: _not_found(words) for code, words in build.words.items()}
    result = {}
    for code, words in build.words.items():
        t = words.messages
        content = {
            "type": "introuvable",
            "description": t["not_found.message"],
            "fil": [refs.link(t["nav.portal"], localised(code, addresses.PORTAL))],
            **said[code],
            "autres": [
                {"langue": other, "titre": build.words[other].messages["not_found.title"], **said[other]}
                for other in said
                if other != code
            ],
        }
        result[code] = envelope(
            build.site, code, addresses.NOT_FOUND, t["not_found.title"], season_service, content, ()
        )
    return result


def _not_found(words: Words) -> dict[str, Any]:
    t, code = words.messages, words.code
    return {
        "texte": t["not_found.message"],
        "liens": [
            refs.link(t["not_found.home"], localised(code, PROVE_IT.home)),
            refs.link(t["nav.specification"], localised(code, PROVE_IT.specification)),
            refs.link(t["nav.rules"], localised(code, PROVE_IT.rules)),
        ],
    }
