"""``manifest.json`` (proveit-corpus-v1): the frozen corpus, resource by resource (docs/corpus.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from site_builder.challenges.prove_it.inputs.fields import (
    PATTERN_WORDS,
    AnyJson,
    Count,
    Model,
    OwnResource,
    Sha256,
    TaskId,
    TrackId,
)
from site_builder.kernel import identifiers

# The bodies that say the instrument failed (specification §4.1); another `/_systeme/` body is no fault.
FAULTS = ("/_systeme/403", "/_systeme/503", "/_systeme/400")

_STEP = "[A-Za-z0-9_][A-Za-z0-9._-]{0,99}"


def _pattern(pattern: str, words: str) -> StringConstraints:
    anchored = f"^(?:{pattern})$"
    PATTERN_WORDS[anchored] = words
    return StringConstraints(strict=True, pattern=anchored, max_length=512)


Origin = Annotated[
    str, _pattern(identifiers.HTTPS_ORIGIN, "an https address without a path, such as https://corpus.example")
]
CorpusFile = Annotated[
    str,
    _pattern(
        f"corpus(?:/{_STEP}){{1,8}}",
        "a file below corpus/, its names among letters, digits, '.', '_' and '-'",
    ),
]
Method = Annotated[str, _pattern("[A-Z]{3,7}", "an HTTP method in capitals, such as GET")]
Activity = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)]


class FrozenResource(Model):
    """How a resource is called, the file with the bytes it answers, and what they hash to.

    ``sha256`` is over the bytes; ``canonical_sha256`` over the canonical JSON of their value, and is the
    response hash of a call that was answered.
    """

    file: CorpusFile
    method: Method
    payload: AnyJson
    sha256: Sha256
    canonical_sha256: Sha256


class EntityGraph(Model):
    """The graph of a task about one entity, computed from the corpus (specification §5.2).

    ``named``: resources that the question itself names, whether or not the entity's record lists them.
    """

    graph: Literal["entity"]
    entity: OwnResource
    activity: Activity
    named: list[OwnResource]


class ListedGraph(Model):
    """The graph of a task whose rules define none: the resources themselves."""

    graph: Literal["listed"]
    resources: Annotated[list[OwnResource], Field(min_length=1)]


TaskGraph = Annotated[EntityGraph | ListedGraph, Field(discriminator="graph")]


class Manifest(Model):
    """Every resource by its canonical URL without the host; every task with what its graph follows from."""

    schema_: Literal["proveit-corpus-v1"] = Field(alias="schema")
    season: Count
    track: TrackId
    origin: Origin
    resources: dict[OwnResource, FrozenResource]
    tasks: dict[TaskId, TaskGraph]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for fault in FAULTS:
            if fault not in self.resources:
                raise ValueError(f"the resource {fault}, which says that the instrument failed")
        owners: dict[str, str] = {}
        for name, resource in self.resources.items():
            if (other := owners.setdefault(resource.file, name)) != name:
                raise ValueError(f"a file of its own for each resource: {other} and {name} share one")
        for task_id, graph in self.tasks.items():
            named = [graph.entity, *graph.named] if isinstance(graph, EntityGraph) else graph.resources
            for name in named:
                if name not in self.resources:
                    raise ValueError(f"only resources of the corpus in {task_id}: {name} is none")
        return self

    def url(self, resource: str) -> str:
        """The canonical URL of a resource, character for character (specification §2.4)."""
        return f"{self.origin}{resource}"


@dataclass(frozen=True, slots=True)
class FrozenCorpus:
    """A manifest and the bytes of every resource that it lists, by resource."""

    manifest: Manifest
    bodies: Mapping[str, bytes]
