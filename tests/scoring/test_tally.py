"""The recount against tables written by hand: pooled counts, what enters which rate, and what never does."""

from __future__ import annotations

import pytest

from site_builder.challenges.prove_it.scoring.tally import Tally, TaskTally, tally
from site_builder.kernel.rate import NotApplicable, Pending, Rate, Ratio
from tests.scoring.scores import absent, fact, key, score, statuses, submitted

A, B = fact("a"), fact("b")
KEY = key(t1=("oui", [[A]]), t2=("non", [[B]]), t3=("oui", []))


def figures(made: Tally) -> tuple[int, int, int, int, int, int]:
    return (
        made.assertions, made.unsupported, made.instrument_faults, made.tasks_submitted,
        made.verdicts_counted, made.pending_tasks,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("letters", "expected", "overclaim"),
    [
        # three tasks; (assertions, unsupported, faults, submitted, counted, pending)
        (("s", "s", "s"), (3, 0, 0, 3, 1, 0), Ratio(0, 3)),
        (("v", "v", "v"), (3, 3, 0, 3, 1, 0), Ratio(3, 3)),
        # 1 of 2 in one task, 0 of 6 in another: 1/8, not the mean of 1/2 and 0/6
        (("sv", "ssssss", "-"), (8, 1, 0, 2, 0, 0), Ratio(1, 8)),
        (("pirv", "s", "-"), (5, 4, 0, 2, 0, 0), Ratio(4, 5)),
        # faults are assertions, and in no rate
        (("sf", "vf", "-"), (4, 1, 2, 2, 0, 0), Ratio(1, 2)),
        (("ff", "f", "f"), (4, 0, 4, 3, 1, 0), NotApplicable()),
        (("fffv", "-", "-"), (4, 1, 3, 1, 0, 0), Ratio(1, 1)),
        (("-", "-", "-"), (0, 0, 0, 0, 0, 0), NotApplicable()),
        (("", "", ""), (0, 0, 0, 3, 1, 0), NotApplicable()),
    ],
)
def test_counts_are_pooled(letters: tuple[str, ...], expected: tuple[int, ...], overclaim: Rate) -> None:
    """t3 needs no fact, so that its exact verdict counts whatever its assertions."""
    tasks = [
        absent(f"t{number}") if word == "-" else submitted(f"t{number}", "oui", *statuses(word))
        for number, word in enumerate(letters, 1)
    ]
    made = tally(score(*tasks), KEY, 3)
    assert figures(made) == expected
    assert made.overclaim == overclaim
    assert made.success == Ratio(expected[4], 3)


def test_causes_are_counted_over_the_submitted_tasks() -> None:
    made = tally(
        score(
            submitted("t1", "oui", *statuses("vvsf")),
            submitted("t2", "oui", *statuses("pirvf")),
            absent("t3", "cap_exceeded"),
        ),
        KEY,
        3,
    )
    assert made.causes == {
        "value_mismatch": 3, "invalid_proof": 1, "identity_not_bound": 1, "resource_mismatch": 1,
        "instrument_fault": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    "reason",
    [
        "nothing_sent", "below_minimum", "own_resources_below_half", "cap_exceeded", "outside_graph",
        "unrelated_list_entry", "non_probative_field",
    ],
)  # fmt: skip
def test_a_task_without_a_score_counts_as_inexact_and_in_no_overclaim(reason: str) -> None:
    made = tally(score(submitted("t1", "oui", ("s", A)), absent("t2", reason), absent("t3", reason)), KEY, 3)
    assert figures(made) == (1, 0, 0, 1, 1, 0)
    assert (made.overclaim, made.success) == (Ratio(0, 1), Ratio(1, 3))
    assert list(made.tasks) == ["t1"]


def test_a_silent_participant_has_no_overclaim_and_no_success() -> None:
    made = tally(score(absent("t1"), absent("t2"), absent("t3")), KEY, 3)
    assert (made.overclaim, made.success) == (NotApplicable(), Ratio(0, 3))
    assert made.tasks == {}


def test_one_pending_task_leaves_both_rates_pending() -> None:
    waiting = submitted("t2", "non", ("w", B), ("w", A), state="pending")
    made = tally(score(submitted("t1", "oui", ("s", A), ("v", B)), waiting, absent("t3")), KEY, 3)
    assert (made.overclaim, made.success) == (Pending(), Pending())
    assert figures(made) == (2, 1, 0, 1, 1, 1)
    assert made.tasks["t2"] == TaskTally(0, 0, 0, None, None, ())
    assert not made.tasks["t2"].counted


@pytest.mark.parametrize(
    ("verdict", "letter", "exact", "grounded"),
    [
        ("oui", "s", True, True),
        ("oui", "v", True, False),
        ("oui", "f", True, False),
        ("non", "s", False, True),
        ("non", "v", False, False),
        ("Oui", "s", False, True),
        ("oui ", "s", False, True),
    ],
)
def test_a_verdict_counts_when_it_is_exact_and_grounded(
    verdict: str, letter: str, exact: bool, grounded: bool
) -> None:
    made = tally(score(submitted("t1", verdict, (letter, A))), KEY, 3)
    task = made.tasks["t1"]
    assert (task.exact, task.grounded, task.counted) == (exact, grounded, exact and grounded)
    assert len(task.missing) == (0 if grounded else 1)
    assert made.verdicts_counted == int(exact and grounded)
    assert made.success == Ratio(int(exact and grounded), 3)


def test_success_is_over_the_tasks_of_the_track_whatever_the_file_holds() -> None:
    made = tally(score(submitted("t1", "oui", ("s", A))), KEY, 10)
    assert made.success == Ratio(1, 10)


def test_a_task_that_the_key_does_not_know_is_neither_exact_nor_grounded() -> None:
    made = tally(score(submitted("t9", "oui", ("s", A))), KEY, 3)
    assert (made.tasks["t9"].exact, made.tasks["t9"].grounded) == (False, False)
    assert made.verdicts_counted == 0


def test_a_key_larger_than_the_track_does_not_break_the_count() -> None:
    rows = [submitted(f"t{n}", "oui", ("s", A)) for n in (1, 2, 3)]
    larger = key(t1=("oui", [[A]]), t2=("oui", [[A]]), t3=("oui", [[A]]))
    assert tally(score(*rows), larger, 2).verdicts_counted == 3


def test_the_scorers_own_figures_are_never_taken() -> None:
    """`scores.submitted` declares everything wrong, and the totals are 777."""
    made = tally(score(submitted("t1", "oui", ("s", A))), KEY, 3)
    assert made.tasks["t1"] == TaskTally(1, 0, 0, True, True, ())
    assert 777 not in figures(made)
