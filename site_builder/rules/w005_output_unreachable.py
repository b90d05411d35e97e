"""The output can be reached.

Refuses: in `publish`: a folder around the output that does not exist, or in which this user may not
create, rename and remove folders.

Why: the exchange of the old site and the new one is a renaming in that folder.

Source: formats §5.

Accepted: an existing folder with the permissions of this user.

Remedy: create the folder, mend its permissions, or name another place with `--output`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "W005"
NAME: Final = "output-unreachable"
FRENCH: Final = """La sortie est accessible.

Refuse : dans `publish` : un dossier parent de la sortie qui n'existe pas, ou dans lequel cet
utilisateur ne peut pas créer, renommer et retirer des dossiers.

Pourquoi : l'échange de l'ancien site et du nouveau est un renommage dans ce dossier.

Source : formats §5.

Accepte : un dossier existant, avec les droits de cet utilisateur.

Remède : créer le dossier, corriger ses droits, ou nommer un autre endroit avec `--output`.
"""
