"""A removed row was published once.

Refuses: in `build`: a new `withdrawal` in `corrections.jsonl` of a row that the data do not hold, and that
no publication of the ledger held in that table of that track.

Why: a row that was never there cannot go; the id is a slip, a tombstone would stand for a report that
nobody sent, and the row that was meant would keep its figures.

Source: PUB-17; formats §1.2, `corrections.jsonl`.

Accepted: a row of the data; a row that an earlier publication of this site held, whose score file is gone;
any row of a season that this site has never shown, since nothing here tells what was published elsewhere.

Remedy: name the row that is meant; where another site published it, name that site with `--previous`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from site_builder.kernel.findings import Finding

CODE: Final = "G006"
NAME: Final = "removed-row-unknown"
FRENCH: Final = """Une ligne retirée a été publiée un jour.

Refuse : dans `build` : un nouveau `withdrawal` dans `corrections.jsonl`, d'une ligne que les données ne
contiennent pas et qu'aucune publication du registre n'a contenue dans ce tableau de cette piste.

Pourquoi : ce qui n'a jamais été là ne peut pas partir ; l'identifiant est une erreur, une mention de
retrait tiendrait lieu d'un rapport que personne n'a envoyé, et la ligne visée garderait ses chiffres.

Source : PUB-17 ; formats §1.2, `corrections.jsonl`.

Accepte : une ligne des données ; une ligne qu'une publication antérieure de ce site a contenue et dont le
fichier de score n'est plus là ; toute ligne d'une saison que ce site n'a jamais montrée, puisque rien ici
ne dit ce qui a été publié ailleurs.

Remède : désigner la ligne voulue ; si un autre site l'a publiée, nommer ce site par `--previous`.
"""


def finding(
    file: str, line: int, track: str, table: str, report_id: str, elsewhere: Sequence[str]
) -> Finding:
    """The finding about a line of the corrections; ``elsewhere``: the tables that know the id."""
    found = f"{report_id}, no row of the {table} table of {track}, now or in an earlier publication"
    if elsewhere:
        found += f" (it is one of {' and of '.join(elsewhere)})"
    return Finding(
        code=CODE,
        name=NAME,
        file=file,
        line=line,
        pointer="/concerns/report_id",
        found=found,
        expected="a row of that table, in the data or in an earlier publication",
        remedy="Name the row that is meant; where another site published it, name that site with --previous.",
    )
