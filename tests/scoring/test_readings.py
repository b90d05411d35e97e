"""A score that reads the text otherwise is told apart from one that is wrong (docs/readings.md).

Each case is what was sent, with the letters of :mod:`tests.scoring.test_rescore` for its proofs, and the task
as a scorer of the other reading declares it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from site_builder.challenges.prove_it.inputs.submission import SentAssertion
from site_builder.challenges.prove_it.scoring.difference import differ
from site_builder.challenges.prove_it.scoring.otherwise import read_otherwise, with_its_reason
from site_builder.challenges.prove_it.scoring.rescore_task import Work, rescore_task
from site_builder.challenges.prove_it.scoring.score_document import Document
from tests.scoring.test_rescore import (
    BASIS,
    BODIES,
    CLAIMS,
    DID,
    ENTITY,
    LISTED,
    TRACK,
    Ready,
    account,
    proof,
    submission,
)

Claim = tuple[str, str, Any]
WRONG: Final = (ENTITY, "/statut", "radiee")


def work(claims: Sequence[Claim], proofs: Sequence[str]) -> tuple[Work, Ready]:
    """``proofs``: the letters of each claim's proofs."""
    sent = submission("conf-01", list(claims))
    given, number, assertions = {}, 100, []
    for made, letters, (resource, _, _) in zip(sent.assertions, proofs, claims, strict=True):
        cited = []
        for letter in letters:
            number += 1
            given[proof(number)] = account(letter, proof(number), resource if resource in BODIES else ENTITY)
            cited.append(proof(number))
        assertions.append(made.model_copy(update={"proof_ids": cited}))
    one = next(iter(sent.disclosures.values()))
    disclosures = dict.fromkeys(given, one)
    return (
        Work("2026-03-10T10:00:00Z", sent.verdict, assertions, disclosures, sent.narrative),
        Ready(BASIS, {}, DID, given=given),
    )


def recomputed(made: Work, bench: Ready) -> Document:
    document = rescore_task(TRACK.tasks[0], made, bench).document
    assert document is not None
    return document


def stated(made: SentAssertion, status: str, cause: str | None) -> Document:
    sent = {"id": made.id, "claim": made.claim.model_dump(), "proof_ids": list(made.proof_ids)}
    return sent | {"status": status, "cause": cause}


def scored(document: Document, number: int, status: str, cause: str | None) -> Document:
    """The same task with another status of one assertion, and all else as it was."""
    assertions = [dict(a) for a in document["assertions"]]
    assertions[number] |= {"status": status, "cause": cause}
    return document | {"assertions": assertions}


FAULT = ("instrument_fault", "instrument_fault")
OTHERWISE: list[tuple[str, list[Claim], list[str], int, tuple[str, str | None]]] = [
    ("R1", CLAIMS[:3], ["ss", "s", "sv"], 2, ("supported", None)),
    ("R1", CLAIMS[:3], ["ss", "s", "ps"], 2, ("supported", None)),
    ("R2", [*CLAIMS[1:3], WRONG], ["s", "s", "sf"], 2, FAULT),
    ("R2", CLAIMS[:3], ["s", "s", "vf"], 2, FAULT),
]


@pytest.mark.parametrize(("code", "claims", "proofs", "number", "said"), OTHERWISE)
def test_4_1_a_status_that_another_reading_gives(
    code: str, claims: list[Claim], proofs: list[str], number: int, said: tuple[str, str | None]
) -> None:
    made, bench = work(claims, proofs)
    own = recomputed(made, bench)
    declared = scored(own, number, *said)
    assert differ(declared, own)
    reading = read_otherwise(declared, TRACK.tasks[0], made, bench)
    assert reading is not None
    assert reading.code == code


def test_a_wrong_status_is_no_reading() -> None:
    made, bench = work(CLAIMS[:3], ["ss", "s", "sv"])
    own = recomputed(made, bench)
    for said in (("unsupported", "invalid_proof"), FAULT):
        assert read_otherwise(scored(own, 2, *said), TRACK.tasks[0], made, bench) is None
    # The other reading in one place, and something wrong in another.
    twice = scored(scored(own, 2, "supported", None), 1, "unsupported", "invalid_proof")
    assert read_otherwise(twice, TRACK.tasks[0], made, bench) is None


