"""Two tables per track, never merged.

Refuses: a page, a table, an order, a chart or a download that holds rows of two tables or of two
tracks; a table twice; a row whose report belongs to another track.

Why: reference runs calibrate and participants compete; two tracks have two sets of scoring rules. Side
by side in one order, they would be read as one ranking.

Source: PUBLICATION_RULES PUB-02; specification §6, §7.1.

Accepted: on a track page, at most one `reference` and one `community` table; on a report, one row; in a
download, the rows of one table of one track.

Remedy: give each table its own section and each download its own file.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "PUB-02"
NAME: Final = "separate tables"
FRENCH: Final = """Deux tableaux par piste, jamais fusionnés.

Refuse : une page, un tableau, un ordre, un graphique ou un téléchargement qui réunit des lignes de deux
tableaux ou de deux pistes ; un tableau en double ; une ligne dont le rapport appartient à une autre
piste.

Pourquoi : les runs de référence calibrent, les participants concourent ; deux pistes ont deux barèmes.
Réunis dans un même ordre, on les lirait comme un seul classement.

Source : PUBLICATION_RULES PUB-02 ; spécification §6, §7.1.

Accepte : sur une page de piste, au plus un tableau `reference` et un tableau `community` ; sur un
rapport, une seule ligne ; dans un téléchargement, les lignes d'un tableau d'une piste.

Remède : donner à chaque tableau sa section et à chaque téléchargement son fichier.
"""
