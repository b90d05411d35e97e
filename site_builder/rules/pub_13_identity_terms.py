"""Identity is stated in the specification's own terms.

Refuses: a report without the sentence on identity; a sentence of the Index which says that a third
party verifies, certifies or guarantees an identity.

Why: the anchored proof shows that a DID binding was observed and committed to; no public artefact shows
that the challenge itself took place.

Source: PUBLICATION_RULES PUB-13; specification §10.

Accepted: a DID binding was observed, committed to before anchoring, and can no longer be gone back on;
sentences that deny a verification by a third party.

Remedy: use the sentence of the specification, and remove the claim of a verification.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-13"
NAME: Final = "identity in its own terms"
FRENCH: Final = """L'identité se dit dans les termes de la spécification.

Refuse : un rapport sans la phrase sur l'identité ; une phrase de l'Index qui dit qu'un tiers vérifie,
certifie ou garantit une identité.

Pourquoi : la preuve ancrée montre qu'un binding DID a été constaté et engagé ; aucun artefact public ne
montre que l'échange lui-même a eu lieu.

Source : PUBLICATION_RULES PUB-13 ; spécification §10.

Accepte : un binding DID a été constaté, engagé avant l'ancrage, et ne peut plus être dédit ; les
phrases qui nient une vérification par un tiers.

Remède : employer la phrase de la spécification, et retirer l'affirmation d'une vérification.
"""
