"""The configuration is complete, and every key is known.

Refuses: in the reading of `site.toml`: a key that is not documented, a key that is missing, a value of
another type, a base URL or an address of the program's source that is not an absolute https address.

Why: a misspelt key that is ignored leaves its value unset without a word.

Source: formats §6.

Accepted: the documented keys, in both languages where a text is asked for.

Remedy: correct `site.toml`; its comments document each key.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "L001"
NAME: Final = "configuration"
FRENCH: Final = """La configuration est complète, et chaque clé est connue.

Refuse : à la lecture de `site.toml` : une clé qui n'est pas documentée, une clé absente, une valeur
d'un autre type, une adresse de base ou une adresse des sources du programme qui n'est pas une adresse
https absolue.

Pourquoi : une clé mal orthographiée qu'on ignore laisse sa valeur sans effet, sans un mot.

Source : formats §6.

Accepte : les clés documentées, dans les deux langues quand un texte est demandé.

Remède : corriger `site.toml` ; ses commentaires documentent chaque clé.
"""
