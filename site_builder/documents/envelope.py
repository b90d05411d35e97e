"""The envelope that every page document has (FORMATS §2, ``proveit-page-v1``), and its bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson

from site_builder.content.messages import Messages
from site_builder.documents import addresses, third_party

Document = dict[str, Any]

SCHEMA: Final = "proveit-page-v1"


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What is the same on every page of a build.

    ``base_url`` has no final slash; ``generated_at`` is RFC 3339 as given; ``source_commit`` is 40 or 64 hex
    digits; ``publisher`` is the organisation that speaks on the site; the mappings are by language code:
    the AI Act label (PUB-09), the mark of third-party text and the note on the season's state (PUB-14).
    """

    base_url: str
    generated_at: str
    source_commit: str
    publisher: str
    ai_label: Mapping[str, str]
    third_party_mark: Mapping[str, str]
    season_state_note: Mapping[str, str]


def site_facts(
    messages: Mapping[str, Messages],
    *,
    base_url: str,
    generated_at: str,
    source_commit: str,
    publisher: str,
    ai_label: Mapping[str, str],
) -> SiteFacts:
    """The facts of a build; the two fixed texts of the envelope come from the catalogues."""
    return SiteFacts(
        base_url.rstrip("/"),
        generated_at,
        source_commit,
        publisher,
        dict(ai_label),
        {code: table["envelope.third_party_mark"] for code, table in messages.items()},
        {code: table["envelope.season_state_note"] for code, table in messages.items()},
    )


def envelope(
    site: SiteFacts,
    language: str,
    path: str,
    title: str,
    season_service: str,
    content: Mapping[str, Any],
    champs: Sequence[str] | None = None,
) -> Document:
    """The document of a page, keys in FORMATS §2 order.

    ``path`` is the page's path without a language. ``champs`` lists the pointers of third-party strings; it
    is computed by walking ``content`` when the caller has not done so already.
    """
    if champs is None:
        champs = third_party.pointers(content, "/contenu")
    return {
        "schema": SCHEMA,
        "langue": language,
        "url": addresses.absolute(site.base_url, addresses.localised(language, path)),
        "traductions": addresses.translations(site.base_url, path),
        "titre": title,
        "mention_ia": site.ai_label[language],
        "genere_le": site.generated_at,
        "commit_source": site.source_commit,
        "etat_saison": {"lire": season_service, "note": site.season_state_note[language]},
        "texte_de_tiers": {"marque": site.third_party_mark[language], "champs": list(champs)},
        "contenu": content,
    }


class Written(NamedTuple):
    """The bytes of a document; ``reads_back``: orjson wrote them, and reads the same value from them.

    That holds for the values that documents are made of (:mod:`.third_party` refuses others): it would read a
    list where it was given a tuple, and null where it was given NaN, which no input can hold.
    """

    data: bytes
    reads_back: bool


def written(document: object) -> Written:
    """Compact UTF-8 JSON, keys in their order, every number exact.

    orjson writes it; an integer beyond 64 bits, which orjson refuses, is left to the standard library.
    """
    try:
        return Written(orjson.dumps(document), reads_back=True)
    except TypeError:
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return Written(text.encode("utf-8"), reads_back=False)


def dump(document: object) -> bytes:
    """The bytes alone."""
    return written(document).data
