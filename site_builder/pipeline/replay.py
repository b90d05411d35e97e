"""Scores computed again from the evidence that the data hold, and the freezes that they rest on.

The frozen files of a track are judged once, before any score; scores of a track whose frozen files do not
hold are not computed again, since nothing could be said of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from site_builder import anchors as trust_folder
from site_builder.challenges.prove_it.inputs import evidence_tree
from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.submission import Sent
from site_builder.challenges.prove_it.rules import replayed
from site_builder.challenges.prove_it.scoring.basis import Basis, basis_of
from site_builder.challenges.prove_it.scoring.case import ScoreCase, TrackCase
from site_builder.challenges.prove_it.scoring.preregistration import FrozenFiles, freeze_faults
from site_builder.challenges.prove_it.scoring.rescore import Rescoring, rescore
from site_builder.evidence.trust_manifest import CODE, NAME, read_anchors
from site_builder.kernel.findings import Finding
from site_builder.pipeline.seasons import CHALLENGE
from site_builder.rules.judge import judge

Files = Mapping[str, bytes]
"""The files of a trust folder, by name: what processes hand to one another in place of keys."""


def trusted(folder: Path, tracks: Sequence[TrackCase]) -> tuple[Files, list[Finding]]:
    """The trust anchors, where a track has something to verify; every problem of them."""
    if not any(case.anchored for case in tracks):
        return {}, []
    try:
        files = trust_folder.read(folder)
    except trust_folder.TrustFolderError as error:
        remedy = "name the folder of the trust anchors in site.toml, [trust] anchors (docs/evidence.md)"
        return {}, [Finding(CODE, NAME, folder.name, str(error), "a folder of trust anchors", remedy)]
    return files, read_anchors(files)[1]


def frozen_findings(data: Path, case: TrackCase, files: Files) -> list[Finding]:
    """What of the freezes (PUB-15), and of the corpus that scores are replayed on (D016), does not hold;
    nothing for a track whose freezes are not verified."""
    trust = read_anchors(files)[0]
    if not case.anchored or trust is None:
        return []
    findings: list[Finding] = []
    if case.manifest is None:
        findings.append(replayed.missing_manifest(case))
    elif case.replay != "none":
        corpus, findings = evidence_tree.read_corpus(data, case.folder, case.manifest)
        if corpus is not None:
            findings += judge("corpus", case, corpus, challenge=CHALLENGE)
    record, found = evidence_tree.read_preregistration(data, case.folder)
    findings += found
    if record is None:
        return findings if found else [*findings, replayed.missing_freeze(case)]
    views, found = evidence_tree.read_proofs(data, case.folder, [f.proof_id for f in record.freezes])
    findings += found
    if case.section is None or case.key_bytes is None:
        return findings  # refused already
    frozen = FrozenFiles(case.section, case.manifest, case.key_bytes)
    faults = freeze_faults(record, case.season.season, case.track, frozen, views, trust)
    return [*findings, *replayed.freeze_findings(case, faults)]


class Replayer:
    """Computes scores again in one process; the basis of a track is made when its first score comes.

    ``folders``: the tracks whose frozen files hold.
    """

    def __init__(self, data: Path, trust: Files, folders: frozenset[str]) -> None:
        self._data = data
        self._files = trust
        self._folders = folders
        self._bases: dict[str, Basis | None] = {}

    def covers(self, case: TrackCase) -> bool:
        """Whether the scores of this track are computed again."""
        return case.replay != "none" and case.folder in self._folders

    def rescored(
        self, case: ScoreCase, sent: Sent | None, proofs: Mapping[str, ProofView]
    ) -> Rescoring | None:
        """The score computed again; ``None`` where nothing can be computed, which was refused before."""
        track = case.track
        if track.folder not in self._bases:
            self._bases[track.folder] = self._basis(track)
        basis = self._bases[track.folder]
        return None if basis is None else rescore(case.score, sent, proofs, basis)

    def _basis(self, case: TrackCase) -> Basis | None:
        trust = read_anchors(self._files)[0]
        if trust is None or case.manifest is None or case.key is None:
            return None
        corpus, _ = evidence_tree.read_corpus(self._data, case.folder, case.manifest)
        if corpus is None:
            return None
        return basis_of(case.season.season, case.track, case.key, corpus, trust)
