"""A private report is made for the participant whose it is.

Refuses: in `pipeline.private_report`: an id that no row of a published season has, that of a public report,
or that of a row that a correction removed.

Why: a slip in an id would give nothing, or make somebody believe that they have no report.

Source: specification §7.5; formats §1.5, `report.public`.

Accepted: the `report_id` of a row whose participant keeps the report private; one report for each track in
which the same participant has one.

Remedy: take the id from the column `report_id` of the table's `results.csv`.
"""

from __future__ import annotations

from typing import Final

CODE: Final = "N001"
NAME: Final = "no-private-report"
FRENCH: Final = """Un rapport privé est fait pour le participant dont il est.

Refuse : dans `pipeline.private_report` : un identifiant que ne porte aucune ligne d'une saison publiée,
celui d'un rapport public, ou celui d'une ligne qu'une correction a retirée.

Pourquoi : une faute de frappe dans un identifiant ne donnerait rien, ou laisserait croire à quelqu'un
qu'il n'a pas de rapport.

Source : spécification §7.5 ; formats §1.5, `report.public`.

Accepte : le `report_id` d'une ligne dont le participant garde le rapport privé ; un rapport par piste où
le même participant en a un.

Remède : prendre l'identifiant dans la colonne `report_id` du fichier `results.csv` du tableau.
"""
