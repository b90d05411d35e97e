"""The output is a plain folder.

Refuses: in `publish`: a file, a symbolic link or a mount point where the output folder should be.

Why: following it would write outside the folder that was named.

Source: DESIGN, "Building at any size".

Accepted: a plain folder, or nothing yet.

Remedy: remove what stands there, or name the real folder with `--output`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "W002"
NAME: Final = "output-in-the-way"
FRENCH: Final = """La sortie est un simple dossier.

Refuse : dans `publish` : un fichier, un lien symbolique ou un point de montage à la place du dossier de
sortie.

Pourquoi : le suivre reviendrait à écrire hors du dossier désigné.

Source : DESIGN, « Building at any size ».

Accepte : un simple dossier, ou rien encore.

Remède : retirer ce qui s'y trouve, ou nommer le vrai dossier avec `--output`.
"""
