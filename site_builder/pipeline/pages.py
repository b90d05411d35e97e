"""The pages and files that are few: portal, home, specification, rules, seasons, assets, sitemap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from site_builder.challenges.prove_it.pages import (
    home,
    portal,
    prose,
    rules,
    season,
    specification,
    verification,
)
from site_builder.challenges.prove_it.pages.context import (
    PROVE_IT,
    BuildContext,
    SeasonContext,
    TrackContext,
)
from site_builder.challenges.prove_it.pages.received import Counts
from site_builder.challenges.prove_it.pages.specification import Freeze, FrozenSection, frozen_section
from site_builder.content.catalogue import Catalogue, MarkdownPage
from site_builder.content.inventory import PROSE
from site_builder.documents import addresses, sitemap
from site_builder.documents.envelope import Document
from site_builder.languages import CODES
from site_builder.render.assets import assets
from site_builder.rules import registry


@dataclass(frozen=True, slots=True)
class SeasonPages:
    """A season with its tracks and what was counted over their rows."""

    context: SeasonContext
    tracks: Sequence[TrackContext]
    counts: Counts


@dataclass(frozen=True, slots=True)
class Standing:
    """What the pages that depend on no score are made of; ``repository``: where to get this program."""

    build: BuildContext
    catalogue: Catalogue
    seasons: Sequence[SeasonPages]
    repository: str


Maker = Callable[[Standing], Mapping[str, Document]]


def standing_documents(standing: Standing, path: str) -> Mapping[str, Document]:
    """Language → document of the page at one of :data:`STANDING_PATHS`."""
    return _STANDING[path](standing)


def _portal(standing: Standing) -> Mapping[str, Document]:
    return portal.documents(standing.build, _service(standing))


def _not_found(standing: Standing) -> Mapping[str, Document]:
    return portal.not_found(standing.build, _service(standing))


def _home(standing: Standing) -> Mapping[str, Document]:
    return home.documents(standing.build, _prose(standing, "home"), _entries(standing))


def _specification(standing: Standing) -> Mapping[str, Document]:
    section, service = frozen_section(_freezes(standing.seasons)), _service(standing)
    return {
        code: specification.document(standing.build, page, code, service, section)
        for code, page in _prose(standing, "specification").items()
    }


def _check(standing: Standing) -> Mapping[str, Document]:
    return verification.documents(
        standing.build, _prose(standing, "check"), _entries(standing), standing.repository
    )


def _text(name: str) -> Maker:
    def make(standing: Standing) -> Mapping[str, Document]:
        accepted = standing.catalogue.accepted
        return prose.documents(standing.build, _prose(standing, name), accepted, _service(standing))

    return make


def _rules(standing: Standing) -> Mapping[str, Document]:
    pages = {code: registry.pages(code) for code in CODES}
    return rules.documents(standing.build, pages, _service(standing))


_STANDING: Final[Mapping[str, Maker]] = {
    addresses.PORTAL: _portal,
    addresses.NOT_FOUND: _not_found,
    PROVE_IT.home: _home,
    PROVE_IT.specification: _specification,
    PROVE_IT.check: _check,
    PROVE_IT.rules: _rules,
    **{PROVE_IT.prose(name): _text(name) for name in PROSE},
}
STANDING_PATHS: Final = tuple(_STANDING)
"""The pages that depend on no score, by their path without a language."""


def _entries(standing: Standing) -> list[home.SeasonEntry]:
    return [(season_.context, season_.tracks) for season_ in standing.seasons]


def _service(standing: Standing) -> str:
    return home.latest_service(_entries(standing))


def _prose(standing: Standing, name: str) -> dict[str, MarkdownPage]:
    return {code: standing.catalogue.pages[code][name] for code in CODES}


def season_pages(seasons: Sequence[SeasonPages]) -> Iterator[tuple[str, Mapping[str, Document]]]:
    """(path, language → document) of the seasons: they count the incidents of their tracks."""
    for one in seasons:
        yield PROVE_IT.season(one.context.number), season.documents(one.context, one.tracks, one.counts)


def _freezes(seasons: Sequence[SeasonPages]) -> Iterator[Freeze]:
    for one in seasons:
        for track in one.tracks:
            if track.case.section is not None:
                frozen = track.case.track.scoring_rules
                section = FrozenSection(frozen.section, track.case.section, frozen.proof_id)
                yield Freeze(one.context.season.demonstration, track.name, section)


def plain_files(catalogue: Catalogue, seasons: Sequence[SeasonPages]) -> Iterator[tuple[str, bytes]]:
    """(file, bytes) of what is published as it was given: texts, sections, revealed keys, assets."""
    for code in CODES:
        path = addresses.localised(code, PROVE_IT.specification_markdown)
        yield addresses.file(path), catalogue.pages[code]["specification"].markdown.encode()
    section = frozen_section(_freezes(seasons))
    if section is not None:
        yield addresses.file(PROVE_IT.specification_section(section.number)), section.content
    for one in seasons:
        for track in one.tracks:
            yield from _frozen_files(one.context, track)
    yield from assets()


def _frozen_files(season_: SeasonContext, track: TrackContext) -> Iterator[tuple[str, bytes]]:
    case = track.case
    if case.section is not None:
        number = case.track.scoring_rules.section
        yield addresses.file(PROVE_IT.track_section(season_.number, track.name, number)), case.section
    if season_.case.closed and case.key_bytes is not None:
        yield addresses.file(PROVE_IT.answer_key(season_.number, track.name)), case.key_bytes


def sitemap_files(build: BuildContext, paths: Sequence[str]) -> Iterator[tuple[str, Iterable[bytes]]]:
    """(file, pieces) of the sitemap, in parts where one file may not list every page."""
    listed = sorted(path for path in paths if path != addresses.NOT_FOUND)
    count = sitemap.parts(len(listed))
    if count <= 1:
        yield addresses.file(addresses.SITEMAP), sitemap.sitemap(build.site, listed)
        return
    size = sitemap.MAX_URLS // len(CODES)
    yield addresses.file(addresses.SITEMAP), [sitemap.index(build.site, count)]
    for number in range(count):
        part = listed[number * size : (number + 1) * size]
        yield f"sitemap-{number + 1}.xml", sitemap.sitemap(build.site, part)


def robots(build: BuildContext) -> bytes:
    """Everything may be read; where the sitemap is."""
    return f"User-agent: *\nAllow: /\nSitemap: {build.site.base_url}{addresses.SITEMAP}\n".encode()
