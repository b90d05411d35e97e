"""The home of the challenge: what it is, the tables of each season, then the thesis and how to read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from site_builder.challenges.prove_it.pages import notices, season
from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import (
    PROVE_IT,
    BuildContext,
    SeasonContext,
    TrackContext,
)
from site_builder.challenges.prove_it.pages.words import TABLES, Words
from site_builder.content.catalogue import MarkdownPage
from site_builder.content.markdown import heading_lines
from site_builder.documents.addresses import localised
from site_builder.documents.envelope import Document, envelope

Part = dict[str, Any]
SeasonEntry = tuple[SeasonContext, Sequence[TrackContext]]


def documents(
    build: BuildContext, pages: Mapping[str, MarkdownPage], seasons: Sequence[SeasonEntry]
) -> dict[str, Document]:
    """Language → home; ``pages`` is the prose by language, ``seasons`` is in order of number."""
    service = latest_service(seasons)
    return {
        code: envelope(
            build.site,
            code,
            PROVE_IT.home,
            words.messages["home.title"],
            service,
            _content(build, words, pages[code], seasons),
        )
        for code, words in build.words.items()
    }


def latest_service(seasons: Sequence[SeasonEntry]) -> str:
    """Where to read the state of the latest season: what pages of no season in particular point to."""
    return seasons[-1][0].season.season_service


def _content(
    build: BuildContext, words: Words, page: MarkdownPage, seasons: Sequence[SeasonEntry]
) -> Part:
    t = words.messages
    opening, prose = _opening(page.markdown)
    latest = seasons[-1][0].season
    shown = [context for context, _ in seasons if context.season.demonstration]
    return {
        "type": "accueil",
        "description": t["home.description"],
        # One season's notice stands on the home only where every season is a demonstration.
        "avis": notices.of_demonstration(words) if len(shown) == len(seasons) else [],
        "fil": refs.home_trail(words),
        "texte": opening,
        "markdown": prose,
        "saisons": [_season(context, tracks, words) for context, tracks in reversed(seasons)],
        "specification_url": localised(words.code, PROVE_IT.specification),
        "regles_url": localised(words.code, PROVE_IT.rules),
        "limites": refs.limits(words),
        "licence": {"donnees": latest.licence.data, "textes": latest.licence.text},
        "citation": {
            "texte": t.text(
                "home.citation",
                publisher=build.site.publisher,
                url=build.site.base_url + localised(words.code, PROVE_IT.home),
                commit=build.site.source_commit[:12],
            )
        },
    }


def _opening(markdown: str) -> tuple[str, str]:
    """The prose before its first section, and the rest: the tables of the seasons stand between the two."""
    lines = markdown.split("\n")
    sections = (line for line, heading in heading_lines(markdown) if heading.level == 2)
    at = next(sections, len(lines) + 1) - 1
    return "\n".join(lines[:at]), "\n".join(lines[at:])


def _tables(track: TrackContext, words: Words) -> list[refs.Link]:
    """The tables of a track, once they hold rows (PUB-01)."""
    path = localised(words.code, track.path)
    names = TABLES if track.shows_scores else ()
    return [refs.link(words.tables[name]["nom"], f"{path}#{name}") for name in names]


def _season(context: SeasonContext, tracks: Sequence[TrackContext], words: Words) -> Part:
    return {
        "numero": context.number,
        "nom": refs.titled(context, words, refs.season_name(context, words)),
        "url": refs.season_url(context, words),
        "demonstration": context.season.demonstration,
        "invalidee": context.invalidated,
        "dates": season.dates(context, words),
        "pistes": [
            {
                **refs.track_reference(track, words),
                "resume": refs.track_summary(words, track.name),
                "tableaux": _tables(track, words),
            }
            for track in tracks
        ],
    }
