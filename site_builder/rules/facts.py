"""What a page rule knows besides the page: the words of each language, what the inputs say of each season.

Everything here but the memory is immutable; all is picklable: made once a build, given to every process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from site_builder.challenges.prove_it.scoring.case import SeasonCase, TrackCase
from site_builder.content.catalogue import Catalogue
from site_builder.content.lexicon import Lexicon, fold
from site_builder.documents.cells import Cells
from site_builder.kernel.instants import Instant
from site_builder.languages import LANGUAGES
from site_builder.rules.units import Recurring

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class TrackFacts:
    """``task_ids`` in the order of the track; ``best`` is the largest expected count."""

    task_ids: tuple[str, ...]
    best_verdict: str
    best: int
    section_sha256: str
    manifest_sha256: str
    commitment: str
    superseded: tuple[str, ...]
    salts: frozenset[str]


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """``corrections``: (track, table, report id) → numbers of its corrections; ``gone``: its tombstones."""

    number: int
    closed: bool
    published: bool
    invalidated: bool
    demonstration: bool
    published_at: Instant | None
    window_days: int
    decision_days: int
    contact: str
    service: str
    proof_url: str
    tracks: Mapping[str, TrackFacts]
    corrections: Mapping[tuple[str, str, str], tuple[int, ...]]
    gone: frozenset[tuple[str, str, str]]


@dataclass(frozen=True, eq=False)
class LanguageFacts:
    """The words of one language. ``texts`` holds every message, ``plurals`` those with ``{n}``."""

    code: str
    texts: frozenset[str]
    table: Mapping[str, str]
    vocabulary: Lexicon
    names: Lexicon
    ai_label: str
    cells: Cells
    titles: tuple[str, ...] = ()
    plurals: frozenset[str] = frozenset()

    @cached_property
    def shown_texts(self) -> frozenset[str]:
        """The messages as a page shows them, without the spaces around them."""
        return frozenset(text.strip() for text in self.texts)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word that the Index uses in this language, folded."""
        return frozenset(_WORD.findall(fold("\n".join((*self.table.values(), *self.titles)))))


@dataclass(slots=True)
class Memory:
    """What one process of one build has found acceptable, so that it is judged once.

    ``clean``: own strings by language; ``tags``: of the HTML; ``units``: of the HTML, by language;
    ``links``: given to the site-wide rules.
    """

    clean: dict[str, set[str]] = field(default_factory=lambda: {row.code: set() for row in LANGUAGES})
    tags: set[str] = field(default_factory=set)
    units: dict[str, Recurring] = field(default_factory=lambda: {row.code: Recurring() for row in LANGUAGES})
    links: set[tuple[str, str]] = field(default_factory=set)


def remember(known: set[str], more: Iterable[str], most: int = 20_000) -> None:
    """Adds to what is known, which never grows without end: when there is too much, all is forgotten."""
    if len(known) > most:
        known.clear()
    known.update(more)


@dataclass(frozen=True, eq=False)
class Facts:
    """Everything that rules on pages and on the files written are given besides them. One for each build."""

    base_url: str
    languages: Mapping[str, LanguageFacts]
    seasons: Mapping[int, SeasonFacts] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory, repr=False)

    @cached_property
    def services(self) -> frozenset[str]:
        return frozenset(season.service for season in self.seasons.values())


def facts(
    base_url: str, catalogue: Catalogue, ai_label: Mapping[str, str], seasons: Sequence[SeasonFacts]
) -> Facts:
    """The facts of a build."""
    languages = {
        code: LanguageFacts(
            code,
            frozenset(messages.table.values()),
            dict(messages.table),
            catalogue.lexicons[code],
            catalogue.names[code],
            ai_label[code],
            Cells(messages),
            tuple(page.title for page in catalogue.pages[code].values()),
            frozenset(f.source for e in messages.entries.values() if e.plural for f in e.forms),
        )
        for code, messages in catalogue.messages.items()
    }
    return Facts(base_url.rstrip("/"), languages, {season.number: season for season in seasons})


def season_facts(case: SeasonCase, tracks: Sequence[TrackCase]) -> SeasonFacts:
    """What the inputs of one season say, for the rules on its pages."""
    season = case.season
    corrections: dict[tuple[str, str, str], tuple[int, ...]] = {}
    gone = set()
    for correction in case.corrections:
        place = correction.concerns
        key = (place.track, place.table, place.report_id)
        corrections[key] = (*corrections.get(key, ()), correction.n)
        if correction.kind in ("withdrawal", "superseded_run"):
            gone.add(key)
    return SeasonFacts(
        season.season,
        case.closed,
        case.published,
        season.invalidated is not None,
        season.demonstration,
        season.published_at,
        season.disputes.window_days,
        season.disputes.decision_days,
        season.disputes.contact,
        season.season_service,
        season.proof_url,
        {case.track.track: _track_facts(case) for case in tracks},
        corrections,
        frozenset(gone),
    )


def _track_facts(case: TrackCase) -> TrackFacts:
    track = case.track
    verdict, count = track.best_constant()
    superseded = track.scoring_rules.superseded
    salts = {freeze.salt for freeze in superseded if freeze.salt} | {track.answer_key.salt or ""}
    return TrackFacts(
        tuple(task.task_id for task in track.tasks),
        verdict,
        count,
        track.scoring_rules.sha256,
        track.corpus.manifest_sha256,
        track.answer_key.commitment,
        tuple(freeze.proof_id for freeze in superseded),
        frozenset(salts - {""}),
    )
