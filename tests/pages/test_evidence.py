"""What is published of a report's evidence: exactly what was given, and nothing of what is private."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs.proof import ProofView
from site_builder.challenges.prove_it.inputs.submission import Received, Sent, Submission
from site_builder.challenges.prove_it.pages import evidence
from tests.harness import loaded, smallest, worlds

PROOF = "prf_20260301_090000_0a0b0c"


def made(track: loaded.LoadedTrack, sent: Sent | None = None, views: Any = None) -> dict[str, Any]:
    data = evidence.evidence_file(track.context, track.case("community"), sent, views)
    found: dict[str, Any] = json.loads(data)
    return found


def test_the_score_is_the_one_that_the_scorer_gave(smallest_track: loaded.LoadedTrack) -> None:
    found = made(smallest_track)
    assert list(found) == [
        "schema", "season", "track", "table", "report_id", "demonstration", "score", "sent", "proofs",
    ]  # fmt: skip
    assert found["schema"] == "proveit-evidence-v1"
    assert (found["season"], found["track"], found["table"]) == (1, "conformite", "community")
    assert found["score"] == smallest.community()
    assert found["sent"] is None
    assert found["proofs"] is None


@pytest.mark.parametrize(
    ("given", "published"),
    [
        (None, b"null"),
        (b'{"a":1.0,"b":"\\u00e9"}', b'{"a":1.0,"b":"\\u00e9"}'),
        (b'{ "a" : 1e2,\n "b":[] }\n', b'{ "a" : 1e2,\n "b":[] }'),
        (b"not json", b'"not json"'),
        (b'{"a":1,"a":2}', b'"{\\"a\\":1,\\"a\\":2}"'),
        (b"[" * 300, b'"' + b"[" * 300 + b'"'),
        (b'{"a":"\xff"}', b'"{\\"a\\":\\"\\\\xff\\"}"'),
        (b'{"a":1}}, "injected": {"b":2', b'"{\\"a\\":1}}, \\"injected\\": {\\"b\\":2"'),
    ],
    ids=["none", "escapes", "layout", "text", "twice", "deep", "not-utf8", "closing-brace"],
)
def test_a_proof_stands_there_as_it_was_given(
    smallest_track: loaded.LoadedTrack, given: bytes | None, published: bytes
) -> None:
    case = smallest_track.case("community")
    views = {PROOF: ProofView(given, None)}
    data = evidence.evidence_file(smallest_track.context, case, None, views)
    assert data.endswith(
        b'"proofs":{"' + PROOF.encode() + b'":{"view":' + published + b',"log_entry":null}}}'
    )
    json.loads(data)


def test_no_proofs_is_not_the_same_as_no_proof_cited(smallest_track: loaded.LoadedTrack) -> None:
    assert made(smallest_track, views={})["proofs"] == {}


def test_what_was_sent_stands_there_by_task(smallest_track: loaded.LoadedTrack) -> None:
    opening = {"nonce": "0" * 64, "value": "1" * 64}
    document = {
        "season": 1, "track": "conformite", "task_id": "conf-03", "agent_did": smallest.COMMUNITY_DID,
        "verdict": "conforme",
        "assertions": [
            {
                "id": "a1",
                "claim": {"resource": "/e/ENT-0001", "field": "/n", "value": {"x": [1, 1.0, True, None]}},
                "proof_ids": [PROOF],
            }
        ],
        "disclosures": {PROOF: {"request_hash": opening, "response_hash": opening}},
        "narrative": "<b>‮ récit",
    }  # fmt: skip
    received = {"conf-03": "2026-03-02T10:00:00+01:00"}
    record = Received.model_validate({"schema": "proveit-received-v1", "received": received})
    sent = Sent({"conf-03": Submission.model_validate(document)}, record.received)
    found = made(smallest_track, sent)["sent"]
    assert found == {"received": received, "submissions": {"conf-03": document}}
    value = found["submissions"]["conf-03"]["assertions"][0]["claim"]["value"]["x"]
    assert [type(item) for item in value] == [int, float, bool, type(None)]


def test_only_a_public_report_that_shows_figures_has_evidence(rich: loaded.LoadedSeason) -> None:
    (track,) = rich.tracks
    told = {
        case.score.agent.name: evidence.has_evidence(track.context, case) for case in track.cases["community"]
    }
    without = {name for name, has in told.items() if not has}
    assert without == {"Private", "Withdrawn"}
    assert len(told) > len(without)


def test_an_invalidated_season_has_none(tmp_path: Path) -> None:
    world = worlds.smallest_world(tmp_path / "data")
    reason = {"fr": "Le corpus a changé.", "en": "The corpus changed."}
    worlds.mutate(world / worlds.SEASON, "/invalidated", {"at": "2026-03-15T12:00:00Z", "reason": reason})
    track = loaded.track(world)
    assert not evidence.has_evidence(track.context, track.case("community"))
