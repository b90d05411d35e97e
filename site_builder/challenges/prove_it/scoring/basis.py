"""What every rescoring of a track rests on: made once from the frozen files, then only read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.corpus import FAULTS, EntityGraph, FrozenCorpus
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.scoring.assertion import Resource
from site_builder.challenges.prove_it.scoring.corpus_hashes import request_hash, served_value
from site_builder.challenges.prove_it.scoring.graph import Graph, graph_of
from site_builder.evidence.trust import TrustAnchors


@dataclass(frozen=True, slots=True)
class Basis:
    """A track with its key, its corpus ready to be compared with, and the anchors that may vouch.

    ``amended``: the graphs of the tasks that the other reading of R13 would have otherwise.
    """

    season: Season
    track: Track
    key: AnswerKey
    resources: Mapping[str, Resource]
    graphs: Mapping[str, Graph]
    fault_hashes: frozenset[str]
    anchors: TrustAnchors
    amended: Mapping[str, Graph] = field(default_factory=dict)


def basis_of(
    season: Season, track: Track, key: AnswerKey, corpus: FrozenCorpus, anchors: TrustAnchors
) -> Basis:
    """The basis of one track. The corpus has been read whole: its bytes are those of the manifest.

    The instrument's own bodies are no resources: nothing can be claimed about them.
    """
    manifest = corpus.manifest
    values = {name: served_value(body) for name, body in corpus.bodies.items()}
    resources = {
        name: Resource(
            request_hash(manifest.url(name), entry.method, entry.payload),
            entry.canonical_sha256,
            corpus.bodies[name],
        )
        for name, entry in manifest.resources.items()
        if not name.startswith("/_systeme/")
    }
    graphs = {task_id: graph_of(task, values) for task_id, task in manifest.tasks.items()}
    amended = {
        task_id: graph_of(task, values, amended_named=True)
        for task_id, task in manifest.tasks.items()
        if isinstance(task, EntityGraph) and task.named
    }
    faults = frozenset(manifest.resources[name].canonical_sha256 for name in FAULTS)
    return Basis(season, track, key, resources, graphs, faults, anchors, amended)
