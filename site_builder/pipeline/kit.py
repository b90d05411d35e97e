"""The replay kit of a track, read from the data folder as it is (docs/verify.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from site_builder.challenges.prove_it.inputs.corpus import Manifest
from site_builder.challenges.prove_it.inputs.evidence_tree import read_preregistration, read_proofs
from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.proof import anchored_root
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.kit import kit_files, kit_list
from site_builder.challenges.prove_it.pages.received import Counts, document, keeps_submissions
from site_builder.documents import addresses
from site_builder.documents.envelope import dump


def track_kit(
    data: Path, context: TrackContext, counts: Counts, trust: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes]]:
    """(file of the output, bytes) of the kit, its list, and the hashes of what was received; nothing before
    scores are published (PUB-01).

    ``trust``: the files of the trust anchors that proofs were verified with.
    """
    if not context.shows_scores:
        return
    given = _given(data, context)
    if context.case.anchored:
        given |= {f"trust/{name}": raw for name, raw in trust.items()}
    files = list(kit_files(context, given))
    written = set()
    for file in files:
        if file.new and file.address not in written:  # two resources may have the same body
            written.add(file.address)
            yield addresses.file(file.address), file.data
    path = PROVE_IT.kit(context.season.number, context.name)
    yield addresses.file(path), kit_list(context, files)
    if keeps_submissions(context):
        path = PROVE_IT.submissions(context.season.number, context.name)
        yield addresses.file(path), dump(document(context, counts))


def _given(data: Path, context: TrackContext) -> dict[str, bytes]:
    """Name below the season's folder → bytes. What could not be read was refused before."""
    case, track = context.case, context.name
    season = case.season.folder
    reader = FolderReader(data)
    names = ["season.json", f"{track}/track.json"]
    if case.season.corrections:
        names.append("corrections.jsonl")
    names += ["enrolments.json"]
    names += [f"{track}/{n}" for n in ("manifest.json", "preregistration.json")]
    found = {
        f"{track}/{case.track.scoring_rules.file}": case.section,
        f"{track}/{case.track.answer_key.file}": case.key_bytes,
    }
    for name in names:
        if reader.kind(f"{season}/{name}") == "file":
            found[name] = reader.read(f"{season}/{name}")
    found |= _corpus(reader, case.folder, track, case.manifest)
    found |= _freezes(data, case.folder, track)
    return {name: raw for name, raw in found.items() if raw is not None}


def _corpus(reader: FolderReader, folder: str, track: str, manifest: bytes | None) -> dict[str, bytes | None]:
    if manifest is None or reader.kind(f"{folder}/corpus") != "folder":
        return {}
    model, _ = read_model(manifest, f"{folder}/manifest.json", Manifest.model_validate, "manifest")
    if model is None:
        return {}
    return {f"{track}/{one.file}": reader.read(f"{folder}/{one.file}") for one in model.resources.values()}


def _freezes(data: Path, folder: str, track: str) -> dict[str, bytes | None]:
    """The proofs that anchor the freezes, and the log's entries about them."""
    record, _ = read_preregistration(data, folder)
    if record is None:
        return {}
    views, _ = read_proofs(data, folder, [freeze.proof_id for freeze in record.freezes])
    found: dict[str, bytes | None] = {}
    for proof_id, view in views.items():
        found[f"{track}/proofs/{proof_id}.json"] = view.view
        if view.view is not None and view.log_entry is not None:
            found[f"{track}/log/{anchored_root(view.view)}.json"] = view.log_entry
    return found
