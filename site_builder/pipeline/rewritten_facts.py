"""What the last publication says of a real season, held against the data (G010, PUB-17).

One document of the site is read for each season, and those of the other languages where it says a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import product

from site_builder.challenges.prove_it.inputs.season import Invalidation
from site_builder.challenges.prove_it.inputs.track import SupersededFreeze
from site_builder.challenges.prove_it.inputs.tree import TABLES, TRACKS
from site_builder.challenges.prove_it.pages.context import PROVE_IT, BuildContext
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.challenges.prove_it.scoring.case import SeasonCase, TrackCase
from site_builder.documents import addresses
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger_concerns import shown_for_real
from site_builder.languages import CODES, DEFAULT
from site_builder.pipeline import published_seasons
from site_builder.pipeline.place import Place
from site_builder.pipeline.published_seasons import Frozen, PublishedSeason, Superseded
from site_builder.pipeline.seasons import SeasonWork
from site_builder.rules import g010_published_fact_rewritten as rule

_GONE = "nothing"
_SAME_STORY = ("G004", "G008")
"""Codes of what is gone or open again: where one stands, this rule adds nothing at that place."""


def rewritten_facts(
    works: Iterable[SeasonWork], build: BuildContext, place: Place, findings: Iterable[Finding]
) -> list[Finding]:
    """What is refused of the seasons that were published as real ones.

    A season, a track or a value that is gone, of which something refused (``findings``) tells already, is
    not refused twice.
    """
    held = {work.case.season.season: work for work in works}
    found = [
        finding
        for season in sorted(shown_for_real(place.lines).intersection(held))
        for finding in _of_season(held[season], build, place)
    ]
    refused = list(findings)
    return [finding for finding in found if not _told(finding, refused)]


def _of_season(work: SeasonWork, build: BuildContext, place: Place) -> Iterator[Finding]:
    case, n = work.case, place.lines[-1].n
    season = case.season
    pages = _pages(place, season.season)
    page = pages[DEFAULT]
    if season.demonstration:
        yield rule.demonstration(case.file, n)
    yield from _invalidation(case, build, pages, n)
    if any(place.shows(_csv(season.season, *table)) for table in product(TRACKS, TABLES)):
        yield from _terms(case, page, n)
    salts = {frozen.salt for frozen in page.tracks.values()}
    salts |= {former.salt for frozen in page.tracks.values() for former in frozen.superseded}
    if salts - {None} and not case.closed:
        yield rule.sealed_again(case.file, season.closes_at.text, n)
    for track in work.tracks:
        name = track.case.track.track
        frozen = page.tracks.get(name)
        if frozen is not None:
            reasons = {
                code: other.tracks[name].superseded for code, other in pages.items() if name in other.tracks
            }
            yield from _superseded(track.case, reasons, n)
            yield from _frozen(track.case, frozen, n)
            yield from _key(track.case, place)


def _pages(place: Place, season: int) -> Mapping[str, PublishedSeason]:
    """Language → the published page; the default language alone where the page says no reason."""
    page = _page(place, season, DEFAULT)
    if page.invalidation is None and not any(frozen.superseded for frozen in page.tracks.values()):
        return {DEFAULT: page}
    return {code: page if code == DEFAULT else _page(place, season, code) for code in CODES}


def _page(place: Place, season: int, code: str) -> PublishedSeason:
    path = addresses.json_file(addresses.localised(code, PROVE_IT.season(season)))
    with place.last(path) as stream:
        if stream is None:
            raise published_seasons.missing(path)
        return published_seasons.season(stream, path)


def _terms(case: SeasonCase, page: PublishedSeason, n: int) -> Iterator[Finding]:
    season = case.season
    for name in ("opens_at", "closes_at", "published_at"):
        now, before = getattr(season, name), getattr(page, name)
        if before is not None and (now is None or now.utc != before.utc):
            yield rule.term_rewritten(case.file, f"/{name}", now and now.text, before.text, n)
    for name in ("window_days", "decision_days", "contact"):
        term, published = getattr(season.disputes, name), getattr(page, name)
        if term != published:
            yield rule.term_rewritten(case.file, f"/disputes/{name}", term, published, n)


def _invalidation(
    case: SeasonCase, build: BuildContext, pages: Mapping[str, PublishedSeason], n: int
) -> Iterator[Finding]:
    now, sentence = case.season.invalidated, pages[DEFAULT].invalidation
    if sentence is None:
        return
    if now is None:
        yield rule.invalidation_rewritten(case.file, "/invalidated", None, sentence, n)
        return
    # The instant stands in the sentence as cells write it; no digit before it belongs to the day.
    instant = build.words[DEFAULT].cells.date(now.at)["utc"]
    if not re.search(rf"(?<![0-9]){re.escape(instant)}", sentence):
        yield rule.invalidation_rewritten(case.file, "/invalidated/at", now.at.text, sentence, n)
    for code, page in pages.items():
        if page.invalidation is not None:
            published = _other_reason(now, build.words[code], code, page.invalidation)
            if published is not None:
                place, text = f"/invalidated/reason/{code}", now.reason.in_language(code)
                yield rule.invalidation_rewritten(case.file, place, text, published, n)


def _other_reason(now: Invalidation, words: Words, code: str, sentence: str) -> str | None:
    """The published reason where it is another one; the whole ``sentence`` where its form is another one."""
    mark = "\x00"
    before, after = words.messages.text("notice.reason", reason=mark).split(mark)
    reason = now.reason.in_language(code)
    _, known, published = sentence.partition(before)
    if not known:  # the words of another version: the reason ends the sentence
        return None if sentence.endswith(reason) else sentence
    published = published.removesuffix(after)
    return None if published == reason else published


def _frozen(case: TrackCase, published: Frozen, n: int) -> Iterator[Finding]:
    """The freeze that was current is so still, or is superseded now; its salt is the one that was shown."""
    rules, key = case.track.scoring_rules, case.track.answer_key
    number = _listed(rules.superseded, "proof_id", published.proof_id)
    if rules.proof_id != published.proof_id and number is not None:
        former = rules.superseded[number]
        at, salt = f"/scoring_rules/superseded/{number}", former.salt
        members = [(f"{at}/version", former.version, published.version)]
    else:
        at, salt = "/answer_key", key.salt
        members = [
            ("/scoring_rules/version", rules.version, published.version),
            ("/scoring_rules/sha256", rules.sha256, published.sha256),
            ("/scoring_rules/proof_id", rules.proof_id, published.proof_id),
            ("/corpus/manifest_sha256", case.track.corpus.manifest_sha256, published.manifest),
            ("/answer_key/commitment", key.commitment, published.commitment),
        ]
    for pointer, now, before in members:
        if now != before:
            yield rule.freeze_rewritten(case.file, pointer, now, before, n)
    # Before the close nothing tells a salt (PUB-01).
    if published.salt is not None and case.season.closed and salt != published.salt:
        yield rule.revealed_rewritten(case.file, f"{at}/salt", salt, published.salt, n)


def _key(case: TrackCase, place: Place) -> Iterator[Finding]:
    """The key is the one that was shown. One that is gone is G008's."""
    path = addresses.file(PROVE_IT.answer_key(case.season.season.season, case.track.track))
    published = place.digest(path)
    if published is None or not case.season.closed or case.key_bytes is None:
        return
    digest = sha256(case.key_bytes).hexdigest()
    if digest != published:
        file, n = f"{case.folder}/{case.track.answer_key.file}", place.lines[-1].n
        yield rule.revealed_rewritten(file, None, f"SHA-256 {digest}", f"SHA-256 {published}", n)


