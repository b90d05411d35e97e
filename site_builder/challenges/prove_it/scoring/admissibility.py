"""Whether a submission is scored at all (specification §5.7): bounds, graph, lists, fields, own resources.

Rejections come first: they follow from the claims alone, whatever became of the proofs. Then what is too
little to count as submitted; instrument faults count neither toward the minimum nor toward its half.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from site_builder.challenges.prove_it.inputs.score import Claim
from site_builder.challenges.prove_it.inputs.track import TaskBounds
from site_builder.challenges.prove_it.scoring.graph import Graph
from site_builder.challenges.prove_it.scoring.probative import is_probative

RejectionReason = Literal["cap_exceeded", "outside_graph", "unrelated_list_entry", "non_probative_field"]
ShortfallReason = Literal["nothing_sent", "below_minimum", "own_resources_below_half"]

_ENTRY = re.compile(r"/entrees/(0|[1-9][0-9]{0,15})(?:/.*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a submission is not scored, and the number of the assertion at fault where there is one."""

    reason: RejectionReason
    at_fault: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Shortfall:
    """Why a submission does not count as submitted."""

    reason: ShortfallReason
    why: str


def rejection(claims: Sequence[Claim], bounds: TaskBounds, graph: Graph) -> Rejection | None:
    """The first reason, in the order of docs/corpus.md, and the first assertion that it is about."""
    return next(_rejections(claims, bounds, graph), None)


def _rejections(claims: Sequence[Claim], bounds: TaskBounds, graph: Graph) -> Iterator[Rejection]:
    if len(claims) > bounds.cap:
        yield Rejection("cap_exceeded", None, f"{len(claims)} assertions, and the cap is {bounds.cap}")
    for number, claim in enumerate(claims):
        if claim.resource not in graph.resources:
            yield Rejection("outside_graph", number, "the resource is not in the graph of the task")
    for number, claim in enumerate(claims):
        if why := _unrelated(claim, graph):
            yield Rejection("unrelated_list_entry", number, why)
    for number, claim in enumerate(claims):
        if why := _not_probative(claim, graph):
            yield Rejection("non_probative_field", number, why)


def is_true_of(
    reason: str, at_fault: int | None, claims: Sequence[Claim], bounds: TaskBounds, graph: Graph
) -> bool:
    """Whether a submission may be rejected for this reason, and for this assertion where one is named.

    The text says in no order for which of several reasons (reading R12), and on a common list what names no
    entry at all is as little an entry that concerns the entity (R11).
    """
    found = {(one.reason, one.at_fault) for one in _rejections(claims, bounds, graph)}
    found |= {
        ("unrelated_list_entry", number)
        for number, claim in enumerate(claims)
        if claim.resource in graph.concerning and _ENTRY.fullmatch(claim.field) is None
    }
    return any(reason == one and at_fault in (None, number) for one, number in found)


def shortfall(
    claims: Sequence[Claim], bounds: TaskBounds, graph: Graph, own_among: Sequence[Claim] | None = None
) -> Shortfall | None:
    """What is missing, where ``claims`` are those that count: all but instrument faults.

    ``own_among``: where the half on own resources is counted, if not among them (the other reading of R3).
    """
    if len(claims) < bounds.minimum:
        return Shortfall(
            "below_minimum", f"{len(claims)} counted assertions, and the minimum is {bounds.minimum}"
        )
    wanted = (bounds.minimum + 1) // 2
    among = claims if own_among is None else own_among
    own = sum(1 for claim in among if graph.own is not None and claim.resource in graph.own)
    if graph.own is not None and own < wanted:
        why = f"{own} counted assertions on the entity's own resources, and half of the minimum is {wanted}"
        return Shortfall("own_resources_below_half", why)
    return None


def _unrelated(claim: Claim, graph: Graph) -> str | None:
    concerning = graph.concerning.get(claim.resource)
    entry = _ENTRY.fullmatch(claim.field)
    if concerning is None or entry is None or int(entry[1]) in concerning:
        return None
    return f"entry {entry[1]} of this list does not concern the entity"


def _not_probative(claim: Claim, graph: Graph) -> str | None:
    if claim.field == "":
        return "the field is the whole document"
    if graph.own is not None and not is_probative(claim.resource, claim.field):
        return "no criterion of the reference consumes this field"
    return None
