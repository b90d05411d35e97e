"""A published correction stays in the data.

Refuses: in `build`: a season whose `corrections.jsonl` no longer holds a correction that a line of the
ledger published, or says something else in it than the last publication, or which is no longer invalidated
when a line says that it was.

Why: a correction that is taken back or rewritten leaves the reader with two results and no reason.

Source: PUB-17; formats §1.2, `corrections.jsonl`.

Accepted: every published correction as it was, and new ones after them.

Remedy: put the entry back; what was decided since is a new correction.
"""

from __future__ import annotations

from typing import Final

from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger_concerns import Gone

CODE: Final = "G004"
NAME: Final = "published-entry-gone"
FRENCH: Final = """Une rectification publiée reste dans les données.

Refuse : dans `build` : une saison dont `corrections.jsonl` ne contient plus une rectification qu'une
ligne du registre a publiée, ou y dit autre chose que la dernière publication, ou qui n'est plus invalidée
quand une ligne dit qu'elle l'a été.

Pourquoi : une rectification reprise ou récrite laisse le lecteur devant deux résultats, sans motif.

Source : PUB-17 ; formats §1.2, `corrections.jsonl`.

Accepte : chaque rectification publiée telle quelle, et de nouvelles à la suite.

Remède : remettre l'entrée ; ce qui a été décidé depuis est une nouvelle rectification.
"""


def finding(file: str, entry: Gone) -> Finding:
    """The finding about an entry that the input ``file`` no longer holds."""
    what = "the invalidation" if entry.correction is None else f"correction {entry.correction}"
    return Finding(
        code=CODE,
        name=NAME,
        file=file,
        pointer="/invalidated" if entry.correction is None else None,
        found=f"no trace of {what}",
        expected=f"{what} of season {entry.season}, as publication {entry.n} of the ledger has it",
        remedy="Put the entry back; what was decided since is a new correction.",
    )


def rewritten(file: str, line: int, n: int) -> Finding:
    """The finding about a ``line`` of the corrections that publication ``n`` has otherwise."""
    return Finding(
        code=CODE,
        name=NAME,
        file=file,
        line=line,
        found=f"correction {line}, rewritten",
        expected=f"the line as publication {n} has it",
        remedy="Put the line back as it was; what was decided since is a new correction.",
    )
