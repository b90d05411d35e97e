"""A published result stays on the site.

Refuses: in `build`: data without a season, a track or a row of a table that the last publication shows,
unless a correction removes the row; data whose season is no longer closed or whose `published_at` is empty
again when the last publication shows its results, or without an answer key that it shows; a report that is
private now and was public in the last publication.

Why: a row that is no longer there, without an entry that says so, leaves whoever saw it without a reason, and
every comparison that was made with it without a ground.

Source: PUB-17; specification §9.2.

Accepted: a row whose score is gone and which a `withdrawal` removes; new rows, tracks and seasons; a season
that was invalidated: its rows stay, without figures; a private report that is made public; any change of a
season that was published as a demonstration: its results are invented. `public` is the participant's choice
until the report is published; after that a `withdrawal` takes the row and the report back, and their address
says so.

Remedy: put back what is gone, or add a correction; build other data into another folder (`--output`), where a
ledger of its own begins.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding

CODE: Final = "G008"
NAME: Final = "published-result-gone"
FRENCH: Final = """Un résultat publié reste sur le site.

Refuse : dans `build` : des données sans une saison, une piste ou une ligne de tableau que montre la dernière
publication, à moins qu'une rectification ne retire la ligne ; des données dont la saison n'est plus close,
ou dont `published_at` est de nouveau vide, quand la dernière publication en montre les résultats, ou sans
une clé de réponses qu'elle montre ; un rapport désormais privé, et public dans la dernière publication.

Pourquoi : une ligne qui n'est plus là, sans entrée qui le dise, laisse sans motif celui qui l'avait vue, et
sans fondement toute comparaison faite avec elle.

Source : PUB-17 ; spécification §9.2.

Accepte : une ligne dont le score n'est plus là et qu'un `withdrawal` retire ; de nouvelles lignes, pistes et
saisons ; une saison invalidée : ses lignes restent, sans chiffres ; un rapport privé rendu public ; tout
changement d'une saison publiée comme démonstration : ses résultats sont inventés. `public` est le choix du
participant jusqu'à la publication du rapport ; ensuite un `withdrawal` reprend la ligne et le rapport, et
leur adresse le dit.

Remède : remettre ce qui manque, ou ajouter une rectification ; construire d'autres données dans un autre
dossier (`--output`), où commence un registre à elles.
"""
_OTHER_DATA: Final = (
    "If these are other data than this site's, build them into another folder (--output), where a ledger of "
    "their own begins."
)
_CORRECT: Final = "add a correction of kind withdrawal to corrections.jsonl, with the reason"
_finding = partial(Finding, code=CODE, name=NAME)


def folder_gone(folder: str, what: str, n: int) -> Finding:
    """The finding about a season or a track (``what``) of publication ``n`` that the data do not hold."""
    return _finding(
        file=folder,
        found="no such folder",
        expected=f"{what}, which publication {n} shows",
        remedy=f"Put the folder back as it was; new seasons and tracks stand beside it. {_OTHER_DATA}",
    )


def table_gone(folder: str, rows: int, n: int) -> Finding:
    """The finding about a table without a score of which so many ``rows`` are missing."""
    return _finding(
        file=folder,
        found=f"no score, and no correction for any of {rows} rows",
        expected=f"the rows of the table that publication {n} shows",
        remedy=f"Put the scores back, or for each row {_CORRECT}. {_OTHER_DATA}",
    )


def row_gone(folder: str, report_id: str, did: str, n: int) -> Finding:
    """The finding about one row of the table in ``folder``; ``did`` is empty where the row has none."""
    whose = f" ({did})" if did else ""
    return _finding(
        file=folder,
        found=f"no score for the row {report_id}{whose}, and no correction that removes it",
        expected=f"the row, which publication {n} shows, or a correction",
        remedy=f"Put the score back, or {_CORRECT}. {_OTHER_DATA}",
    )


def report_hidden(file: str, n: int) -> Finding:
    """The finding about the score of a report that publication ``n`` shows and that is private now."""
    return _finding(
        file=file,
        pointer="/report/public",
        found="false",
        expected=f"true: publication {n} shows the report",
        remedy="Put true back. A participant who takes a published report back withdraws the row: "
        f"{_CORRECT}; the report's address then says so, and the earlier publication stays.",
    )


def undecided(file: str, n: int) -> Finding:
    """The finding about a season without ``published_at`` whose results publication ``n`` shows."""
    return _finding(
        file=file,
        pointer="/published_at",
        found="nothing",
        expected=f"the instant at which the results were published: publication {n} shows them",
        remedy=f"Put the instant back; wrong results are corrected or invalidated. {_OTHER_DATA}",
    )


def reopened(file: str, closes_at: str, n: int) -> Finding:
    """The finding about a season that is not closed, of which publication ``n`` shows what was sealed."""
    return _finding(
        file=file,
        pointer="/closes_at",
        found=f"{closes_at}, which is not past",
        expected=f"a season that has closed: publication {n} shows its results or its answer key",
        remedy=f"Put the instant back, and build with the present time (--now). {_OTHER_DATA}",
    )


def key_hidden(file: str, n: int) -> Finding:
    """The finding about an answer key that publication ``n`` shows and that the data do not hold."""
    return _finding(
        file=file,
        found="no such file",
        expected=f"the answer key, which publication {n} shows",
        remedy=f"Put the key and its salt back: what was revealed stays readable. {_OTHER_DATA}",
    )
