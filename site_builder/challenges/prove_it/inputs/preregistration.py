"""``preregistration.json`` (proveit-preregistration-v1): what opens the proofs of the freezes (§8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from site_builder.challenges.prove_it.inputs.corpus import Method
from site_builder.challenges.prove_it.inputs.fields import (
    AnyJson,
    Count,
    HttpsUrl,
    Model,
    OwnPointer,
    ProofId,
    TrackId,
    Version,
)
from site_builder.challenges.prove_it.inputs.schema import misplaced, read_model
from site_builder.challenges.prove_it.inputs.score import Disclosure
from site_builder.kernel import identifiers
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import PointerError, resolve

SCHEMA: Final = "preregistration"
"""The name under which the program prints the format."""
_WORDS: Final = {
    "section_sha256": "SHA-256 of the section",
    "manifest_sha256": "SHA-256 of the manifest",
    "key_commitment": "commitment to the key",
}
FROZEN: Final = tuple(_WORDS)
"""What a freeze fixes, by hash; the key by its salted commitment (specification §8, 2)."""
_PREFIX: Final = "sha256:"  # as the issuer of the proofs writes every hash


class FrozenPlaces(Model):
    """Where each frozen hash stands in the payload: JSON Pointers."""

    section_sha256: OwnPointer = "/section_sha256"
    manifest_sha256: OwnPointer = "/manifest_sha256"
    key_commitment: OwnPointer = "/key_commitment"

    def of(self, name: str) -> str:
        """The pointer of one of :data:`FROZEN`."""
        place: str = getattr(self, name)
        return place


class Freeze(Model):
    """One anchored call, whatever its payload, and the openings of its request and answer.

    ``disclosures`` are read with the organiser's key; without them nobody can tell what was called.
    """

    version: Version
    proof_id: ProofId
    target: HttpsUrl
    method: Method
    payload: AnyJson
    hashes: FrozenPlaces = FrozenPlaces()
    disclosures: Disclosure | None = None

    def frozen(self, name: str) -> str:
        """The hash (64 hex digits) that the payload holds for one of :data:`FROZEN`.

        Raises PointerError where the pointer leads nowhere, and ValueError where no hash stands there: never
        for a record that :func:`read_record` gave.
        """
        digest = _hash_of(resolve(self.payload, self.hashes.of(name)))
        if digest is None:
            raise ValueError(f"no hash at {self.hashes.of(name)}")
        return digest


class Preregistration(Model):
    """The freeze in force first, then those that it superseded."""

    schema_: Literal["proveit-preregistration-v1"] = Field(alias="schema")
    season: Count
    track: TrackId
    freezes: Annotated[list[Freeze], Field(min_length=1, max_length=50)]


def read_record(data: bytes, file: str) -> tuple[Preregistration | None, list[Finding]]:
    """The record of these bytes, each of its pointers leading to a hash; or every problem of it."""
    record, findings = read_model(data, file, Preregistration.model_validate, SCHEMA)
    for number, freeze in enumerate(record.freezes if record else []):
        findings += _misplaced(freeze, f"/freezes/{number}", file)
    return (None if findings else record), findings


def _misplaced(freeze: Freeze, place: str, file: str) -> Iterator[Finding]:
    for name in FROZEN:
        pointer = freeze.hashes.of(name)
        try:
            value = resolve(freeze.payload, pointer)
        except PointerError:
            where = f"{place}/hashes/{name}"
            yield misplaced(file, where, pointer, "the pointer of a place in the payload", SCHEMA)
            continue
        if _hash_of(value) is None:
            expected = f"64 hexadecimal digits, the {_WORDS[name]}"
            yield misplaced(file, f"{place}/payload{pointer}", value, expected, SCHEMA)


def _hash_of(value: object) -> str | None:
    digest = value.removeprefix(_PREFIX) if isinstance(value, str) else ""
    return digest if identifiers.matches(identifiers.SHA256, digest) else None
