"""The account of a verification: numbered steps, what each compared, and what did not hold.

The numbers and names are those of ``docs/verify.md`` and of the site's own page on how to check it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from site_builder.comparison import Comparison
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger import Head
from site_builder.reader.program import Likeness, Program

SCHEMA: Final = "proveit-verification-v1"
STEPS: Final[dict[int, tuple[str, str]]] = {
    1: ("files", "every file is the one that the manifest lists"),
    2: ("documents", "every page document has the published format"),
    3: ("rendering", "every HTML page is its document, rendered again"),
    4: ("rules", "the publication rules hold on what is published"),
    5: ("freezes", "section, corpus and key are those fixed before the season"),
    6: ("figures", "every figure is the one recounted from the published assertions"),
    7: ("proofs", "every published proof is verified, and every score replayed from the proofs"),
    8: ("ledger", "the ledger is one chain, and every publication in it is still there"),
}
# Asked for with submissions of the reader's own alone.
OWN: Final = 9
_NAMES: Final = STEPS | {OWN: ("submissions", "what you sent is what is published of it")}
# Steps that hold a site against what this program makes: of the one that built it alone do they say all.
OF_THE_PROGRAM: Final = (2, 3, 4, 6)
# Rules that no version of the program lets a site break: scores before the close, figures that do not follow
# from one another, content that a browser or a spreadsheet runs.
_IN_EVERY_VERSION: Final = frozenset(("PUB-01", "PUB-16", "H006", "F001"))


def many(number: int, what: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{number} {what}{'s' * (number != 1)}"


def steps_named(numbers: Sequence[int]) -> str:
    """`step 5`, `steps 5, 7`."""
    return f"step{'s' * (len(numbers) != 1)} {', '.join(map(str, numbers))}"


class Outcome(StrEnum):
    """What became of a step."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that does not hold. ``place``: a pointer, a line or an element of the file, if known."""

    file: str
    found: str
    expected: str
    place: str | None = None

    def as_json(self) -> dict[str, str | None]:
        """In a fixed order."""
        return {"file": self.file, "place": self.place, "found": self.found, "expected": self.expected}


@dataclass(slots=True)
class Step:
    """One step. ``compared``: what with what, and how many; ``unchecked``: what could not be, and why;
    ``notes``: what a reader should know of a step that holds.

    ``differences``: where the site is not as *this* program makes it, and another program built it: nothing
    follows from them, so the step is not checked (``other_program``)."""

    number: int
    other_program: bool = False
    compared: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    differences: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> str:
        return _NAMES[self.number][0]

    @property
    def title(self) -> str:
        return _NAMES[self.number][1]

    @property
    def outcome(self) -> Outcome:
        """Failed when anything does not hold; passed only when nothing is left unchecked."""
        if self.problems:
            return Outcome.FAILED
        open_ = self.unchecked or self.differences or not self.compared
        return Outcome.NOT_CHECKED if open_ else Outcome.PASSED

    def wrong(self, file: str, found: str, expected: str, place: str | None = None) -> None:
        """Something does not hold."""
        self.problems.append(Problem(file, found, expected, place))

    def differs(self, file: str, found: str, expected: str, place: str | None = None) -> None:
        """Something is not as this program makes it: wrong, unless another program built the site."""
        into = self.differences if self.other_program else self.problems
        into.append(Problem(file, found, expected, place))

    def findings(self, findings: Iterable[Finding]) -> None:
        """What rules of the program found, those that hold in every version of it."""
        for one in findings:
            self.wrong(*_problem(one))

    def differing(self, findings: Iterable[Finding]) -> None:
        """What rules of the program found that another version of it may judge otherwise."""
        for one in findings:
            self.wrong(*_problem(one)) if one.code in _IN_EVERY_VERSION else self.differs(*_problem(one))

    def as_json(self) -> dict[str, object]:
        """In a fixed order."""
        return {
            "number": self.number,
            "name": self.name,
            "title": self.title,
            "outcome": self.outcome.value,
            "compared": list(self.compared),
            "problems": [problem.as_json() for problem in self.problems],
            "differences": [problem.as_json() for problem in self.differences],
            "unchecked": list(self.unchecked),
            "notes": list(self.notes),
        }


def _problem(one: Finding) -> tuple[str, str, str, str | None]:
    place = one.pointer or one.element or (f"line {one.line}" if one.line is not None else None)
    return one.file, f"{one.code} {one.name}: {one.found}", one.expected, place


@dataclass(slots=True)
class Held:
    """What a site was held against beside itself: a head or copy that the reader knew (``said``, ``what``).

    ``continued``: the line of the ledger up to which it is the known one, ``None`` where it is another;
    ``since``: how many lines came after it; ``comparison``: of what the two show, where both are at hand."""

    said: str
    what: str
    continued: int | None = None
    since: int = 0
    comparison: Comparison | None = None

    def as_json(self) -> dict[str, object]:
        """In a fixed order."""
        return {
            "known": self.said,
            "what": self.what,
            "continued_from_line": self.continued,
            "publications_since": self.since if self.continued is not None else None,
            "comparison": self.comparison.as_json() if self.comparison is not None else None,
        }


@dataclass(slots=True)
class Account:
    """Every step, in order, for one place. ``built_by``: the commit that the site names; ``program``: this
    one, where it is known; ``head``: of the ledger, where it is whole."""

    place: str
    built_by: str | None = None
    program: Program | None = None
    likeness: Likeness = Likeness.SAME
    steps: dict[int, Step] = field(default_factory=lambda: {number: Step(number) for number in STEPS})
    head: Head | None = None
    known: Held | None = None

    def step(self, number: int) -> Step:
        return self.steps[number]

    def built(self, commit: str, program: Program | None) -> None:
        """Which commit the site names; what another program alone explains is then no failure."""
        self.built_by, self.program = commit, program
        if program is not None:
            self.likeness = program.likeness(commit)
        for number in OF_THE_PROGRAM:
            self.steps[number].other_program = self.likeness is not Likeness.SAME

    @property
    def differs(self) -> bool:
        """Whether something is not as this program makes it, and another one built the site."""
        return any(step.differences for step in self.steps.values())

    @property
    def outcome(self) -> Outcome:
        """Failed when a step failed; else not checked when one could not be; else passed."""
        outcomes = {step.outcome for step in self.steps.values()}
        for worst in (Outcome.FAILED, Outcome.NOT_CHECKED):
            if worst in outcomes:
                return worst
        return Outcome.PASSED

    @property
    def exit_code(self) -> int:
        """0 every step passed, 1 something failed, 3 nothing failed but something could not be checked."""
        return {Outcome.PASSED: 0, Outcome.FAILED: 1, Outcome.NOT_CHECKED: 3}[self.outcome]

    def as_json(self) -> dict[str, object]:
        """For machines: the same numbers, names and words as the text."""
        return {
            "schema": SCHEMA,
            "place": self.place,
            "built_by": self.built_by,
            "program": self.program.as_json() if self.program is not None else None,
            "same_program": {"same": True, "other": False}.get(self.likeness.value),
            "outcome": self.outcome.value,
            "exit_code": self.exit_code,
            "steps": [step.as_json() for step in self.steps.values()],
            "known": self.known.as_json() if self.known is not None else None,
        }
