"""Whether a report says of each assertion what was published, or a new rectification says why not (G009).

One report is judged at a time, where its score is read. What is told of it waits for the rest of its track.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from site_builder.challenges.prove_it.inputs.correction import Rectification
from site_builder.challenges.prove_it.inputs.score import Assertion, PendingTask, Score, SubmittedTask
from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.challenges.prove_it.rules.rows import corrections_file
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.documents import addresses
from site_builder.kernel.findings import Finding
from site_builder.pipeline.published_reports import PublishedReports
from site_builder.publish import PublicationError
from site_builder.rules import g009_published_figure_changed as rule
from site_builder.rules.g009_published_figure_changed import Assessed

Chains = Mapping[str, Sequence[tuple[int, Rectification]]]
"""The new rectifications of a report, with their lines, by task."""

Name = tuple[str, int]
"""An assertion's own id, and which of those with this id it is: a participant may give one twice."""


class _Task(NamedTuple):
    """A task by its assertions, in their order; ``None`` where it has none."""

    state: str
    assessed: Mapping[Name, Assessed] | None


def published_path(case: ScoreCase) -> str:
    """Where the evidence of the report of a score stands in every publication."""
    season, track = case.track.season.season.season, case.track.track.track
    return addresses.file(PROVE_IT.evidence(season, track, case.score.report_id))


def changed_findings(case: ScoreCase, evidence: bytes, published: PublishedReports) -> list[Finding]:
    """What is refused of a score whose report was published; ``evidence``: what its report has now."""
    path = published_path(case)
    chains = _chains(case, published)
    same = published.same(path, evidence)
    if same and not chains:
        return []
    try:
        before = case.score if same else published.score(path)
    except PublicationError as error:
        return list(error.findings)
    return list(_judged(case, _tasks(before), chains, published.n))


def _judged(case: ScoreCase, before: Mapping[str, _Task], chains: Chains, n: int) -> Iterator[Finding]:
    for number, (task_id, now) in enumerate(_tasks(case.score).items()):
        was, pointer = before.get(task_id), f"/tasks/{number}"
        if was is None:
            continue  # the tasks of the track changed, which its best constant answer tells
        if was.assessed is None or now.assessed is None:
            if (was.assessed is None) != (now.assessed is None) and was.state != "pending" and not chains:
                yield rule.task_changed(case.file, f"{pointer}/state", now.state, was.state, n)
            continue
        ids = [name for name, _ in now.assessed]
        named = [(line, one, one.concerns.among(ids)) for line, one in chains.get(task_id, ())]
        for at, (assertion, assessed) in enumerate(now.assessed.items()):
            place = f"{pointer}/assertions/{at}"
            first, chain = was.assessed.get(assertion), [(line, one) for line, one, of in named if of == at]
            if chain and first is not None:
                yield from _rectified(corrections_file(case.track), chain, assessed, first, n)
            elif first != assessed and was.state != "pending":
                yield rule.assertion_changed(case.file, place, assessed, first, n)
        if was.state != "pending":
            for gone, published in was.assessed.items():
                if gone not in now.assessed:
                    yield rule.assertion_gone(case.file, f"{pointer}/assertions", gone[0], published, n)


def _rectified(
    file: str, chain: Sequence[tuple[int, Rectification]], now: Assessed, published: Assessed, n: int
) -> Iterator[Finding]:
    """What is refused of the new rectifications of one assertion. That each starts where the one before it
    ended, and that the last one ends at the score, is D044's."""
    line, first = chain[0]
    before = first.before.status, first.before.cause
    if before != published:
        yield rule.wrong_before(file, line, before, published, now, n)
    elif now == published:
        for line, _ in chain:
            yield rule.nothing_rectified(file, line, now, n)


def _chains(case: ScoreCase, published: PublishedReports) -> Chains:
    season, score = case.track.season, case.score
    known = published.corrections.get(season.season.season, 0)
    own = (score.track, score.table, score.report_id)
    found: dict[str, list[tuple[int, Rectification]]] = {}
    for line, correction in enumerate(season.corrections[known:], known + 1):
        of = correction.concerns
        if isinstance(correction, Rectification) and own == (of.track, of.table, of.report_id):
            found.setdefault(correction.concerns.task_id, []).append((line, correction))
    return found


def _tasks(score: Score) -> dict[str, _Task]:
    return {
        task.task_id: _Task(
            task.state,
            dict(_named(task.assertions))
            if isinstance(task, SubmittedTask | PendingTask)
            else None,
        )
        for task in score.tasks
    }


def _named(assertions: Sequence[Assertion]) -> Iterator[tuple[Name, Assessed]]:
    seen = Counter[str]()
    for made in assertions:
        yield (made.id, seen[made.id]), (made.status, made.cause)
        seen[made.id] += 1
