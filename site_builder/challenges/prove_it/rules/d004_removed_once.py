"""A row is removed once.

Refuses: a line of `corrections.jsonl` about a row that an earlier line removed, and a run replaced by one
that an earlier line removed.

Why: a row that is gone cannot go again, nor be scored otherwise, nor stand in for another; such a line is a
slip, most often of the report that it names, and the row that was meant would stay as it is.

Source: formats §1.2, `corrections.jsonl`; PUB-17.

Accepted: at most one `withdrawal` or `superseded_run` for each row, after every other line about it.

Remedy: name the row that the line is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.inputs.correction import SupersededRun
from site_builder.challenges.prove_it.scoring.case import SeasonCase
from site_builder.kernel.findings import Finding

CODE: Final = "D004"
NAME: Final = "removed once"
FRENCH: Final = """Une ligne est retirée une seule fois.

Refuse : une entrée de `corrections.jsonl` sur une ligne qu'une entrée antérieure a retirée, et un run
remplacé par un run qu'une entrée antérieure a retiré.

Pourquoi : ce qui n'est plus là ne peut ni partir une seconde fois, ni être rescoré, ni en remplacer un
autre ; une telle entrée est une erreur, le plus souvent sur le rapport désigné, et la ligne visée resterait
telle quelle.

Source : formats §1.2, `corrections.jsonl` ; PUB-17.

Accepte : au plus un `withdrawal` ou un `superseded_run` par ligne, après toute autre entrée sur elle.

Remède : désigner la ligne dont il est question.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_season(case: SeasonCase) -> Iterator[Finding]:
    removed: dict[tuple[str, str, str], int] = {}
    for line, correction in enumerate(case.corrections, 1):
        place = correction.concerns
        row = (place.track, place.table, place.report_id)
        note = partial(_finding, file=f"{case.folder}/corrections.jsonl", line=line)
        if row in removed:
            yield note(
                pointer="/concerns/report_id",
                found=place.report_id,
                expected=f"a row that line {removed[row]} has not removed already",
                remedy="Name the row that the line is about, or take the line back before it is published.",
            )
        if isinstance(correction, SupersededRun):
            other = (place.track, "reference", correction.after.report_id)
            if other in removed:
                yield note(
                    pointer="/after/report_id",
                    found=correction.after.report_id,
                    expected=f"a run that line {removed[other]} has not removed already",
                    remedy="Name the run that stands in the place of the one removed.",
                )
        if correction.kind in ("withdrawal", "superseded_run"):
            removed.setdefault(row, line)
