"""The whole rehearsal season as files: path below the data folder → bytes. Scores come last, rescored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal import conformite, generique
from rehearsal.corrections import corrections
from rehearsal.freeze import freeze
from rehearsal.issuer import Issuer
from rehearsal.participants import PARTICIPANTS, Participant
from rehearsal.sections import section
from rehearsal.sessions import CLOSES, OPENS, Session, session
from rehearsal.trust import trust_files
from rehearsal.world import World, corpus_file, file_bytes
from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.corpus import FrozenCorpus, Manifest
from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.score import SCORE
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.submission import Received, Sent, Submission
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.scoring.basis import Basis, basis_of
from site_builder.challenges.prove_it.scoring.rescore import rescore
from site_builder.challenges.prove_it.scoring.score_document import score_bytes
from site_builder.evidence.trust_manifest import read_anchors

NUMBER = 0
FOLDER = f"prove-it/season-{NUMBER}"
Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """``data``: files below the data folder. ``trust``: files of the folder of its trust anchors."""

    data: Files
    trust: Files


def season_document() -> dict[str, Any]:
    """``season.json``."""
    return {
        "schema": "proveit-season-v1",
        "season": NUMBER,
        "demonstration": True,
        "opens_at": f"{OPENS:%Y-%m-%dT%H:%M:%SZ}",
        "closes_at": f"{CLOSES:%Y-%m-%dT%H:%M:%SZ}",
        "published_at": "2026-05-27T08:00:00Z",
        "season_service": f"https://proveit.rehearsal.example/v1/season/{NUMBER}",
        "proof_url": "https://trust.rehearsal.example/v1/proof/{proof_id}",
        "disputes": {"window_days": 14, "decision_days": 30, "contact": "disputes@proveit.rehearsal.example"},
        "licence": {"data": "CC-BY-4.0", "text": "CC-BY-4.0"},
        "invalidated": None,
    }


def rehearsal() -> Rehearsal:
    """Everything, the same bytes at every call."""
    issuer = Issuer()
    trust = trust_files(issuer)
    files: Files = {f"{FOLDER}/season.json": file_bytes(season_document())}
    worlds = [conformite.world(), generique.world()]
    frozen = {world.track: _frozen_files(world, issuer, files) for world in worlds}
    sessions = {
        world.track: [
            session(world, participant, number, issuer, NUMBER)
            for number, participant in enumerate(PARTICIPANTS)
            if participant.only in (None, world.track)
        ]
        for world in worlds
    }
    scores: dict[tuple[str, str], dict[str, Any]] = {}
    for world in worlds:
        folder = f"{FOLDER}/{world.track}"
        basis = basis_for(world, folder, files, trust)
        entries = log_entries(
            frozen[world.track] + [v for s in sessions[world.track] for v in s.views.values()], issuer
        )
        files |= {f"{folder}/log/{root}.json": data for root, data in entries.items()}
        for one in sessions[world.track]:
            session_files(one, folder, files)
            score = score_for(world, one, basis, entries)
            files[_score_file(one.participant, folder)] = score_bytes(score)
            scores[world.track, one.participant.name] = score
    files[f"{FOLDER}/corrections.jsonl"] = corrections(scores)
    return Rehearsal(files, trust)


def _frozen_files(world: World, issuer: Issuer, files: Files) -> list[dict[str, Any]]:
    """Writes what is frozen, and gives back the views of the freeze proofs."""
    folder = f"{FOLDER}/{world.track}"
    manifest, key = world.manifest(NUMBER), world.key()
    made = freeze(world, manifest, key, issuer, NUMBER)
    counts: dict[str, int] = dict.fromkeys(world.verdicts or ["aucune_option_valide"], 0)
    for task in world.tasks:
        counts[task.verdict] = counts.get(task.verdict, 0) + 1
    track = {
        "schema": "proveit-track-v1",
        "season": NUMBER,
        "track": world.track,
        **made.track,
        "verdicts": world.verdicts,
        "expected_verdicts": counts,
        "tasks": [{"task_id": t.task_id, "minimum": t.minimum, "cap": t.cap} for t in world.tasks],
    }
    files[f"{folder}/track.json"] = file_bytes(track)
    files[f"{folder}/{made.track['scoring_rules']['file']}"] = section(world)
    files[f"{folder}/answer-key.json"] = key
    files[f"{folder}/manifest.json"] = manifest
    files[f"{folder}/preregistration.json"] = file_bytes(made.record)
    for resource, body in world.bodies.items():
        files[f"{folder}/{corpus_file(resource)}"] = body
    for proof in made.proofs:
        files[f"{folder}/proofs/{proof.proof_id}.json"] = compact(proof.view)
    return [proof.view for proof in made.proofs]


def basis_for(world: World, folder: str, files: Files, trust: Mapping[str, bytes]) -> Basis:
    anchors, findings = read_anchors(trust)
    assert anchors is not None, findings
    manifest = Manifest.model_validate(json.loads(files[f"{folder}/manifest.json"]))
    return basis_of(
        Season.model_validate(json.loads(files[f"{folder.rpartition('/')[0]}/season.json"])),
        Track.model_validate(json.loads(files[f"{folder}/track.json"])),
        AnswerKey.model_validate(json.loads(files[f"{folder}/answer-key.json"])),
        FrozenCorpus(manifest, world.bodies),
        anchors,
    )


def log_entries(views: list[dict[str, Any]], issuer: Issuer) -> Files:
    """The log's answer about each batch of these proofs, by root."""
    roots = {
        view["batch_anchor"]["root"].removeprefix("sha256:")
        for view in views
        if "root" in view["batch_anchor"]
    }
    return {root: compact(issuer.log.answer(root)) for root in sorted(roots)}


