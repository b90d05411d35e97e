"""The rehearsal season: made again byte for byte, rescored byte for byte, and every case is in it."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rehearsal.__main__ import main
from site_builder import anchors as trust_folder
from site_builder.challenges.prove_it.inputs.tree import read_tree
from site_builder.challenges.prove_it.scoring.score_document import score_bytes
from site_builder.evidence.account import examine
from site_builder.evidence.steps import Status
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import read_anchors
from tests.rehearsal.replaying import SEASON, replay

TRACKS = ("conformite", "generique")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_another_process_makes_the_same_bytes(made: Path, repository: Path, tmp_path: Path) -> None:
    arguments = ["--out", str(tmp_path / "data"), "--trust", str(tmp_path / "trust")]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    subprocess.run(
        [sys.executable, "-m", "rehearsal", *arguments], cwd=repository, env=environment, check=True
    )
    assert contents(tmp_path) == contents(made)


def test_the_committed_anchors_are_those_of_the_seed(made: Path, repository: Path) -> None:
    assert contents(repository / "trust" / "rehearsal") == contents(made / "trust")


def test_the_committed_season_is_that_of_the_seed(season: Path, repository: Path) -> None:
    assert contents(repository / "data" / "results" / SEASON) == contents(season / SEASON)


def test_the_tree_is_as_the_format_says_and_small(season: Path) -> None:
    assert read_tree(season)[1] == []
    assert sum(len(data) for data in contents(season).values()) < 6_000_000


@pytest.mark.parametrize("track", TRACKS)
def test_rescoring_gives_the_scores_byte_for_byte(
    season: Path, rehearsal_anchors: TrustAnchors, track: str
) -> None:
    found = replay(season, rehearsal_anchors, track)
    assert (found.findings, found.freeze) == ([], [])
    assert len(found.scores) == {"conformite": 16, "generique": 15}[track]
    for file, result in found.scores.items():
        assert (result.differences, result.undecided, result.not_replayed) == ((), (), ())
        for task in result.document["tasks"]:
            task.pop("lost_to_faults", None)  # optional: these scores leave it to the evidence
        assert score_bytes(result.document) == (season / file).read_bytes(), file


@pytest.mark.parametrize("track", TRACKS)
def test_rescoring_without_submissions_gives_the_same_and_says_what_it_left_out(
    season: Path, rehearsal_anchors: TrustAnchors, track: str
) -> None:
    for file, result in replay(season, rehearsal_anchors, track, submissions=False).scores.items():
        document = json.loads((season / file).read_bytes())
        left = [t["task_id"] for t in document["tasks"] if t["state"] in ("not_submitted", "rejected")]
        assert (result.differences, result.undecided) == ((), ())
        assert list(result.not_replayed) == left


def scores(season: Path, track: str) -> dict[str, dict[str, Any]]:
    return {
        path.stem: json.loads(path.read_bytes())
        for table in ("reference", "community")
        for path in (season / SEASON / track / table).glob("*.json")
    }


def test_every_case_is_shown(season: Path) -> None:
    for track in TRACKS:
        tasks = [task for score in scores(season, track).values() for task in score["tasks"]]
        states = {(task["state"], task.get("reason")) for task in tasks}
        expected = {
            ("submitted", None), ("pending", None), ("not_submitted", "nothing_sent"),
            ("not_submitted", "below_minimum"), ("rejected", "cap_exceeded"), ("rejected", "outside_graph"),
            ("rejected", "non_probative_field"),
        }  # fmt: skip
        if track == "conformite":
            expected |= {("not_submitted", "own_resources_below_half"), ("rejected", "unrelated_list_entry")}
        assert states == expected
        found = {(a["status"], a["cause"]) for task in tasks for a in task.get("assertions", ())}
        assert found == {
            ("supported", None), ("pending", None), ("instrument_fault", "instrument_fault"),
            ("unsupported", "invalid_proof"), ("unsupported", "identity_not_bound"),
            ("unsupported", "resource_mismatch"), ("unsupported", "value_mismatch"),
        }  # fmt: skip
        verdicts = {(t["verdict_exact"], t["verdict_grounded"]) for t in tasks if t["state"] == "submitted"}
        assert verdicts == {(True, True), (True, False), (False, True), (False, False)}
        assert {a["public"] for a in (s.get("report") for s in scores(season, track).values()) if a} == {
            True, False,
        }  # fmt: skip


# By hand: assertions, unsupported, instrument faults, tasks submitted, verdicts counted.
TOTALS = {
    ("conformite", "vigie"): (41, 0, 0, 10, 10),  # all right, in every equivalent form
    ("conformite", "muette"): (0, 0, 0, 0, 0),  # abstains: no denominator
    ("conformite", "constante"): (41, 0, 0, 10, 4),  # the best constant answer, 4 of 10, without overclaim
    ("conformite", "liasse"): (41, 41, 0, 10, 0),  # every proof on every claim carries nothing
    ("conformite", "zele"): (14, 0, 0, 3, 3),  # six rejected, one below half
    ("generique", "vigie"): (40, 0, 0, 10, 10),
    ("generique", "constante"): (40, 0, 0, 10, 3),
    # Its first task rests on one resource alone: there every proof is the right one.
    ("generique", "liasse"): (40, 37, 0, 10, 1),
}


@pytest.mark.parametrize(("track", "name"), list(TOTALS))
def test_what_the_scripted_participants_come_to(season: Path, track: str, name: str) -> None:
    assert tuple(scores(season, track)[name]["totals"].values()) == TOTALS[(track, name)]


def letters(task: dict[str, Any]) -> str:
    short = {
        "supported": "s", "invalid_proof": "p", "identity_not_bound": "i", "resource_mismatch": "r",
        "value_mismatch": "v", "instrument_fault": "f", "pending": "w",
    }  # fmt: skip
    return task.get("reason") or "".join(short[a["cause"] or a["status"]] for a in task["assertions"])


# By hand, from what each does (rehearsal/participants.py): one entry a task.
TASKS = {
    # Proofs at the very opening and close hold; one second before or after, they do not.
    "horloge": ["sss", "spss", "sss", "ssss", "sspss", "sssss", "ssss", "ppsss", "ssss", "ssss"],
    # Spec 3.0, an identity that is not bound, one that is somebody else's.
    "ancienne": ["iii", "isss", "sss", "isss", "sssss", "sisss", "ssss", "iiiii", "ssss", "ssss"],
    # Faults beside good proofs, faults that leave too little, a disguised host that gains nothing.
    "panne": [
        "below_minimum", "ssss", "ssf", "ssss", "below_minimum", "sssrs", "ssss", "fssss", "sssf", "ssss",
    ],
    "attente": ["sss", "ssss", "nothing_sent", "ssss", "sssss", "sssss", "ssss", "sssss", "ssss", "wwww"],
    "zele": [
        "unrelated_list_entry", "cap_exceeded", "non_probative_field", "outside_graph",
        "unrelated_list_entry", "sssss", "non_probative_field", "sssss", "own_resources_below_half", "ssss",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", list(TASKS))
def test_task_by_task(season: Path, name: str) -> None:
    assert [letters(task) for task in scores(season, "conformite")[name]["tasks"]] == TASKS[name]


FAULTY = "community/panne.json"
# By hand: what was sent, and what of it met a fault (rehearsal/participants.py).
LOST = {
    "conf-01": {"assertions": 3, "instrument_faults": 2},
    "conf-05": {"assertions": 5, "instrument_faults": 2},
}


def stated(data: Path, task_id: str, lost: object) -> None:
    """The score of the participant that met faults says this of a task."""
    place = data / SEASON / "conformite" / FAULTY
    score = json.loads(place.read_bytes())
    task = next(task for task in score["tasks"] if task["task_id"] == task_id)
    assert "lost_to_faults" not in task
    task["lost_to_faults"] = lost
    place.write_text(json.dumps(score), encoding="utf-8")


def test_tasks_lost_to_faults_alone_are_known_whether_or_not_the_scorer_says_so(
    season: Path, rehearsal_anchors: TrustAnchors, tmp_path: Path
) -> None:
    """Specification §4.1: what enters no minimum, and opens an incident."""
    data = shutil.copytree(season, tmp_path / "data")
    for says in (False, True):
        for task_id, lost in LOST.items() if says else ():
            stated(data, task_id, lost)
        (made,) = replay(data, rehearsal_anchors, "conformite", only=FAULTY).scores.values()
        assert made.agrees
        assert {name: lost.model_dump() for name, lost in made.lost_to_faults.items()} == LOST


def test_a_scorer_that_says_other_numbers_of_a_lost_task_differs(
    season: Path, rehearsal_anchors: TrustAnchors, tmp_path: Path
) -> None:
    data = shutil.copytree(season, tmp_path / "data")
    stated(data, "conf-05", {"assertions": 5, "instrument_faults": 3})
    (made,) = replay(data, rehearsal_anchors, "conformite", only=FAULTY).scores.values()
    (one,) = made.differences
    assert (one.pointer, one.declared, one.recomputed) == ("/tasks/4/lost_to_faults/instrument_faults", 3, 2)


def test_the_keys_cover_every_family_and_one_control(season: Path) -> None:
    for track in TRACKS:
        key = json.loads((season / SEASON / track / "answer-key.json").read_bytes())
        families = Counter(answer["family"] for answer in key.values())
        assert set(families) == {None, "P1", "P2", "P3", "P4", "P5"}
        assert (families[None], families["P5"]) == (1, 3)
        assert [answer["control"] for answer in key.values()].count(True) == 1
    expected = json.loads((season / SEASON / "conformite" / "track.json").read_bytes())["expected_verdicts"]
    assert expected == {"conforme": 3, "non_conforme": 4, "indeterminable": 3}


def test_a_wrong_flat_copy_is_an_incident_and_changes_no_score(
    season: Path, rehearsal_anchors: TrustAnchors
) -> None:
    for track in TRACKS:
        results = replay(season, rehearsal_anchors, track).scores
        named = {
            file.split("/")[-1]: [i.incident.pointer for i in r.incidents] for file, r in results.items()
        }
        assert {name: found for name, found in named.items() if found} == {
            "boussole.json": ["/hashes/response"]
        }


# What the anchors may vouch for.


def first_proof(season: Path) -> tuple[bytes, bytes]:
    folder = season / SEASON / "conformite"
    view = min((folder / "proofs").iterdir()).read_bytes()
    root = json.loads(view)["batch_anchor"]["root"].removeprefix("sha256:")
    return view, (folder / "log" / f"{root}.json").read_bytes()


def test_the_anchors_of_a_rehearsal_vouch_for_no_real_season(season: Path, repository: Path) -> None:
    every, findings = read_anchors(trust_folder.read(repository / "trust"))
    assert findings == []
    assert every is not None
    view, entry = first_proof(season)
    rehearsed = examine(view, every, log_entry=entry, rehearsal=True)
    assert (rehearsed.verdict, rehearsed.rehearsal) == (Status.PASSED, True)
    real = examine(view, every, log_entry=entry)
    assert [real.step(n).status for n in (2, 4, 5)] == [Status.FAILED] * 3
    assert (real.step(2).cause, real.step(4).cause) == ("published_key", "known_authority")


def test_the_same_season_without_the_mark_of_a_demonstration_holds_nothing(
    season: Path, rehearsal_anchors: TrustAnchors, tmp_path: Path
) -> None:
    copy = shutil.copytree(season, tmp_path / "data")
    place = copy / SEASON / "season.json"
    document = json.loads(place.read_bytes()) | {"demonstration": False}
    place.write_text(json.dumps(document), encoding="utf-8")
    found = replay(copy, rehearsal_anchors, "conformite", only="community/vigie.json")
    (result,) = found.scores.values()
    assert (result.tally.unsupported, result.tally.verdicts_counted) == (41, 0)
    assert [fault.pointer for fault in found.freeze][:1] == ["/freezes/0/proof_id"]


# The command.


def test_the_command_does_not_replace_a_real_season(
    tmp_path: Path, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / SEASON / "season.json"
    place.parent.mkdir(parents=True)
    document = json.loads((season / SEASON / "season.json").read_bytes()) | {"demonstration": False}
    place.write_text(json.dumps(document), encoding="utf-8")
    before = contents(tmp_path)
    assert main(["--out", str(tmp_path), "--trust", str(tmp_path / "trust")]) == 1
    assert "no demonstration" in capsys.readouterr().err
    assert contents(tmp_path) == before


def test_the_command_replaces_a_demonstration_whole(tmp_path: Path, season: Path) -> None:
    place = tmp_path / SEASON / "season.json"
    place.parent.mkdir(parents=True)
    place.write_text('{"demonstration": true}', encoding="utf-8")
    (place.parent / "left-over.json").write_text("{}", encoding="utf-8")
    assert main(["--out", str(tmp_path), "--trust", str(tmp_path / "trust")]) == 0
    assert contents(tmp_path / SEASON) == contents(season / SEASON)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_openssl_verifies_a_token(season: Path, made: Path, tmp_path: Path) -> None:
    view = json.loads(first_proof(season)[0])
    (tmp_path / "root.bin").write_bytes(bytes.fromhex(view["batch_anchor"]["root"].removeprefix("sha256:")))
    (tmp_path / "token.tsr").write_bytes(base64.b64decode(view["timestamp_authority"]["tsr_base64"]))
    command = ["openssl", "ts", "-verify", "-data", "root.bin", "-in", "token.tsr"]
    command += ["-CAfile", str(made / "trust/tsa-root.pem"), "-untrusted", str(made / "trust/tsa.crt")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "Verification: OK" in done.stdout + done.stderr
