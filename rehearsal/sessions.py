"""From drafts to submissions: the calls are made, observed and anchored; each claim cites its proofs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rehearsal import seed
from rehearsal.draft import Draft
from rehearsal.issuer import Call, Issuer, Proof
from rehearsal.participants import Participant
from rehearsal.world import SYSTEM, World, body_bytes

OPENS = dt.datetime(2026, 5, 4, 6, 0, 0, tzinfo=dt.UTC)
CLOSES = dt.datetime(2026, 5, 24, 21, 59, 59, tzinfo=dt.UTC)
BORROWED = "a participant of another season"
_SECOND, _DAY = dt.timedelta(seconds=1), dt.timedelta(days=1)
# When a batch of calls of these flavours is closed; the others are closed on the participant's own day.
_CLOSED_AT = {
    "before_opening": OPENS - _SECOND,
    "after_close": CLOSES + _SECOND,
    "at_opening": OPENS,
    "at_close": CLOSES,
}
_FAULTS = {"403": "/_systeme/403", "503": "/_systeme/503", "400": "/_systeme/400"}


@dataclass(slots=True)
class Session:
    """Everything that one participant leaves behind on one track. Bytes are made elsewhere."""

    participant: Participant
    did: str
    submissions: dict[str, dict[str, Any]] = field(default_factory=dict)
    received: dict[str, str] = field(default_factory=dict)
    views: dict[str, dict[str, Any]] = field(default_factory=dict)


def session(world: World, participant: Participant, number: int, issuer: Issuer, season: int) -> Session:
    """What a participant does on a track; ``number`` sets their day among the others'."""
    label = f"{world.track} {participant.name}"
    made = Session(participant, seed.did(label))
    drafts = [participant.draft(world, n, task) for n, task in enumerate(world.tasks, 1)]
    drafts = [draft for draft in drafts if draft.sent]
    start = OPENS + number * _DAY + dt.timedelta(hours=2 if world.track == "conformite" else 5)
    planned = list(_calls(world, made.did, label, drafts, start))
    proofs = _observed(planned, issuer, start)
    for n, draft in enumerate(drafts):
        made.submissions[draft.task.task_id] = _submission(draft, made.did, proofs, season)
        received = start + dt.timedelta(hours=3, minutes=7 * n)
        made.received[draft.task.task_id] = f"{received:%Y-%m-%dT%H:%M:%SZ}"
    for (_, _, flavour), proof in proofs.items():
        if flavour == "wrong_copy":  # an incident of the proxy's: what the proof opens still counts
            proof.view["hashes"]["response"] = "sha256:" + seed.derive("another answer").hex()
        if flavour != "made_up":
            made.views[proof.proof_id] = proof.view
    return made


Slot = tuple[str, str, str]
"""A task, the resource that was called for it, and the flavour of the call."""


def _calls(
    world: World, did: str, label: str, drafts: list[Draft], start: dt.datetime
) -> Iterator[tuple[Slot, Call]]:
    """Each call once for each task that needs it, some seconds apart."""
    number = 0
    for draft in drafts:
        wanted = dict.fromkeys(call for planned in draft.claims for call in planned.calls)
        for resource, flavour in wanted:
            number += 1
            at = min(start + number * 20 * _SECOND, _CLOSED_AT.get(flavour, CLOSES) - 60 * _SECOND)
            slot = (draft.task.task_id, resource, flavour)
            yield slot, _call(world, did, f"{label} {' '.join(slot)}", at, resource, flavour)


def _call(world: World, did: str, label: str, at: dt.datetime, resource: str, flavour: str) -> Call:
    target, body = world.origin + resource, world.bodies[resource]
    if flavour in _FAULTS:
        body = world.bodies[_FAULTS[flavour]]
    elif flavour == "altered_answer":
        body = body_bytes({"ressource": resource, "existe": True, "note": "réponse d'un cache"})
    elif flavour == "trailing_slash":
        target += "/"
    elif flavour == "disguised_host":
        target = target.replace("rehearsal.example", "rehearsal-corpus.example")
        body = body_bytes({"ressource": "/_systeme/403", **SYSTEM["/_systeme/403"]})
    elif flavour == "borrowed_identity":
        did = seed.did(BORROWED)
    version = "3.0" if flavour == "older_version" else "3.1"
    return Call(label, at, target, "GET", None, body, did, flavour != "unbound_identity", version)


def _observed(planned: list[tuple[Slot, Call]], issuer: Issuer, start: dt.datetime) -> dict[Slot, Proof]:
    """A batch for each closing time; what was made up was observed by nobody, and is kept apart."""
    batches: dict[dt.datetime, list[tuple[Slot, Call]]] = {}
    proofs: dict[Slot, Proof] = {}
    for slot, call in planned:
        if slot[2] in ("open_batch", "made_up"):
            proofs[slot] = issuer.wait(call)
        else:
            closing = _CLOSED_AT.get(slot[2], start + dt.timedelta(hours=1))
            batches.setdefault(closing, []).append((slot, call))
    for closing, batch in sorted(batches.items(), key=lambda item: item[0]):
        anchored = issuer.anchor([call for _, call in batch], closing)
        proofs |= {slot: proof for (slot, _), proof in zip(batch, anchored, strict=True)}
    return {slot: proofs[slot] for slot, _ in planned}


def _submission(draft: Draft, did: str, proofs: dict[Slot, Proof], season: int) -> dict[str, Any]:
    """The submission in the specification's own format (§4)."""
    disclosures: dict[str, Any] = {}
    assertions = []
    for number, planned in enumerate(draft.claims, 1):
        cited = []
        for resource, flavour in planned.calls:
            proof = proofs[(draft.task.task_id, resource, flavour)]
            cited.append(proof.proof_id)
            disclosures[proof.proof_id] = _disclosed(proof, flavour)
        claim = {"resource": planned.resource, "field": planned.field, "value": planned.value}
        assertions.append({"id": f"a{number}", "claim": claim, "proof_ids": cited})
    return {
        "season": season,
        "track": draft.world.track,
        "task_id": draft.task.task_id,
        "agent_did": did,
        "verdict": draft.verdict,
        "assertions": assertions,
        "disclosures": disclosures,
        "narrative": draft.narrative,
    }


def _disclosed(proof: Proof, flavour: str) -> dict[str, Any]:
    if flavour != "wrong_opening":
        return proof.disclosure
    nonce = seed.nonce(f"not the nonce of {proof.proof_id}")
    return proof.disclosure | {"response_hash": proof.disclosure["response_hash"] | {"nonce": nonce}}
