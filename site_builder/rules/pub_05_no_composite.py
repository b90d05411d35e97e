"""No composite: nothing combines the two rates.

Refuses: a key, a column, a class or a word for an overall score, a rank, a medal, a weighting or an
average of the rates; rows that are not grouped by equal success (descending) and ordered by overclaim
(ascending) inside a group.

Why: the two rates measure two things; a sum of them would be an arbitrage that nobody could defend, and
would end up being the only figure read.

Source: PUBLICATION_RULES PUB-05; specification §5.7, §7.2.

Accepted: groups of exactly equal success (1/2 = 2/4), then by exact overclaim, "not applicable" after
the fractions, then by name and by DID; pending rows after them, tombstones last. Sentences that say
that there is no rank or overall score.

Remedy: remove the combination; leave the comparison to the reader.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-05"
NAME: Final = "no composite"
FRENCH: Final = """Aucune note composite : rien ne combine les deux taux.

Refuse : une clé, une colonne, une classe ou un mot pour une note globale, un rang, une médaille, une
pondération ou une moyenne des taux ; des lignes qui ne sont pas groupées par réussite égale
(décroissante) et ordonnées par overclaim (croissant) dans un groupe.

Pourquoi : les deux taux mesurent deux choses ; leur somme serait un arbitrage que personne ne pourrait
défendre, et finirait par être le seul chiffre lu.

Source : PUBLICATION_RULES PUB-05 ; spécification §5.7, §7.2.

Accepte : des groupes de réussite exactement égale (1/2 = 2/4), puis l'overclaim exact, « sans objet »
après les fractions, puis le nom et le DID ; ensuite les lignes en attente, enfin les lignes retirées.
Les phrases qui disent qu'il n'y a ni rang ni note globale.

Remède : retirer la combinaison ; laisser le lecteur comparer.
"""
