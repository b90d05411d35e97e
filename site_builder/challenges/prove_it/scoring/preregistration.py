"""Whether what is scored against is what was frozen (specification §8).

The frozen section, the manifest and the salted key are hashed again, compared with what the payload of an
anchored call holds, and the call's own request hash with what the proof opens. Without this, a key that was
changed after the freeze would be scored without a sound.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from site_builder.challenges.prove_it.inputs.preregistration import FROZEN, Freeze, Preregistration
from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.scoring.corpus_hashes import request_hash
from site_builder.challenges.prove_it.scoring.score_document import openings_document
from site_builder.evidence.account import Account, examine
from site_builder.evidence.steps import Status
from site_builder.evidence.trust import TrustAnchors, moment

RECORD, PAYLOAD, PROOF, CALL, DATE = "record", "payload", "proof", "call", "date"
"""What a check is about: the record itself, and of each freeze its payload, proof, call and date."""
# All but the identity: what is frozen is frozen, whoever asked for the anchor.
_STEPS: Final = (1, 2, 3, 4, 5, 7)


@dataclass(frozen=True, slots=True)
class FreezeCheck:
    """One comparison. ``pointer``: a place in ``preregistration.json``; ``freeze``: its number there;
    ``cause``: of a step of its proof that did not pass."""

    about: str
    status: Status
    pointer: str
    found: str
    expected: str
    freeze: int | None = None
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class FrozenFiles:
    """The bytes of what was frozen; the key as revealed. ``None``: not at hand."""

    section: bytes | None
    manifest: bytes | None
    key: bytes | None


class Wanted(NamedTuple):
    """A hash that the payload must hold, and in words where it was taken from."""

    digest: str
    source: str


def recomputed(track: Track, files: FrozenFiles) -> dict[str, Wanted]:
    """What each frozen hash comes to, by name, from the bytes at hand; none of what is not."""
    salt = track.answer_key.salt
    salted = bytes.fromhex(salt) + files.key if salt is not None and files.key is not None else None
    sources = (
        (files.section, "the section"),
        (files.manifest, "manifest.json"),
        (salted, "the salt and the key"),
    )
    return {
        name: Wanted(hashlib.sha256(data).hexdigest(), f"recomputed from {source}")
        for name, (data, source) in zip(FROZEN, sources, strict=True)
        if data is not None
    }


def declared(track: Track) -> dict[str, Wanted]:
    """The frozen hashes, by name, as ``track.json`` states them."""
    stated = (track.scoring_rules.sha256, track.corpus.manifest_sha256, track.answer_key.commitment)
    return {name: Wanted(digest, "as track.json says") for name, digest in zip(FROZEN, stated, strict=True)}


def examined(
    given: ProofView | None, freeze: Freeze | None, anchors: TrustAnchors, season: Season
) -> Account | None:
    """The account of the proof of a freeze, with what its record opens; ``None`` without a view of it."""
    if given is None or given.view is None:
        return None
    disclosures = freeze.disclosures if freeze is not None else None
    return examine(
        given.view,
        anchors,
        log_entry=given.log_entry,
        disclosures=openings_document(disclosures) if disclosures is not None else None,
        rehearsal=season.demonstration,
    )


def freeze_faults(
    record: Preregistration,
    season: Season,
    track: Track,
    files: FrozenFiles,
    views: Mapping[str, ProofView],
    anchors: TrustAnchors,
) -> list[FreezeCheck]:
    """Everything that does not hold or is not decided; empty when the freeze in force and each superseded
    one do hold.

    ``views``: what is at hand of the proofs, by proof id.
    """
    checks = [
        *record_checks(record, track),
        *payload_checks(record, track, recomputed(track, files), files.key),
    ]
    for number, freeze in enumerate(record.freezes):
        account = examined(views.get(freeze.proof_id), freeze, anchors, season)
        checks += proof_checks(number, freeze.proof_id, freeze, season, account)
    # What was called and when is open where the proof is, which is told.
    open_ = (CALL, DATE)
    return [
        check
        for check in checks
        if check.status is Status.FAILED or (check.status is not Status.PASSED and check.about not in open_)
    ]


def record_checks(record: Preregistration, track: Track) -> Iterator[FreezeCheck]:
    """The record is about this track, and about the freezes that ``track.json`` names, in its order."""
    stated, named = [(freeze.version, freeze.proof_id) for freeze in record.freezes], track.freezes
    for pointer, holds, found, expected in (
        ("/season", record.season == track.season, str(record.season), str(track.season)),
        ("/track", record.track == track.track, record.track, track.track),
        ("/freezes", stated == named, _list(stated), f"{_list(named)}, as track.json says"),
    ):
        yield FreezeCheck(RECORD, _judged(holds), pointer, found, expected)


def payload_checks(
    record: Preregistration, track: Track, wanted: Mapping[str, Wanted], key: bytes | None
) -> Iterator[FreezeCheck]:
    """The payload of the freeze in force holds the wanted hashes. A superseded freeze committed to the same
    key under a salt of its own: an earlier key stays sealed, so nobody could tell what another commitment was
    about."""
    for name, hash_ in wanted.items():
        yield held(0, record.freezes[0], name, hash_)
    for number, (freeze, old) in enumerate(
        zip(record.freezes[1:], track.scoring_rules.superseded, strict=False), 1
    ):
        if old.salt is not None and key is not None:
            digest = hashlib.sha256(bytes.fromhex(old.salt) + key).hexdigest()
            own = Wanted(digest, "recomputed from its salt and the key")
            yield held(number, freeze, "key_commitment", own)


def held(number: int, freeze: Freeze, name: str, wanted: Wanted) -> FreezeCheck:
    """Whether the payload of a freeze, of this number in the record, holds the hash."""
    stated, place = freeze.frozen(name), f"/freezes/{number}/payload{freeze.hashes.of(name)}"
    found, expected = f"{stated}, as anchored", f"{wanted.digest}, {wanted.source}"
    return FreezeCheck(PAYLOAD, _judged(stated == wanted.digest), place, found, expected, number)


def proof_checks(
    number: int, proof_id: str, freeze: Freeze | None, season: Season, account: Account | None
) -> Iterator[FreezeCheck]:
    """The proof of a freeze verifies, is of exactly this call, and is dated no later than the opening.

    ``account``: ``None`` where there is no view of the proof. ``freeze``: ``None`` where nothing records the
    call. What the proof or the record leaves open is *not checked*; a batch that is open is *pending*.
    """
    place = f"/freezes/{number}/proof_id"
    for status, cause, found, expected in _of_proof(proof_id, account):
        yield FreezeCheck(PROOF, status, place, found, expected, number, cause)
    yield _called(number, freeze, account)
    time = account.time if account is not None else None
    found, status = "no time that a third party signed", Status.NOT_CHECKED
    if time is not None:
        found, status = f"anchored at {moment(time)}", _judged(time <= season.opens_at.utc)
    yield FreezeCheck(DATE, status, place, found, f"not after the opening, {season.opens_at.text}", number)


def _of_proof(proof_id: str, account: Account | None) -> Iterator[tuple[Status, str | None, str, str]]:
    """Status, cause, found and expected, of each thing to say of the proof itself."""
    if account is None:
        yield Status.NOT_CHECKED, "no_view", f"no view of {proof_id}", "its public view"
        return
    if account.proof_id != proof_id:
        yield Status.FAILED, "proof_id", f"the view of {account.proof_id}", proof_id
    if account.unknown_version is not None:
        found = f"unknown version: spec_version {account.unknown_version}"
        yield Status.NOT_CHECKED, "unknown_version", found, "a version that this program knows"
    elif account.refusal is not None:
        refusal = account.refusal
        yield Status.FAILED, "refused", f"refused, {refusal.name}: {refusal.found}", refusal.expected
    else:
        for step in map(account.step, _STEPS):
            cause = f": {step.cause}" if step.cause else ""
            found = f"step {step.number}, {step.name}, {step.status.value}{cause}"
            yield step.status, step.cause, found, "a proof that verifies"


def _called(number: int, freeze: Freeze | None, account: Account | None) -> FreezeCheck:
    place = f"/freezes/{number}/payload"
    opened = (account.opened or {}).get("request_hash") if account is not None else None
    if freeze is None or opened is None:
        found = (
            "nothing that says what was called" if freeze is None else "nothing that opens the request hash"
        )
        expected = "target, method and payload, and the opening of the request hash"
        return FreezeCheck(CALL, Status.NOT_CHECKED, place, found, expected, number)
    wanted = request_hash(freeze.target, freeze.method, freeze.payload)
    expected = f"{wanted}, of this target, method and payload"
    return FreezeCheck(CALL, _judged(opened == wanted), place, f"the proof opens {opened}", expected, number)


def _judged(holds: bool) -> Status:
    return Status.PASSED if holds else Status.FAILED


def _list(pairs: list[tuple[str, str]]) -> str:
    return ", ".join(f"{version} {proof_id}" for version, proof_id in pairs)
