"""The best constant answer stands first in every table.

Refuses: a table whose first row is not the best constant answer; a constant row whose success is not
the largest expected count over the number of tasks, or whose overclaim rate is anything but "not
applicable".

Why: a success at that level shows no more than a guessed verdict; the reader must have it in sight
before any other figure.

Source: PUBLICATION_RULES PUB-03; specification §7.2.

Accepted: the row given by the published distribution (4/10 for conformite in season 1), before every
group, in the HTML as in the document, and in a table without any other row too.

Remedy: compute the row from `expected_verdicts` and write it first.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-03"
NAME: Final = "best constant answer first"
FRENCH: Final = """La meilleure réponse constante ouvre chaque tableau.

Refuse : un tableau dont la première ligne n'est pas la meilleure réponse constante ; une ligne
constante dont la réussite n'est pas le plus grand nombre attendu sur le nombre de tâches, ou dont
l'overclaim est autre chose que « sans objet ».

Pourquoi : une réussite à ce niveau ne montre rien de plus qu'un verdict deviné ; le lecteur doit
l'avoir sous les yeux avant tout autre chiffre.

Source : PUBLICATION_RULES PUB-03 ; spécification §7.2.

Accepte : la ligne que donne la répartition publiée (4/10 pour conformite en saison 1), avant tous les
groupes, dans le HTML comme dans le document, même si le tableau n'a pas d'autre ligne.

Remède : calculer la ligne d'après `expected_verdicts` et l'écrire en premier.
"""
