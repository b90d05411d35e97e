"""A track of a data folder replayed from its files, as a stranger would: what was found, by kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from site_builder.challenges.prove_it.inputs.evidence_tree import (
    read_corpus,
    read_preregistration,
    read_proofs,
    read_sent,
)
from site_builder.challenges.prove_it.inputs.tree import TrackFolder, read_score, read_tree
from site_builder.challenges.prove_it.scoring.basis import Basis, basis_of
from site_builder.challenges.prove_it.scoring.preregistration import FreezeCheck, FrozenFiles, freeze_faults
from site_builder.challenges.prove_it.scoring.rescore import Rescoring, cited_proofs, rescore
from site_builder.evidence.trust import TrustAnchors
from site_builder.kernel.findings import Finding

SEASON = "prove-it/season-0"


@dataclass
class Replay:
    """Findings of the reading, faults of the freeze, and each score computed again, by file."""

    findings: list[Finding] = field(default_factory=list)
    freeze: list[FreezeCheck] = field(default_factory=list)
    scores: dict[str, Rescoring] = field(default_factory=dict)


def replay(
    data: Path, anchors: TrustAnchors, track: str, *, only: str | None = None, submissions: bool = True
) -> Replay:
    """``only``: the one score to compute again, relative to the track's folder."""
    tree, findings = read_tree(data)
    found = Replay(findings)
    season = tree.seasons[0]
    folder = next(f for f in season.tracks if f.name == track)
    if season.season is None or folder.track is None or folder.key is None or folder.manifest is None:
        return found
    corpus, problems = read_corpus(data, folder.folder, folder.manifest)
    found.findings += problems
    if corpus is None:
        return found
    basis = basis_of(season.season, folder.track, folder.key, corpus, anchors)
    found.freeze += _freeze(data, folder, basis, found)
    for file in [file for files in folder.scores.values() for file in files]:
        if only is None or file == f"{folder.folder}/{only}":
            _score(data, folder, file, basis, found, submissions)
    return found


def _score(
    data: Path, folder: TrackFolder, file: str, basis: Basis, found: Replay, submissions: bool
) -> None:
    score, problems = read_score(data, file)
    found.findings += problems
    table, name = file.removesuffix(".json").split("/")[-2:]
    sent, problems = read_sent(data, folder.folder, table, name) if submissions else (None, [])
    found.findings += problems
    if score is None or problems:
        return
    proofs, problems = read_proofs(data, folder.folder, cited_proofs(score, sent))
    found.findings += problems
    found.scores[file] = rescore(score, sent, proofs, basis)


def _freeze(data: Path, folder: TrackFolder, basis: Basis, found: Replay) -> list[FreezeCheck]:
    record, problems = read_preregistration(data, folder.folder)
    found.findings += problems
    if record is None:
        return []
    views, problems = read_proofs(data, folder.folder, [f.proof_id for f in record.freezes])
    found.findings += problems
    assert folder.section is not None
    assert folder.manifest is not None
    assert folder.key_bytes is not None
    files = FrozenFiles(folder.section, folder.manifest, folder.key_bytes)
    return freeze_faults(record, basis.season, basis.track, files, views, basis.anchors)
