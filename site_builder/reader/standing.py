"""Step 3, what no score changes: prose, rules, assets and the sitemap, made again from this program's texts.

And every file of the site is of a kind that the program publishes: whoever adds a page, a script or a picture
to a site, and lists it everywhere, is found here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from site_builder.challenges.prove_it.pages import home, portal, prose, rules, specification, verification
from site_builder.challenges.prove_it.pages.context import PROVE_IT, BuildContext
from site_builder.challenges.prove_it.pages.home import SeasonEntry
from site_builder.challenges.prove_it.pages.specification import Freeze, FrozenSection, frozen_section
from site_builder.challenges.prove_it.pages.words import TABLES
from site_builder.challenges.prove_it.scoring.difference import differences, shown
from site_builder.configuration import is_repository
from site_builder.content.catalogue import Catalogue
from site_builder.content.inventory import PROSE
from site_builder.documents import addresses, sitemap
from site_builder.documents.envelope import Document, dump
from site_builder.languages import CODES, LANGUAGES
from site_builder.publish.publications import of_publication
from site_builder.reader.account import Step
from site_builder.reader.published_facts import rows_of
from site_builder.reader.seasons import PublishedSeason, build_of
from site_builder.reader.site import Site, both
from site_builder.render.assets import assets
from site_builder.render.document import parse
from site_builder.rules import registry

_MOST: Final = 20
_CLONED: Final = re.compile(r"^git clone -q (\S+) ", re.MULTILINE)
_KIT: Final = re.compile(r"kit/(?:[a-z0-9_-]+/)*[A-Za-z0-9_-]+\.(?:json|jsonl|txt|toml|pem|crt|cer|key)")
# What no version of the program publishes beside its documents: a page without one, and what a browser runs.
_ACTIVE: Final = (".html", ".htm", ".xhtml", ".js", ".mjs", ".wasm", ".swf")


def check_standing(site: Site, catalogue: Catalogue, seasons: Sequence[PublishedSeason], step: Step) -> None:
    """Compares each such file, and names the files that are none of any kind."""
    try:
        made = _standing(site, catalogue, seasons, step)
        for file, data in made.items():
            _compare(site, file, data, step)
        if made:
            step.compared.append(
                f"{len(made)} documents and files that no score changes (prose, rules, style, sitemap) "
                "with what this program makes"
            )
        _others(site, seasons, made, step)
    except Exception as error:  # a hostile document: whatever it makes our code do is no reason to stop
        step.unchecked.append(f"What no score changes cannot be made again: {type(error).__name__}.")


def _compare(site: Site, file: str, made: bytes, step: Step) -> None:
    found = site.find(file)
    if found == made:
        return
    left, right = site.document(file), parse(made) if file.endswith(".json") else None
    if isinstance(left, dict) and isinstance(right, dict):
        for place in differences(left, right, {})[:_MOST]:
            one, other = shown(place.declared), shown(place.recomputed)
            step.differs(file, _around(one, other), _around(other, one), place.pointer)
    else:
        step.differs(file, "nothing" if found is None else "other bytes", "what this program makes of it")


def _around(text: str, other: str) -> str:
    """A text about where it begins to differ from another one."""
    pairs = enumerate(zip(text, other, strict=False))
    same = next((at for at, (one, another) in pairs if one != another), min(len(text), len(other)))
    return ("…" if same > 40 else "") + text[max(same - 40, 0) : same + 80]


def _standing(
    site: Site, catalogue: Catalogue, seasons: Sequence[PublishedSeason], step: Step
) -> dict[str, bytes]:
    """File → bytes, for all that can be made."""
    if not seasons or seasons[-1].unreadable is not None:
        step.unchecked.append("What no score changes is not made again: the latest season cannot be read.")
        return {}
    build, service = build_of(site, catalogue), seasons[-1].content["service"]["url"]
    texts = catalogue.pages
    section = frozen_section(_freezes(seasons))
    pages: dict[str, Mapping[str, Document]] = {
        addresses.PORTAL: portal.documents(build, service),
        addresses.NOT_FOUND: portal.not_found(build, service),
        PROVE_IT.rules: rules.documents(build, {code: registry.pages(code) for code in CODES}, service),
        PROVE_IT.specification: {
            code: specification.document(build, texts[code]["specification"], code, service, section)
            for code in CODES
        },
    }
    for name in PROSE:
        page = {code: texts[code][name] for code in CODES}
        pages[PROVE_IT.prose(name)] = prose.documents(build, page, catalogue.accepted, service)
    entries = list(_entries(seasons))
    if len(entries) == len(seasons):
        check = {code: texts[code]["check"] for code in CODES}
        pages[PROVE_IT.check] = verification.documents(build, check, entries, _repository(site))
        pages[PROVE_IT.home] = _home(site, build, catalogue, entries)
    else:
        step.unchecked.append("Home and the page on checking are not made again: a season has no kit yet.")
    made = {
        both(code, path)[0]: dump(document)
        for path, documents in pages.items()
        for code, document in documents.items()
    }
    for code in CODES:
        path = addresses.file(addresses.localised(code, PROVE_IT.specification_markdown))
        made[path] = texts[code]["specification"].markdown.encode()
    return made | dict(assets()) | dict(_for_crawlers(site, build))


def _repository(site: Site) -> str:
    """Where the site says that the program is kept: the operator's to say, an address and nothing else."""
    published = (site.document(both(CODES[0], PROVE_IT.check)[0]) or {}).get("contenu", {})
    found = _CLONED.search(str(published.get("markdown")))
    return found[1] if found and is_repository(found[1]) else ""


