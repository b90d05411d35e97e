"""The grounded verdict (specification §5.7): what decides a task, carried by supported assertions."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.challenges.prove_it.inputs.answer_key import Fact, Ground
from site_builder.challenges.prove_it.inputs.score import Assertion
from site_builder.kernel.canonical import json_equal


def missing_facts(grounds: Iterable[Ground], assertions: Iterable[Assertion]) -> tuple[Fact, ...]:
    """The first form of each ground, in key order, of which no supported assertion carries any form.

    A ground is carried by an equal (resource, field, value) triplet, types included.
    """
    carried: dict[tuple[str, str], list[object]] = {}
    for assertion in assertions:
        if assertion.status == "supported":
            claim = assertion.claim
            carried.setdefault((claim.resource, claim.field), []).append(claim.value)
    return tuple(
        ground.any_of[0]
        for ground in grounds
        if not any(
            json_equal(value, form.value)
            for form in ground.any_of
            for value in carried.get((form.resource, form.field), ())
        )
    )
