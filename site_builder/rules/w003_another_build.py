"""One build at a time.

Refuses: in `publish`: a second build of the same output while another one runs.

Why: two builds would exchange each other's half-made site.

Source: formats §5.

Accepted: builds of different outputs at the same time.

Remedy: wait for the other build, or name another folder with `--output`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "W003"
NAME: Final = "another-build-is-running"
FRENCH: Final = """Une construction à la fois.

Refuse : dans `publish` : une seconde construction de la même sortie pendant qu'une autre a lieu.

Pourquoi : deux constructions échangeraient chacune le site inachevé de l'autre.

Source : formats §5.

Accepte : des constructions simultanées de sorties différentes.

Remède : attendre la fin de l'autre construction, ou nommer un autre dossier avec `--output`.
"""
