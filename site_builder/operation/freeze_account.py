"""The account of ``freeze check``: eight numbered steps a track, as text for a terminal and as JSON.

The numbers and names are those of ``docs/evidence.md``. Steps 5 to 8 come once for each freeze, superseded
ones included.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from site_builder.evidence.steps import Status
from site_builder.kernel.terminal import printable

SCHEMA: Final = "proveit-freeze-account-v1"
STEPS: Final[dict[int, tuple[str, str]]] = {
    1: ("section", "the section is the one that track.json declares"),
    2: ("manifest", "the manifest of the corpus is the one that track.json declares"),
    3: ("key", "the key is committed to, under a salt"),
    4: ("record", "the record of the freezes is about those that track.json names"),
    5: ("payload", "the anchored call sent what track.json declares"),
    6: ("proof", "the proof of the call verifies"),
    7: ("call", "the proof opens exactly this call"),
    8: ("date", "the call was anchored no later than the opening"),
}
_WORDS: Final = {
    Status.PASSED: "passed",
    Status.FAILED: "FAILED",
    Status.NOT_CHECKED: "not checked",
    Status.PENDING: "pending",
}
_NAMED: Final = (4, 5)
"""The steps of whose lines that hold the place says what they are about."""
_WORST: Final = (Status.FAILED, Status.PENDING, Status.NOT_CHECKED, Status.PASSED)


@dataclass(frozen=True, slots=True)
class Line:
    """One comparison; ``do``: what to do about it, where it did not hold."""

    status: Status
    file: str
    found: str
    expected: str
    do: str | None = None
    place: str | None = None

    def as_json(self) -> dict[str, str | None]:
        """In a fixed order."""
        return {
            "outcome": self.status.value,
            "file": self.file,
            "place": self.place,
            "found": self.found,
            "expected": self.expected,
            "do": self.do,
        }


@dataclass(slots=True)
class FreezeStep:
    """One step; ``freeze``: version and proof id of the freeze that it is about."""

    number: int
    freeze: tuple[str, str] | None = None
    lines: list[Line] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def status(self) -> Status:
        """The worst of its lines."""
        found = {line.status for line in self.lines}
        return next((status for status in _WORST if status in found), Status.NOT_CHECKED)

    def as_json(self) -> dict[str, object]:
        """In a fixed order."""
        name, title = STEPS[self.number]
        freeze = dict(zip(("version", "proof_id"), self.freeze, strict=True)) if self.freeze else None
        return {
            "number": self.number,
            "name": name,
            "title": title,
            "freeze": freeze,
            "outcome": self.status.value,
            "checks": [line.as_json() for line in self.lines],
            "notes": list(self.notes),
        }


@dataclass(slots=True)
class TrackFreezes:
    """The account of one track; ``freezes`` are (version, proof id), the one in force first."""

    season: int
    track: str
    demonstration: bool
    opens_at: str
    freezes: list[tuple[str, str]]
    steps: list[FreezeStep] = field(default_factory=list)


@dataclass(slots=True)
class FreezeAccount:
    """Every track that was asked for."""

    tracks: list[TrackFreezes] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 everything holds, 1 something fails, 3 nothing fails and something is not checked or pending."""
        found = {step.status for track in self.tracks for step in track.steps}
        if Status.FAILED in found:
            return 1
        return 0 if found == {Status.PASSED} else 3

    def as_json(self) -> dict[str, object]:
        """For machines: the same numbers, names and words as the text."""
        return {
            "schema": SCHEMA,
            "outcome": {0: "passed", 1: "failed", 3: "not_checked"}[self.exit_code],
            "exit_code": self.exit_code,
            "tracks": [
                {
                    "season": track.season,
                    "track": track.track,
                    "demonstration": track.demonstration,
                    "opens_at": track.opens_at,
                    "steps": [step.as_json() for step in track.steps],
                }
                for track in self.tracks
            ],
        }

    def as_text(self) -> str:
        """One line each, safe for a terminal."""
        return "".join(printable(line) + "\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for track in self.tracks:
            yield from _track(track)
            yield ""
        yield _summary(self)


def _track(track: TrackFreezes) -> Iterator[str]:
    yield f"Freezes of season {track.season}, {track.track}, which opens at {track.opens_at}"
    if track.demonstration:
        yield "A demonstration: anchors that vouch for rehearsals alone count, which they never do elsewhere."
    told: tuple[str, str] | None = None
    for step in track.steps:
        if step.freeze is not None and step.freeze != told:
            told = step.freeze
            rank = "in force" if told == track.freezes[0] else "superseded"
            yield ""
            yield f"Freeze {told[0]}, {told[1]}, {rank}"
        yield from _step(step)


def _step(step: FreezeStep) -> Iterator[str]:
    yield f"{step.number}. {STEPS[step.number][1]}: {_WORDS[step.status]}"
    for line in step.lines:
        if line.status is Status.PASSED:
            named = f"{line.place}: " if line.place and step.number in _NAMED else ""
            yield f"     {named}{line.found}"
            continue
        yield f"     {line.file}{f' at {line.place}' if line.place else ''}: {_WORDS[line.status]}"
        yield f"       found    {line.found}"
        yield f"       expected {line.expected}"
        if line.do is not None:
            yield f"       do       {line.do}"
    yield from (f"     note: {note}" for note in step.notes)


def _summary(account: FreezeAccount) -> str:
    """What became of every step, the worst first."""
    parts: list[str] = []
    for status in _WORST:
        numbers = sorted({s.number for t in account.tracks for s in t.steps if s.status is status})
        if numbers and status is Status.PASSED and not parts:
            return "Result: every step passed."
        if numbers:
            named = ", ".join(map(str, numbers))
            parts.append(f"{_WORDS[status]}: step{'s' * (len(numbers) != 1)} {named}")
    return f"Result: {'; '.join(parts)}."
