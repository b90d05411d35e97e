"""One submission in the making: what is claimed, and which calls stand behind it.

A plain draft claims what decides the task, then other facts, up to one more than the minimum. Moves change
it, one fault at a time; the name of a move is what a participant did, never what the scorer finds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rehearsal.world import Place, Task, World

# How the call behind a claim came to be; "plain" is a call of the claim's own resource, during the season.
FLAVOURS = (
    "plain", "403", "503", "400", "altered_answer", "trailing_slash", "disguised_host", "older_version",
    "unbound_identity", "borrowed_identity", "before_opening", "after_close", "at_opening", "at_close",
    "open_batch", "made_up", "wrong_opening", "wrong_copy",
)  # fmt: skip


@dataclass(slots=True)
class Planned:
    """A claim and the calls it cites: (resource that was called, flavour)."""

    resource: str
    field: str
    value: Any
    calls: list[tuple[str, str]]


@dataclass(slots=True)
class Draft:
    """A task as one participant is about to submit it."""

    world: World
    task: Task
    verdict: str
    claims: list[Planned] = field(default_factory=list)
    narrative: str = ""
    sent: bool = True

    @property
    def deciding(self) -> int:
        """How many of the task's facts decide it; they come first."""
        return len(self.task.grounds)

    def claim(self, place: Place) -> Planned:
        """A claim that rests on a plain call."""
        resource, pointer = place
        return Planned(resource, pointer, self.world.value(place), [(resource, "plain")])

    def flavoured(self, number: int, flavour: str) -> None:
        """The call behind claim ``number`` came to be in another way."""
        planned = self.claims[number]
        planned.calls = [(planned.resource, flavour)]


Move = Callable[[Draft], None]


def plain(world: World, task: Task) -> Draft:
    """What an agent sends that consulted, read and answered."""
    draft = Draft(world, task, task.verdict, narrative=f"Consulté puis répondu : {task.verdict}.")
    wanted = min(task.cap, max(task.minimum, len(task.grounds)) + 1)
    draft.claims = [draft.claim(place) for place in task.facts[:wanted]]
    return draft


def calls(number: int, *flavours: str) -> Move:
    """Claims from ``number`` on rest on calls of these flavours, one each."""

    def move(draft: Draft) -> None:
        for offset, flavour in enumerate(flavours):
            draft.flavoured(min(number + offset, len(draft.claims) - 1), flavour)

    return move


def all_calls(flavour: str) -> Move:
    """Every call of the task is of this flavour."""

    def move(draft: Draft) -> None:
        for number in range(len(draft.claims)):
            draft.flavoured(number, flavour)

    return move


def all_but_one(flavour: str) -> Move:
    """Every call but the first is of this flavour."""

    def move(draft: Draft) -> None:
        for number in range(1, len(draft.claims)):
            draft.flavoured(number, flavour)

    return move


def remembered(number: int) -> Move:
    """A value from memory instead of the answer: another one than is served."""

    def move(draft: Draft) -> None:
        planned = draft.claims[min(number, len(draft.claims) - 1)]
        value = planned.value
        planned.value = not value if isinstance(value, bool) else f"{value or 'rien'} (de mémoire)"

    return move


def mistyped(number: int) -> Move:
    """The right value as another type: a string in place of a boolean, a list or null, and the reverse."""

    def move(draft: Draft) -> None:
        planned = draft.claims[min(number, len(draft.claims) - 1)]
        planned.value = [planned.value] if isinstance(planned.value, str) else str(planned.value)

    return move


def swapped(number: int) -> Move:
    """A valid proof, cited for another resource than the one that was called."""

    def move(draft: Draft) -> None:
        planned = draft.claims[min(number, len(draft.claims) - 1)]
        other = next(p.resource for p in draft.claims if p.resource != planned.resource)
        planned.calls = [(other, "plain")]

    return move


