"""A row is removed once.

Refuses: a withdrawal or a replacement of a row that an earlier line of `corrections.jsonl` removed already.

Why: a row that is gone cannot go again; the second line is a slip, most often of the report that it
names, and the row that was meant would stay.

Source: FORMATS §1, `corrections.jsonl`; PUB-17.

Accepted: at most one `withdrawal` or `superseded_run` for each row.

Remedy: name the row that the line is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import SeasonCase
from site_builder.kernel.findings import Finding

CODE: Final = "D004"
NAME: Final = "removed once"
FRENCH: Final = """Une ligne est retirée une seule fois.

Refuse : le retrait ou le remplacement d'une ligne qu'une entrée antérieure de `corrections.jsonl` a déjà
retirée.

Pourquoi : ce qui n'est plus là ne peut pas partir une seconde fois ; la seconde entrée est une erreur, le
plus souvent sur le rapport désigné, et la ligne visée resterait en place.

Source : FORMATS §1, `corrections.jsonl` ; PUB-17.

Accepte : au plus un `withdrawal` ou un `superseded_run` par ligne.

Remède : désigner la ligne dont il est question.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_season(case: SeasonCase) -> Iterator[Finding]:
    removed: dict[tuple[str, str, str], int] = {}
    for line, correction in enumerate(case.corrections, 1):
        if correction.kind not in ("withdrawal", "superseded_run"):
            continue
        place = correction.concerns
        row = (place.track, place.table, place.report_id)
        if row in removed:
            yield _finding(
                file=f"{case.folder}/corrections.jsonl",
                line=line,
                pointer="/concerns/report_id",
                found=place.report_id,
                expected=f"a row that line {removed[row]} has not removed already",
                remedy="Name the row that the line is about, or take the line back before it is published.",
            )
        removed.setdefault(row, line)
