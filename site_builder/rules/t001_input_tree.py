"""The input tree holds what the format names, and nothing else.

Refuses: in `inputs.tree`: a file or folder that the format does not name, one that is missing, a
symbolic link, a special file, an unreadable file, a season whose number is not its folder's.

Why: a file that is ignored in silence is a result that is missing in silence.

Source: formats §1.

Accepted: the tree of FORMATS §1; names that start with a dot are not looked at.

Remedy: remove, rename or add the file that the message names.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "T001"
NAME: Final = "input tree"
FRENCH: Final = """L'arborescence d'entrée contient ce que le format nomme, et rien d'autre.

Refuse : dans `inputs.tree` : un fichier ou un dossier que le format ne nomme pas, ou qui manque, un
lien symbolique, un fichier spécial, un fichier illisible, une saison dont le numéro n'est pas celui de
son dossier.

Pourquoi : un fichier ignoré en silence est un résultat qui manque en silence.

Source : formats §1.

Accepte : l'arborescence de FORMATS §1 ; les noms qui commencent par un point ne sont pas regardés.

Remède : retirer, renommer ou ajouter le fichier que le message désigne.
"""
