"""``preregistration.json`` (proveit-preregistration-v1): what opens the proofs of the freezes (§8)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from site_builder.challenges.prove_it.inputs.corpus import Method
from site_builder.challenges.prove_it.inputs.fields import (
    Count,
    HttpsUrl,
    Model,
    ProofId,
    Sha256,
    TrackId,
    Version,
)
from site_builder.challenges.prove_it.inputs.score import Disclosure


class FrozenHashes(Model):
    """The payload of the anchored call: what was frozen, by hash; the key by its salted commitment."""

    section_sha256: Sha256
    manifest_sha256: Sha256
    key_commitment: Sha256


class Freeze(Model):
    """One anchored call, and the openings of its request and answer."""

    version: Version
    proof_id: ProofId
    target: HttpsUrl
    method: Method
    payload: FrozenHashes
    disclosures: Disclosure


class Preregistration(Model):
    """The freeze in force first, then those that it superseded."""

    schema_: Literal["proveit-preregistration-v1"] = Field(alias="schema")
    season: Count
    track: TrackId
    freezes: Annotated[list[Freeze], Field(min_length=1, max_length=50)]
