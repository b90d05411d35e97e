"""What is compared is a site that was built.

Refuses: in `comparison`: a folder without the manifest of a build, or whose manifest or a file that it
lists cannot be read.

Why: a comparison with something else would name differences that nobody made.

Source: formats §5.

Accepted: the output folders of two builds.

Remedy: name the output folder of a build, or build it again.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "W007"
NAME: Final = "not-a-published-site"
FRENCH: Final = """Ce qu'on compare est un site construit.

Refuse : dans `comparison` : un dossier sans le manifeste d'une construction, ou dont le manifeste ou un
fichier qu'il énumère est illisible.

Pourquoi : une comparaison avec autre chose nommerait des différences que personne n'a faites.

Source : formats §5.

Accepte : les dossiers de sortie de deux constructions.

Remède : nommer le dossier de sortie d'une construction, ou la refaire.
"""
