"""A score file says what its place says.

Refuses: a score of another season, track or table than its folder's, or a reference run whose file is
not named by its `run_id`.

Why: a file in the wrong folder would stand in the wrong table, and two tables are never merged
(PUB-02).

Source: formats §1; specification §7.1.

Accepted: `season`, `track` and `table` of the folder; `<run_id>.json` for a reference run, any plain
name for a participant.

Remedy: move or rename the file, or have the scorer write it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.inputs.score import ReferenceScore
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.kernel.findings import Finding

CODE: Final = "D021"
NAME: Final = "identity of a score"
FRENCH: Final = """Le fichier d'un score dit ce que dit sa place.

Refuse : un score d'une autre saison, d'une autre piste ou d'un autre tableau que ceux de son dossier,
ou un run de référence dont le fichier ne porte pas le `run_id`.

Pourquoi : rangé dans un autre dossier, il figurerait dans un autre tableau, et deux tableaux ne se
mélangent jamais (PUB-02).

Source : formats §1 ; spécification §7.1.

Accepte : `season`, `track` et `table` du dossier ; `<run_id>.json` pour un run de référence, un nom
simple pour un participant.

Remède : déplacer ou renommer le fichier, ou le faire réécrire par le scorer.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_score(case: ScoreCase) -> Iterator[Finding]:
    score, track = case.score, case.track.track
    note = partial(_finding, file=case.file, remedy="Move or rename the file, or write it again.")
    _, table, name = case.file.rsplit("/", 2)
    if score.season != track.season:
        yield note(pointer="/season", found=str(score.season), expected=f"{track.season}, as track.json says")
    if score.track != track.track:
        yield note(pointer="/track", found=score.track, expected=f"{track.track}, as track.json says")
    if score.table != table:
        yield note(pointer="/table", found=score.table, expected=f"{table}, as the folder says")
    if isinstance(score, ReferenceScore) and f"{score.run.run_id}.json" != name:
        expected = f"{name.removesuffix('.json')}, as the file is named"
        yield note(pointer="/run/run_id", found=score.run.run_id, expected=expected)
