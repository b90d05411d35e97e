"""The published JSON Schemas of the inputs agree with the reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from site_builder.challenges.prove_it.inputs import json_schema
from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.correction import CORRECTION
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.score import SCORE
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from tests.harness import sample_documents, smallest, worlds

READERS: dict[str, Any] = {
    "season": Season.model_validate,
    "track": Track.model_validate,
    "answer-key": AnswerKey.model_validate,
    "score": SCORE.validate_python,
    "correction": CORRECTION.validate_python,
}


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json_schema.schema(name), format_checker=FormatChecker())


def read(name: str, document: object) -> bool:
    model, _ = read_model(json.dumps(document).encode(), "x.json", READERS[name])
    return model is not None


@pytest.mark.parametrize("name", json_schema.NAMES)
def test_the_schema_is_a_schema_without_dead_ends(name: str) -> None:
    schema = json_schema.schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    text = json.dumps(schema)
    for reference in set(text.split('"$ref": "')[1:]):
        assert reference.split('"')[0].removeprefix("#/$defs/") in schema["$defs"]


def test_unknown_names() -> None:
    with pytest.raises(KeyError):
        json_schema.schema("page")


def test_every_file_of_a_world_is_accepted(tmp_path: Path) -> None:
    world = sample_documents.rich_world(tmp_path)
    validator("season").validate(worlds.read_json(world / worlds.SEASON))
    validator("answer-key").validate(worlds.read_json(world / worlds.ANSWER_KEY))
    validator("track").validate(worlds.read_json(world / worlds.TRACK))
    scores = [*(world / worlds.TRACK_FOLDER).glob("*/*.json")]
    assert len(scores) == 10
    for path in scores:
        validator("score").validate(worlds.read_json(path))
    for line in (world / worlds.CORRECTIONS).read_text().splitlines():
        validator("correction").validate(json.loads(line))


def test_every_file_of_a_made_season_is_accepted(make_season: worlds.SeasonMaker) -> None:
    score = validator("score")
    for path in make_season(20).glob("prove-it/season-1/*/*/*.json"):
        score.validate(worlds.read_json(path))


@pytest.mark.parametrize(
    ("name", "pointer", "value"),
    [
        ("season", "/opens_at", "2026-03-02T00:00:00"),
        ("season", "/opens_at", "2026-03-02 00:00:00Z"),
        ("season", "/opens_at", "2026-03-02T00:00:00Z\n"),
        ("season", "/season", "1"),
        ("season", "/season", True),
        ("season", "/demonstration", 1),
        ("season", "/extra", None),
        ("season", "/season_service", "http://index.example/"),
        ("season", "/season_service", "//index.example/"),
        ("season", "/proof_url", "https://trust.example/v1/proof/"),
        ("season", "/licence", worlds.DELETE),
        ("track", "/answer_key/salt", "5A17" * 16),
        ("track", "/scoring_rules/sha256", "0" * 63),
        ("track", "/scoring_rules/sha256", "0" * 64 + "\n"),
        ("track", "/scoring_rules/file", "../section-5.txt"),
        ("track", "/tasks", []),
        ("track", "/tasks/0/minimum", 0),
        ("score", "/table", "reference"),
        ("score", "/agent/did", "did:key:z6Mk"),
        ("score", "/agent/did", smallest.COMMUNITY_DID + "\n"),
        ("score", "/agent/name", ""),
        ("score", "/tasks/0/state", "pending"),
        ("score", "/tasks/2/reason", "cap_exceeded"),
        ("score", "/tasks/0/assertions/0/status", "true"),
        ("score", "/tasks/0/assertions/0/claim/field", 1),
        ("score", "/tasks/0/assertions/0/claim/resource", "x" * 4097),
        ("score", "/tasks/1/missing_facts/0/field", "/~2"),
        ("score", "/tasks/0/assertions/0/proof_ids/0", 1),
        ("score", "/tasks/0/disclosures/prf_١٢٣٤٥٦٧٨_123456_abcdef", {}),
        ("score", "/tasks/0/disclosures/other", None),
        ("score", "/totals/assertions", -1),
    ],
)
def test_what_the_schema_refuses_the_reader_refuses_too(
    tmp_path: Path, name: str, pointer: str, value: object
) -> None:
    made = {"season": smallest.season, "track": smallest.track, "score": smallest.community}[name]()
    if name == "track":
        made["scoring_rules"]["sha256"] = made["answer_key"]["commitment"] = "0" * 64
    path = tmp_path / "file.json"
    worlds.write_json(path, made)
    assert validator(name).is_valid(made)
    assert read(name, made)
    worlds.mutate(path, pointer, value)
    changed = worlds.read_json(path)
    assert not validator(name).is_valid(changed)
    assert not read(name, changed)
