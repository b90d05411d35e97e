"""Five causes, five messages, five next actions.

Refuses: a cause without its own message or its own next action, or two causes with the same; "pending"
among the causes; an instrument fault among the unsupported claims; causes whose numbers do not add up
to the unsupported claims.

Why: a state that will pass, a fault of the instrument and an unsupported claim call for three different
actions; shown alike, each is taken for the other.

Source: PUBLICATION_RULES PUB-11; specification §4.1, §7.5.

Accepted: `invalid_proof`, `identity_not_bound`, `resource_mismatch` and `value_mismatch` among the
causes, in this order; the instrument fault and the pending tasks each in a place of their own.

Remedy: give each cause its own message and action in the catalogue.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-11"
NAME: Final = "five causes"
FRENCH: Final = """Cinq causes, cinq messages, cinq actions.

Refuse : une cause sans son propre message ou sa propre action, ou deux causes qui les partagent ; « en
attente » parmi les causes ; un défaut d'instrument parmi les claims non étayés ; des causes dont les
nombres ne totalisent pas les claims non étayés.

Pourquoi : un état qui passera, un défaut d'instrument et un claim non étayé appellent trois actions
différentes ; affichés pareil, on les prend l'un pour l'autre.

Source : PUBLICATION_RULES PUB-11 ; spécification §4.1, §7.5.

Accepte : `invalid_proof`, `identity_not_bound`, `resource_mismatch` et `value_mismatch` parmi les
causes, dans cet ordre ; le défaut d'instrument et les tâches en attente chacun à sa propre place.

Remède : donner à chaque cause son message et son action dans le catalogue.
"""
