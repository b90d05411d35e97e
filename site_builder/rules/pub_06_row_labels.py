"""What is declared, and what calibrates, is said in the row itself.

Refuses: a community row or report whose declared stack stands without the label "declared stack, not
verified"; a reference row or report without "calibration, not a ranking", or without its model,
version, framework and prompt.

Why: a row is quoted alone, in a capture or a copied line; a label that stands only in a legend stays
behind.

Source: PUBLICATION_RULES PUB-06; specification §7.1, §7.3.

Accepted: the label as text beside the stack or the run, in every row, in every report and in every
download.

Remedy: write the label beside the value, in the same row.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-06"
NAME: Final = "label in every row"
FRENCH: Final = """Ce qui est déclaré, et ce qui calibre, se dit dans la ligne même.

Refuse : une ligne ou un rapport de la communauté dont la stack figure sans l'étiquette « stack
déclarée, non vérifiée » ; une ligne ou un rapport de référence sans « calibration, pas un classement »,
ou sans modèle, version, cadre et prompt.

Pourquoi : une ligne est citée seule, dans une capture ou une copie ; une étiquette qui ne figure qu'en
légende reste en arrière.

Source : PUBLICATION_RULES PUB-06 ; spécification §7.1, §7.3.

Accepte : l'étiquette en toutes lettres à côté de la stack ou du run, dans chaque ligne, chaque rapport
et chaque téléchargement.

Remède : écrire l'étiquette à côté de la valeur, dans la même ligne.
"""
