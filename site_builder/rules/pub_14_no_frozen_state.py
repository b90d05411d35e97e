"""A page never freezes the state of a season.

Refuses: a sentence which says that a season is open, closed, running or over; an `etat_saison` that
holds anything but where to read the state and the note about it.

Why: a page is a file: what was true when it was made is read long afterwards.

Source: PUBLICATION_RULES PUB-14; FORMATS §2.

Accepted: the dates, with their offset; the address of the service that tells the state; rules stated
for before and after the close.

Remedy: give the dates and the address instead of the state.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-14"
NAME: Final = "season state is not frozen"
FRENCH: Final = """Une page ne fige jamais l'état d'une saison.

Refuse : une phrase qui dit qu'une saison est ouverte, close, en cours ou terminée ; un `etat_saison`
qui contient autre chose que l'endroit où lire l'état et la note à son sujet.

Pourquoi : une page est un fichier : ce qui était vrai à sa fabrication se lit encore longtemps après.

Source : PUBLICATION_RULES PUB-14 ; FORMATS §2.

Accepte : les dates, avec leur décalage ; l'adresse du service qui donne l'état ; des règles énoncées
pour l'avant et l'après de la clôture.

Remède : donner les dates et l'adresse à la place de l'état.
"""
