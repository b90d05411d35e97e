"""The revealed key answers the tasks of its track.

Refuses: a key whose tasks are not those of the track in their order, an expected verdict outside the
set, a control task with a family or a trap without one, or more or less than one control task.

Why: success and the grounded verdict are counted against the key; a task without an answer could not be
counted.

Source: specification §5.4, §5.5, §5.7; formats §1.4, `answer-key.json`.

Accepted: one answer a task, in the order of `track.json`; exactly one control, and it alone has no
family.

Remedy: publish the key that was sealed; if the track file is wrong, correct it. The key is never
edited.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding
from site_builder.kernel.pointer import render

_REMEDY: Final = "Publish the key that was sealed, or correct track.json."

CODE: Final = "D014"
NAME: Final = "answer key"
FRENCH: Final = """La clé révélée répond aux tâches de sa piste.

Refuse : une clé dont les tâches ne sont pas celles de la piste dans leur ordre, un verdict attendu hors
de l'ensemble, une tâche de contrôle dotée d'une famille ou un piège qui n'en a pas, plus ou moins d'une
tâche de contrôle.

Pourquoi : la réussite et le verdict fondé se comptent d'après la clé ; une tâche sans réponse ne
pourrait pas être comptée.

Source : spécification §5.4, §5.5, §5.7 ; formats §1.4, `answer-key.json`.

Accepte : une réponse par tâche, dans l'ordre de `track.json` ; exactement un contrôle, seul à n'avoir
pas de famille.

Remède : publier la clé qui a été scellée ; si c'est le fichier de piste qui se trompe, le corriger. La
clé ne se retouche jamais.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_track(case: TrackCase) -> Iterator[Finding]:
    if case.key is None:
        return
    answers, verdicts = case.key.root, case.track.verdicts
    note = partial(_finding, file=f"{case.folder}/{case.track.answer_key.file}", remedy=_REMEDY)
    wanted = [task.task_id for task in case.track.tasks]
    if list(answers) != wanted:
        yield note(
            pointer="",
            found=", ".join(answers) or "no task",
            expected=f"the tasks of the track: {', '.join(wanted)}",
        )
    for task_id, answer in answers.items():
        at = render([task_id])
        if verdicts is not None and answer.verdict not in verdicts:
            yield note(
                pointer=f"{at}/verdict", found=answer.verdict, expected=f"one of {', '.join(verdicts)}"
            )
        if answer.control != (answer.family is None):
            found = f"control {str(answer.control).lower()}, family {answer.family or 'null'}"
            yield note(pointer=at, found=found, expected="a control without a family, or a trap with one")
    controls = [task_id for task_id, answer in answers.items() if answer.control]
    if len(controls) != 1:
        found = f"control tasks: {', '.join(controls) or 'none'}"
        yield note(pointer="", found=found, expected="exactly one control task")
