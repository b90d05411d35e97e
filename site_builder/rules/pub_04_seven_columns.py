"""Seven columns, and the two rates always together.

Refuses: a row without one of the seven columns; a rate without its fraction; one rate without the other
on a row, in a title, in a description or in a download; a percentage in a title or a description.

Why: a low overclaim rate is also what an agent gets that claims nothing: neither rate means anything
alone.

Source: PUBLICATION_RULES PUB-04; specification §5.7, §7.2.

Accepted: agent, DID, overclaim rate, success rate, tasks submitted, declared stack, proofs. Both rates
on the row, each with its fraction (3/41), or both "pending", or both withheld.

Remedy: give both cells, or neither.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-04"
NAME: Final = "seven columns, two rates"
FRENCH: Final = """Sept colonnes, et les deux taux toujours ensemble.

Refuse : une ligne à laquelle manque l'une des sept colonnes ; un taux sans sa fraction ; un taux sans
l'autre sur une ligne, dans un titre, une description ou un téléchargement ; un pourcentage dans un
titre ou une description.

Pourquoi : un agent qui n'affirme rien obtient lui aussi un faible overclaim : aucun des deux taux ne
veut rien dire seul.

Source : PUBLICATION_RULES PUB-04 ; spécification §5.7, §7.2.

Accepte : agent, DID, taux d'overclaim, taux de réussite, tâches rendues, stack déclarée, preuves. Les
deux taux sur la ligne, chacun avec sa fraction (3/41), ou tous deux « en attente », ou tous deux
retenus.

Remède : donner les deux cellules, ou aucune.
"""
