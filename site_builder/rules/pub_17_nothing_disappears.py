"""Nothing that was published disappears.

Refuses: a correction that its row or its report does not show; a withdrawn or replaced row that is not
a tombstone at the same address; a tombstone that still shows a name or a figure, or that says no
reason.

Why: whoever kept a link or a copy must find what became of it, and why.

Source: PUBLICATION_RULES PUB-17; specification §9.2.

Accepted: a correction as a new entry with number, date, kind and reason, on the row and on the report;
a tombstone with the table it stood in and the correction that ended it.

Remedy: add the correction to `corrections.jsonl`; never remove a line.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-17"
NAME: Final = "nothing disappears"
FRENCH: Final = """Rien de ce qui a été publié ne disparaît.

Refuse : une correction que ni sa ligne ni son rapport ne montrent ; une ligne retirée ou remplacée qui
ne laisse pas de mention à la même adresse ; une telle mention qui montre encore un nom ou un chiffre,
ou qui ne donne pas de motif.

Pourquoi : celui qui a gardé un lien ou une copie doit trouver ce qu'il en est advenu, et pourquoi.

Source : PUBLICATION_RULES PUB-17 ; spécification §9.2.

Accepte : une correction comme nouvelle entrée, avec numéro, date, genre et motif, sur la ligne et sur
le rapport ; une mention qui dit dans quel tableau la ligne figurait et quelle correction y a mis fin.

Remède : ajouter la correction à `corrections.jsonl` ; ne jamais retirer une ligne.
"""
