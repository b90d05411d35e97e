"""One step of a verification: what was checked, what was found, what was expected.

The law of this package: a step *passes* only when every one of its checks was made and held.
Something missing is a failure, never a pass; what cannot be judged says so (*not checked*) and why;
what is not there yet because a batch is still open is *pending*. No step raises on hostile input.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from site_builder.kernel.canonical import json_text

T = TypeVar("T")
MAX_SHOWN = 160


class Status(StrEnum):
    """The four outcomes of a step."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not_checked"
    PENDING = "pending"


STEP_NAMES = {
    1: "commitments",
    2: "signature",
    3: "batch_inclusion",
    4: "timestamp",
    5: "transparency_log",
    6: "identity",
    7: "disclosures",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison. ``found`` may be text that a stranger wrote; ``pointer`` says where it stands."""

    name: str
    holds: bool
    found: str
    expected: str
    pointer: str | None = None

    def to_json(self) -> dict[str, object]:
        """The check for machines, in a fixed order."""
        return {
            "check": self.name,
            "holds": self.holds,
            "found": self.found,
            "expected": self.expected,
            "pointer": self.pointer,
        }


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered step. ``cause`` names why it did not pass: a failed check, or what was missing."""

    number: int
    status: Status
    cause: str | None
    reason: str | None
    checks: tuple[Check, ...]

    @property
    def name(self) -> str:
        """The step's stable name."""
        return STEP_NAMES[self.number]

    @property
    def passed(self) -> bool:
        """Whether every check was made and held."""
        return self.status is Status.PASSED

    def to_json(self) -> dict[str, object]:
        """The step for machines, in a fixed order."""
        return {
            "step": self.number,
            "name": self.name,
            "status": self.status.value,
            "cause": self.cause,
            "reason": self.reason,
            "checks": [check.to_json() for check in self.checks],
        }


@dataclass(frozen=True, slots=True)
class Incident:
    """A flat copy that differs from the evidence it copies (specification §4.1): the evidence counts."""

    pointer: str
    flat: str
    opened: str

    def to_json(self) -> dict[str, object]:
        """The incident for machines, in a fixed order."""
        return {"pointer": self.pointer, "flat": self.flat, "opened": self.opened}


class Recorder:
    """Collects the checks of one step; the step that it ends with follows from them alone."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._checks: list[Check] = []

    def check(
        self, name: str, holds: bool, found: object, expected: object, pointer: str | None = None
    ) -> bool:
        """Records one check and gives back whether it holds."""
        self._checks.append(Check(name, holds, shown(found), shown(expected), pointer))
        return holds

    def equal(self, name: str, found: object, expected: object, pointer: str | None = None) -> bool:
        """Records that ``found`` is exactly ``expected``, type included."""
        texts = isinstance(found, str) and isinstance(expected, str)
        holds = found == expected and (texts or type(found) is type(expected))
        return self.check(name, holds, found, expected, pointer)

    def formed(
        self, name: str, read: T | None, stated: object, expected: str, pointer: str | None = None
    ) -> T | None:
        """Gives back what was read of a stated value; records a failed check when nothing could be."""
        if read is None:
            self.check(name, False, stated, expected, pointer)
        return read

    def valid(self, name: str, good: bool, expected: str, pointer: str | None = None) -> bool:
        """Records whether a signature is valid."""
        return self.check(name, good, "valid" if good else "not valid", expected, pointer)

    def done(self) -> Step:
        """Passed when checks were made and all held; otherwise failed, by the first that did not."""
        failed = next((check for check in self._checks if not check.holds), None)
        if failed is not None:
            return self._step(Status.FAILED, failed.name, None)
        if not self._checks:
            return self._step(Status.FAILED, "nothing_checked", None)
        return self._step(Status.PASSED, None, None)

    def not_checked(self, cause: str, reason: str) -> Step:
        """Not judged, unless a check already failed."""
        return self._unless_failed(Status.NOT_CHECKED, cause, reason)

    def pending(self, cause: str, reason: str) -> Step:
        """Waiting for an anchor, unless a check already failed."""
        return self._unless_failed(Status.PENDING, cause, reason)

    def _unless_failed(self, status: Status, cause: str, reason: str) -> Step:
        if all(check.holds for check in self._checks):
            return self._step(status, cause, reason)
        return self.done()

    def _step(self, status: Status, cause: str | None, reason: str | None) -> Step:
        return Step(self._number, status, cause, reason, tuple(self._checks))


def shown(value: object) -> str:
    """A value as one short text: strings as they are, bytes in hex, anything else as JSON."""
    if isinstance(value, str):
        text = str(value)
    elif isinstance(value, bytes):
        text = value.hex()
    elif value is None:
        text = "nothing"
    else:
        try:
            text = json_text(value)
        except (TypeError, ValueError, RecursionError):
            text = "not a JSON value"
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"
