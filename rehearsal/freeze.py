"""The pre-registration of a track: two freezes, the second in place of the first (specification §8)."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import Any

from rehearsal import seed
from rehearsal.issuer import Call, Issuer, Proof
from rehearsal.sections import section
from rehearsal.world import World, body_bytes

TARGET = "https://proveit.rehearsal.example/v1/season/0/freeze"
_FIRST = dt.datetime(2026, 4, 20, 9, 0, 0, tzinfo=dt.UTC)
_REASON = {
    "fr": "Première version remplacée avant l'ouverture pour préciser le plafond ; corpus et clé inchangés.",
    "en": "First version replaced before the opening to make the cap precise; corpus and key unchanged.",
}


@dataclass(frozen=True, slots=True)
class Freeze:
    """What a track's folder holds of it. ``track`` are members of ``track.json``."""

    record: dict[str, Any]
    track: dict[str, Any]
    proofs: list[Proof]


def freeze(world: World, manifest: bytes, key: bytes, issuer: Issuer, season: int) -> Freeze:
    """Freezes the section, the manifest and the key of a track, twice."""
    number = 5 if world.track == "conformite" else 6
    text = section(world)
    earlier = text.replace(b"repetition-2", b"repetition-1")
    name = f"{world.track}-bareme-repetition"
    salts = [seed.derive(f"salt {world.track} {n}") for n in (1, 2)]
    made = []
    for n, (words, salt) in enumerate(zip((earlier, text), salts, strict=True)):
        payload = {
            "section_sha256": hashlib.sha256(words).hexdigest(),
            "manifest_sha256": hashlib.sha256(manifest).hexdigest(),
            "key_commitment": hashlib.sha256(salt + key).hexdigest(),
        }
        at = _FIRST + n * dt.timedelta(days=5) + dt.timedelta(minutes=number)
        answer = body_bytes({"gel": f"{name}-{n + 1}", "recu": True})
        call = Call(f"freeze {name} {n}", at, TARGET, "POST", payload, answer, seed.did("organiser"))
        (proof,) = issuer.anchor([call], at + dt.timedelta(minutes=8))
        made.append((f"{name}-{n + 1}", payload, proof))
    record = {
        "schema": "proveit-preregistration-v1",
        "season": season,
        "track": world.track,
        "freezes": [
            {
                "version": version,
                "proof_id": proof.proof_id,
                "target": TARGET,
                "method": "POST",
                "payload": payload,
                "disclosures": proof.disclosure,
            }
            for version, payload, proof in reversed(made)
        ],
    }
    (old_version, _, old_proof), (version, payload, proof) = made
    superseded = {
        "version": old_version, "proof_id": old_proof.proof_id, "salt": salts[0].hex(), "reason": _REASON,
    }  # fmt: skip
    track = {
        "scoring_rules": {
            "version": version, "section": number, "language": "fr", "file": f"section-{number}.txt",
            "sha256": payload["section_sha256"], "proof_id": proof.proof_id, "superseded": [superseded],
        },
        "corpus": {"manifest_sha256": payload["manifest_sha256"]},
        "answer_key": {
            "file": "answer-key.json", "commitment": payload["key_commitment"], "salt": salts[1].hex(),
        },
    }  # fmt: skip
    return Freeze(record, track, [old_proof, proof])
