"""Third-party text is marked, isolated and inert.

Refuses: a string of a participant or an operator that `texte_de_tiers.champs` does not list, or an
entry that names anything else; third-party text outside an isolate (`<bdi>`), in an attribute, or shown
otherwise than as text; a narrative without the mention that it is not scored.

Why: a stranger's words inside the Index's own would speak in its name, and could act in the reader's
browser.

Source: PUBLICATION_RULES PUB-12; specification §4; FORMATS §2.

Accepted: every name, DID, stack, run description, verdict, claim, assertion id and narrative, listed
once by its JSON Pointer and shown as plain text.

Remedy: pass such strings through `ThirdPartyText`, and show them with the template's third-party
filter.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-12"
NAME: Final = "third-party text"
FRENCH: Final = """Le texte de tiers est marqué, isolé et inerte.

Refuse : une chaîne d'un participant ou d'un opérateur absente de `texte_de_tiers.champs`, ou une entrée
qui désigne autre chose ; du texte de tiers hors d'un isolat (`<bdi>`), dans un attribut, ou montré
autrement que comme du texte ; un récit sans la mention qu'il n'est pas scoré.

Pourquoi : les mots d'un inconnu mêlés à ceux de l'Index parleraient en son nom, et pourraient agir dans
le navigateur du lecteur.

Source : PUBLICATION_RULES PUB-12 ; spécification §4 ; FORMATS §2.

Accepte : chaque nom, DID, stack, description de run, verdict, assertion, identifiant d'assertion et
récit, énuméré une fois par son JSON Pointer et montré comme texte brut.

Remède : faire passer ces chaînes par `ThirdPartyText`, et les montrer avec le filtre de texte de tiers
du gabarit.
"""
