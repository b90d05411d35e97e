"""The publication rules that the builder enforces, as the rule files themselves state them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, BuildContext
from site_builder.challenges.prove_it.pages.sources import linked
from site_builder.documents.addresses import localised
from site_builder.documents.envelope import Document, envelope


class RuleText(Protocol):
    """One rule as its file documents it, in the language of the page; each text is inline markdown."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def refuses(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def accepted(self) -> str: ...
    @property
    def remedy(self) -> str: ...


def documents(
    build: BuildContext, texts: Mapping[str, Sequence[RuleText]], season_service: str
) -> dict[str, Document]:
    """Language → list of rules, in the order given; ``texts`` is by the language of the page."""
    result = {}
    for code, words in build.words.items():
        t = words.messages
        content = {
            "type": "regles",
            "description": t["rules.description"],
            "fil": [*refs.home_trail(words), refs.link(t["nav.rules"], localised(code, PROVE_IT.rules))],
            "texte": t["rules.introduction"],
            "nombre_texte": t.plural("rules.count", len(texts[code])),
            "regles": [
                {
                    "code": rule.code,
                    "nom": rule.name,
                    "refuse": rule.refuses,
                    "pourquoi": rule.why,
                    "source": linked(rule.source, code),
                    "accepte": rule.accepted,
                    "remede": rule.remedy,
                }
                for rule in texts[code]
            ],
        }
        title = t["rules.title"]
        result[code] = envelope(build.site, code, PROVE_IT.rules, title, season_service, content, ())
    return result
