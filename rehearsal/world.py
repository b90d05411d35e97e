"""An invented corpus with its tasks and its key, in the making."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from site_builder.kernel.canonical import canonical_json
from site_builder.kernel.pointer import resolve

Json = dict[str, Any]
Place = tuple[str, str]
"""A resource and a JSON Pointer in it."""

# What the corpus and its front answer when the instrument is at fault, and outside the collections.
SYSTEM: Mapping[str, Json] = {
    "/_systeme/403": {"erreur": "secret_absent", "aide": "Appelez le corpus par le proxy de la saison."},
    "/_systeme/503": {"erreur": "corpus_indisponible", "aide": "Rejouez l'appel plus tard."},
    "/_systeme/400": {"erreur": "requete_refusee", "aide": "Appelez l'URL canonique, sans en-tête ajouté."},
    "/_systeme/404": {"erreur": "hors_collections", "aide": "Ce chemin n'est dans aucune collection."},
}


@dataclass(frozen=True, slots=True)
class Task:
    """``grounds``: for each fact that decides, its equivalent forms, the first one first.

    ``facts``: what an agent that consulted can claim, those that decide first. ``graph``: as in the manifest.
    """

    task_id: str
    minimum: int
    cap: int
    verdict: str
    family: str | None
    question: str
    graph: Json
    grounds: Sequence[Sequence[Place]]
    facts: Sequence[Place]


@dataclass(slots=True)
class World:
    """One track. ``bodies`` are the bytes served, by resource."""

    track: str
    origin: str
    verdicts: list[str] | None
    bodies: dict[str, bytes] = field(default_factory=dict)
    tasks: list[Task] = field(default_factory=list)

    def put(self, resource: str, **members: object) -> None:
        """Adds a resource; its body names it first."""
        self.bodies[resource] = body_bytes({"ressource": resource, **members})

    def value(self, place: Place) -> Any:
        """The value that the corpus serves at this place."""
        return resolve(json.loads(self.bodies[place[0]]), place[1])

    def add(self, task: Task) -> None:
        """Adds a task: its question becomes a resource outside every graph."""
        self.tasks.append(task)
        self.put(f"/taches/{task.task_id}", enonce=task.question)

    def manifest(self, season: int) -> bytes:
        """``manifest.json``."""
        for name, members in SYSTEM.items():
            self.bodies.setdefault(name, body_bytes({"ressource": name, **members}))
        resources = {name: _entry(name, self.bodies[name]) for name in sorted(self.bodies)}
        return file_bytes(
            {
                "schema": "proveit-corpus-v1",
                "season": season,
                "track": self.track,
                "origin": self.origin,
                "resources": resources,
                "tasks": {task.task_id: task.graph for task in self.tasks},
            }
        )

    def key(self) -> bytes:
        """``answer-key.json``."""
        return file_bytes(
            {
                task.task_id: {
                    "verdict": task.verdict,
                    "family": task.family,
                    "control": task.family is None,
                    "grounds": [{"any_of": [self._fact(form) for form in ground]} for ground in task.grounds],
                }
                for task in self.tasks
            }
        )

    def _fact(self, place: Place) -> Json:
        return {"resource": place[0], "field": place[1], "value": self.value(place)}


def facts_of(grounds: Iterable[Sequence[Place]], others: Iterable[Place]) -> list[Place]:
    """The first form of each ground, then the others, each once."""
    return list(dict.fromkeys([*(ground[0] for ground in grounds), *others]))


def corpus_file(resource: str) -> str:
    """The file of a resource: its path, and what follows a question mark spelled out."""
    return "corpus" + re.sub(r"[^A-Za-z0-9/_.]+", "-", resource) + ".json"


def body_bytes(members: Json) -> bytes:
    """A body as the corpus serves it: UTF-8 that is not canonical JSON, on purpose."""
    return (json.dumps(members, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def file_bytes(document: Json) -> bytes:
    """A file of the tree, for people to read."""
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _entry(resource: str, body: bytes) -> Json:
    return {
        "file": corpus_file(resource),
        "method": "GET",
        "payload": None,
        "sha256": hashlib.sha256(body).hexdigest(),
        "canonical_sha256": hashlib.sha256(canonical_json(json.loads(body))).hexdigest(),
    }
