"""The key keeps what the rules promise of the tasks.

Refuses: of a track of ten tasks or more, a key with fewer than 3 tasks of the family P5, and, where the
set of verdicts is open, fewer than 3 tasks that expect `aucune_option_valide`; before the key is
revealed, a published distribution that counts fewer of these.

Why: guessing fails on P5 alone, and naming a product anyway shows only where no option is valid: with
fewer such tasks the two figures do not measure what the specification says they do.

Source: specification §5.4, §5.5, §6.5.

Accepted: 3 such tasks or more; a track of fewer than ten tasks, which is not of the composition that the
specification promises; an invalidated season, which shows no rate.

Remedy: before the freeze, write the missing tasks and seal the key again. A key that is frozen is never
edited: publish that it does not keep the promise, and say in `season.json` that the season is
invalidated.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.d013_expected_verdicts import NO_VALID_OPTION
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

COMPOSED: Final = 10
"""The tasks of a track from which on it is of the composition that is promised (§5.5, §6.5)."""
FEWEST: Final = 3

CODE: Final = "D015"
NAME: Final = "promised composition"
FRENCH: Final = """La clé tient ce que le barème promet des tâches.

Refuse : d'une piste de dix tâches ou plus, une clé qui compte moins de 3 tâches de la famille P5 et,
quand l'ensemble des verdicts est ouvert, moins de 3 tâches qui attendent `aucune_option_valide` ; avant
que la clé soit révélée, une répartition publiée qui en annonce moins.

Pourquoi : deviner n'échoue que sur P5, et recommander quand même ne se voit que là où aucune option ne
convient : avec moins de tâches de ce genre, les deux chiffres ne mesurent plus ce que dit la
spécification.

Source : spécification §5.4, §5.5, §6.5.

Accepte : 3 tâches de ce genre ou plus ; une piste de moins de dix tâches, qui n'est pas de la
composition promise ; une saison invalidée, qui n'affiche aucun taux.

Remède : avant le gel, écrire les tâches qui manquent et sceller de nouveau la clé. Une clé gelée ne se
retouche pas : publier qu'elle ne tient pas la promesse, et dire dans `season.json` que la saison est
invalidée.
"""
_REMEDY: Final = (
    "Before the freeze, write the missing tasks; a frozen key that breaks the promise invalidates the "
    "season: say so in season.json, invalidated."
)
_finding = partial(Finding, code=CODE, name=NAME, remedy=_REMEDY)


def check_track(case: TrackCase) -> Iterator[Finding]:
    track, key = case.track, case.key
    if len(track.tasks) < COMPOSED or case.season.season.invalidated is not None:
        return
    if key is not None:
        answers, file = key.root.values(), f"{case.folder}/{track.answer_key.file}"
        trapped = sum(answer.family == "P5" for answer in answers)
        if trapped < FEWEST:
            yield _finding(file=file, pointer="", found=f"P5: {trapped}", expected=f"P5 on at least {FEWEST}")
    if track.verdicts is not None:
        return
    if key is None:
        file, pointer = case.file, f"/expected_verdicts/{NO_VALID_OPTION}"
        without_option = track.expected_verdicts.get(NO_VALID_OPTION, 0)
    else:
        pointer = ""
        without_option = sum(answer.verdict == NO_VALID_OPTION for answer in answers)
    if without_option < FEWEST:
        found = f"{NO_VALID_OPTION}: {without_option}"
        yield _finding(file=file, pointer=pointer, found=found, expected=f"at least {FEWEST} tasks")
