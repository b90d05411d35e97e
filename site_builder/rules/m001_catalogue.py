"""The content is complete and well formed.

Refuses: in `content.catalogue`: a file of another kind, text that is not UTF-8, a message that is
empty, fuzzy, repeated or malformed, a missing plural form, a page without a title, a faulty list of
terms. In `content.inventory`: a message or a page that the program says and that no language has, or has
with what it takes. On every page: an image, a link to an address that is neither `https:` nor of the site.

Why: a default text would be published as if someone had written it.

Source: DESIGN, "Adding things".

Accepted: the same tree for each language: messages, pages, refused vocabulary, model names.

Remedy: correct the line that the message names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from site_builder.content import markdown
from site_builder.content.catalogue import Catalogue
from site_builder.kernel.findings import Finding

CODE: Final = "M001"
NAME: Final = "catalogue"
FRENCH: Final = """Le contenu est complet et bien formé.

Refuse : dans `content.catalogue` : un fichier d'une autre sorte, un texte qui n'est pas de l'UTF-8, un
message vide, incertain, répété ou mal formé, une forme de pluriel absente, une page sans titre, une
liste de termes fautive. Dans `content.inventory`, un message ou une page que le programme emploie et
qu'aucune langue n'a, ou n'a avec ses paramètres. Dans toute page : une image, un lien vers une adresse
qui n'est ni en `https:` ni du site.

Pourquoi : un texte par défaut serait publié comme si quelqu'un l'avait écrit.

Source : DESIGN, « Adding things ».

Accepte : la même arborescence pour chaque langue : messages, pages, vocabulaire refusé, noms de
modèles.

Remède : corriger la ligne que le message désigne.
"""


def check_content(catalogue: Catalogue) -> Iterator[Finding]:
    for code, pages in catalogue.pages.items():
        for page in pages.values():
            for reference in markdown.references(page.markdown):
                if not reference.allowed:
                    yield Finding(
                        CODE,
                        NAME,
                        f"content/{code}/pages/{page.name}.md",
                        f"{reference.kind} {reference.target!r}",
                        "no image; a link to https:, to a path of the site, or to #anchor",
                        "Remove it, write text instead, or correct the address.",
                        line=page.first_line + reference.line - 1,
                    )
