"""``season.json`` (proveit-season-v1)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from site_builder.challenges.prove_it.inputs.fields import (
    Bilingual,
    Count,
    Days,
    Email,
    HttpsUrl,
    Licence,
    Model,
    Moment,
    ProofUrl,
)
from site_builder.kernel.instants import Instant


class Disputes(Model):
    """How a scoring is disputed (specification §9.2)."""

    window_days: Days
    decision_days: Days
    contact: Email


class Licences(Model):
    """SPDX identifiers of what the site republishes."""

    data: Licence
    text: Licence


class Invalidation(Model):
    """A season whose rules or corpus changed midway (specification §8)."""

    at: Moment
    reason: Bilingual


class Season(Model):
    """One season; every instant carries an offset."""

    schema_: Literal["proveit-season-v1"] = Field(alias="schema")
    season: Count
    demonstration: bool
    opens_at: Moment
    closes_at: Moment
    published_at: Moment | None
    season_service: HttpsUrl
    proof_url: ProofUrl
    disputes: Disputes
    licence: Licences
    invalidated: Invalidation | None

    def closed(self, now: Instant) -> bool:
        """Whether the season has closed: its last second, ``closes_at``, still belongs to it (PUB-01)."""
        return self.closes_at < now

    def published(self, now: Instant) -> bool:
        """Whether scores may be shown: closed, and the publication decided."""
        return self.closed(now) and self.published_at is not None
