"""A data folder read into the contexts and cases that pages are made from, without the pipeline."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from site_builder.challenges.prove_it.inputs.tree import (
    SeasonFolder,
    TrackFolder,
    read_score,
    read_tree,
)
from site_builder.challenges.prove_it.pages import rows
from site_builder.challenges.prove_it.pages import track as track_page
from site_builder.challenges.prove_it.pages.context import (
    BuildContext,
    SeasonContext,
    TrackContext,
    build_context,
)
from site_builder.challenges.prove_it.pages.counts import TaskCounts
from site_builder.challenges.prove_it.pages.rows import (
    RowOrder,
    order,
    replaces_emoji,
    tombstone_order,
    tombstones,
)
from site_builder.challenges.prove_it.scoring.case import ScoreCase, SeasonCase, TrackCase
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.content import catalogue
from site_builder.content.catalogue import Catalogue
from site_builder.documents.envelope import Document, SiteFacts, site_facts
from site_builder.kernel import instants
from tests.harness.command import REPOSITORY

NOW = "2027-06-01T00:00:00Z"
TABLES = ("reference", "community")


@dataclass(frozen=True)
class LoadedTrack:
    """A track and every score of its two tables, in order of file."""

    context: TrackContext
    cases: Mapping[str, tuple[ScoreCase, ...]]

    def case(self, table: str, at: int = 0) -> ScoreCase:
        return self.cases[table][at]

    def rows(self, table: str) -> list[tuple[RowOrder, dict[str, Document]]]:
        """The rows of a table in their final order, tombstones without a file included."""
        context, cases = self.context, self.cases[table]
        found = [(order(context, case), rows.documents(context, case)) for case in cases]
        present = {place.report_id for place, _ in found}
        for other, report_id in context.tombstones():
            if other == table and report_id not in present:
                found.append((tombstone_order(report_id), tombstones(context, table, report_id)))
        return sorted(found, key=lambda row: row[0])

    def tables(self) -> dict[str, track_page.Table]:
        made = {}
        for table in TABLES:
            counts = TaskCounts()
            standing = [
                c for c in self.cases[table] if not self.context.gone(table, c.score.report_id)
            ]
            for case in standing:
                counts.add(case)
            emoji = any(replaces_emoji(self.context, case) for case in standing)
            places = (place for place, _ in self.rows(table))
            made[table] = track_page.Table(track_page.groups(places), counts, emoji)
        return made

    def documents(self) -> dict[str, Document]:
        """The whole track page in memory."""
        heads = track_page.heads(self.context, self.tables())
        return {
            code: track_page.document(
                head, [row[code] for table, _ in head.tables for _, row in self.rows(table)]
            )
            for code, head in heads.items()
        }


@dataclass(frozen=True)
class LoadedSeason:
    context: SeasonContext
    tracks: tuple[LoadedTrack, ...]

    @property
    def track_contexts(self) -> list[TrackContext]:
        return [track.context for track in self.tracks]

    def counts(self) -> dict[tuple[str, str], TaskCounts]:
        return {
            (track.context.name, table): made.counts
            for track in self.tracks
            for table, made in track.tables().items()
        }


@functools.cache
def content() -> Catalogue:
    """The content of the checkout."""
    loaded, findings = catalogue.load(REPOSITORY / "content")
    assert loaded is not None, findings
    return loaded


def facts() -> SiteFacts:
    return site_facts(
        content().messages,
        base_url="https://index.example",
        generated_at="2026-11-02T09:00:00+01:00",
        source_commit="0123456789abcdef0123456789abcdef01234567",
        publisher="ArkForge",
        ai_label={"en": "AI Act label of the tests.", "fr": "Mention AI Act des essais."},
    )


@functools.cache
def build() -> BuildContext:
    return build_context(facts(), content().messages)


def seasons(world: Path, now: str = NOW) -> list[LoadedSeason]:
    """Every season of a data folder, judged at `now`. The world must be valid."""
    tree, findings = read_tree(world)
    assert not findings, findings
    return [_season(world, folder, now) for folder in tree.seasons]


def season(world: Path, now: str = NOW) -> LoadedSeason:
    """The only season of a data folder."""
    (found,) = seasons(world, now)
    return found


def track(world: Path, name: str = "conformite", now: str = NOW) -> LoadedTrack:
    return next(t for t in season(world, now).tracks if t.context.name == name)


def _season(world: Path, folder: SeasonFolder, now: str) -> LoadedSeason:
    assert folder.season is not None
    case = SeasonCase(
            folder.folder, folder.season, instants.parse(now), folder.corrections, folder.enrolments
        )
    context = SeasonContext(build(), case, _without_page(world, folder))
    return LoadedSeason(context, tuple(_track(world, context, t) for t in folder.tracks))


def _without_page(world: Path, folder: SeasonFolder) -> frozenset[tuple[str, str]]:
    private = set()
    for track_folder in folder.tracks:
        for files in track_folder.scores.values():
            for file in files:
                score, _ = read_score(world, file)
                if score is not None and not score.public:
                    private.add((track_folder.name, score.report_id))
    return frozenset(private)


def _track(world: Path, context: SeasonContext, folder: TrackFolder) -> LoadedTrack:
    assert folder.track is not None
    case = TrackCase(
        context.case,
        folder.folder,
        folder.track,
        folder.section,
        folder.manifest,
        folder.key_bytes,
        folder.key,
        any(folder.scores.values()),
    )
    cases: dict[str, tuple[ScoreCase, ...]] = {}
    for table in TABLES:
        found = []
        for file in folder.scores.get(table, ()):
            score, findings = read_score(world, file)
            assert score is not None, findings
            assert folder.key is not None
            found.append(ScoreCase(case, file, score, tally(score, folder.key, len(folder.track.tasks))))
        cases[table] = tuple(found)
    return LoadedTrack(TrackContext(context, case), cases)
