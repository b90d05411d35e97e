"""The output folder is ours to replace.

Refuses: in `publish`: an output folder that holds something else than the site of an earlier build.

Why: a build exchanges the whole folder; whatever else stands there would be gone.

Source: formats §5.

Accepted: no folder yet, an empty one, or a site with the manifest of an earlier build.

Remedy: name another folder with `--output`, or move this one away.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "W001"
NAME: Final = "output-not-ours"
FRENCH: Final = """Le dossier de sortie est à nous.

Refuse : dans `publish` : un dossier de sortie qui contient autre chose que le site d'une construction
précédente.

Pourquoi : une construction échange le dossier entier ; ce qui s'y trouve d'autre serait perdu.

Source : formats §5.

Accepte : pas encore de dossier, un dossier vide, ou un site avec le manifeste d'une construction
précédente.

Remède : nommer un autre dossier avec `--output`, ou déplacer celui-ci.
"""