def _home(
    site: Site, build: BuildContext, catalogue: Catalogue, entries: Sequence[SeasonEntry]
) -> dict[str, Document]:
    """The home. Who publishes stands in its citation alone, and is the operator's to say."""
    made = home.documents(build, {code: catalogue.pages[code]["home"] for code in CODES}, entries)
    for code, document in made.items():
        published = (site.document(both(code, PROVE_IT.home)[0]) or {}).get("contenu", {})
        found = published["citation"]["texte"]
        before, _, after = _citation(build, catalogue, code).partition("\0")
        name = found.removeprefix(before).removesuffix(after)
        if before + name + after == found and name.isprintable() and 0 < len(name) <= 100:
            document["contenu"]["citation"]["texte"] = found
    return made


def _citation(build: BuildContext, catalogue: Catalogue, code: str) -> str:
    url = build.site.base_url + addresses.localised(code, PROVE_IT.home)
    commit = build.site.source_commit[:12]
    return catalogue.messages[code].text("home.citation", publisher="\0", url=url, commit=commit)


def _entries(seasons: Sequence[PublishedSeason]) -> Iterator[SeasonEntry]:
    for one in seasons:
        tracks = [track.context for track in one.tracks if track.context is not None]
        if tracks and len(tracks) == len(one.tracks):
            yield tracks[0].season, tracks


def _freezes(seasons: Sequence[PublishedSeason]) -> Iterator[Freeze]:
    for one in seasons:
        for track in one.tracks:
            if track.section is not None:
                rules_ = track.frozen["bareme"]
                section = FrozenSection(rules_["section"], track.section, rules_["proof_id"])
                yield Freeze(one.content["saison"]["demonstration"], track.name, section)


def _for_crawlers(site: Site, build: BuildContext) -> Iterator[tuple[str, bytes]]:
    url = f"{build.site.base_url}{addresses.SITEMAP}"
    yield addresses.file(addresses.ROBOTS), f"User-agent: *\nAllow: /\nSitemap: {url}\n".encode()
    listed = sorted(path for path in site.pages() if path != addresses.NOT_FOUND)
    if sitemap.parts(len(listed)) <= 1:
        yield addresses.file(addresses.SITEMAP), b"".join(sitemap.sitemap(build.site, listed))


def _others(site: Site, seasons: Sequence[PublishedSeason], made: Mapping[str, bytes], step: Step) -> None:
    """Pages and files that no table, list or season of the site accounts for."""
    if any(one.unreadable is not None for one in seasons):
        return  # told already; what belongs to that season cannot be known
    known = {addresses.PORTAL, addresses.NOT_FOUND, PROVE_IT.home, PROVE_IT.rules, PROVE_IT.check}
    known.update((PROVE_IT.specification, *map(PROVE_IT.prose, PROSE)))
    files = set(made)
    for one in seasons:
        known.add(PROVE_IT.season(one.number))
        for track in one.tracks:
            known.add(PROVE_IT.track(one.number, track.name))
            files.update(_files(one.number, track.name, track.content, track.frozen, known))
    folders = tuple(addresses.file(PROVE_IT.track(o.number, t.name)) for o in seasons for t in o.tracks)
    section = frozen_section(_freezes(seasons))
    if section is not None:
        files.add(addresses.file(PROVE_IT.specification_section(section.number)))
    pages = {file for path in site.pages() if path in known for code in CODES for file in both(code, path)}
    for path in site.entries:
        if not of_publication(path) or path in files or path in pages or _of_a_kit(path, folders):
            continue
        if path.startswith("sitemap") and path.endswith(".xml"):
            continue  # a large sitemap is in parts: rule F002 looks at what they list
        page = path.endswith(("/index.json", ".html"))
        # A page of a track is a report, in every version; others, with a document, may be of a kind to come.
        alone = path.lower().endswith(_ACTIVE) and path.removesuffix(".html") + ".json" not in site.entries
        tell = step.wrong if alone or (page and _of_a_track(path, folders)) else step.differs
        what = "a page that no table or season of the site leads to" if page else "a file of no known kind"
        tell(path, what, "only pages and files that the program publishes")


def _files(
    number: int, track: str, content: dict[str, Any], frozen: dict[str, Any], pages: set[str]
) -> Iterator[str]:
    for _, row in rows_of(content):
        report_id = row["report_id"]
        if row["rapport_url"] is not None:
            pages.add(PROVE_IT.report(number, track, report_id))
            yield addresses.file(PROVE_IT.evidence(number, track, report_id))
        yield addresses.file(PROVE_IT.proofs(number, track, report_id))
    # Both tables have their downloads from the publication on, also where no row stands in one.
    for table in TABLES if content["scores_publies"] else ():
        for kind in ("csv", "json", "schema.json", "xlsx"):
            for code in CODES:
                path = addresses.localised(code, PROVE_IT.results(number, track, table, kind))
                yield addresses.file(path)
    yield addresses.file(PROVE_IT.kit(number, track))
    yield addresses.file(PROVE_IT.submissions(number, track))
    yield addresses.file(PROVE_IT.answer_key(number, track))
    yield addresses.file(PROVE_IT.track_section(number, track, frozen["bareme"]["section"]))


def _of_a_track(path: str, tracks: Sequence[str]) -> bool:
    prefixes = tuple(row.prefix[1:] + "/" for row in LANGUAGES if row.prefix)
    found = next((path.removeprefix(prefix) for prefix in prefixes if path.startswith(prefix)), path)
    return found.startswith(tuple(tracks))


def _of_a_kit(path: str, tracks: Sequence[str]) -> bool:
    return any(
        path.startswith(folder) and _KIT.fullmatch(path.removeprefix(folder)) is not None for folder in tracks
    )
