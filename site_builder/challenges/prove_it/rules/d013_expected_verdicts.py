"""The distribution of expected verdicts covers the verdicts of the track.

Refuses: a distribution that leaves out a verdict of the set, or counts one that is not in it.

Why: the best constant answer is read from the distribution; a missing verdict would change it.

Source: specification §5.5, §7.2; formats §1.3, `track.json`.

Accepted: exactly the verdicts of `verdicts`, each with its count, zero included; for the open set of
generique, at least `aucune_option_valide`.

Remedy: give every verdict of the set its count in `expected_verdicts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import render

NO_VALID_OPTION: Final = "aucune_option_valide"

CODE: Final = "D013"
NAME: Final = "distribution of expected verdicts"
FRENCH: Final = """La répartition des verdicts attendus couvre les verdicts de la piste.

Refuse : une répartition qui omet un verdict de l'ensemble, ou qui en compte un qui n'en fait pas
partie.

Pourquoi : la meilleure réponse constante se lit dans cette répartition ; un verdict oublié la
changerait.

Source : spécification §5.5, §7.2 ; formats §1.3, `track.json`.

Accepte : exactement les verdicts de `verdicts`, chacun avec son nombre, zéro compris ; pour l'ensemble
ouvert de generique, au moins `aucune_option_valide`.

Remède : donner à chaque verdict de l'ensemble son nombre dans `expected_verdicts`.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_track(case: TrackCase) -> Iterator[Finding]:
    track = case.track
    wanted = list(track.verdicts) if track.verdicts is not None else [NO_VALID_OPTION]
    for verdict in wanted:
        if verdict not in track.expected_verdicts:
            yield _finding(
                file=case.file,
                pointer="/expected_verdicts",
                found=f"no count for {verdict}",
                expected=f"a count for {verdict}, zero included",
                remedy="Add the count that the frozen section gives.",
            )
    for verdict in track.expected_verdicts:
        if track.verdicts is not None and verdict not in wanted:
            yield _finding(
                file=case.file,
                pointer=render(["expected_verdicts", verdict]),
                found=f"the verdict {verdict}",
                expected=f"one of {', '.join(wanted)}",
                remedy="Remove it, or correct the set of verdicts.",
            )
