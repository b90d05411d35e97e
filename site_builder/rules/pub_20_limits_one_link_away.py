"""What the measure does not prove is one link away.

Refuses: a track page, a table or a report without a link to section 10 of the specification in its own
language.

Why: a figure without its limits proves more than it measures.

Source: PUBLICATION_RULES PUB-20; specification §10.

Accepted: a link to `…/specification/#s10` on the page itself, shown in its HTML.

Remedy: add the link; in a template, near the table.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-20"
NAME: Final = "limits one link away"
FRENCH: Final = """Ce que la mesure ne prouve pas est à un lien de là.

Refuse : une page de piste, un tableau ou un rapport sans lien vers la section 10 de la spécification
dans sa langue.

Pourquoi : un chiffre sans ses limites prouve plus qu'il ne mesure.

Source : PUBLICATION_RULES PUB-20 ; spécification §10.

Accepte : un lien vers `…/specification/#s10` sur la page même, visible dans son HTML.

Remède : ajouter le lien ; dans un gabarit, près du tableau.
"""
