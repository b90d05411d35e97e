"""A report has an address of its own.

Refuses: two scores of one track whose report ids are equal.

Why: both reports would stand at one address, and one would replace the other without a word.

Source: formats §3.

Accepted: report ids that differ; they are derived from the DID of a participant or the `run_id` of a
run.

Remedy: give the run another `run_id`; for two participants, remove the score that does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.rows import RowSummary
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

CODE: Final = "D042"
NAME: Final = "equal report ids"
FRENCH: Final = """Un rapport a une adresse à lui.

Refuse : deux scores d'une piste dont les identifiants de rapport sont égaux.

Pourquoi : les deux rapports auraient la même adresse, et l'un remplacerait l'autre sans un mot.

Source : formats §3.

Accepte : des identifiants de rapport différents ; ils viennent du DID d'un participant ou du `run_id`
d'un run.

Remède : donner au run un autre `run_id` ; pour deux participants, retirer le score qui ne compte pas.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_rows(case: TrackCase, rows: Sequence[RowSummary]) -> Iterator[Finding]:
    if len({row.report_id for row in rows}) == len(rows):
        return
    first: dict[str, str] = {}
    for row in sorted(rows, key=lambda row: row.file):
        if row.report_id in first:
            yield _finding(
                file=row.file,
                pointer="/run/run_id" if row.table == "reference" else "/agent/did",
                found=f"report id {row.report_id}, which {first[row.report_id]} has too",
                expected="one report for an address",
                remedy="Remove the score that does not count, or give the run another run_id.",
            )
        first.setdefault(row.report_id, row.file)
