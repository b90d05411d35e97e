"""The content is complete and well formed.

Refuses: in `content.catalogue`: a file of another kind, text that is not UTF-8, a message that is
empty, fuzzy, repeated or malformed, a missing plural form, a page without a title, an image, a link to
an address that is neither `https:` nor of the site, a faulty list of terms. In `content.inventory`: a
message or a page that the program says and that no language has, or has with what it takes.

Why: a default text would be published as if someone had written it.

Source: PUB-18.

Accepted: the same tree for each language: messages, pages, refused vocabulary, model names.

Remedy: correct the line that the message names.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "M001"
NAME: Final = "catalogue"
FRENCH: Final = """Le contenu est complet et bien formé.

Refuse : dans `content.catalogue` : un fichier d'une autre sorte, un texte qui n'est pas de l'UTF-8, un
message vide, incertain, répété ou mal formé, une forme de pluriel absente, une page sans titre, une
image, un lien vers une adresse qui n'est ni en `https:` ni du site, une liste de termes fautive. Dans
`content.inventory`, un message ou une page que le programme emploie et qu'aucune langue n'a, ou n'a
avec ses paramètres.

Pourquoi : un texte par défaut serait publié comme si quelqu'un l'avait écrit.

Source : PUB-18.

Accepte : la même arborescence pour chaque langue : messages, pages, vocabulaire refusé, noms de
modèles.

Remède : corriger la ligne que le message désigne.
"""