def _superseded(
    case: TrackCase, published: Mapping[str, Sequence[Superseded]], n: int
) -> Iterator[Finding]:
    """Each superseded freeze that was published is there; ``published``: language → those of the page."""
    now = case.track.scoring_rules.superseded
    for rank, before in enumerate(published[DEFAULT]):
        number = _listed(now, "proof_id", before.proof_id)
        if number is None:
            number = _listed(now, "version", before.version)
        if number is None:
            what = f"the freeze {before.version} ({before.proof_id})"
            at = "/scoring_rules/superseded"
            yield rule.superseded_rewritten(case.file, at, f"no freeze {before.version}", what, n)
            continue
        former, at = now[number], f"/scoring_rules/superseded/{number}"
        members = [
            (f"{at}/version", former.version, before.version),
            (f"{at}/proof_id", former.proof_id, before.proof_id),
        ]
        for code, freezes in published.items():
            if rank < len(freezes):
                reason = former.reason.in_language(code)
                members.append((f"{at}/reason/{code}", reason, freezes[rank].reason))
        for pointer, value, wanted in members:
            if value != wanted:
                yield rule.superseded_rewritten(case.file, pointer, value, wanted, n)
        if before.salt is not None and case.season.closed and former.salt != before.salt:
            yield rule.revealed_rewritten(case.file, f"{at}/salt", former.salt, before.salt, n)


def _listed(freezes: Sequence[SupersededFreeze], member: str, value: str) -> int | None:
    """The index of the first freeze whose ``member`` is ``value``."""
    return next((i for i, freeze in enumerate(freezes) if getattr(freeze, member) == value), None)


def _told(finding: Finding, refused: Sequence[Finding]) -> bool:
    """Whether something that was refused tells of this already."""
    return any(
        other.file == finding.file
        and (
            (other.pointer == finding.pointer and other.code in _SAME_STORY)
            or (finding.found == _GONE and f"{finding.pointer}/".startswith(f"{other.pointer}/"))
        )
        for other in refused
    )


def _csv(season: int, track: str, table: str) -> str:
    return addresses.file(PROVE_IT.results(season, track, table, "csv"))
