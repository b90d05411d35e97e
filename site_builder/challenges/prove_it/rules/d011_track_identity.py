"""A track file says what its folder says.

Refuses: another season or track than the folder's, a frozen section whose file is not named by its
number, a verdict set that the track does not have, or a freeze that supersedes itself or is listed twice.

Why: a file copied from another season would publish its freeze and its tasks under the wrong name; a
freeze listed twice would tell of a change that never was.

Source: formats §1.3, `track.json`; specification §5.3, §6.3, §8.

Accepted: the number and the name of the folder; `section-<section>.txt`; a list of distinct verdicts
for conformite, `null` for generique, whose verdicts are product references; freezes, the one in force
and those that it superseded, each with a version and a proof of its own.

Remedy: correct `track.json`, or move the folder where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

OPEN_TRACK: Final = "generique"

CODE: Final = "D011"
NAME: Final = "identity of a track"
FRENCH: Final = """Le fichier d'une piste dit ce que dit son dossier.

Refuse : une autre saison ou une autre piste que celles du dossier, une section gelée dont le fichier ne
porte pas le numéro, un ensemble de verdicts que la piste n'a pas, un gel qui se remplace lui-même ou
qui figure deux fois.

Pourquoi : un fichier copié d'une autre saison publierait son gel et ses tâches sous un mauvais nom ; un
gel qui figure deux fois raconterait un changement qui n'a pas eu lieu.

Source : formats §1.3, `track.json` ; spécification §5.3, §6.3, §8.

Accepte : le numéro et le nom du dossier ; `section-<section>.txt` ; une liste de verdicts distincts
pour conformite, `null` pour generique, dont les verdicts sont des références de produit ; des gels,
celui qui est en vigueur et ceux qu'il a remplacés, qui ont chacun leur version et leur preuve.

Remède : corriger `track.json`, ou remettre le dossier à sa place.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_track(case: TrackCase) -> Iterator[Finding]:
    track = case.track
    note = partial(
        _finding, file=case.file, remedy="Correct track.json, or move the folder where it belongs."
    )
    if track.season != case.season.season.season:
        yield note(
            pointer="/season",
            found=str(track.season),
            expected=f"{case.season.season.season}, as season.json says",
        )
    folder = case.folder.rpartition("/")[2]
    if track.track != folder:
        yield note(pointer="/track", found=track.track, expected=f"{folder}, as the folder says")
    rules = track.scoring_rules
    if rules.file != f"section-{rules.section}.txt":
        expected = f"section-{rules.section}.txt, since section is {rules.section}"
        yield note(pointer="/scoring_rules/file", found=rules.file, expected=expected)
    if (track.verdicts is None) != (track.track == OPEN_TRACK):
        found = "null" if track.verdicts is None else ", ".join(track.verdicts)
        expected = "null: its verdicts are open" if track.track == OPEN_TRACK else "the list of its verdicts"
        yield note(pointer="/verdicts", found=found, expected=expected)
    seen: set[str] = set()
    for number, verdict in enumerate(track.verdicts or ()):
        if verdict in seen:
            yield note(pointer=f"/verdicts/{number}", found=f"{verdict} again", expected="each verdict once")
        seen.add(verdict)
    yield from _repeated_freezes(case)


def _repeated_freezes(case: TrackCase) -> Iterator[Finding]:
    rules = case.track.scoring_rules
    current = "the freeze in force"
    versions, proofs = {rules.version: current}, {rules.proof_id: current}
    for number, old in enumerate(rules.superseded):
        for member, known, value in (("version", versions, old.version), ("proof_id", proofs, old.proof_id)):
            if value in known:
                yield _finding(
                    file=case.file,
                    pointer=f"/scoring_rules/superseded/{number}/{member}",
                    found=f"{value}, of {known[value]} too",
                    expected=f"a {member} of its own for each freeze",
                    remedy="Correct the entry, or remove it: a freeze supersedes another one.",
                )
            known.setdefault(value, f"superseded/{number}")
