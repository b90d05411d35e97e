"""No emoji, whoever wrote it.

Refuses: an emoji in anything the Index writes; a page that holds third-party text with an emoji and
does not say that it was replaced; an emoji that reaches the HTML.

Why: a picture beside a named negative result is mockery, whatever was meant.

Source: PUBLICATION_RULES PUB-08; specification §7.3.

Accepted: signs that are text, such as →, §, × or ©; third-party emoji shown as their Unicode name in
brackets, with the notice, while the document keeps the exact characters.

Remedy: write words; on pages with third-party emoji, add the notice.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-08"
NAME: Final = "no emoji"
FRENCH: Final = """Pas d'emoji, quel qu'en soit l'auteur.

Refuse : un emoji dans ce qu'écrit l'Index ; une page qui contient un texte de tiers avec emoji sans
dire qu'il a été remplacé ; un emoji qui parvient jusqu'au HTML.

Pourquoi : une image à côté d'un résultat négatif nominatif est une moquerie, quelle que soit
l'intention.

Source : PUBLICATION_RULES PUB-08 ; spécification §7.3.

Accepte : les signes qui sont du texte, comme →, §, × ou © ; les emoji de tiers montrés par leur nom
Unicode entre crochets, avec la mention, tandis que le document garde les caractères exacts.

Remède : écrire des mots ; sur les pages où un tiers a mis des emoji, ajouter la mention.
"""