def bulk(draft: Draft) -> None:
    """Every proof of the task, cited for every claim."""
    every = list(dict.fromkeys(call for planned in draft.claims for call in planned.calls))
    for planned in draft.claims:
        planned.calls = list(every)


def beside(number: int, flavour: str) -> Move:
    """A second proof beside the good one."""

    def move(draft: Draft) -> None:
        planned = draft.claims[number]
        planned.calls = [*planned.calls, (planned.resource, flavour)]

    return move


def without_grounds(draft: Draft) -> None:
    """The right verdict, claimed beside the facts that decide it: the last of them is left out."""
    task = draft.task
    left_out = set(task.grounds[-1])
    wanted = min(task.cap, max(task.minimum, len(task.grounds)))
    draft.claims = [draft.claim(place) for place in task.facts if place not in left_out][:wanted]


def other_form(draft: Draft) -> None:
    """Each deciding fact in the last of its equivalent forms."""
    for number, ground in enumerate(draft.task.grounds):
        draft.claims[number] = draft.claim(ground[-1])


def answering(verdict: str) -> Move:
    """This verdict, whatever was read."""

    def move(draft: Draft) -> None:
        draft.verdict = verdict
        draft.narrative = f"Verdict rendu partout : {verdict}."

    return move


def saying(narrative: str) -> Move:
    """This text beside the assertions."""

    def move(draft: Draft) -> None:
        draft.narrative = narrative

    return move


def mistaken(draft: Draft) -> None:
    """Another verdict than the expected one."""
    known = draft.world.verdicts or sorted({task.verdict for task in draft.world.tasks})
    draft.verdict = known[(known.index(draft.verdict) + 1) % len(known)]
    draft.narrative = "Conclusion tirée sans relire la pièce décisive."


def nothing(draft: Draft) -> None:
    """Nothing was sent."""
    draft.sent = False


def too_few(draft: Draft) -> None:
    """One claim fewer than the minimum."""
    draft.claims = draft.claims[: draft.task.minimum - 1]


def too_many(draft: Draft) -> None:
    """One claim more than the cap; facts of other tasks where this one has too few."""
    places = [*draft.task.facts, *(p for task in draft.world.tasks for p in task.facts)]
    draft.claims = [draft.claim(place) for place in dict.fromkeys(places)][: draft.task.cap + 1]


def outside(draft: Draft) -> None:
    """A fact of another task's graph among the claims."""
    other = next(t for t in draft.world.tasks if t.task_id != draft.task.task_id)
    draft.claims[-1] = draft.claim(other.facts[0])


def _in_a_list(draft: Draft, *, own: bool) -> list[Place]:
    """Fields of the public list's entries, those of the task's own entity or of the others."""
    entity = str(draft.task.graph["entity"]).rpartition("/")[2]
    return [
        (resource, f"/entrees/{number}/{member}")
        for resource in sorted(draft.world.bodies)
        if resource.startswith(f"/listes/agrees/{draft.task.graph['activity']}?")
        for number, entry in enumerate(draft.world.value((resource, "/entrees")))
        if (entry["entite"] == entity) == own
        for member in ("agrement", "entite", "statut")
    ]


def another_entry(draft: Draft) -> None:
    """A common list's entry about someone else (conformite)."""
    draft.claims[-1] = draft.claim(_in_a_list(draft, own=False)[0])


def lists_alone(draft: Draft) -> None:
    """Nothing but the entity's entry in the public list (conformite)."""
    draft.claims = [draft.claim(place) for place in _in_a_list(draft, own=True)][: draft.task.cap]


def trivial(draft: Draft) -> None:
    """A field that decides nothing: the entity's name (conformite)."""
    draft.claims[-1] = draft.claim((str(draft.task.graph["entity"]), "/denomination"))


def whole_document(draft: Draft) -> None:
    """A whole document as one claim."""
    draft.claims[-1] = draft.claim((draft.claims[0].resource, ""))
