"""No word that imputes an intention.

Refuses: a term of the list `refused-vocabulary.txt` in anything the Index writes: messages, pages,
titles, descriptions.

Why: a badly instrumented agent and a complacent one leave the same trace; the measure does not
establish an intention, and cannot.

Source: PUBLICATION_RULES PUB-10; specification §1, §10.

Accepted: "unsupported claims", "overclaim rate", "gap between declaration and receipts"; the official
texts; third-party text, as it was written and marked as such.

Remedy: say what was measured: which claim, which receipt, which cause.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-10"
NAME: Final = "refused vocabulary"
FRENCH: Final = """Aucun mot qui impute une intention.

Refuse : un terme de la liste `refused-vocabulary.txt` dans ce qu'écrit l'Index : messages, pages,
titres, descriptions.

Pourquoi : un agent mal instrumenté et un agent complaisant laissent la même trace ; la mesure n'établit
pas une intention, et ne le peut pas.

Source : PUBLICATION_RULES PUB-10 ; spécification §1, §10.

Accepte : « claims non étayés », « taux d'overclaim », « écart entre déclaration et reçus » ; les textes
officiels ; le texte de tiers, tel qu'il a été écrit et marqué comme tel.

Remède : dire ce qui a été mesuré : quelle assertion, quel reçu, quelle cause.
"""
