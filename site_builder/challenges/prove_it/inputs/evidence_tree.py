"""The reader of a track's evidence: corpus, submissions, proofs, log entries (docs/corpus.md).

Nothing here judges a proof. A corpus is read whole or not at all: every file is listed, every listed file
is there, and both have the hashes that the manifest says. Submissions and proofs are read one participant
at a time, so that a season is never held in memory.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from site_builder.challenges.prove_it.inputs.corpus import FrozenCorpus, FrozenResource, Manifest
from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.preregistration import Preregistration, read_record
from site_builder.challenges.prove_it.inputs.proof import ProofView, anchored_root
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.submission import Received, Sent, Submission
from site_builder.kernel import identifiers
from site_builder.kernel.canonical import canonical_json
from site_builder.kernel.findings import Finding
from site_builder.kernel.instants import Instant

_RESTORE = "Restore the corpus that was frozen, byte for byte; a changed corpus ends the season."


def read_corpus(data: Path, folder: str, manifest: bytes) -> tuple[FrozenCorpus | None, list[Finding]]:
    """The frozen corpus of the track in ``folder`` (relative to ``data``), or every problem of it."""
    reader = FolderReader(data)
    place = f"{folder}/manifest.json"
    model, findings = read_model(manifest, place, Manifest.model_validate, "manifest")
    reader.findings += findings
    if model is None:
        return None, reader.findings
    season, track = folder.split("/")[-2:]
    for pointer, found, expected in (
        ("/season", f"season-{model.season}", season),
        ("/track", str(model.track), track),
    ):
        if found != expected:
            remedy = "Put the manifest in its own track's folder."
            reader.note(place, found, f"{expected}, as the folder says", remedy, pointer)
    listed = {resource.file for resource in model.resources.values()}
    there = (
        set(_files(reader, f"{folder}/corpus", "corpus")) if reader.is_folder(f"{folder}/corpus") else set()
    )
    for name in sorted(there - listed):
        reader.note(
            f"{folder}/{name}", "a file that the manifest does not list", "only listed files", _RESTORE
        )
    bodies = {}
    for resource, entry in model.resources.items():
        if there and entry.file not in there:
            reader.note(f"{folder}/{entry.file}", "nothing", f"the bytes of {resource}", _RESTORE)
        elif there and (raw := reader.read(f"{folder}/{entry.file}")) is not None:
            _check_hashes(reader, f"{folder}/{entry.file}", raw, entry)
            bodies[resource] = raw
    return (None if reader.findings else FrozenCorpus(model, bodies)), reader.findings


def _files(reader: FolderReader, path: str, name: str) -> Iterable[str]:
    for entry in reader.names(path):
        below, inner = f"{path}/{entry}", f"{name}/{entry}"
        if reader.kind(below) == "folder":
            yield from _files(reader, below, inner)
        else:
            yield inner


def _check_hashes(reader: FolderReader, path: str, raw: bytes, entry: FrozenResource) -> None:
    found = hashlib.sha256(raw).hexdigest()
    if found != entry.sha256:
        reader.note(path, f"bytes with SHA-256 {found}", f"{entry.sha256}, as the manifest says", _RESTORE)
    try:
        value = canonical_json(json.loads(raw))
    except (ValueError, RecursionError):
        reader.note(path, "bytes that are not JSON", "a JSON body", _RESTORE)
        return
    found = hashlib.sha256(value).hexdigest()
    if found != entry.canonical_sha256:
        expected = f"{entry.canonical_sha256}, as the manifest says"
        reader.note(path, f"a value whose canonical JSON has SHA-256 {found}", expected, _RESTORE)


def read_preregistration(data: Path, folder: str) -> tuple[Preregistration | None, list[Finding]]:
    """What opens the proofs of the track's freezes; ``None`` without a finding where the tree holds none."""
    reader = FolderReader(data)
    path = f"{folder}/preregistration.json"
    if reader.kind(path) == "missing":
        return None, []
    raw = reader.read(path)
    if raw is None:
        return None, reader.findings
    return read_record(raw, path)


def read_sent(data: Path, folder: str, table: str, name: str) -> tuple[Sent | None, list[Finding]]:
    """What the participant or run whose score is ``<table>/<name>.json`` sent.

    ``None`` without a finding where the track keeps no submissions at all. A track that keeps them keeps
    all of them: a task without a file was not sent. A file of a task that was rejected at entry, and never
    received, is not read: nothing of it was taken in.
    """
    reader = FolderReader(data)
    if reader.kind(f"{folder}/submissions") == "missing":
        return None, []
    place = f"{folder}/submissions/{table}/{name}"
    if reader.kind(place) == "missing":
        return Sent({}, {}), []
    submissions: dict[str, Submission] = {}
    names = reader.names(place) if reader.is_folder(place) else []
    record = (
        reader.model(f"{place}/received.json", "received", Received.model_validate)
        if "received.json" in names
        else None
    )
    received: Mapping[str, Instant] = record.received if record else {}
    rejected = record.rejected if record else {}
    never_taken_in = {f"{task_id}.json" for task_id in rejected.keys() - received.keys()}
    for entry in names:
        path = f"{place}/{entry}"
        if entry == "received.json" or entry in never_taken_in:
            continue
        if not entry.endswith(".json"):
            reader.unknown(path, "submissions named <task_id>.json, and received.json")
        elif (sent := reader.model(path, "submission", Submission.model_validate)) is not None:
            submissions[sent.task_id] = sent
            if sent.task_id != entry.removesuffix(".json"):
                reader.note(
                    path, sent.task_id, "the task that the file is named after", "Rename it.", "/task_id"
                )
    known = record is not None or "received.json" not in names  # one that cannot be read is told already
    for task_id in sorted(submissions.keys() - received.keys()) if known else []:
        expected = f"when the submission of {task_id} was received"
        reader.note(f"{place}/received.json", "nothing", expected, "Add its time.", "/received")
    return (None if reader.findings else Sent(submissions, received, rejected)), reader.findings


def read_proofs(
    data: Path, folder: str, proof_ids: Iterable[str]
) -> tuple[dict[str, ProofView], list[Finding]]:
    """The public views and log entries of these proofs, by id.

    Empty where the track keeps no proofs. A track that keeps them keeps every one that exists: a view of
    ``None`` says that there is no such proof. A log entry is looked up by the hash that it must be about.
    """
    reader = FolderReader(data)
    views: dict[str, ProofView] = {}
    if reader.kind(f"{folder}/proofs") == "missing":
        return views, []
    for proof_id in sorted(set(proof_ids)):
        path = f"{folder}/proofs/{proof_id}.json"
        possible = identifiers.is_proof_id(proof_id)
        view = reader.read(path) if possible and reader.kind(path) != "missing" else None
        root = anchored_root(view) if view is not None else None
        entry = f"{folder}/log/{root}.json"
        there = root is not None and reader.kind(entry) != "missing"
        views[proof_id] = ProofView(view, reader.read(entry) if there else None)
    return views, reader.findings
