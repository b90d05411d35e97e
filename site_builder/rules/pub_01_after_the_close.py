"""Scores are published only once the season is closed.

Refuses: before the close, its last second included: a secret in the input (a salt, superseded ones
included, the answer key, an expected product reference); in any file of the output, a table row, a
report, a figure, a key, or the address of a report.

Why: publishing scores as they come would turn the challenge into an optimisation loop against its
scoring rules, and the pre-registration into decoration.

Source: PUBLICATION_RULES PUB-01; specification §7.4.

Accepted: before the close, the specification, the season page and the public bounds of the tasks;
afterwards, scores once the publication is decided. Score files that stand in a tree which is not closed
are not read.

Remedy: build after the close, or take the secret out of the tree; a secret that was shared counts as
disclosed.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-01"
NAME: Final = "scores after the close"
FRENCH: Final = """Les scores ne sont publiés qu'une fois la saison close.

Refuse : avant la clôture, dernière seconde comprise : un secret dans les entrées (un sel, même
remplacé, la clé de réponses, une référence produit attendue) ; dans un fichier de la sortie, une ligne
de tableau, un rapport, un chiffre, une clé, ou l'adresse d'un rapport.

Pourquoi : publier au fil de l'eau ferait du challenge une boucle d'optimisation contre son barème, et
du pré-enregistrement un décor.

Source : PUBLICATION_RULES PUB-01 ; spécification §7.4.

Accepte : avant la clôture, la spécification, la page de saison et les bornes publiques des tâches ;
ensuite, les scores dès que la publication est décidée. Les scores présents dans une arborescence qui
n'est pas close ne sont pas lus.

Remède : construire après la clôture, ou retirer le secret de l'arborescence ; un secret partagé est
tenu pour divulgué.
"""
