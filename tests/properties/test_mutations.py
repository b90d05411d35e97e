"""A tree with one change anywhere is refused, or the change is one that no reader of the tree could tell.

What passes must be in `FREE`: a choice of its author, or a fact that only a replay from the proofs can check.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.harness.command import run_cli
from tests.harness.worlds import SeasonMaker, copied
from tests.properties.mutations import Judge, Mutation, Mutator, format_of, general

# (format, generalised place, kinds): why a change there may pass.
FREE: dict[tuple[str, str, str], str] = {
    ("season", r"/demonstration|/disputes/.*|/licence/.*|/season_service|/proof_url", "value"): "a choice",
    ("season", r"/(opens_at|closes_at|published_at)", "value"): "another date in the right order",
    ("season", r"/published_at", "type"): "null: the publication is not decided",
    ("track", r"/corpus(/manifest_sha256)?", "value"): "no manifest in the tree to compare with",
    ("track", r"/scoring_rules/(version|proof_id)", "value"): "what the proof anchors, the proof alone says",
    (
        "track",
        r"/scoring_rules/superseded(/.*)?",
        "value delete",
    ): "earlier freezes, their proofs alone say",
    ("score", r"/agent/name|/stack(/declared)?|/run/(model|framework)(_version)?|/run/prompt_url", "value"): (
        "what the operator declares"
    ),
    ("score", r"/report(/public)?", "value"): "the participant's choice",
    ("score", r"/tasks/\*/(narrative|submitted_at)", "value"): "free text; another moment of the season",
    ("score", r"/tasks/\*/narrative", "delete"): "a submission may come without one",
    ("score", r"/tasks/\*/reason", "value"): "another reason of the same state: the corpus alone says",
    ("score", r"/tasks/\*/verdict", "value"): "a wrong verdict in place of another wrong one",
    ("score", r"/tasks/\*", "value"): "the same task of another row, with the same counts",
    ("score", r"/tasks/\*/assertions/\*/id", "value"): "the participant's own label",
    ("score", r"/tasks/\*/assertions/\*/cause", "value"): "another cause of refusal: the proofs alone say",
    ("score", r"/tasks/\*/assertions/\*/proof_ids/\*", "delete add"): "a second receipt, cited elsewhere too",
    (
        "score",
        r"/tasks/\*/assertions/\*/claim(/(resource|field))?",
        "value",
    ): "a claim that carries no ground",
    (
        "score",
        r"/tasks/\*/assertions/\*/claim/value(/.*)?",
        "value type delete add",
    ): "a claim that carries no ground",
    ("score", r"/tasks/\*/disclosures/\*/(request|response)_hash(/(nonce|value))?", "value"): (
        "opened hashes: the proofs alone say"
    ),
    ("score", r"/tasks/\*/disclosures/\*", "value"): "opened hashes: the proofs alone say",
}


@pytest.fixture(scope="module")
def world(make_season: SeasonMaker, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(make_season(20, 3), tmp_path_factory.mktemp("mutations") / "data")


def free(mutation: Mutation) -> bool:
    name = format_of(mutation.file)
    kind = "score" if name in ("community", "reference") else name
    return any(
        kind == where and mutation.kind in kinds.split() and re.fullmatch(places, general(mutation.path))
        for where, places, kinds in FREE
    )


def in_the_same_place(mutation: Mutation, file: str) -> bool:
    """The changed file; or its track, where two files disagree and either may be the wrong one."""
    return file == mutation.file or file.startswith(
        mutation.file.split("/community/")[0].rsplit("/", 1)[0] + "/"
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_one_change_anywhere_is_refused_at_its_place(world: Path, seed: int) -> None:
    judge, mutator = Judge(world), Mutator(world, seed)
    unnoticed, elsewhere, refused, drawn = [], [], 0, 0
    while drawn < 120:
        mutation, document = mutator.draw()
        if json.dumps(document) == json.dumps(mutator.documents[mutation.file]):
            continue
        drawn += 1
        findings = judge.judged(mutation, document)
        if findings:
            refused += 1
            if not any(in_the_same_place(mutation, finding.file) for finding in findings):
                elsewhere.append(str(mutation))
        elif not free(mutation):
            unnoticed.append(str(mutation))
    assert unnoticed == []
    assert elsewhere == []
    assert refused > 90


@pytest.mark.slow
def test_the_program_refuses_what_the_judge_refuses(world: Path) -> None:
    """The same changes through the whole program: exit 1, the same codes and places, no traceback."""
    judge, mutator = Judge(world), Mutator(world, 11)
    tried = 0
    while tried < 3:
        mutation, document = mutator.draw()
        expected = judge.judged(mutation, document)
        if not expected or json.dumps(document) == json.dumps(mutator.documents[mutation.file]):
            continue
        tried += 1
        path = world / mutation.file
        before = path.read_bytes()
        path.write_bytes(json.dumps(document, ensure_ascii=False).encode())
        try:
            done = run_cli("check", "--data", world, "--format", "json")
        finally:
            path.write_bytes(before)
        assert done.returncode == 1, (str(mutation), done.stderr)
        assert "Traceback" not in done.stderr
        told = {(f["code"], f["file"], f["pointer"]) for f in json.loads(done.stdout)["findings"]}
        assert {(f.code, f.file, f.pointer) for f in expected} <= told, str(mutation)


@pytest.mark.parametrize("section", ["conformite/section-5.txt", "generique/section-6.txt"])
def test_one_byte_of_a_frozen_section(world: Path, section: str) -> None:
    path = world / "prove-it/season-1" / section
    before = path.read_bytes()
    judge = Judge(world)
    for changed in (before + b"\n", before[1:], before.replace("é".encode(), b"e", 1)):
        path.write_bytes(changed)
        try:
            codes = {finding.code for finding in judge.findings("track.json")}
        finally:
            path.write_bytes(before)
        assert "PUB-15" in codes
