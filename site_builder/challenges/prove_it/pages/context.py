"""What a page is made from: the facts of the build, the words of each language, and judged inputs.

Contexts are immutable and picklable, and compared by identity; what is derived from them is computed once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from site_builder.challenges.prove_it.inputs.correction import Correction
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.tree import CHALLENGE
from site_builder.challenges.prove_it.pages.tasks import TaskFacts
from site_builder.challenges.prove_it.pages.tasks import facts as task_facts
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.challenges.prove_it.scoring.case import Replay, SeasonCase, TrackCase
from site_builder.content.messages import Messages
from site_builder.documents.addresses import Challenge
from site_builder.documents.envelope import SiteFacts

PROVE_IT: Final = Challenge(CHALLENGE)

# A row that is no longer shown, and why: withdrawn by its participant, or a run replaced by another.
Gone = Literal["retire", "remplace"]


@dataclass(frozen=True, eq=False)
class BuildContext:
    """The facts of the build and the words of each language."""

    site: SiteFacts
    words: Mapping[str, Words]


def build_context(site: SiteFacts, messages: Mapping[str, Messages]) -> BuildContext:
    return BuildContext(site, {code: Words(table) for code, table in messages.items()})


@dataclass(frozen=True, eq=False)
class SeasonContext:
    """A season. ``without_page`` holds (track, report_id) of rows named by a correction whose report is not
    public, so that no correction links to a page that does not exist."""

    build: BuildContext
    case: SeasonCase
    without_page: frozenset[tuple[str, str]] = field(default=frozenset())

    @property
    def season(self) -> Season:
        return self.case.season

    @property
    def number(self) -> int:
        return self.case.season.season

    @property
    def invalidated(self) -> bool:
        return self.case.season.invalidated is not None

    @cached_property
    def corrections(self) -> dict[tuple[str, str, str], tuple[Correction, ...]]:
        """(track, table, report_id) → its corrections, oldest first."""
        found: dict[tuple[str, str, str], tuple[Correction, ...]] = {}
        for correction in self.case.corrections:
            place = correction.concerns
            key = (place.track, place.table, place.report_id)
            found[key] = (*found.get(key, ()), correction)
        return found

    def proof_url(self, proof_id: str) -> str:
        return self.case.season.proof_url.replace("{proof_id}", proof_id)


@dataclass(frozen=True, eq=False)
class TrackContext:
    """A track of a season."""

    season: SeasonContext
    case: TrackCase

    @property
    def build(self) -> BuildContext:
        return self.season.build

    @property
    def name(self) -> str:
        return self.case.track.track

    @property
    def path(self) -> str:
        return PROVE_IT.track(self.season.number, self.name)

    @cached_property
    def task_count(self) -> int:
        return len(self.case.track.tasks)

    @property
    def shows_scores(self) -> bool:
        """Whether rows stand on the track page: closed, and the publication decided (PUB-01)."""
        return self.season.case.published

    @property
    def replay(self) -> Replay | None:
        """How far the figures of the track were computed again; ``None`` where no figure is shown."""
        shown = self.shows_scores and not self.season.invalidated
        return self.case.replay if shown else None

    @cached_property
    def tasks(self) -> tuple[TaskFacts, ...]:
        return task_facts(self.case)

    def corrections_of(self, table: str, report_id: str) -> tuple[Correction, ...]:
        return self.season.corrections.get((self.name, table, report_id), ())

    def gone(self, table: str, report_id: str) -> Gone | None:
        """Whether the row is a tombstone (PUB-17)."""
        for correction in reversed(self.corrections_of(table, report_id)):
            if correction.kind == "withdrawal":
                return "retire"
            if correction.kind == "superseded_run":
                return "remplace"
        return None

    def tombstones(self) -> tuple[tuple[str, str], ...]:
        """(table, report_id) of every row that a correction removed, in order of address."""
        places = (key[1:] for key in self.season.corrections if key[0] == self.name)
        return tuple(sorted((t, r) for t, r in places if self.gone(t, r)))
