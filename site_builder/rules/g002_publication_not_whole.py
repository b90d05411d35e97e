"""Earlier publications stay whole.

Refuses: in `build` and `seal`: a published site in which a file of an earlier publication, the manifest
that the ledger seals, or a time-stamp of the ledger is missing or no longer what was published; in `check`
too, a table of one that is so, or that has not the columns which this program needs.

Why: an earlier publication that cannot be read again has disappeared, whatever the ledger says of it.

Source: PUB-17.

Accepted: every file that the last publication leaves behind, kept under `publications/` with its
number.

Remedy: put the file back from a copy of the published site, or name an intact copy with `--previous`; build
with the version of this program that made the publication.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "G002"
NAME: Final = "publication-not-whole"
FRENCH: Final = """Les publications antérieures restent entières.

Refuse : dans `build` et `seal` : un site publié où un fichier d'une publication antérieure, le
manifeste que le registre scelle, ou un horodatage du registre manque ou n'est plus ce qui fut publié ; dans
`check` aussi, un de leurs tableaux dans ce cas, ou sans les colonnes dont ce programme a besoin.

Pourquoi : une publication antérieure qu'on ne peut plus lire a disparu, quoi que le registre en dise.

Source : PUB-17.

Accepte : chaque fichier que la dernière publication laisse derrière elle, gardé sous `publications/`
avec son numéro.

Remède : remettre le fichier depuis une copie du site publié, ou nommer une copie intacte par
`--previous` ; construire avec la version de ce programme qui a fait la publication.
"""
