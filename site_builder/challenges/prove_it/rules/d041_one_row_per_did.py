"""A DID has one row in a track.

Refuses: two scores of one track with the same DID, in one table or in both.

Why: a second row would let a participant keep the better of two results.

Source: formats §1; specification §9.1.

Accepted: the same DID in several tracks; a row that was withdrawn or replaced beside the one that
stands.

Remedy: keep the submission that counts, and remove the other score file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.rows import RowSummary, gone
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

CODE: Final = "D041"
NAME: Final = "two rows for a DID"
FRENCH: Final = """Un DID a une ligne par piste.

Refuse : deux scores d'une piste portant le même DID, dans un tableau ou dans les deux.

Pourquoi : une seconde ligne permettrait à un participant de garder le meilleur de deux résultats.

Source : formats §1 ; spécification §9.1.

Accepte : le même DID dans plusieurs pistes ; une ligne retirée ou remplacée à côté de celle qui reste.

Remède : garder la soumission qui fait foi, et retirer l'autre fichier.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_rows(case: TrackCase, rows: Sequence[RowSummary]) -> Iterator[Finding]:
    if len({row.did for row in rows}) == len(rows):
        return
    tombstones = gone(case)
    first: dict[str, str] = {}
    for row in sorted(rows, key=lambda row: row.file):
        if (row.table, row.report_id) in tombstones:
            continue
        if row.did in first:
            yield _finding(
                file=row.file,
                pointer="/agent/did",
                found=f"{row.did}, which {first[row.did]} has too",
                expected="one row for a DID in a track",
                remedy="Keep the score that counts, and remove the other file.",
            )
        first.setdefault(row.did, row.file)
