"""A time-stamp of the ledger is verified before it is kept.

Refuses: in `seal`: an address that is neither `https` nor of this machine, an authority that does not
answer in time or answers with something else, and a token that is not about the head of the ledger, not
about this request, or not signed by an authority of the trust folder whose chain holds at the token's
own time. An authority that vouches for rehearsals alone is refused where the ledger names a real
season.

Why: a token that nobody can verify later gives the ledger the look of a date, not a date.

Source: RFC 3161; formats §5.

Accepted: a token over the bytes of the whole ledger, from an authority that is pinned.

Remedy: try again, name another authority with `--tsa`, or add its certificates to the trust folder.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "G005"
NAME: Final = "time-stamp-refused"
FRENCH: Final = """Un horodatage du registre est vérifié avant d'être gardé.

Refuse : dans `seal` : une adresse qui n'est ni en `https` ni celle de cette machine, une autorité qui
ne répond pas à temps ou répond autre chose, et un jeton qui ne porte pas sur la tête du registre, ne
répond pas à cette demande, ou n'est pas signé par une autorité du dossier de confiance dont la chaîne
tient à l'instant même du jeton. Une autorité qui ne vaut que pour les répétitions est refusée si le
registre nomme une vraie saison.

Pourquoi : un jeton que personne ne pourra vérifier donne au registre l'air d'une date, non une date.

Source : RFC 3161 ; formats §5.

Accepte : un jeton sur les octets du registre entier, d'une autorité épinglée.

Remède : recommencer, nommer une autre autorité par `--tsa`, ou ajouter ses certificats au dossier de
confiance.
"""
