"""What the rules need to know of a site's seasons, taken from the published documents alone.

A builder takes these facts from its inputs; a reader has the season and track pages. What they do not say
(whether the clock had passed the close when the site was built) is judged against the reader's own clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.content.catalogue import Catalogue
from site_builder.documents import addresses
from site_builder.kernel import instants
from site_builder.languages import CODES
from site_builder.reader.site import Site, both, default_document
from site_builder.rules.facts import Facts, SeasonFacts, TrackFacts, facts

Part = dict[str, Any]

_SEASON: Final = re.compile(r"/challenges/prove-it/season-(0|[1-9][0-9]{0,5})/")
_GONE: Final = ("withdrawal", "superseded_run")


class FactsError(Exception):
    """The site lacks a document that its facts are in; the message names it."""


def season_numbers(site: Site) -> list[int]:
    """The seasons that have a page."""
    return sorted(int(found[1]) for path in site.pages() if (found := _SEASON.fullmatch(path)))


def season_content(site: Site, number: int) -> Part:
    """``contenu`` of a season's page in the default language."""
    return _content(site, PROVE_IT.season(number))


def track_content(site: Site, number: int, track: str) -> Part:
    """``contenu`` of a track's page in the default language."""
    return _content(site, PROVE_IT.track(number, track))


def site_labels(site: Site) -> tuple[str, Mapping[str, str]]:
    """The base URL, and the AI Act label of each language, as the portal has them."""
    labels, base = {}, ""
    for code in CODES:
        path = both(code, addresses.PORTAL)[0]
        document = site.document(path)
        if document is None or not isinstance(document.get("mention_ia"), str):
            raise FactsError(f"{path} is missing, or no page document")
        labels[code] = document["mention_ia"]
        base = base or str(document.get("url")).rstrip("/")
    return base, labels


def site_facts(site: Site, catalogue: Catalogue) -> Facts:
    """The facts that rules on pages need; raises :class:`FactsError`, or LookupError for a hostile page."""
    base, labels = site_labels(site)
    seasons = [_season(site, number) for number in season_numbers(site)]
    if not seasons:
        raise FactsError("no season has a page")
    return facts(base, catalogue, labels, seasons)


def rows_of(track: Part) -> Iterator[tuple[str, Part]]:
    """(table, row) of every row of a track's page."""
    for table in track["tableaux"]:
        for group in table["groupes"]:
            for row in group["lignes"]:
                yield table["id"], row


def _content(site: Site, path: str) -> Part:
    document = site.document(default_document(path)) or {}
    content = document.get("contenu")
    if not isinstance(content, dict):
        raise FactsError(f"{default_document(path)} is missing, or no page document")
    return content


def _season(site: Site, number: int) -> SeasonFacts:
    content = season_content(site, number)
    tracks = {part["id"]: track_content(site, number, part["id"]) for part in content["pistes"]}
    corrections: dict[tuple[str, str, str], tuple[int, ...]] = {}
    gone = set()
    for name, track in tracks.items():
        tables = {row["report_id"]: table for table, row in rows_of(track)}
        for entry in track["corrections"]:
            report_id = entry["rapport"]["report_id"]
            key = (name, tables.get(report_id, ""), report_id)
            corrections[key] = (*corrections.get(key, ()), entry["n"])
            if entry["genre"] in _GONE:
                gone.add(key)
    published = any(track["scores_publies"] for track in tracks.values())
    keys = [part["preenregistrement"]["cle"] for part in content["pistes"]]
    publication, disputes = content["dates"]["publication"], content["contestation"]
    rules = content["pistes"][0]["preenregistrement"]["bareme"]
    return SeasonFacts(
        number,
        published or any(key["sel"] or key["url"] for key in keys),
        published,
        content["saison"]["invalidee"],
        content["saison"]["demonstration"],
        instants.parse(publication["iso"]) if publication else None,
        disputes["jours"],
        disputes["jours_decision"],
        disputes["contact"],
        content["service"]["url"],
        rules["proof_url"].replace(rules["proof_id"], "{proof_id}"),
        {part["id"]: _track(part) for part in content["pistes"]},
        corrections,
        frozenset(gone),
    )


def _track(part: Part) -> TrackFacts:
    frozen = part["preenregistrement"]
    best = max(part["verdicts_attendus"], key=lambda one: int(one["nombre"]))
    salts = {frozen["cle"]["sel"], *(one["sel"] for one in frozen["remplaces"])}
    return TrackFacts(
        tuple(task["task_id"] for task in part["bornes"]),
        best["verdict"],
        best["nombre"],
        frozen["bareme"]["sha256"],
        frozen["manifeste_sha256"],
        frozen["cle"]["engagement"],
        tuple(one["proof_id"] for one in frozen["remplaces"]),
        frozenset(salts - {None}),
    )
