"""The AI Act label stands on every page, in every format.

Refuses: a page without `mention_ia`, with another text than the configured one for its language, or
whose HTML lacks the label as visible text or as metadata.

Why: article 50 of the European regulation asks for a label that people and machines can read, and a
page travels alone.

Source: PUBLICATION_RULES PUB-09; specification §7.3; AI Act, art. 50.

Accepted: the same text in `mention_ia`, in the visible HTML and in `<meta name="ai-disclosure">`.

Remedy: set the label of both languages in `site.toml`, and keep it in the page's template.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-09"
NAME: Final = "AI Act label"
FRENCH: Final = """La mention de l'AI Act figure sur chaque page, dans chaque format.

Refuse : une page sans `mention_ia`, avec un autre texte que celui réglé pour sa langue, ou dont le HTML
ne porte pas la mention en texte visible ou en métadonnée.

Pourquoi : l'article 50 du règlement européen demande une mention lisible par les personnes et par les
machines, et une page voyage seule.

Source : PUBLICATION_RULES PUB-09 ; spécification §7.3 ; AI Act, art. 50.

Accepte : le même texte dans `mention_ia`, dans le HTML visible et dans `<meta name="ai-disclosure">`.

Remède : régler la mention des deux langues dans `site.toml`, et la garder dans le gabarit de la page.
"""
