"""Corrections are numbered in the order of time.

Refuses: a correction whose number is not the previous one plus one (from 1), that is older than the one
before it, or that comes before the publication that it corrects.

Why: the file is append-only; a gap or a step back in time would mean that an entry was removed or
rewritten.

Source: formats §1.2, `corrections.jsonl`; PUB-17; specification §9.2.

Accepted: `n` = 1, 2, 3… line after line, `at` never decreasing and never before `published_at`.

Remedy: restore the missing line, or correct `n` or `at` of the last line added.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import SeasonCase
from site_builder.kernel.findings import Finding

CODE: Final = "D002"
NAME: Final = "order of corrections"
FRENCH: Final = """Les corrections sont numérotées dans l'ordre du temps.

Refuse : une correction dont le numéro n'est pas le précédent plus un (à partir de 1), plus ancienne que
la précédente, ou antérieure à la publication qu'elle corrige.

Pourquoi : on ne fait qu'ajouter à ce fichier ; un trou ou un retour en arrière voudrait dire qu'une
entrée a été retirée ou réécrite.

Source : formats §1.2, `corrections.jsonl` ; PUB-17 ; spécification §9.2.

Accepte : `n` = 1, 2, 3… ligne après ligne, `at` jamais décroissant et jamais avant `published_at`.

Remède : rétablir la ligne manquante, ou corriger `n` ou `at` de la dernière ligne ajoutée.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_season(case: SeasonCase) -> Iterator[Finding]:
    file = f"{case.folder}/corrections.jsonl"
    published = case.season.published_at
    if case.corrections and published is None:
        yield _finding(
            file=file,
            line=1,
            found="a correction",
            expected="no correction while published_at is null",
            remedy="Correct the scores themselves until they are published.",
        )
    earlier, of = published, "published_at of the season"
    for line, correction in enumerate(case.corrections, 1):
        if correction.n != line:
            yield _finding(
                file=file,
                line=line,
                pointer="/n",
                found=str(correction.n),
                expected=f"{line}, the number of the line",
                remedy="Number the lines from 1 without a gap; never remove one.",
            )
        if earlier is not None and correction.at < earlier:
            yield _finding(
                file=file,
                line=line,
                pointer="/at",
                found=correction.at.text,
                expected=f"not before {earlier.text}, {of}",
                remedy="Write the instant at which the correction was made.",
            )
        earlier, of = correction.at, f"at of line {line}"
