"""Whether a submission is scored at all (specification §5.7): bounds, graph, lists, fields, own resources.

Rejections come first: they follow from the claims alone, whatever became of the proofs. Then what is too
little to count as submitted; instrument faults count neither toward the minimum nor toward its half.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    """The first reason, in the order of FORMATS §1, and the first assertion that it is about."""
    if len(claims) > bounds.cap:
        return Rejection("cap_exceeded", None, f"{len(claims)} assertions, and the cap is {bounds.cap}")
    for number, claim in enumerate(claims):
        if claim.resource not in graph.resources:
            return Rejection("outside_graph", number, "the resource is not in the graph of the task")
    for number, claim in enumerate(claims):
        if why := _unrelated(claim, graph):
            return Rejection("unrelated_list_entry", number, why)
    for number, claim in enumerate(claims):
        if why := _not_probative(claim, graph):
            return Rejection("non_probative_field", number, why)
    return None


def shortfall(claims: Sequence[Claim], bounds: TaskBounds, graph: Graph) -> Shortfall | None:
    """What is missing, where ``claims`` are those that count: all but instrument faults."""
    if len(claims) < bounds.minimum:
        return Shortfall(
            "below_minimum", f"{len(claims)} counted assertions, and the minimum is {bounds.minimum}"
        )
    wanted = (bounds.minimum + 1) // 2
    own = sum(1 for claim in claims if graph.own is not None and claim.resource in graph.own)
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
