"""Pages show nothing that is dated after them.

Refuses: a correction, or the invalidation of a season, whose `at` is later than the instant that the pages
bear.

Why: a page dated before what it tells says something false of itself, and the ledger would date a correction
before it was made.

Source: FORMATS §1, `corrections.jsonl` and `season.json`; FORMATS §2, `genere_le`; PUB-17.

Accepted: an `at` not later than `--generated-at`, which is the date of the source commit unless it is given;
both are compared as instants, whatever their offsets.

Remedy: commit the data first, give the instant of the publication with `--generated-at`, or correct `at`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import SeasonCase
from site_builder.kernel.findings import Finding

CODE: Final = "D005"
NAME: Final = "dated before the pages"
FRENCH: Final = """Les pages ne montrent rien de postérieur à leur date.

Refuse : une correction, ou l'invalidation d'une saison, dont `at` est postérieur à l'instant que portent les
pages.

Pourquoi : une page datée d'avant ce qu'elle raconte dit d'elle-même une chose fausse, et le registre
donnerait à une correction une date antérieure au moment où elle a été faite.

Source : FORMATS §1, `corrections.jsonl` et `season.json` ; FORMATS §2, `genere_le` ; PUB-17.

Accepte : un `at` qui n'est pas postérieur à `--generated-at`, c'est-à-dire à la date du commit source si rien
n'est donné ; les deux sont comparés comme des instants, quel que soit leur décalage.

Remède : valider d'abord les données dans un commit, donner l'instant de la publication par `--generated-at`,
ou corriger `at`.
"""
_finding = partial(
    Finding,
    code=CODE,
    name=NAME,
    remedy="Commit the data first, give the instant of the publication with --generated-at, or correct at.",
)


def check_season(case: SeasonCase) -> Iterator[Finding]:
    expected = f"not after {case.generated_at.text}, the instant that the pages bear"
    for line, correction in enumerate(case.corrections, 1):
        if case.generated_at < correction.at:
            yield _finding(
                file=f"{case.folder}/corrections.jsonl",
                line=line,
                pointer="/at",
                found=correction.at.text,
                expected=expected,
            )
    invalidated = case.season.invalidated
    if invalidated is not None and case.generated_at < invalidated.at:
        yield _finding(
            file=case.file, pointer="/invalidated/at", found=invalidated.at.text, expected=expected
        )
