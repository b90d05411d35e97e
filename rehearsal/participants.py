"""Who takes part in the rehearsal, and what each does, task by task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rehearsal import draft as move
from rehearsal.draft import Draft, Move
from rehearsal.world import Task, World

Script = Mapping[int, Sequence[Move]]
"""Task number (1 to 10) → what is done in place of, or on top of, a plain submission."""


@dataclass(frozen=True, slots=True)
class Participant:
    """``name`` names files and nothing else; ``run`` is a reference run's members, ``None`` in the community.

    ``every``: what is done in every task, before the task's own moves. ``compliance``: moves that conformite
    alone knows, since its rules name own resources, common lists and probative fields. ``only``: the one
    track taken part in, if it is one.
    """

    name: str
    shown: str
    stack: str = ""
    public: bool = True
    run: Mapping[str, str] | None = None
    every: Sequence[Move] = ()
    script: Script = field(default_factory=dict)
    compliance: Script = field(default_factory=dict)
    only: str | None = None

    @property
    def table(self) -> str:
        """The table of the participant's score."""
        return "community" if self.run is None else "reference"

    def draft(self, world: World, number: int, task: Task) -> Draft:
        """What this participant does on one task."""
        made = move.plain(world, task)
        own = self.compliance.get(number, ()) if world.track == "conformite" else ()
        for change in (*self.every, *self.script.get(number, ()), *own):
            change(made)
        return made


def constant(world_verdict: Callable[[World], str]) -> Move:
    """The same verdict everywhere."""

    def change(draft: Draft) -> None:
        move.answering(world_verdict(draft.world))(draft)

    return change


def _commonest(world: World) -> str:
    verdicts = [task.verdict for task in world.tasks]
    return max(dict.fromkeys(verdicts), key=verdicts.count)


def _run(letter: str, attempt: str = "") -> dict[str, str]:
    return {
        "run_id": f"ref-repetition-{letter.lower()}{attempt}",
        "model": f"Modèle de répétition {letter}",
        "model_version": "2026-04",
        "framework": "boucle-de-repetition",
        "framework_version": "0",
        "prompt_url": f"https://proveit.rehearsal.example/prompts/{letter.lower()}.txt",
    }


PARTICIPANTS: Sequence[Participant] = (
    Participant("ref-repetition-a", "Calibrage de répétition A", run=_run("A"), script={
        7: [move.without_grounds], 2: [move.other_form]}),
    Participant("ref-repetition-b", "Calibrage de répétition B", run=_run("B"), script={
        3: [move.remembered(0)], 5: [move.calls(1, "503")], 6: [move.mistaken], 9: [move.swapped(1)]}),
    Participant("ref-repetition-c", "Calibrage de répétition C", run=_run("C"), script={
        1: [move.mistaken], 2: [move.nothing], 4: [move.remembered(0), move.mistaken], 6: [move.too_few],
        8: [move.mistyped(0), move.remembered(2)], 10: [move.outside]}),
    Participant("vigie", "Vigie", "planificateur et vérificateur", script={1: [move.other_form]}),
    Participant("boussole", "Boussole d’étiage", "boucle maison, deux passes", script={
        1: [move.calls(0, "wrong_copy")], 2: [move.remembered(2)], 5: [move.without_grounds],
        6: [move.mistyped(3)], 9: [move.mistaken]}),
    Participant("panne", "Sonde & Fils", "file de tâches <asynchrone>", script={
        1: [move.all_but_one("503")], 3: [move.calls(2, "403")], 5: [move.calls(3, "503", "400")],
        6: [move.calls(3, "disguised_host")], 8: [move.beside(0, "403")],
        9: [move.calls(3, "403"), move.remembered(3)]}),
    Participant("ancienne", "Registre ancien", "client d'avant la 3.1", script={
        1: [move.all_calls("older_version")], 2: [move.calls(0, "older_version")],
        4: [move.calls(0, "unbound_identity")], 6: [move.calls(1, "borrowed_identity")],
        8: [move.all_calls("older_version")]}),
    Participant("horloge", "Horloge de Prague", "relais à heures fixes", script={
        1: [move.calls(0, "at_opening")], 2: [move.calls(1, "before_opening")],
        5: [move.calls(2, "after_close")], 7: [move.calls(0, "at_close")],
        8: [move.calls(0, "before_opening", "after_close")]}),
    Participant("constante", "Toujours pareil", "règle unique", every=[constant(_commonest)]),
    Participant("muette", "Muette", "rien de déclaré", every=[move.nothing]),
    Participant("liasse", "Liasse complète", "toutes les pièces à chaque fois", every=[
        move.bulk, move.saying("Tout est joint 📎 : chaque preuve à chaque assertion, comme demandé.")]),
    Participant("zele", "Zèle", "graphe d'états", script={
        2: [move.too_many], 4: [move.outside], 7: [move.whole_document]}, compliance={
        1: [move.another_entry], 3: [move.trivial], 5: [move.another_entry], 9: [move.lists_alone]}),
    Participant("brouillon", "Brouillon <b>\u202essergorp</b> & « express »", "une passe", script={
        1: [move.calls(0, "made_up")], 3: [move.calls(1, "wrong_opening")], 4: [move.too_few],
        5: [move.calls(0, "altered_answer")], 6: [move.calls(0, "trailing_slash"), move.mistaken],
        8: [move.swapped(1), move.remembered(3)], 10: [move.nothing]}),
    Participant("attente", "En attente", "soumission de dernière minute", script={
        3: [move.nothing], 10: [move.calls(1, "open_batch")]}),
    Participant("discrete", "Discrète", "pile non détaillée", public=False, script={
        2: [move.remembered(0)], 6: [move.mistaken], 9: [move.too_few]}, compliance={4: [move.lists_alone]}),
    Participant("ref-repetition-c-0", "Calibrage de répétition C", run=_run("C", "-0"), only="conformite",
        script={2: [move.calls(1, "403")], 6: [move.too_few], 8: [move.all_but_one("503")]}),
)  # fmt: skip
