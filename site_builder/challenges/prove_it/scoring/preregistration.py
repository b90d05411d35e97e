"""Whether what is scored against is what was frozen (specification §8).

The frozen section, the manifest and the salted key are hashed again, compared with the payload of an
anchored call, and the call's own request hash with what the proof opens. Without this, a key that was
changed after the freeze would be scored without a sound.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.challenges.prove_it.inputs.preregistration import Freeze, Preregistration
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.scoring.corpus_hashes import request_hash
from site_builder.evidence.account import Account
from site_builder.evidence.trust import moment

# All but the identity: what is frozen is frozen, whoever asked for the anchor.
_STEPS = (1, 2, 3, 4, 5, 7)


@dataclass(frozen=True, slots=True)
class FreezeFault:
    """What of a freeze does not hold; ``pointer`` is a place in ``preregistration.json``."""

    pointer: str
    found: str
    expected: str


@dataclass(frozen=True, slots=True)
class FrozenFiles:
    """The bytes of what was frozen; the key as revealed."""

    section: bytes
    manifest: bytes
    key: bytes


def freeze_faults(
    record: Preregistration, season: Season, track: Track, files: FrozenFiles, accounts: dict[str, Account]
) -> list[FreezeFault]:
    """Everything that does not hold; empty when the freeze in force and each superseded one do.

    ``accounts``: by proof id, each made with the disclosures of its freeze.
    """
    faults = [
        FreezeFault(pointer, found, expected)
        for pointer, found, expected in (
            ("/season", str(record.season), str(track.season)),
            ("/track", str(record.track), str(track.track)),
        )
        if found != expected
    ]
    rules = track.scoring_rules
    named = [(rules.version, rules.proof_id), *((old.version, old.proof_id) for old in rules.superseded)]
    stated = [(freeze.version, freeze.proof_id) for freeze in record.freezes]
    if stated != named:
        faults.append(FreezeFault("/freezes", _list(stated), f"{_list(named)}, as track.json says"))
    faults += _hashes(record.freezes[0], track, files)
    faults += _superseded_keys(record, track, files)
    for number, freeze in enumerate(record.freezes):
        faults += _anchored(f"/freezes/{number}", freeze, accounts.get(freeze.proof_id), season)
    return faults


def _hashes(freeze: Freeze, track: Track, files: FrozenFiles) -> Iterator[FreezeFault]:
    payload, salt = freeze.payload, track.answer_key.salt
    commitment = hashlib.sha256(bytes.fromhex(salt) + files.key).hexdigest() if salt is not None else None
    for name, stated, found, of in (
        ("section_sha256", payload.section_sha256, hashlib.sha256(files.section).hexdigest(), "the section"),
        (
            "manifest_sha256",
            payload.manifest_sha256,
            hashlib.sha256(files.manifest).hexdigest(),
            "manifest.json",
        ),
        ("key_commitment", payload.key_commitment, commitment or "nothing", "the salt and the key"),
    ):
        if stated != found:
            pointer = f"/freezes/0/payload/{name}"
            yield FreezeFault(pointer, f"{stated}, as anchored", f"{found}, recomputed from {of}")


def _superseded_keys(record: Preregistration, track: Track, files: FrozenFiles) -> Iterator[FreezeFault]:
    """A superseded freeze committed to the same key under a salt of its own: an earlier key stays sealed,
    so nobody could tell what another commitment was about."""
    for number, (freeze, old) in enumerate(
        zip(record.freezes[1:], track.scoring_rules.superseded, strict=False), 1
    ):
        if old.salt is None:
            continue
        found = hashlib.sha256(bytes.fromhex(old.salt) + files.key).hexdigest()
        if freeze.payload.key_commitment != found:
            pointer = f"/freezes/{number}/payload/key_commitment"
            stated = f"{freeze.payload.key_commitment}, as anchored"
            yield FreezeFault(pointer, stated, f"{found}, recomputed from its salt and the key")


def _anchored(place: str, freeze: Freeze, account: Account | None, season: Season) -> Iterator[FreezeFault]:
    if account is None:
        yield FreezeFault(f"{place}/proof_id", f"no view of {freeze.proof_id}", "its public view")
        return
    if account.proof_id != freeze.proof_id:
        yield FreezeFault(f"{place}/proof_id", f"the view of {account.proof_id}", freeze.proof_id)
    if account.unknown_version is not None:
        found = f"unknown version: spec_version {account.unknown_version}"
        yield FreezeFault(f"{place}/proof_id", found, "a version that this program knows")
        return
    failing = [account.step(number) for number in _STEPS if not account.step(number).passed]
    for step in failing:
        found = f"step {step.number}, {step.name}, {step.status.value}: {step.cause}"
        yield FreezeFault(f"{place}/proof_id", found, "a proof that verifies")
    wanted = request_hash(freeze.target, freeze.method, freeze.payload.model_dump())
    opened = (account.opened or {}).get("request_hash", "nothing")
    if not failing and opened != wanted:
        expected = f"{wanted}, of this target, method and payload"
        yield FreezeFault(f"{place}/payload", f"the proof opens {opened}", expected)
    if account.time is not None and account.time > season.opens_at.utc:
        expected = f"not after the opening, {season.opens_at.text}"
        yield FreezeFault(f"{place}/proof_id", f"anchored at {moment(account.time)}", expected)


def _list(pairs: list[tuple[str, str]]) -> str:
    return ", ".join(f"{version} {proof_id}" for version, proof_id in pairs)