def session_files(one: Session, folder: str, files: Files) -> None:
    for proof_id, view in one.views.items():
        files[f"{folder}/proofs/{proof_id}.json"] = compact(view)
    if not one.submissions:
        return
    place = f"{folder}/submissions/{one.participant.table}/{one.participant.name}"
    for task_id, submission in one.submissions.items():
        files[f"{place}/{task_id}.json"] = file_bytes(submission)
    received = {"schema": "proveit-received-v1", "received": one.received}
    files[f"{place}/received.json"] = file_bytes(received)


def _score_file(participant: Participant, folder: str) -> str:
    return f"{folder}/{participant.table}/{participant.name}.json"


def score_for(world: World, one: Session, basis: Basis, entries: Mapping[str, bytes]) -> dict[str, Any]:
    """The score that the rescorer gives; what stands in it before is who took part, and nothing else."""
    participant = one.participant
    head: dict[str, Any] = {
        "schema": "proveit-score-v1",
        "season": basis.season.season,
        "track": world.track,
        "table": participant.table,
        "agent": {"name": participant.shown, "did": one.did},
    }
    if participant.run is not None:
        head["run"] = dict(participant.run)
    else:
        head |= {"stack": {"declared": participant.stack}, "report": {"public": participant.public}}
    names = ("assertions", "unsupported", "instrument_faults", "tasks_submitted", "verdicts_counted")
    empty = SCORE.validate_python(head | {"tasks": [], "totals": dict.fromkeys(names, 0)})
    record = Received.model_validate({"schema": "proveit-received-v1", "received": one.received})
    sent = Sent({t: Submission.model_validate(s) for t, s in one.submissions.items()}, record.received)
    proofs = {
        proof_id: ProofView(compact(one.views[proof_id]), _entry(one.views[proof_id], entries))
        if proof_id in one.views
        else ProofView(None, None)
        for submission in sent.submissions.values()
        for proof_id in submission.disclosures
    }
    made = rescore(empty, sent, proofs, basis)
    assert not made.undecided, made.undecided
    tasks = [{k: v for k, v in task.items() if k != "lost_to_faults"} for task in made.document["tasks"]]
    return {**made.document, "tasks": tasks}  # optional, and left to the evidence here


def _entry(view: dict[str, Any], entries: Mapping[str, bytes]) -> bytes | None:
    return entries.get(str(view["batch_anchor"].get("root", "")).removeprefix("sha256:"))


def compact(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n").encode("utf-8")
