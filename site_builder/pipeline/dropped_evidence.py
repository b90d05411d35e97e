"""Whether the scores of a season rest on as much evidence as when they were published (G011)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.documents import addresses
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger_concerns import shown_for_real
from site_builder.pipeline.place import Place
from site_builder.pipeline.seasons import SeasonWork
from site_builder.rules import g011_published_evidence_dropped as rule


def dropped_evidence(works: Iterable[SeasonWork], place: Place) -> Iterator[Finding]:
    """What is refused of the seasons that were published as real ones. An invalidated one shows no figure."""
    real = frozenset(shown_for_real(place.lines))
    for work in works:
        season = work.case.season
        if season.season not in real or not work.case.closed or season.invalidated is not None:
            continue
        for track in work.tracks:
            published = _published(place, season.season, track.case.track.track)
            if rule.LEVELS.index(track.case.replay) < rule.LEVELS.index(published):
                n = place.lines[-1].n
                yield rule.dropped(track.case.folder, track.case.replay, published, n)


def _published(place: Place, season: int, track: str) -> str:
    """How far the scores of a track were computed again in the last publication."""
    with place.last(addresses.file(PROVE_IT.kit(season, track))) as stream:
        try:
            kit = orjson.loads(stream.read()) if stream is not None else None
        except orjson.JSONDecodeError:
            kit = None
    level = kit.get("replay") if isinstance(kit, dict) else None
    return level if level in rule.LEVELS else rule.LEVELS[0]
