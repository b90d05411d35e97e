from __future__ import annotations

from typing import Any

from site_builder.kernel.identifiers import report_id
from tests.rules.running import World
from tests.rules.tables.changes import (
    CORRECTIONS,
    PARTICIPANT,
    RUN,
    both,
    correction,
    corrections,
    second_run,
)

OTHER_RUN = report_id("ref-two")


def superseded(n: int, run: str, by: str) -> dict[str, Any]:
    return correction(n, "superseded_run", concerns__report_id=run, after__report_id=by)


def withdrawn(n: int, run: str) -> dict[str, Any]:
    return correction(n, "withdrawal", concerns__report_id=run, concerns__table="reference")


ACCEPTED = [
    World("a row withdrawn after a rectification", corrections(correction(1), correction(2, "withdrawal")))
]
REFUSED = [
    World(
        "the same row withdrawn twice",
        corrections(correction(1, "withdrawal"), correction(2, "withdrawal")),
        (
            (
                CORRECTIONS,
                "2 /concerns/report_id",
                PARTICIPANT,
                "a row that line 1 has not removed already",
            ),
        ),
    ),
]
REFUSED += [
    World(
        f"a {kind} of a row that is gone",
        corrections(correction(1, "withdrawal"), correction(2, kind)),
        ((CORRECTIONS, "2 /concerns/report_id", PARTICIPANT, "a row that line 1 has not removed already"),),
    )
    for kind in ("rectification", "dispute_dismissed")
]
REFUSED += [
    World(
        name,
        both(second_run, corrections(first, superseded(2, run, by))),
        ((CORRECTIONS, "2 /after/report_id", by, "a run that line 1 has not removed already"),),
    )
    for name, first, run, by in (
        ("two runs that replace each other", superseded(1, RUN, OTHER_RUN), OTHER_RUN, RUN),
        ("a run replaced by one that was withdrawn", withdrawn(1, OTHER_RUN), RUN, OTHER_RUN),
    )
]
ACCEPTED += [
    World(
        "a run whose replacement is withdrawn later",
        both(second_run, corrections(superseded(1, RUN, OTHER_RUN), withdrawn(2, OTHER_RUN))),
    )
]
NOT_APPLICABLE = [World("a rectification alone", corrections(correction(1)))]
