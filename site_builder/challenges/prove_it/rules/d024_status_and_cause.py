"""An assertion has the cause that its status calls for.

Refuses: a supported or pending assertion with a cause, an unsupported one without one of the four
refusals, an instrument fault under another cause or another status.

Why: five causes call for five different actions; shown alike, each would be taken for another.

Source: specification §4.1, §7.5; formats §1; PUB-11.

Accepted: `supported` or `pending` with `null`; `unsupported` with `invalid_proof`,
`identity_not_bound`, `resource_mismatch` or `value_mismatch`; `instrument_fault` with
`instrument_fault`.

Remedy: have the scorer write the pair again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.places import answered_tasks
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

PAIRS: Final[tuple[tuple[str, str | None], ...]] = (
    ("supported", None),
    ("pending", None),
    ("unsupported", "invalid_proof"),
    ("unsupported", "identity_not_bound"),
    ("unsupported", "resource_mismatch"),
    ("unsupported", "value_mismatch"),
    ("instrument_fault", "instrument_fault"),
)

CODE: Final = "D024"
NAME: Final = "status and cause"
FRENCH: Final = """Une assertion porte la cause que son statut appelle.

Refuse : une assertion étayée ou en attente assortie d'une cause, une assertion non étayée sans l'un des
quatre refus, un défaut d'instrument rangé sous une autre cause ou un autre statut.

Pourquoi : cinq causes appellent cinq actions différentes ; affichées pareil, on les prendrait l'une
pour l'autre.

Source : spécification §4.1, §7.5 ; formats §1 ; PUB-11.

Accepte : `supported` ou `pending` avec `null` ; `unsupported` avec `invalid_proof`,
`identity_not_bound`, `resource_mismatch` ou `value_mismatch` ; `instrument_fault` avec
`instrument_fault`.

Remède : faire réécrire la paire par le scorer.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    for pointer, task in answered_tasks(case.score):
        for number, assertion in enumerate(task.assertions):
            if (assertion.status, assertion.cause) not in PAIRS:
                yield _finding(
                    file=case.file,
                    pointer=f"{pointer}/assertions/{number}/cause",
                    found=f"{assertion.status} with cause {assertion.cause or 'null'}",
                    expected=f"{assertion.status} with cause {causes_of(assertion.status)}",
                    remedy="Write the status and the cause that the scorer found.",
                )


def causes_of(status: str) -> str:
    """The causes that a status can have, for a message."""
    return " or ".join(cause or "null" for known, cause in PAIRS if known == status)
