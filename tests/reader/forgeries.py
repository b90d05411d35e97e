"""Whole forgeries: the demonstration's data altered as who owns them can, for the program to build again.

Every hash, figure and status follows from the altered data: the program's own rescorer gives the scores.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from site_builder import anchors as trust_folder
from site_builder.challenges.prove_it.inputs import evidence_tree
from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.score import SCORE
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.scoring.basis import basis_of
from site_builder.challenges.prove_it.scoring.rescore import cited_proofs, rescore
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.kernel.identifiers import report_id
from tests.harness import worlds
from tests.harness.command import REPOSITORY

SEASON = "prove-it/season-0"
TRACK = f"{SEASON}/conformite"
Json = dict[str, Any]


def demonstration(folder: Path) -> Path:
    """The demonstration's data with one of its tracks, which is enough, under `folder`."""
    shutil.copytree(REPOSITORY / "data/results", folder, ignore=shutil.ignore_patterns("generique"))
    file = folder / SEASON / "corrections.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(line for line in lines if b'"generique"' not in line))
    return folder


def score_file(data: Path, name: str) -> Path:
    return data / TRACK / "community" / f"{name}.json"


def submissions(data: Path, name: str) -> Path:
    """What a participant of the track sent: a folder."""
    return data / TRACK / "submissions/community" / name


def row_of(data: Path, name: str) -> str:
    """The report id of a participant."""
    return report_id(worlds.read_json(score_file(data, name))["agent"]["did"])


def rescored(data: Path, name: str) -> None:
    """The score that the program gives to what the folder of the participant holds now."""
    anchors, _ = read_anchors(trust_folder.read(REPOSITORY / "trust"))
    assert anchors is not None
    corpus, findings = evidence_tree.read_corpus(data, TRACK, (data / TRACK / "manifest.json").read_bytes())
    assert corpus is not None, findings
    basis = basis_of(
        Season.model_validate(worlds.read_json(data / SEASON / "season.json")),
        Track.model_validate(worlds.read_json(data / TRACK / "track.json")),
        AnswerKey.model_validate(worlds.read_json(data / TRACK / "answer-key.json")),
        corpus,
        anchors,
    )
    file = score_file(data, name)
    score = SCORE.validate_python(worlds.read_json(file))
    given, findings = evidence_tree.read_sent(data, TRACK, "community", name)
    proofs, _ = evidence_tree.read_proofs(data, TRACK, cited_proofs(score, given))
    worlds.write_json(file, rescore(score, given, proofs, basis).document)


def each(data: Path, name: str, change: Callable[[Json], None]) -> None:
    """Every submission of a participant changed, and the score made of them again."""
    for file in sorted(submissions(data, name).glob("conf-*.json")):
        document = worlds.read_json(file)
        change(document)
        worlds.write_json(file, document)
    rescored(data, name)


def left_out(data: Path) -> None:
    """The best participant is nowhere."""
    score_file(data, "vigie").unlink()
    for file in submissions(data, "vigie").iterdir():
        file.unlink()
    submissions(data, "vigie").rmdir()


def names_swapped(data: Path) -> None:
    names = {name: worlds.read_json(score_file(data, name))["agent"]["name"] for name in ("vigie", "liasse")}
    worlds.mutate(score_file(data, "vigie"), "/agent/name", names["liasse"])
    worlds.mutate(score_file(data, "liasse"), "/agent/name", names["vigie"])


def verdicts_rewritten(data: Path) -> None:
    """What a participant answered becomes what the key expects."""
    key = worlds.read_json(data / TRACK / "answer-key.json")
    each(data, "constante", lambda one: one.update(verdict=key[one["task_id"]]["verdict"]))


def unsupported_taken_out(data: Path) -> None:
    """Assertions that no proof supports were never sent, as the site has it."""
    score = worlds.read_json(score_file(data, "ancienne"))
    unsupported = {
        (task["task_id"], a["id"])
        for task in score["tasks"]
        for a in task.get("assertions", ())
        if a["status"] == "unsupported"
    }

    def without(one: Json) -> None:
        one["assertions"] = [a for a in one["assertions"] if (one["task_id"], a["id"]) not in unsupported]
        cited = {proof for a in one["assertions"] for proof in a["proof_ids"]}
        one["disclosures"] = {proof: nonces for proof, nonces in one["disclosures"].items() if proof in cited}

    each(data, "ancienne", without)


def made_private(data: Path) -> None:
    worlds.mutate(score_file(data, "zele"), "/report/public", False)


def rival_made_worse(data: Path) -> None:
    """The best participant answered the wrong verdict throughout."""
    each(data, "vigie", lambda one: one.update(verdict="indeterminable"))


def corrections_gone(data: Path) -> None:
    """All but the first, without which a reference run would be counted twice."""
    file = data / SEASON / "corrections.jsonl"
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])


FORGERIES: dict[str, Callable[[Path], None]] = {
    "rows left out": left_out,
    "names exchanged between rows": names_swapped,
    "verdicts rewritten in a submission": verdicts_rewritten,
    "assertions taken out of a submission": unsupported_taken_out,
    "public reports made private": made_private,
    "a rival made to look worse": rival_made_worse,
    "corrections gone": corrections_gone,
}
"""By the words of the account for what it cannot see."""
