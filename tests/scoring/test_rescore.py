"""One task and one score computed again: every state, reason, status and cause, and their order.

The accounts of the proofs are given: what makes an account is tested with the evidence. A letter stands for
what a claim's proof shows: ``s`` all holds, ``p`` invalid, ``i`` identity not bound, ``r`` another resource,
``v`` another value, ``f`` the instrument's fault, ``w`` still open, ``?`` not decided.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.score import SCORE, Disclosure, Score
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.submission import Sent, Submission
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.scoring.assertion import Resource
from site_builder.challenges.prove_it.scoring.basis import Basis
from site_builder.challenges.prove_it.scoring.difference import ABSENT
from site_builder.challenges.prove_it.scoring.graph import Graph
from site_builder.challenges.prove_it.scoring.rescore import Rescoring, cited_proofs, rescore
from site_builder.challenges.prove_it.scoring.rescore_task import Bench, TaskResult, Work, rescore_task
from site_builder.evidence.account import Account
from site_builder.evidence.identity import Identity
from site_builder.evidence.steps import STEP_NAMES, Status, Step
from site_builder.evidence.trust import TrustAnchors
from site_builder.kernel.instants import parse
from tests.harness import smallest

DID = smallest.COMMUNITY_DID
ENTITY = "/entites/ENT-1"
LISTED = "/listes/agrees/change"
BODIES = {
    ENTITY: b'{"existe": true, "statut": "active", "siege": "Dijon", "agrements": ["AGR-1"]}',
    LISTED: b'{"entrees": [{"entite": "ENT-1", "statut": "actif", "agrement": "AGR-1"}, {"entite": "E2"}]}',
}
GRAPH = Graph(frozenset(BODIES), frozenset({ENTITY}), {LISTED: frozenset({0})})
# The claims of a task in their order: what the corpus serves, two own fields first, then the list's.
CLAIMS: list[tuple[str, str, Any]] = [
    (ENTITY, "/statut", "active"),
    (ENTITY, "/existe", True),
    (LISTED, "/entrees/0/statut", "actif"),
    (LISTED, "/entrees/0/entite", "ENT-1"),
    (LISTED, "/entrees/0/agrement", "AGR-1"),
]
REQUEST = {name: f"{n:02x}" * 32 for n, name in enumerate(BODIES, 16)}
ANSWER = {name: f"{n:02x}" * 32 for n, name in enumerate(BODIES, 32)}
FAULT = "ff" * 32
KEY = AnswerKey.model_validate(
    {
        task_id: {
            "verdict": "conforme", "family": None, "control": True,
            "grounds": [{"any_of": [
                {"resource": ENTITY, "field": "/statut", "value": "active"},
                {"resource": LISTED, "field": "/entrees/0/statut", "value": "actif"},
            ]}],
        }
        for task_id in ("conf-01", "conf-02", "conf-03")
    }
)  # fmt: skip
TRACK = Track.model_validate(
    smallest.track() | {"tasks": [{"task_id": t, "minimum": 2, "cap": 4} for t in KEY.root]}
    | {
        "scoring_rules": smallest.track()["scoring_rules"] | {"sha256": "00" * 32},
        "answer_key": smallest.track()["answer_key"] | {"commitment": "00" * 32},
    }
)  # fmt: skip
BASIS = Basis(
    Season.model_validate(smallest.season()),
    TRACK,
    KEY,
    {name: Resource(REQUEST[name], ANSWER[name], body) for name, body in BODIES.items()},
    dict.fromkeys(KEY.root, GRAPH),
    frozenset({FAULT}),
    TrustAnchors(),
)
PASSED = tuple(Step(number, Status.PASSED, None, None, ()) for number in STEP_NAMES)
TIME = dt.datetime(2026, 3, 10, 9, 59, 0, tzinfo=dt.UTC)


def account(letter: str, proof_id: str, resource: str) -> Account:
    good = Account(
        proof_id, "3.1", None, PASSED, (), TIME, Identity(DID, True, "bound"),
        {"request_hash": REQUEST[resource], "response_hash": ANSWER[resource]},
    )  # fmt: skip
    opened = dict(good.opened or {})
    return {
        "s": good,
        "p": replace(good, steps=(Step(1, Status.FAILED, "chain_hash", None, ()), *PASSED[1:])),
        "i": replace(good, identity=Identity(DID, True, "unverified")),
        "r": replace(good, opened=opened | {"request_hash": "aa" * 32}),
        "v": replace(good, opened=opened | {"response_hash": "aa" * 32}),
        "f": replace(good, opened=opened | {"response_hash": FAULT}),
        "w": replace(good, batch_open=True, time=None),
        "?": replace(
            good, steps=(*PASSED[:4], Step(5, Status.NOT_CHECKED, "no_log_entry", None, ()), *PASSED[5:])
        ),
    }[letter]


@dataclass(slots=True)
class Ready(Bench):
    """A bench whose accounts are given."""

    given: Mapping[str, Account] | None = None

    def accounts(self, disclosures: Mapping[str, Disclosure]) -> dict[str, Account | None]:
        return {proof_id: found for proof_id, found in (self.given or {}).items() if proof_id in disclosures}


def proof(number: int) -> str:
    return f"prf_20260310_095900_{number:06x}"


def submission(task_id: str, claims: list[tuple[str, str, Any]], verdict: str = "conforme") -> Submission:
    made = [
        {"id": f"a{n}", "claim": {"resource": r, "field": f, "value": v}, "proof_ids": [proof(n)]}
        for n, (r, f, v) in enumerate(claims, 1)
    ]
    return Submission.model_validate(
        {
            "season": 1, "track": "conformite", "task_id": task_id, "agent_did": DID, "verdict": verdict,
            "assertions": made, "narrative": "récit",
            "disclosures": smallest.disclosures(*(proof(n) for n in range(1, len(claims) + 1))),
        }
    )  # fmt: skip


def task(
    letters: str, claims: list[tuple[str, str, Any]] | None = None, verdict: str = "conforme"
) -> TaskResult:
    chosen = claims or CLAIMS[: len(letters)]
    sent = submission("conf-01", chosen, verdict)
    given = {
        proof(n): account(letter, proof(n), resource if resource in BODIES else ENTITY)
        for n, (letter, (resource, _, _)) in enumerate(zip(letters, chosen, strict=True), 1)
    }
    work = Work("2026-03-10T10:00:00Z", sent.verdict, sent.assertions, sent.disclosures, sent.narrative)
    return rescore_task(TRACK.tasks[0], work, Ready(BASIS, {}, DID, given=given))


def brief(result: TaskResult) -> str:
    """``submitted ss`` with a letter for each assertion, or the state and its reason."""
    document = result.document
    if document is None:
        return "undecided"
    if document["state"] not in ("submitted", "pending"):
        return f"{document['state']} {document['reason']}"
    letters = {
        "supported": "s", "invalid_proof": "p", "identity_not_bound": "i", "resource_mismatch": "r",
        "value_mismatch": "v", "instrument_fault": "f", "pending": "w",
    }  # fmt: skip
    return f"{document['state']} " + "".join(
        letters[a["cause"] or a["status"]] for a in document["assertions"]
    )


BELOW, HALF = "not_submitted below_minimum", "not_submitted own_resources_below_half"
STATES = [
    ("ss", "submitted ss"), ("sp", "submitted sp"), ("is", "submitted is"), ("sr", "submitted sr"),
    ("vv", "submitted vv"), ("pirv", "submitted pirv"), ("ssss", "submitted ssss"),
    # Instrument faults count toward the cap, and neither toward the minimum nor toward its half.
    ("ssf", "submitted ssf"), ("sfs", "submitted sfs"), ("sf", BELOW), ("ff", BELOW),
    ("ssff", "submitted ssff"),
    ("ffss", HALF), ("ffpp", HALF), ("fsss", "submitted fsss"),
    ("s", BELOW), ("p", BELOW), ("w", BELOW), ("?", BELOW), ("sssss", "rejected cap_exceeded"),
    # One open batch, and the whole task waits; what is short or rejected without any proof does not.
    ("sw", "pending ww"), ("pw", "pending ww"), ("w?", "pending ww"), ("wf", "pending ww"),
    ("ffw", "pending www"),
    ("wwwww", "rejected cap_exceeded"),
    # What the evidence does not decide is left alone.
    ("s?", "undecided"), ("p?", "undecided"), ("f?", "undecided"), ("?s", "undecided"),
]  # fmt: skip


@pytest.mark.parametrize(("letters", "expected"), STATES)
def test_the_state_of_a_task(letters: str, expected: str) -> None:
    assert brief(task(letters)) == expected


REJECTED = [
    (("/entites/ENT-2", "/statut", "active"), "outside_graph"),
    ((LISTED, "/entrees/1/entite", "E2"), "unrelated_list_entry"),
    ((ENTITY, "/siege", "Dijon"), "non_probative_field"),
    ((ENTITY, "", {}), "non_probative_field"),
]


@pytest.mark.parametrize(("claim", "reason"), REJECTED)
@pytest.mark.parametrize("letter", ["s", "p", "f", "w", "?"])
def test_a_rejection_follows_from_the_claims_whatever_the_proofs(
    claim: tuple[str, str, Any], reason: str, letter: str
) -> None:
    result = task(f"ss{letter}", [CLAIMS[0], CLAIMS[1], claim])
    assert result.document == {
        "task_id": "conf-01", "state": "rejected", "reason": reason,
        "at_fault": {"id": "a3", "claim": {"resource": claim[0], "field": claim[1], "value": claim[2]}},
    }  # fmt: skip


def test_a_rejection_comes_before_a_shortfall() -> None:
    assert brief(task("s", [(ENTITY, "/siege", "Dijon")])) == "rejected non_probative_field"


def test_lists_alone_are_below_half() -> None:
    assert brief(task("ss", CLAIMS[2:4])) == HALF
    assert brief(task("ww", CLAIMS[2:4])) == HALF


VERDICTS: list[tuple[str, str, bool, bool]] = [
    # Both forms of the only ground are among the first three claims: the first and the third.
    ("ss", "conforme", True, True), ("vs", "conforme", True, False), ("vss", "conforme", True, True),
    ("ssv", "conforme", True, True), ("fss", "conforme", True, True), ("fsv", "conforme", True, False),
    ("ss", "non_conforme", False, True), ("vs", "indeterminable", False, False),
    ("ss", "Conforme", False, True),
]  # fmt: skip


@pytest.mark.parametrize(("letters", "verdict", "exact", "grounded"), VERDICTS)
def test_the_verdict(letters: str, verdict: str, exact: bool, grounded: bool) -> None:
    document = task(letters, verdict=verdict).document
    assert document is not None
    assert (document["verdict_exact"], document["verdict_grounded"]) == (exact, grounded)
    first = {"resource": ENTITY, "field": "/statut", "value": "active"}
    assert document["missing_facts"] == ([] if grounded else [first])


def test_the_members_of_a_pending_task() -> None:
    document = task("sw").document
    assert document is not None
    assert list(document) == [
        "task_id", "state", "submitted_at", "verdict", "assertions", "disclosures", "narrative",
    ]  # fmt: skip
    assert [(a["status"], a["cause"]) for a in document["assertions"]] == [("pending", None)] * 2


def test_why_each_assertion_is_what_it_is() -> None:
    reasons = task("spv").reasons
    assert reasons["/assertions/0"] == "the four conditions hold"
    assert reasons["/assertions/1"] == f"condition 1, {proof(2)}: step 1, commitments: chain_hash"
    assert reasons["/assertions/2"] == f"condition 4, {proof(3)}: the answer is not the one that is served"


# A whole score. Without proofs at hand nothing is decided but what follows from the claims alone.


def score(*tasks: dict[str, Any], totals: tuple[int, ...] = (0, 0, 0, 0, 0)) -> Score:
    document = smallest.community() | {"tasks": list(tasks)}
    document["totals"] = dict(zip(document["totals"], totals, strict=True))
    return SCORE.validate_python(document)


def absent(task_id: str, reason: str = "nothing_sent") -> dict[str, Any]:
    state = "rejected" if reason in ("cap_exceeded", "outside_graph") else "not_submitted"
    return {"task_id": task_id, "state": state, "reason": reason}


def sent(*submissions: Submission) -> Sent:
    return Sent(
        {s.task_id: s for s in submissions}, {s.task_id: parse("2026-03-10T10:00:00Z") for s in submissions}
    )


def told(result: Rescoring) -> list[tuple[str, object, object]]:
    return [(d.pointer, d.declared, d.recomputed) for d in result.differences]


NO_PROOF: dict[str, ProofView] = {}


def test_tasks_without_a_submission_were_not_sent() -> None:
    declared = score(absent("conf-01"), absent("conf-02", "below_minimum"), absent("conf-03", "cap_exceeded"))
    result = rescore(declared, sent(submission("conf-02", CLAIMS[:1])), NO_PROOF, BASIS)
    assert told(result) == [("/tasks/2/state", "rejected", "not_submitted")]
    assert result.differences[0].why == "the track keeps submissions, and holds none for this task"
    assert (result.not_replayed, result.undecided) == ((), ())
    assert result.document["tasks"][2] == absent("conf-03")


def test_without_submissions_only_what_the_score_repeats_is_replayed() -> None:
    declared = score(absent("conf-01"), absent("conf-02", "below_minimum"), absent("conf-03", "cap_exceeded"))
    result = rescore(declared, None, NO_PROOF, BASIS)
    assert result.agrees
    assert result.not_replayed == ("conf-01", "conf-02", "conf-03")


def test_a_reason_that_differs() -> None:
    declared = score(absent("conf-01", "own_resources_below_half"), absent("conf-02"), absent("conf-03"))
    result = rescore(declared, sent(submission("conf-01", CLAIMS[:1])), NO_PROOF, BASIS)
    assert told(result) == [("/tasks/0/reason", "own_resources_below_half", "below_minimum")]
    assert result.differences[0].why == "1 counted assertions, and the minimum is 2"


def test_without_proofs_a_submitted_task_is_not_decided_and_left_as_declared() -> None:
    made = submission("conf-01", CLAIMS[:2])
    declared = score(_declared(made), absent("conf-02"), absent("conf-03"), totals=(2, 0, 0, 1, 1))
    result = rescore(declared, sent(made), NO_PROOF, BASIS)
    assert told(result) == []
    assert [u.pointer for u in result.undecided] == ["/tasks/0/assertions/0", "/tasks/0/assertions/1"]
    assert result.undecided[0].why == f"condition 1, {proof(1)}: the proof is not at hand"


def test_proofs_that_do_not_exist_are_no_evidence() -> None:
    made = submission("conf-01", CLAIMS[:2])
    declared = score(_declared(made), absent("conf-02"), absent("conf-03"), totals=(2, 0, 0, 1, 1))
    views = {p: ProofView(None, None) for p in cited_proofs(declared, sent(made))}
    result = rescore(declared, sent(made), views, BASIS)
    first = {"resource": ENTITY, "field": "/statut", "value": "active"}
    assert told(result) == [
        ("/tasks/0/verdict_grounded", True, False),
        ("/tasks/0/missing_facts/0", ABSENT, first),
        ("/tasks/0/assertions/0/status", "supported", "unsupported"),
        ("/tasks/0/assertions/0/cause", None, "invalid_proof"),
        ("/tasks/0/assertions/1/status", "supported", "unsupported"),
        ("/tasks/0/assertions/1/cause", None, "invalid_proof"),
        ("/totals/unsupported", 0, 2),
        ("/totals/verdicts_counted", 1, 0),
    ]
    assert result.differences[2].why == f"condition 1, {proof(1)}: there is no such proof"
    assert (result.tally.unsupported, result.tally.assertions) == (2, 2)
    # The same from what the score repeats.
    assert told(rescore(declared, None, views, BASIS)) == told(result)


def test_totals_are_counted_whatever_the_tasks() -> None:
    declared = score(absent("conf-01"), absent("conf-02"), absent("conf-03"), totals=(1, 2, 3, 4, 5))
    result = rescore(declared, sent(), NO_PROOF, BASIS)
    assert told(result) == [
        ("/totals/assertions", 1, 0), ("/totals/unsupported", 2, 0), ("/totals/instrument_faults", 3, 0),
        ("/totals/tasks_submitted", 4, 0), ("/totals/verdicts_counted", 5, 0),
    ]  # fmt: skip


def test_a_submission_of_another_agent_season_track_or_task() -> None:
    other = submission("conf-09", CLAIMS[:1]).model_copy(
        update={"season": 2, "track": "generique", "agent_did": smallest.SPARE_DID}
    )
    declared = score(absent("conf-01"), absent("conf-02"), absent("conf-03"))
    result = rescore(declared, sent(other), NO_PROOF, BASIS)
    assert [(pointer, recomputed) for pointer, _, recomputed in told(result)] == [
        ("/season", 2), ("/track", "generique"), ("/agent/did", smallest.SPARE_DID), ("/tasks", "conf-09"),
    ]  # fmt: skip


def _declared(made: Submission) -> dict[str, Any]:
    assertions = [
        {
            "id": a.id, "claim": a.claim.model_dump(), "proof_ids": a.proof_ids,
            "status": "supported", "cause": None,
        }
        for a in made.assertions
    ]  # fmt: skip
    return smallest.submitted(made.task_id, made.verdict, assertions) | {"narrative": "récit"}
