"""Both languages or neither.

Refuses: a page, a message, a placeholder, a heading, a number or a link that one language has and the
other does not; two documents of one page whose structures or figures differ; a specification that does
not say which language decides.

Why: a reader of one language would see another Index than a reader of the other.

Source: PUBLICATION_RULES PUB-18; FORMATS §2, §3.

Accepted: the same pages at the same addresses but for the prefix, the same numbers, French named as
deciding for the scoring rules.

Remedy: write the missing half, or remove both.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-18"
NAME: Final = "both languages or neither"
FRENCH: Final = """Les deux langues, ou aucune.

Refuse : une page, un message, un paramètre, un titre, un nombre ou un lien que l'une des langues a et
l'autre non ; deux documents d'une même page dont la structure ou les chiffres diffèrent ; une
spécification qui ne dit pas quelle langue fait foi.

Pourquoi : le lecteur d'une langue verrait un autre Index que celui de l'autre.

Source : PUBLICATION_RULES PUB-18 ; FORMATS §2, §3.

Accepte : les mêmes pages aux mêmes adresses au préfixe près, les mêmes nombres, le français désigné
comme faisant foi pour le barème.

Remède : écrire la moitié manquante, ou retirer les deux.
"""
