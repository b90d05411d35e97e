"""``season manifest``: a folder of bodies becomes the frozen corpus of a track (docs/corpus.md).

By default the file ``entites/ENT-0001.json`` of the folder is what ``GET /entites/ENT-0001`` answers. A
description says the origin, what each task's graph follows from, and the resources that are read otherwise.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from site_builder.challenges.prove_it.inputs.corpus import (
    FAULTS,
    FrozenCorpus,
    Manifest,
    Method,
    Origin,
    TaskGraph,
)
from site_builder.challenges.prove_it.inputs.fields import AnyJson, Model, OwnResource, TaskId
from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.rules.d016_corpus_contract import contract_findings
from site_builder.challenges.prove_it.scoring.corpus_hashes import response_hash
from site_builder.kernel.findings import Finding
from site_builder.operation.drafts import Document, Draft, document_bytes, settled, unreadable
from site_builder.operation.refusal import RefusedError, operation
from site_builder.operation.workplace import workplace

_BODIES = "the folder of bodies"


class CalledOtherwise(Model):
    """A resource whose file, method or payload do not follow from its address."""

    file: Annotated[str, Field(min_length=1, max_length=400)] | None = None
    method: Method = "GET"
    payload: AnyJson = None


class Description(Model):
    """What a folder of bodies does not say by itself."""

    schema_: Literal["proveit-corpus-description-v1"] = Field(alias="schema")
    origin: Origin
    tasks: dict[TaskId, TaskGraph]
    resources: Annotated[dict[OwnResource, CalledOtherwise], Field(default_factory=dict)]


@dataclass(frozen=True, slots=True)
class FrozenManifest:
    """The bytes of ``manifest.json``, their hash, and how many resources and tasks it lists."""

    data: bytes
    sha256: str
    resources: int
    tasks: int


def freeze_corpus(
    draft: Draft, track: str, bodies: Path, description: Path, out: Path | None
) -> FrozenManifest:
    """Writes manifest and corpus into the track's folder, or into ``out``; its hash into ``track.json``.

    Raises :class:`RefusedError` with every fault of the corpus, and nothing written.
    """
    document = settled(draft, track)
    told = _description(description)
    corpus = _corpus(draft, track, bodies, told)
    made = _frozen(corpus)
    document["corpus"] = {"manifest_sha256": made.sha256}
    files = {"manifest.json": made.data}
    files |= {corpus.manifest.resources[name].file: body for name, body in corpus.bodies.items()}
    with workplace(draft.data, draft.number) as work:
        work.write(f"{track}/track.json", document_bytes(document))
        if out is None:
            for name, data in files.items():
                work.write(f"{track}/{name}", data)
        else:
            _kept_apart(out, files)
        work.commit()
    return made


def _description(path: Path) -> Description:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None
    model, findings = read_model(raw, str(path), Description.model_validate)
    if model is None:
        raise RefusedError(findings)
    return model


def _corpus(draft: Draft, track: str, folder: Path, told: Description) -> FrozenCorpus:
    reader = FolderReader(folder)
    files = dict(_files(reader)) if reader.is_folder("") or folder.is_dir() else {}
    if not files and not reader.findings:
        reader.missing(".", "bodies of the corpus, such as entites/ENT-0001.json")
    by_file = {called.file: name for name, called in told.resources.items() if called.file is not None}
    known = {file: by_file.get(file) or _resource(file) for file in files}
    resources: dict[str, Document] = {}
    bodies: dict[str, bytes] = {}
    for file, name in known.items():
        called = told.resources.get(name, CalledOtherwise())
        bodies[name] = files[file]
        resources[name] = {
            "file": f"corpus/{file}", "method": called.method, "payload": called.payload,
            "sha256": hashlib.sha256(files[file]).hexdigest(), "canonical_sha256": _canonical(files[file]),
        }  # fmt: skip
    for name, called in told.resources.items():
        if name not in resources:
            found = f"no file {called.file or 'of this name'}"
            reader.note(_BODIES, found, f"the body of {name}", "Add it, or take the resource out.")
    for fault in FAULTS:
        if fault not in resources:
            reader.missing(f"{fault.lstrip('/')}.json", f"the body of {fault}: the instrument's own fault")
    if reader.findings:
        raise RefusedError(reader.findings)
    manifest = {
        "schema": "proveit-corpus-v1", "season": draft.number, "track": track, "origin": told.origin,
        "resources": dict(sorted(resources.items())),
        "tasks": {task: graph.model_dump() for task, graph in told.tasks.items()},
    }  # fmt: skip
    place = draft.place(track)
    model, findings = read_model(
        document_bytes(manifest), f"{place}/manifest.json", Manifest.model_validate, "manifest"
    )
    findings += [] if model is None else _of_other_tasks(draft, track, model)
    corpus = None if model is None else FrozenCorpus(model, {name: bodies[name] for name in model.resources})
    findings += [] if corpus is None else contract_findings(place, corpus)
    if corpus is None or findings:
        raise RefusedError(findings)
    return corpus


def _files(reader: FolderReader, below: str = "") -> Iterator[tuple[str, bytes]]:
    for name in reader.names(below):
        path = f"{below}/{name}".lstrip("/")
        if reader.kind(path) == "folder":
            yield from _files(reader, path)
        elif (raw := reader.read(path)) is not None:
            yield path, raw


def _resource(file: str) -> str:
    return "/" + re.sub(r"\.json$", "", file)


def _canonical(body: bytes) -> str:
    try:
        return response_hash(body)
    except ValueError:
        return "0" * 64  # the body is refused below, by name


def _of_other_tasks(draft: Draft, track: str, manifest: Manifest) -> Iterator[Finding]:
    listed = draft.track(track).get("tasks")
    if not isinstance(listed, list):
        return  # the track's own tasks are not known yet
    wanted = [task.get("task_id") for task in listed if isinstance(task, dict)]
    if sorted(map(str, wanted)) != sorted(manifest.tasks):
        expected = f"the tasks of the track: {', '.join(map(str, wanted))}"
        yield operation(
            file=f"{draft.place(track)}/manifest.json",
            found=", ".join(manifest.tasks) or "no task",
            expected=expected,
            remedy="Describe exactly the tasks of the frozen section.",
            pointer="/tasks",
        )


def _frozen(corpus: FrozenCorpus) -> FrozenManifest:
    manifest: Mapping[str, object] = corpus.manifest.model_dump(by_alias=True)
    data = document_bytes(manifest)
    return FrozenManifest(
        data, hashlib.sha256(data).hexdigest(), len(corpus.bodies), len(corpus.manifest.tasks)
    )


def _kept_apart(out: Path, files: Mapping[str, bytes]) -> None:
    """A folder outside the tree: what it holds already must be the same, or nothing."""
    for name, data in files.items():
        path = out / name
        try:
            if path.exists() and path.read_bytes() != data:
                found, expected = "another file", "a folder without a corpus, or with this one"
                raise RefusedError(
                    [operation(file=str(path), found=found, expected=expected, remedy="Name another folder.")]
                )
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise unreadable(path, error) from None
