"""What the organiser wrote in the inputs, judged once and where it was written, before any page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel

from site_builder.challenges.prove_it.inputs.own_texts import OwnString, own_strings
from site_builder.challenges.prove_it.inputs.score import ReferenceScore, Score
from site_builder.challenges.prove_it.scoring.case import SeasonCase, TrackCase
from site_builder.configuration import Configuration
from site_builder.kernel.findings import Finding, in_order
from site_builder.kernel.pointer import render
from site_builder.languages import CODES
from site_builder.pipeline.request import Request
from site_builder.pipeline.seasons import SeasonWork
from site_builder.rules.facts import Facts
from site_builder.rules.judge import judge
from site_builder.rules.texts import TextCase


def text_findings(request: Request, works: Sequence[SeasonWork], facts: Facts) -> list[Finding]:
    """What the rules on texts refuse of the configuration, of seasons, tracks and corrections."""
    cases = list(configured(str(request.config), request.configuration, facts))
    for work in works:
        cases += season_texts(work.case, [track.case for track in work.tracks], facts)
    return _judged(cases)


def run_findings(file: str, score: Score, facts: Facts) -> list[Finding]:
    """The same for a score: of what it says of a run, the address of the prompt is the organiser's."""
    if not isinstance(score, ReferenceScore):
        return []
    return _judged(
        TextCase(file, string.text, facts.languages[code], "/run" + render(string.path))
        for string, code in _in_languages(score.run)
    )


def configured(file: str, configuration: Configuration, facts: Facts) -> Iterator[TextCase]:
    """The texts of the configuration; places are dotted keys, as in its other findings."""
    for string, code in _in_languages(configuration):
        element = ".".join(map(str, string.path))
        yield TextCase(file, string.text, facts.languages[code], element=element)


def season_texts(case: SeasonCase, tracks: Sequence[TrackCase], facts: Facts) -> Iterator[TextCase]:
    """The texts of a season, of its tracks and of its corrections."""
    files: list[tuple[str, BaseModel]] = [(case.file, case.season)]
    files += [(track.file, track.track) for track in tracks]
    for file, model in files:
        for string, code in _in_languages(model):
            yield TextCase(file, string.text, facts.languages[code], render(string.path))
    for line, correction in enumerate(case.corrections, 1):
        ids = (correction.concerns.report_id, getattr(correction.after, "report_id", ""))
        for string, code in _in_languages(correction):
            yield TextCase(
                f"{case.folder}/corrections.jsonl", string.text, facts.languages[code], render(string.path),
                line, report_ids=tuple(filter(None, ids)),
            )  # fmt: skip


def _in_languages(model: BaseModel) -> Iterator[tuple[OwnString, str]]:
    """Each own string with its language; one that is of none, with every language."""
    for string in own_strings(model, CODES):
        for code in (string.language,) if string.language else CODES:
            yield string, code


def _judged(cases: Iterable[TextCase]) -> list[Finding]:
    found: list[Finding] = []
    for case in cases:
        found += judge("text", case)
    return in_order(found)
