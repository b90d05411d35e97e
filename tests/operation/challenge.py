"""Everybody but the operator: who wrote corpus and key, the Trust Layer, the participants, the scorer.

All of it is the rehearsal's, on its track conformite: real proofs, tokens and log entries.
"""

from __future__ import annotations

import datetime as dt
import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rehearsal import conformite, seed
from rehearsal.issuer import Call, Issuer, Proof
from rehearsal.participants import PARTICIPANTS
from rehearsal.season import basis_for, compact, log_entries, score_for, session_files
from rehearsal.sections import section
from rehearsal.sessions import CLOSES, OPENS, Session, session
from rehearsal.trust import trust_files
from rehearsal.world import body_bytes
from site_builder.challenges.prove_it.scoring.score_document import score_bytes

TRACK = "conformite"
VERSION = "conformite-bareme-repetition"
BEFORE = "2026-04-28T12:00:00Z"
DURING = "2026-05-10T12:00:00Z"
AFTER = "2026-05-26T12:00:00Z"
PUBLISHED = "2026-05-27T08:00:00Z"


class Challenge:
    """``folder`` holds what each of them hands to the operator."""

    def __init__(self, folder: Path, number: int = 0) -> None:
        self.folder, self.number = folder, number
        self.issuer = Issuer()
        self.world = conformite.world()
        self.views: dict[str, dict[str, Any]] = {}
        """By proof id, as the Trust Layer serves them: sessions and service share them."""
        self.sessions: list[Session] = []
        self._freezes = 0

    # -- before the opening ------------------------------------------------------------------------

    def write_corpus(self) -> None:
        """``bodies/``, ``corpus.json`` (the description), ``key.json`` and ``section-5.txt``."""
        manifest = json.loads(self.world.manifest(self.number))
        otherwise = {}
        for name, entry in manifest["resources"].items():
            file = entry["file"].removeprefix("corpus/")
            path = self.folder / "bodies" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.world.bodies[name])
            if name != "/" + file.removesuffix(".json"):
                otherwise[name] = {"file": file}
        description = {
            "schema": "proveit-corpus-description-v1", "origin": manifest["origin"],
            "tasks": manifest["tasks"], "resources": otherwise,
        }  # fmt: skip
        (self.folder / "corpus.json").write_text(json.dumps(description), "utf-8")
        (self.folder / "key.json").write_bytes(self.world.key())
        (self.folder / "section-5.txt").write_bytes(section(self.world))

    def write_trust(self, *more: Path) -> Path:
        """A folder of trust anchors: the rehearsal's, and sub-folders of others."""
        trust = self.folder / "trust"
        trust.mkdir()
        for name, data in trust_files(self.issuer).items():
            (trust / name).write_bytes(data)
        for other in more:
            shutil.copytree(other, trust / other.name)
        return trust

    def anchor(
        self, target: str, method: str, payload: Mapping[str, Any], at: dt.datetime | None = None
    ) -> Proof:
        """The Trust Layer observes a call and anchors it: ``proof.json``, and ``full.json`` for its owner."""
        self._freezes += 1
        at = at or dt.datetime(2026, 4, 20 + self._freezes, 9, 0, tzinfo=dt.UTC)
        answer = body_bytes({"recu": True})
        call = Call(f"freeze {self._freezes}", at, target, method, payload, answer, seed.did("organiser"))
        (proof,) = self.issuer.anchor([call], at + dt.timedelta(minutes=8))
        self.views[proof.proof_id] = proof.view
        (self.folder / "proof.json").write_bytes(compact(proof.view))
        pairs = proof.disclosure.items()
        full = {
            "proof_id": proof.proof_id,
            "commitment_nonces": {name: pair["nonce"] for name, pair in pairs},
            "chain_data": {name: pair["value"] for name, pair in pairs},
        }
        (self.folder / "full.json").write_text(json.dumps(full), "utf-8")
        return proof

    # -- during the season and at its close ----------------------------------------------------------

    def take_part(self, names: Iterable[str]) -> None:
        """These participants of the rehearsal submit, each on a day of their own."""
        wanted = [p for p in PARTICIPANTS if p.name in names]
        self.sessions = [session(self.world, p, n, self.issuer, self.number) for n, p in enumerate(wanted)]
        for one in self.sessions:
            self.views |= one.views

    def score(self, data: Path) -> Path:
        """The scorer delivers: scores, what was sent, the key. ``data``: the operator's data folder."""
        season, out = f"prove-it/season-{self.number}", self.folder / "delivery"
        folder = f"{season}/{TRACK}"
        names = ("season.json", f"{TRACK}/track.json", f"{TRACK}/manifest.json")
        files = {f"{season}/{name}": (data / season / name).read_bytes() for name in names}
        files[f"{folder}/answer-key.json"] = self.world.key()
        basis = basis_for(self.world, folder, files, trust_files(self.issuer))
        entries = log_entries(list(self.views.values()), self.issuer)
        made: dict[str, bytes] = {f"{folder}/answer-key.json": self.world.key()}
        for one in self.sessions:
            session_files(one, folder, made)
            who = one.participant
            made[f"{folder}/{who.table}/{who.name}.json"] = score_bytes(
                score_for(self.world, one, basis, entries)
            )
        for name, raw in made.items():
            if "/proofs/" not in name:  # the views are the service's
                path = out / name.removeprefix(f"{season}/")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(raw)
        return out

    def answers(self) -> dict[str, bytes]:
        """What the Trust Layer and the log serve, by path."""
        found = {f"/v1/proof/{proof_id}": compact(view) for proof_id, view in self.views.items()}
        for root, entry in log_entries(list(self.views.values()), self.issuer).items():
            found[f"/api/v1/log/entries/{self.issuer.log.copies(root)['uuid']}"] = entry
        return found


__all__ = ["AFTER", "BEFORE", "CLOSES", "DURING", "OPENS", "PUBLISHED", "TRACK", "VERSION", "Challenge"]
