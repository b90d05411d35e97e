"""The account of a verification or a replay as text for a terminal, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from site_builder.kernel.annotations import annotation
from site_builder.kernel.terminal import printable
from site_builder.reader import unseen
from site_builder.reader.account import Account, Outcome, Problem, Step, steps_named
from site_builder.reader.built_by import built_by

_MOST = 50
_MOST_COMPARED = 200
_WORDS = {
    Outcome.PASSED: "passed",
    Outcome.FAILED: "FAILED",
    Outcome.NOT_CHECKED: "not checked",
}


def account_json(account: Account) -> str:
    """An account for machines, with what it rests on."""
    return as_json(account.as_json() | {"rests_on": unseen.as_json(account)})


def as_json(document: Mapping[str, object]) -> str:
    """Indented, with a line feed at the end; bytes of a name that are no text are escaped."""
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def as_text(account: Account) -> str:
    """One line each, safe for a terminal; JSON has all of what is too long here."""
    return "".join(printable(line) + "\n" for line in _lines(account))


def as_github(account: Account) -> str:
    """What failed and what was not checked as annotations of a workflow run, then the result."""
    lines = []
    for step in account.steps.values():
        title = f"{step.number}. {step.title}"
        for problem in step.problems[:_MOST]:
            at = f" at {problem.place}" if problem.place else ""
            told = (problem.file + at, f"found    {problem.found}", f"expected {problem.expected}")
            lines.append(annotation("error", f"{title}: {_WORDS[Outcome.FAILED]}", told))
        if (more := len(step.problems) - _MOST) > 0:
            lines.append(annotation("error", title, (f"{more} more; --format json has all of them.",)))
        if step.outcome is Outcome.NOT_CHECKED:
            places = [f"{one.file}: not as this program makes it" for one in step.differences]
            said = tuple(_some([*places, *step.unchecked]))
            lines.append(annotation("notice", f"{title}: {_WORDS[Outcome.NOT_CHECKED]}", said))
    return "\n".join((*lines, _summary(account))) + "\n"


def _lines(account: Account) -> Iterator[str]:
    yield f"Verification of {account.place}"
    yield from built_by(account)
    yield ""
    for step in account.steps.values():
        yield from _step(step)
    yield from _held(account)
    yield ""
    yield _summary(account)
    if account.built_by is not None:
        yield ""
        yield from unseen.as_lines(account)


def _held(account: Account) -> Iterator[str]:
    """What was published since the head or copy that the reader knew."""
    held = account.known
    if held is None or held.comparison is None:
        return
    yield ""
    yield f"From {held.what} that you know ({held.said}) to this site:"
    lines = held.comparison.as_text().split("\n")
    yield from (f"     {line}" for line in lines[:_MOST_COMPARED])
    if len(lines) > _MOST_COMPARED:
        yield f"     … and {len(lines) - _MOST_COMPARED} lines more; --format json has all of them."


def _step(step: Step) -> Iterator[str]:
    yield f"{step.number}. {step.title}: {_WORDS[step.outcome]}"
    yield from (f"     compared: {line}" for line in _some(step.compared))
    yield from _problems(step.problems)
    if step.differences:
        number = len(step.differences)
        yield (
            f"     not checked: {number} place{'s' * (number != 1)} not as this program makes "
            f"{'it' if number == 1 else 'them'}; the one that built the site decides:"
        )
        yield from _problems(step.differences)
    yield from (f"     not checked: {line}" for line in _some(step.unchecked))
    yield from (f"     note: {line}" for line in _some(step.notes))


def _problems(problems: list[Problem]) -> Iterator[str]:
    for number, problem in enumerate(problems):
        if number == _MOST:
            yield f"     … and {len(problems) - _MOST} more; --format json has all of them."
            break
        yield f"     {problem.file}{f' at {problem.place}' if problem.place else ''}"
        yield f"       found    {problem.found}"
        yield f"       expected {problem.expected}"


def _some(lines: list[str]) -> Iterator[str]:
    yield from lines[:_MOST]
    if len(lines) > _MOST:
        yield f"… and {len(lines) - _MOST} more; --format json has all of them."


def _summary(account: Account) -> str:
    """What became of every step, the worst first."""
    parts = []
    for outcome in (Outcome.FAILED, Outcome.NOT_CHECKED, Outcome.PASSED):
        numbers = [step.number for step in account.steps.values() if step.outcome is outcome]
        if len(numbers) == len(account.steps) and outcome is Outcome.PASSED:
            return "Result: every step passed."
        if numbers:
            parts.append(f"{_WORDS[outcome]}: {steps_named(numbers)}")
    other = ", ".join(str(step.number) for step in account.steps.values() if step.differences)
    because = f" (in {other}: this is not the program that built the site)" if other else ""
    return f"Result: {'; '.join(parts)}{because}."
