from __future__ import annotations

from typing import Any

from tests.rules.running import Expected, World
from tests.rules.tables.changes import (
    COMMUNITY,
    CORRECTIONS,
    PARTICIPANT,
    REFERENCE,
    RUN,
    both,
    correction,
    corrections,
    put,
    remove,
    second_run,
)

NOBODY = "a" * 16
# The participant's id as a hurried hand writes it.
SWAPPED = PARTICIPANT[1] + PARTICIPANT[0] + PARTICIPANT[2:]
REPLACED = PARTICIPANT[:-1] + "7"
MEANT = "the id of the row meant"


def _withdrawn(report_id: str, table: str = "community") -> dict[str, Any]:
    return correction(1, "withdrawal", concerns__report_id=report_id, concerns__table=table)


def _but(report_id: str, table: str, meant: str, file: str) -> tuple[Expected, ...]:
    found = f"no row {report_id} in the {table} table, but {meant} in {file}"
    return ((CORRECTIONS, "1 /concerns/report_id", found, MEANT),)


# The second and the third assertion of conf-02 under one id.
TWINS = put(COMMUNITY, "/tasks/1/assertions/2/id", "a2")


ACCEPTED = [
    World("one of two with one id, by its rank", both(TWINS, corrections(correction(1, concerns__rank=2)))),
    World("an assertion with its rank", corrections(correction(1, concerns__rank=2))),
    World("an assertion of a row", corrections(correction(1), correction(2, "dispute_dismissed"))),
    World(
        "a row withdrawn, its file removed", both(remove(COMMUNITY), corrections(correction(1, "withdrawal")))
    ),
    World("a withdrawal of nobody whose id is close to no row's", corrections(_withdrawn(NOBODY))),
    World("a run replaced", both(second_run, corrections(correction(1, "superseded_run")))),
    World(
        "a row corrected, then withdrawn",
        both(remove(COMMUNITY), corrections(correction(1), correction(2, "withdrawal"))),
    ),
]
REFUSED = [
    World(
        "a withdrawal of a participant as a run",
        corrections(_withdrawn(PARTICIPANT, "reference")),
        _but(PARTICIPANT, "reference", PARTICIPANT, COMMUNITY),
    ),
    World(
        "a withdrawal of a run as a participant",
        corrections(_withdrawn(RUN)),
        _but(RUN, "community", RUN, REFERENCE),
    ),
    World(
        "a withdrawal with two characters swapped",
        corrections(_withdrawn(SWAPPED)),
        _but(SWAPPED, "community", PARTICIPANT, COMMUNITY),
    ),
    World(
        "a withdrawal with the last character replaced",
        corrections(_withdrawn(REPLACED)),
        _but(REPLACED, "community", PARTICIPANT, COMMUNITY),
    ),
    World(
        "no such row",
        corrections(correction(1, concerns__report_id=NOBODY)),
        (
            (
                CORRECTIONS,
                "1 /concerns/report_id",
                f"no row {NOBODY} in the community table",
                "a row of the track",
            ),
        ),
    ),
    World(
        "a row of the other table",
        corrections(correction(1, "dispute_dismissed", concerns__table="reference")),
        (
            (
                CORRECTIONS,
                "1 /concerns/report_id",
                f"no row {PARTICIPANT} in the reference table",
                "a row of the track",
            ),
        ),
    ),
    World(
        "no such task",
        corrections(correction(1, "dispute_dismissed", concerns__task_id="conf-09")),
        ((CORRECTIONS, "1 /concerns/task_id", f"no task conf-09 in {COMMUNITY}", "a task of the row"),),
    ),
    World(
        "no such assertion",
        corrections(correction(1, "dispute_dismissed", concerns__assertion_id="é")),
        (
            (
                CORRECTIONS,
                "1 /concerns/assertion_id",
                f"no assertion '\\xe9' in {COMMUNITY}",
                "an assertion of the task",
            ),
        ),
    ),
    World(
        "one of two with the same id",
        both(TWINS, corrections(correction(1))),
        (
            (
                CORRECTIONS,
                "1 /concerns/assertion_id",
                f"2 assertions 'a2' in {COMMUNITY}, of the ranks 2, 3",
                'one of them, by its "rank"',
            ),
        ),
    ),
    World(
        "the rank of another assertion",
        both(TWINS, corrections(correction(1, concerns__rank=1), correction(2, "dispute_dismissed"))),
        (
            (
                CORRECTIONS,
                "1 /concerns/rank",
                f"no assertion 'a2' of rank 1 in {COMMUNITY}",
                "the rank of the assertion meant",
            ),
            (
                CORRECTIONS,
                "2 /concerns/assertion_id",
                f"2 assertions 'a2' in {COMMUNITY}, of the ranks 2, 3",
                'one of them, by its "rank"',
            ),
        ),
    ),
    World(
        "a task without assertions",
        corrections(correction(1, "dispute_dismissed", concerns__task_id="conf-03")),
        (
            (
                CORRECTIONS,
                "1 /concerns/assertion_id",
                f"no assertion 'a2' in {COMMUNITY}",
                "an assertion of the task",
            ),
        ),
    ),
    World(
        "a replacement that is not there",
        corrections(correction(1, "superseded_run", after={"report_id": PARTICIPANT})),
        (
            (
                CORRECTIONS,
                "1 /after/report_id",
                f"{PARTICIPANT}, not in the reference table",
                "another run of the reference table",
            ),
        ),
    ),
    World(
        "replaced by itself",
        corrections(correction(1, "superseded_run", after={"report_id": RUN})),
        (
            (
                CORRECTIONS,
                "1 /after/report_id",
                f"{RUN}, the run itself",
                "another run of the reference table",
            ),
        ),
    ),
]
NOT_APPLICABLE = [World("no correction", corrections())]
