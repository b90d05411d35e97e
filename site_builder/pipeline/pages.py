"""The pages and files that are few: portal, home, specification, rules, seasons, assets, sitemap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from site_builder.challenges.prove_it.pages import (
    home,
    portal,
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
from site_builder.challenges.prove_it.pages.season import Counts
from site_builder.challenges.prove_it.pages.specification import FrozenSection
from site_builder.content.catalogue import Catalogue
from site_builder.documents import addresses, sitemap
from site_builder.documents.envelope import Document
from site_builder.languages import CODES
from site_builder.render.assets import assets
from site_builder.rules import registry

# The track whose scoring rules are section 5 of the specification (FORMATS §2, ``section_5``).
_SECTION_TRACK = "conformite"


@dataclass(frozen=True, slots=True)
class SeasonPages:
    """A season with its tracks and what was counted over their rows."""

    context: SeasonContext
    tracks: Sequence[TrackContext]
    counts: Counts


def standing_pages(
    build: BuildContext, catalogue: Catalogue, seasons: Sequence[SeasonPages], repository: str
) -> Iterator[tuple[str, Mapping[str, Document]]]:
    """(path, language → document) of every page that depends on no score.

    ``repository``: where a reader gets this program from.
    """
    entries = [(s.context, s.tracks) for s in seasons]
    service = home.latest_service(entries)
    prose = {code: catalogue.pages[code] for code in CODES}
    yield addresses.PORTAL, portal.documents(build, service)
    yield addresses.NOT_FOUND, portal.not_found(build, service)
    yield PROVE_IT.home, home.documents(build, {code: prose[code]["home"] for code in CODES}, entries)
    section = frozen_section(seasons)
    yield (
        PROVE_IT.specification,
        {
            code: specification.document(build, prose[code]["specification"], code, service, section)
            for code in CODES
        },
    )
    yield (
        PROVE_IT.check,
        verification.documents(build, {code: prose[code]["check"] for code in CODES}, entries, repository),
    )
    yield PROVE_IT.rules, rules.documents(build, {code: registry.pages(code) for code in CODES}, service)


def season_pages(seasons: Sequence[SeasonPages]) -> Iterator[tuple[str, Mapping[str, Document]]]:
    """(path, language → document) of the seasons: they count the incidents of their tracks."""
    for one in seasons:
        yield PROVE_IT.season(one.context.number), season.documents(one.context, one.tracks, one.counts)


def frozen_section(seasons: Sequence[SeasonPages]) -> FrozenSection | None:
    """The section that the latest season with that track froze."""
    for one in reversed(seasons):
        for track in one.tracks:
            if track.name == _SECTION_TRACK and track.case.section is not None:
                frozen = track.case.track.scoring_rules
                return FrozenSection(frozen.section, track.case.section, frozen.proof_id)
    return None


def plain_files(catalogue: Catalogue, seasons: Sequence[SeasonPages]) -> Iterator[tuple[str, bytes]]:
    """(file, bytes) of what is published as it was given: texts, sections, revealed keys, assets."""
    for code in CODES:
        path = addresses.localised(code, PROVE_IT.specification_markdown)
        yield addresses.file(path), catalogue.pages[code]["specification"].markdown.encode()
    section = frozen_section(seasons)
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
