"""Input files follow their schema.

Refuses: in `inputs.schema`: a key that the format does not name, a key that is missing, a value of
another type (`1`, `1.0`, `true` and `"1"` all differ), an identifier, an instant or an address that is
not of its pattern.

Why: what is guessed at the entry is published at the exit.

Source: formats §1, of which `site-builder schema NAME` prints the JSON Schema.

Accepted: exactly the keys and types of `proveit-season-v1`, `proveit-track-v1`, `proveit-score-v1` and
`proveit-correction-v1`.

Remedy: correct the file where it is written: the scorer, or by hand for `season.json`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "S001"
NAME: Final = "schema"
FRENCH: Final = """Les fichiers d'entrée suivent leur schéma.

Refuse : dans `inputs.schema` : une clé que le format ne nomme pas, une clé absente, une valeur d'un
autre type (`1`, `1.0`, `true` et `"1"` diffèrent tous), un identifiant, un instant ou une adresse qui
ne suit pas son motif.

Pourquoi : ce qu'on devine à l'entrée se publie à la sortie.

Source : formats §1, dont `site-builder schema NAME` imprime le JSON Schema.

Accepte : exactement les clés et les types de `proveit-season-v1`, `proveit-track-v1`,
`proveit-score-v1` et `proveit-correction-v1`.

Remède : corriger le fichier là où il est écrit : dans le scorer, ou à la main pour `season.json`.
"""
