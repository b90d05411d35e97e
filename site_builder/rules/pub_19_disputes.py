"""Every report says how to dispute it.

Refuses: a report without the window, the address to write to, what a dispute is about, or when the
reasoned decision is due; a window that is not publication plus the days that the season gives.

Why: a result that cannot be disputed precisely cannot be defended either.

Source: PUBLICATION_RULES PUB-19; specification §9.2.

Accepted: which assertion and which cause; until `published_at` plus 14 days; by e-mail; a decision with
reasons within 30 days.

Remedy: fill the dispute block from `season.json`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-19"
NAME: Final = "how to dispute"
FRENCH: Final = """Chaque rapport dit comment le contester.

Refuse : un rapport sans le délai, l'adresse à laquelle écrire, l'objet d'une contestation ou la date de
la décision motivée ; un délai qui n'est pas la publication plus les jours que donne la saison.

Pourquoi : un résultat qu'on ne peut pas contester précisément ne peut pas non plus se défendre.

Source : PUBLICATION_RULES PUB-19 ; spécification §9.2.

Accepte : quelle assertion et quelle cause ; jusqu'à `published_at` plus 14 jours ; par courriel ; une
décision motivée sous 30 jours.

Remède : remplir le bloc de contestation d'après `season.json`.
"""
