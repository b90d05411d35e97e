"""Every file is written in full.

Refuses: in `publish`: a file that the system could not write, for want of room or otherwise.

Why: half a site would be published; the previous one stays as it was.

Source: formats §5.

Accepted: a disk with room for the whole site beside the previous one.

Remedy: make room or mend the disk, then build again.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "W004"
NAME: Final = "write-failed"
FRENCH: Final = """Chaque fichier est écrit en entier.

Refuse : dans `publish` : un fichier que le système n'a pas pu écrire, faute de place ou autrement.

Pourquoi : la moitié d'un site serait publiée ; le site précédent reste tel quel.

Source : formats §5.

Accepte : un disque qui a de la place pour le site entier à côté du précédent.

Remède : faire de la place ou réparer le disque, puis construire de nouveau.
"""