def test_4_1_faults_and_the_half_on_own_resources() -> None:
    made, bench = work([CLAIMS[0], *CLAIMS[2:4]], ["f", "s", "s"])
    own = recomputed(made, bench)
    assert (own["state"], own["reason"]) == ("not_submitted", "own_resources_below_half")
    found = (FAULT, ("supported", None), ("supported", None))
    sent = [stated(a, *one) for a, one in zip(made.assertions, found, strict=True)]
    declared = {
        "task_id": "conf-01", "state": "submitted", "submitted_at": made.submitted_at, "verdict": "conforme",
        "verdict_exact": True, "verdict_grounded": True, "missing_facts": [], "assertions": sent,
        "disclosures": dict(made.disclosures), "narrative": "récit",
    }  # fmt: skip
    reading = read_otherwise(declared, TRACK.tasks[0], made, bench)
    assert reading is not None
    assert reading.code == "R3"


@pytest.mark.parametrize("claims", [[(ENTITY, "/siege", "Dijon")], [CLAIMS[0]]])
def test_4_1_a_refused_task_that_cites_an_open_batch(claims: list[Claim]) -> None:
    made, bench = work(claims, ["w"])
    own = recomputed(made, bench)
    waiting = [stated(a, "pending", None) for a in made.assertions]
    declared = {
        "task_id": "conf-01", "state": "pending", "submitted_at": made.submitted_at, "verdict": "conforme",
        "assertions": waiting, "disclosures": dict(made.disclosures), "narrative": "récit",
    }  # fmt: skip
    assert own["state"] in ("rejected", "not_submitted")
    reading = read_otherwise(declared, TRACK.tasks[0], made, bench)
    assert reading is not None
    assert reading.code == "R4"


def rejected(reason: str, number: int | None, made: Work) -> Document:
    document: Document = {"task_id": "conf-01", "state": "rejected", "reason": reason}
    if number is not None:
        one = made.assertions[number]
        document["at_fault"] = {"id": one.id, "claim": one.claim.model_dump()}
    return document


FOREIGN, SEAT = ("/entites/ENT-2", "/statut", "active"), (ENTITY, "/siege", "Dijon")
PAGES, STRANGER = (LISTED, "/pages", "x"), (LISTED, "/entrees/1/entite", "E2")
REASONS: list[tuple[list[Claim], str, int | None, bool]] = [
    # R11: what names no entry of a common list is no entry that concerns the entity either.
    ([CLAIMS[0], PAGES], "non_probative_field", 1, True),
    ([CLAIMS[0], PAGES], "unrelated_list_entry", 1, True),
    ([CLAIMS[0], PAGES], "unrelated_list_entry", None, True),
    ([CLAIMS[0], (LISTED, "", "x")], "unrelated_list_entry", 1, True),
    ([CLAIMS[0], (LISTED, "/entrees/01/statut", "x")], "unrelated_list_entry", 1, True),
    ([CLAIMS[0], (LISTED, "/page_suivante", "x")], "unrelated_list_entry", 1, True),
    # R12: of several reasons, any; of several assertions, any.
    ([FOREIGN, SEAT], "outside_graph", 0, True),
    ([FOREIGN, SEAT], "non_probative_field", 1, True),
    ([FOREIGN, ("/referentiel", "/criteres", "x"), SEAT], "outside_graph", 1, True),
    ([FOREIGN, *CLAIMS[:4]], "cap_exceeded", None, True),
    ([FOREIGN, *CLAIMS[:4]], "outside_graph", 0, True),
    # What is not true of the submission is wrong.
    ([CLAIMS[0], PAGES], "non_probative_field", 0, False),
    ([CLAIMS[0], PAGES], "outside_graph", 1, False),
    ([CLAIMS[0], SEAT], "unrelated_list_entry", 1, False),
    ([CLAIMS[0], STRANGER], "non_probative_field", 1, False),
    ([FOREIGN, SEAT], "cap_exceeded", None, False),
    ([FOREIGN, SEAT], "outside_graph", 1, False),
]


@pytest.mark.parametrize(("claims", "reason", "number", "true"), REASONS)
def test_5_7_a_rejected_task_bears_any_reason_that_is_true_of_it(
    claims: list[Claim], reason: str, number: int | None, true: bool
) -> None:
    made, bench = work(claims, ["s"] * len(claims))
    own, declared = recomputed(made, bench), rejected(reason, number, made)
    assert own["state"] == "rejected"
    assert differ(declared, with_its_reason(declared, own, TRACK.tasks[0], made, bench)) is not true


def test_an_assertion_at_fault_that_was_not_sent_is_wrong() -> None:
    made, bench = work([CLAIMS[0], SEAT], ["s", "s"])
    declared = rejected("non_probative_field", 1, made)
    declared["at_fault"]["claim"]["value"] = "Lyon"
    own = recomputed(made, bench)
    assert differ(declared, with_its_reason(declared, own, TRACK.tasks[0], made, bench))
