"""Single changes to a tree: one member changed, deleted or added, anywhere; and the judgement on the tree.

The judge runs the reader, the recount and the rules on inputs: no page is made, and what a change does not
touch is not read again, so that hundreds of changes are judged in seconds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.challenges.prove_it.inputs.score import Score
from site_builder.challenges.prove_it.inputs.tree import read_score, read_tree
from site_builder.challenges.prove_it.rules.rows import RowSummary, row_summary
from site_builder.challenges.prove_it.scoring.case import ScoreCase, TrackCase
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.kernel import instants
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import render
from site_builder.pipeline import seasons
from site_builder.rules import registry

NOW = instants.parse("2027-06-01T00:00:00Z")
Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Mutation:
    """`kind` is `type`, `value`, `delete` or `add`; `after` the value put in place, if any."""

    file: str
    path: Path_
    kind: str
    after: object = None

    def __str__(self) -> str:
        file = self.file.removeprefix("prove-it/season-1/")
        return f"{self.kind} {file}#{render(self.path)} → {self.after!r}"[:200]


def nodes(value: object, path: Path_ = ()) -> Iterator[tuple[Path_, object]]:
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from nodes(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from nodes(inner, (*path, index))


class Mutator:
    """Draws single changes to the documents of a tree, evenly over the kinds of places that it holds."""

    def __init__(self, world: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.files = sorted(str(path.relative_to(world)) for path in world.rglob("*.json"))
        self.documents = {file: json.loads((world / file).read_bytes()) for file in self.files}
        # (format, generalised place) → where it stands: a place of the season file is as likely as a nonce
        self.places: dict[tuple[str, str], list[tuple[str, Path_]]] = {}
        for file, document in self.documents.items():
            for path, _ in nodes(document):
                self.places.setdefault((format_of(file), general(path)), []).append((file, path))

    def draw(self) -> tuple[Mutation, object]:
        """A change, and the whole document with it."""
        where = self.random.choice(sorted(self.places))
        file, path = self.random.choice(self.places[where])
        document = json.loads(json.dumps(self.documents[file]))
        holder = document
        for step in path[:-1]:
            holder = holder[step]
        last = path[-1]
        kind = self.random.choice(["type", "value", "value", "delete", "add"])
        after: object = None
        if kind == "delete":
            del holder[last]
        elif kind == "add" and isinstance(holder, dict):
            path, after = (*path[:-1], "added"), holder[last]
            holder["added"] = after
        elif kind == "add":
            after = holder[last]
            holder.append(after)
            path = (*path[:-1], len(holder) - 1)
        else:
            after = self.other_type(holder[last]) if kind == "type" else self.other_value(holder[last], where)
            holder[last] = after
        return Mutation(file, path, kind, after), document

    def other_type(self, value: object) -> object:
        others: list[object] = [1, 1.0, True, "1", None, [], {}]
        if isinstance(value, int) and not isinstance(value, bool):
            others += [value * 1.0, str(value)]
        return self.random.choice([other for other in others if type(other) is not type(value)])

    def other_value(self, value: object, where: tuple[str, str]) -> object:
        """Another value of the same type, most often one that stands at such a place elsewhere."""
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + self.random.choice([-1, 1, 10])
        seen = [self.at(*place) for place in self.places[where][:300]]
        others = [other for other in seen if type(other) is type(value) and other != value]
        if others and self.random.random() < 0.7:
            return self.random.choice(others)
        if isinstance(value, str):
            return self.random.choice([value + "x", value + "\n", value[:-1], value.upper(), "x"])
        if isinstance(value, list):
            return value[:-1] if value else [value]
        if isinstance(value, dict):
            return dict(list(value.items())[:-1])
        return self.other_type(value)

    def at(self, file: str, path: Path_) -> object:
        value: Any = self.documents[file]
        for step in path:
            value = value[step]
        return value


def format_of(file: str) -> str:
    return Path(file).parent.name if "/community/" in file or "/reference/" in file else Path(file).stem


def general(path: Path_) -> str:
    """Indices and keys that are data written ``*``."""
    steps = [
        "*" if isinstance(step, int) or str(step).startswith(("prf_", "conf-", "gen-")) else step
        for step in path
    ]
    return "/" + "/".join(map(str, steps))


class Judge:
    """The findings of a tree, by the reader, the recount and the rules on inputs."""

    def __init__(self, world: Path) -> None:
        self.world = world
        self.models: dict[str, tuple[Score | None, list[Finding]]] = {}
        self.summaries: dict[str, RowSummary] = {}
        assert self.findings(None) == []

    def judged(self, mutation: Mutation, document: object) -> list[Finding]:
        """The findings with this change, which is then undone."""
        path = self.world / mutation.file
        before = path.read_bytes()
        path.write_bytes(json.dumps(document, ensure_ascii=False).encode())
        try:
            return self.findings(mutation.file)
        finally:
            path.write_bytes(before)

    def findings(self, changed: str | None) -> list[Finding]:
        """`changed` is the one file that differs from the tree first judged, which had no finding."""
        tree, found = read_tree(self.world)
        works = seasons.seasons(tree, NOW)
        found += seasons.judged(works)
        for track in (track for season in works if season.case.published for track in season.tracks):
            rows = []
            for file in (file for files in track.scores.values() for file in files):
                if changed in self.summaries and file != changed:
                    rows.append(self.summaries[file])  # neither the row nor its track has changed
                    continue
                summary, problems = self.row(track.case, file, fresh=file == changed)
                found += problems
                rows += [summary] if summary else []
                if changed is None and summary:
                    self.summaries[file] = summary
            scopes = ("rows", "targets") if track.held_by(rows) else ("rows",)
            for check in (check for scope in scopes for check in registry.checks(scope, seasons.CHALLENGE)):
                found += check(track.case, rows)
        return found

    def row(self, track: TrackCase, file: str, *, fresh: bool) -> tuple[RowSummary | None, list[Finding]]:
        if fresh or file not in self.models:
            read = read_score(self.world, file)
            if not fresh:
                self.models[file] = read
        else:
            read = self.models[file]
        score, problems = read
        if score is None or track.key is None:
            return None, problems
        case = ScoreCase(track, file, score, tally(score, track.key, len(track.track.tasks)))
        found = [f for check in registry.checks("score", seasons.CHALLENGE) for f in check(case)]
        return row_summary(case), [*problems, *found]
