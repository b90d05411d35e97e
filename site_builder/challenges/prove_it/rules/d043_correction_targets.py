"""A correction is about something that was published.

Refuses: a correction that names a row, a task or an assertion which the track does not hold, or the id of
several assertions of the task without the `rank` of the one meant; a withdrawal
whose row is not there while a row of the other table has its id, or a row of the track has an id that
differs by one character or by two neighbours swapped; a reference run replaced by one that is not in the
reference table, or by itself.

Why: a correction that points at nothing corrects nothing, and the reader cannot see what changed.

Source: formats §1.2, `corrections.jsonl`; PUB-17; specification §9.2.

Accepted: a row of the named table; the file of a row that was withdrawn may be absent (G006 asks the
ledger whether there was such a row). A replacement that is a row of the reference table.

Remedy: correct the ids in the line, or restore the score file that it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.inputs.correction import (
    AssertionPlace,
    DisputeDismissed,
    Rectification,
    SupersededRun,
)
from site_builder.challenges.prove_it.rules.rows import RowSummary, corrections_file, corrections_of
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

_BASE32: Final = "abcdefghijklmnopqrstuvwxyz234567"
_REMEDY: Final = "Correct the ids in the line, or restore the score file."

CODE: Final = "D043"
NAME: Final = "target of a correction"
FRENCH: Final = """Une correction porte sur ce qui a été publié.

Refuse : une correction qui désigne une ligne, une tâche ou une assertion que la piste n'a pas, ou
l'identifiant de plusieurs assertions de la tâche sans le `rank` de celle dont il s'agit ; le retrait
d'une ligne absente, quand une ligne de l'autre tableau porte son identifiant, ou qu'une ligne de la piste
en a un qui diffère d'un caractère ou de deux voisins permutés ; un run de référence remplacé par un run
absent du tableau de référence, ou par lui-même.

Pourquoi : une correction qui ne désigne rien ne corrige rien, et le lecteur ne voit pas ce qui a
changé.

Source : formats §1.2, `corrections.jsonl` ; PUB-17 ; spécification §9.2.

Accepte : une ligne du tableau désigné ; le fichier d'une ligne retirée peut être absent. Un remplaçant
qui est une ligne du tableau de référence.

Remède : corriger les identifiants de la ligne, ou rétablir le fichier de score qu'elle désigne.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_rows(case: TrackCase, rows: Sequence[RowSummary]) -> Iterator[Finding]:
    """What a line names inside a row that is known."""
    known = {(row.table, row.report_id): row for row in rows}
    for line, correction in enumerate(case.season.corrections, 1):
        row = known.get((correction.concerns.table, correction.concerns.report_id))
        if correction.concerns.track != case.track.track or row is None:
            continue
        if isinstance(correction, Rectification | DisputeDismissed):
            note = partial(_finding, file=corrections_file(case), line=line, remedy=_REMEDY)
            task = row.assessed.get(correction.concerns.task_id)
            if task is None:
                found = f"no task {correction.concerns.task_id} in {row.file}"
                yield note(pointer="/concerns/task_id", found=found, expected="a task of the row")
            elif row.meant(correction.concerns) is None:
                yield from _unknown_assertion(correction.concerns, [one[0] for one in task], row.file, note)


def _unknown_assertion(
    place: AssertionPlace, ids: Sequence[str], file: str, note: partial[Finding]
) -> Iterator[Finding]:
    name = f"{place.assertion_id!a}"
    several = ids.count(place.assertion_id)
    if place.rank is not None and several:
        found = f"no assertion {name} of rank {place.rank} in {file}"
        yield note(pointer="/concerns/rank", found=found, expected="the rank of the assertion meant")
    elif several:
        ranks = ", ".join(str(n) for n, one in enumerate(ids, 1) if one == place.assertion_id)
        found = f"{several} assertions {name} in {file}, of the ranks {ranks}"
        yield note(pointer="/concerns/assertion_id", found=found, expected='one of them, by its "rank"')
    else:
        found = f"no assertion {name} in {file}"
        yield note(pointer="/concerns/assertion_id", found=found, expected="an assertion of the task")


def check_targets(case: TrackCase, rows: Sequence[RowSummary]) -> Iterator[Finding]:
    """The rows that a line names; ``rows`` are all of the track."""
    known = {(row.table, row.report_id): row for row in rows}
    withdrawn = {
        (c.concerns.table, c.concerns.report_id) for c in corrections_of(case) if c.kind == "withdrawal"
    }
    for line, correction in enumerate(case.season.corrections, 1):
        if correction.concerns.track != case.track.track:
            continue
        note = partial(_finding, file=corrections_file(case), line=line, remedy=_REMEDY)
        place = (correction.concerns.table, correction.concerns.report_id)
        row = known.get(place)
        if row is None:
            note = partial(note, pointer="/concerns/report_id")
            found = f"no row {place[1]} in the {place[0]} table"
            if place not in withdrawn:
                yield note(found=found, expected="a row of the track")
            elif correction.kind == "withdrawal":
                for meant in _meant(place[1], known):
                    found_meant = f"{found}, but {meant.report_id} in {meant.file}"
                    yield note(found=found_meant, expected="the id of the row meant")
        if isinstance(correction, SupersededRun):
            other = correction.after.report_id
            if other == place[1] or ("reference", other) not in known:
                found = f"{other}, {'the run itself' if other == place[1] else 'not in the reference table'}"
                yield note(
                    pointer="/after/report_id", found=found, expected="another run of the reference table"
                )


def _meant(report_id: str, known: Mapping[tuple[str, str], RowSummary]) -> Iterator[RowSummary]:
    """The rows that an id which is no row's may be a slip for. Two ids made by a hash are never so close."""
    alike = {report_id, *_slips(report_id)}
    return (row for (_, other), row in sorted(known.items()) if other in alike)


def _slips(report_id: str) -> Iterator[str]:
    """Every id with one character replaced, or with two neighbours swapped."""
    for at, character in enumerate(report_id):
        before, after = report_id[:at], report_id[at + 1 :]
        yield from (f"{before}{other}{after}" for other in _BASE32)
        yield f"{before}{after[:1]}{character}{after[1:]}"
