"""Every figure is recomputed, and rounded only to be shown.

Refuses: a total, a verdict mark, a missing fact or a distribution that differs from what the assertions
and the key give; a cell whose fraction, state and displayed text disagree; a 0 % or a 100 % that is not
exact; a zero denominator shown as a rate; an average of averages.

Why: a figure that cannot be recounted is an opinion.

Source: PUBLICATION_RULES PUB-16; specification §5.7.

Accepted: integers and their exact fraction; one decimal, half-even, for display alone; 1/2500 and
2499/2500 never at the end points; "not applicable" for 0/0, "pending" while one task of the row is.

Remedy: run the scorer again; a figure is never corrected by hand.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-16"
NAME: Final = "recomputed figures"
FRENCH: Final = """Tout chiffre est recalculé, et arrondi seulement pour être montré.

Refuse : un total, une marque de verdict, un fait manquant ou une répartition qui diffère de ce que
donnent les assertions et la clé ; une cellule dont la fraction, l'état et le texte affiché ne
s'accordent pas ; un 0 % ou un 100 % qui n'est pas exact ; un dénominateur nul montré comme un taux ;
une moyenne de moyennes.

Pourquoi : un chiffre qu'on ne peut pas recompter est une opinion.

Source : PUBLICATION_RULES PUB-16 ; spécification §5.7.

Accepte : des entiers et leur fraction exacte ; une décimale, au pair le plus proche, pour l'affichage
seul ; 1/2500 et 2499/2500 jamais aux extrémités ; « sans objet » pour 0/0, « en attente » tant qu'une
tâche de la ligne l'est.

Remède : relancer le scorer ; un chiffre ne se corrige jamais à la main.
"""
