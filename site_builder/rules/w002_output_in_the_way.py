"""The output is a plain folder.

Refuses: in `publish`: a file, a symbolic link or a mount point where the output folder should be; in
`pipeline.place`: an output inside a folder that the build reads (data, content, trust anchors), or around
one.

Why: following a link would write outside the folder that was named; the next build would read the site
as an input, or put a site in the place of the inputs.

Source: formats §5.

Accepted: a plain folder, or nothing yet, beside the folders that are read.

Remedy: remove what stands there, or name the real folder with `--output`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "W002"
NAME: Final = "output-in-the-way"
FRENCH: Final = """La sortie est un simple dossier.

Refuse : dans `publish` : un fichier, un lien symbolique ou un point de montage à la place du dossier de
sortie, ou, dans `pipeline.place`, une sortie placée dans un dossier que la construction lit (données,
contenu, ancres de confiance) ou autour d'un tel dossier.

Pourquoi : suivre un lien reviendrait à écrire hors du dossier désigné ; la construction suivante lirait le
site comme une entrée, ou mettrait un site à la place des entrées.

Source : formats §5.

Accepte : un simple dossier, ou rien encore, à côté des dossiers lus.

Remède : retirer ce qui s'y trouve, ou nommer le vrai dossier avec `--output`.
"""
