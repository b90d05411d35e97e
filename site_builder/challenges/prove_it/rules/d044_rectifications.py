"""A rectification says what the score file holds.

Refuses: a rectification that changes nothing, that pairs a status with a cause which it cannot have,
whose `after` is not what the next rectification starts from, or whose last `after` is not what the
score file holds.

Why: the correction and the score would tell two stories, and the reader could not know which one
counts.

Source: formats §1.2, `corrections.jsonl`; PUB-17; specification §9.2.

Accepted: `before` ≠ `after`, both valid pairs; for several rectifications of one assertion, each
`before` equals the `after` before it, and the last `after` equals the status and the cause in the score
file.

Remedy: put the corrected status and cause in the score file, or correct the line that was just added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.inputs.correction import Assessment, Rectification
from site_builder.challenges.prove_it.rules.d024_status_and_cause import PAIRS, causes_of
from site_builder.challenges.prove_it.rules.rows import Assessed, RowSummary, corrections_file
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

_REMEDY: Final = "Put the corrected status and cause in the score file, or correct the line just added."

CODE: Final = "D044"
NAME: Final = "rectification"
FRENCH: Final = """Une rectification dit ce que contient le fichier de score.

Refuse : une rectification qui ne change rien, qui associe à un statut une cause qu'il ne peut pas
avoir, dont `after` n'est pas le point de départ de la rectification suivante, ou dont le dernier
`after` n'est pas ce que contient le fichier de score.

Pourquoi : la correction et le score raconteraient deux histoires, et le lecteur ne saurait pas laquelle
compte.

Source : formats §1.2, `corrections.jsonl` ; PUB-17 ; spécification §9.2.

Accepte : `before` ≠ `after`, deux paires valides ; si plusieurs rectifications portent sur une
assertion, chaque `before` égale le `after` précédent, et le dernier `after` égale le statut et la cause
du fichier de score.

Remède : mettre le statut et la cause corrigés dans le fichier de score, ou corriger la ligne qui vient
d'être ajoutée.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_rows(case: TrackCase, rows: Sequence[RowSummary]) -> Iterator[Finding]:
    known = {(row.table, row.report_id): row for row in rows}
    latest: dict[tuple[object, ...], tuple[int, Assessment]] = {}
    ends: dict[tuple[object, ...], tuple[RowSummary, Assessed]] = {}
    for line, correction in enumerate(case.season.corrections, 1):
        if correction.concerns.track != case.track.track or not isinstance(correction, Rectification):
            continue
        note = partial(_finding, file=corrections_file(case), line=line, remedy=_REMEDY)
        for name, side in (("before", correction.before), ("after", correction.after)):
            if (side.status, side.cause) not in PAIRS:
                expected = f"{side.status} with cause {causes_of(side.status)}"
                yield note(pointer=f"/{name}", found=_words(side), expected=expected)
        if correction.before == correction.after:
            yield note(
                pointer="/after",
                found=_words(correction.after),
                expected="another status or cause than in before",
            )
        concerns = correction.concerns
        row = known.get((concerns.table, concerns.report_id))
        meant = row.meant(concerns) if row is not None else None
        named: object = (concerns.assertion_id, concerns.rank) if meant is None else meant[3]
        place: tuple[object, ...] = (concerns.table, concerns.report_id, concerns.task_id, named)
        if row is not None and meant is not None:
            ends[place] = row, meant
        if place in latest and latest[place][1] != correction.before:
            expected = f"{_words(latest[place][1])}, as after of line {latest[place][0]} has it"
            yield note(pointer="/before", found=_words(correction.before), expected=expected)
        latest[place] = (line, correction.after)
    for place, (row, (_, status, cause, pointer)) in ends.items():
        line, after = latest[place]
        if (status, cause) != (after.status, after.cause):
            yield _finding(
                file=row.file,
                pointer=pointer,
                found=f"{status} with cause {cause or 'null'}",
                expected=f"{_words(after)}, as line {line} of corrections.jsonl says",
                remedy=_REMEDY,
            )


def _words(side: Assessment) -> str:
    return f"{side.status} with cause {side.cause or 'null'}"
