"""A submission is made while its season runs.

Refuses: a submission before the opening or after the closing of the season.

Why: what is sent after the close could have been written with the key in hand.

Source: specification §7.4; formats §1.

Accepted: `opens_at` ≤ `submitted_at` ≤ `closes_at`, compared as instants, both bounds included.

Remedy: leave the late submission out: the task is `not_submitted`, or the earlier submission counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D031"
NAME: Final = "date of a submission"
FRENCH: Final = """Une soumission est faite pendant sa saison.

Refuse : une soumission antérieure à l'ouverture ou postérieure à la clôture de la saison.

Pourquoi : ce qui est envoyé après la clôture a pu être écrit la clé en main.

Source : spécification §7.4 ; formats §1.

Accepte : `opens_at` ≤ `submitted_at` ≤ `closes_at`, comparés comme des instants, bornes incluses.

Remède : écarter la soumission tardive : la tâche est `not_submitted`, ou la soumission précédente fait
foi.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    season = case.track.season.season
    for pointer, task in answered_tasks(case.score):
        if task.submitted_at < season.opens_at or season.closes_at < task.submitted_at:
            yield _finding(
                file=case.file,
                pointer=f"{pointer}/submitted_at",
                found=task.submitted_at.text,
                expected=f"an instant of the season, from {season.opens_at.text} to {season.closes_at.text}",
                remedy="Leave the submission out, or correct the dates of the season.",
            )
