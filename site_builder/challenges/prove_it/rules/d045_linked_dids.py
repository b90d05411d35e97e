"""One participant is ranked once, under the first enrolment.

Refuses: in `enrolments.json`, another season than the folder's and a DID that stands twice; in the
community table, the row of a DID that was enrolled after another one of the same participant.

Why: DIDs bound to one key are one participant; a second row would let them keep the better of two results.

Source: specification §9.1.

Accepted: the row of the first DID of each participant, and rows of DIDs that the file does not name; a row
that was published and is withdrawn; a reference run, which is not ranked.

Remedy: keep the score of the first enrolment, and take the other score file out of the table; where it was
published, withdraw the row in `corrections.jsonl`. The pages say how many enrolments were set aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.rows import RowSummary, gone
from site_builder.challenges.prove_it.scoring.case import SeasonCase, TrackCase
from site_builder.kernel.findings import Finding

CODE: Final = "D045"
NAME: Final = "linked DIDs"
FRENCH: Final = """Un participant est classé une seule fois, sous sa première inscription.

Refuse : dans `enrolments.json`, une autre saison que celle du dossier et un DID qui figure deux fois ; dans
le tableau de la communauté, la ligne d'un DID inscrit après un autre du même participant.

Pourquoi : les DID liés à une même clé forment un seul participant ; une seconde ligne lui permettrait de
garder le meilleur de deux résultats.

Source : spécification §9.1.

Accepte : la ligne du premier DID de chaque participant, et celles des DID que le fichier ne nomme pas ; une
ligne publiée puis retirée ; un run de référence, qui n'est pas classé.

Remède : garder le score de la première inscription et sortir l'autre fichier du tableau ; s'il a été
publié, retirer la ligne dans `corrections.jsonl`. Les pages disent combien d'inscriptions ont été écartées.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_season(case: SeasonCase) -> Iterator[Finding]:
    enrolments = case.enrolments
    if enrolments is None or not case.closed:
        return
    note = partial(_finding, file=f"{case.folder}/enrolments.json", remedy="Correct the file, and run again.")
    if enrolments.season != case.season.season:
        expected = f"{case.season.season}, as the folder says"
        yield note(pointer="/season", found=str(enrolments.season), expected=expected)
    first: dict[str, str] = {}
    for number, participant in enumerate(enrolments.participants):
        for at, did in enumerate(participant.dids):
            place = f"/participants/{number}/dids/{at}"
            if did in first:
                yield note(pointer=place, found=f"{did}, as at {first[did]}", expected="each DID once")
            first.setdefault(did, place)


def check_rows(case: TrackCase, rows: Sequence[RowSummary]) -> Iterator[Finding]:
    if case.season.enrolments is None:
        return
    ranked, tombstones = case.season.enrolments.set_aside, gone(case)
    for row in rows:
        if row.table == "community" and row.did in ranked and (row.table, row.report_id) not in tombstones:
            yield _finding(
                file=row.file,
                pointer="/agent/did",
                found=f"{row.did}, enrolled after {ranked[row.did]} by the same participant",
                expected="no row but that of the first enrolment",
                remedy="Take the score file out of the table, or withdraw the row where it was published.",
            )
