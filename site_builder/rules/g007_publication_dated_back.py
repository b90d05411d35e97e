"""Publications are dated in their order.

Refuses: in `build`: a publication that bears an earlier instant than the last line of the ledger which it
continues.

Why: the ledger tells what was published and when; dates that run backwards would have the reader take what
came later for what came first.

Source: PUB-17; formats §5.

Accepted: the instant of the last line again, since two publications may come from one source commit, and any
later one. The instants are compared as such, whatever their offsets.

Remedy: give the instant of this publication with `--generated-at`, or build somewhere else with `--output`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "G007"
NAME: Final = "publication-dated-back"
FRENCH: Final = """Les publications sont datées dans leur ordre.

Refuse : dans `build` : une publication qui porte un instant antérieur à celui de la dernière ligne du
registre qu'elle continue.

Pourquoi : le registre dit ce qui a été publié, et quand ; des dates qui reculent feraient prendre ce qui est
venu après pour ce qui est venu avant.

Source : PUB-17 ; formats §5.

Accepte : à nouveau l'instant de la dernière ligne, puisque deux publications peuvent venir d'un même commit
source, et tout instant postérieur. Les instants sont comparés comme tels, quel que soit leur décalage.

Remède : donner l'instant de cette publication par `--generated-at`, ou construire ailleurs par `--output`.
"""
