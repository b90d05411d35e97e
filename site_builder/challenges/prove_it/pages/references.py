"""Links between pages: breadcrumbs, and the references to a season, a track, the limits (PUB-20)."""

from __future__ import annotations

from typing import Any

from site_builder.challenges.prove_it.pages.context import PROVE_IT, SeasonContext, TrackContext
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.content.markdown import slug
from site_builder.documents import addresses
from site_builder.documents.addresses import localised

Link = dict[str, Any]


def link(name: str, url: str) -> Link:
    return {"nom": name, "url": url}


def home_trail(words: Words) -> list[Link]:
    """The breadcrumb of the home; every breadcrumb ends with the page itself."""
    t = words.messages
    return [
        link(t["nav.portal"], localised(words.code, addresses.PORTAL)),
        link(t["nav.home"], localised(words.code, PROVE_IT.home)),
    ]


def season_trail(context: SeasonContext, words: Words) -> list[Link]:
    return [*home_trail(words), link(season_name(context, words), season_url(context, words))]


def track_trail(context: TrackContext, words: Words) -> list[Link]:
    return [
        *season_trail(context.season, words),
        link(track_title(context, words), localised(words.code, context.path)),
    ]


def season_name(context: SeasonContext, words: Words) -> str:
    return words.messages.text("nav.season", season=context.number)


def season_url(context: SeasonContext, words: Words) -> str:
    return localised(words.code, PROVE_IT.season(context.number))


def season_reference(context: SeasonContext, words: Words) -> Link:
    return {
        "numero": context.number,
        "url": season_url(context, words),
        "nom": season_name(context, words),
    }


def track_title(context: TrackContext, words: Words) -> str:
    return words.messages.text("nav.track", track=words.track_name(context.name))


def track_reference(context: TrackContext, words: Words) -> Link:
    return {
        "id": context.name,
        "nom": track_title(context, words),
        "url": localised(words.code, context.path),
    }


def track_summary(words: Words, track: str) -> str | None:
    """One sentence on what a track is about; nothing for a track that the catalogue does not know."""
    return words.messages.table.get(f"track.summary_{track}")


def limits(words: Words) -> Link:
    """What the measure does not prove is one link away from every table and report (PUB-20)."""
    url = localised(words.code, PROVE_IT.specification) + "#s10"
    return {"url": url, "texte": words.messages["limits.link"]}


def reading(words: Words) -> Link:
    """Where the home explains how to read the two columns: the section that bears the name of this link."""
    name = words.messages["track.how_to_read"]
    return {"url": f"{localised(words.code, PROVE_IT.home)}#{slug(name)}", "texte": name}


def titled(context: SeasonContext, words: Words, title: str) -> str:
    """A title that says so when the results are invented or the season was invalidated."""
    return " ".join((title, *(f"({mark})" for mark in marks(context, words))))


def marks(context: SeasonContext, words: Words) -> list[str]:
    """What stands beside everything built from a demonstration or an invalidated season, in short."""
    t, found = words.messages, []
    if context.season.demonstration:
        found.append(t["notice.demonstration_short"])
    if context.invalidated:
        found.append(t["notice.invalidated_short"])
    return found
