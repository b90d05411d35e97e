"""The JSON Schema that the program prints accepts what the reader accepts, and no more."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from site_builder.pipeline import schema
from tests.inputs.documents import FORMATS
from tests.inputs.test_schema import Path, changed, general, inside_any, leaves

PUBLISHED = {
    "season": "season", "track": "track", "community score": "score", "reference score": "score",
    "rectification": "correction", "dismissed dispute": "correction", "withdrawal": "correction",
    "superseded run": "correction",
}  # fmt: skip


def accepted(name: str, document: object) -> bool:
    try:
        FORMATS[name][1](document)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_printed_schema_and_the_reader_agree(name: str) -> None:
    printed = json.loads(json.dumps(schema(PUBLISHED[name])))
    Draft202012Validator.check_schema(printed)
    validator = Draft202012Validator(printed)
    assert validator.is_valid(FORMATS[name][0]())
    differences: list[tuple[Path, object]] = []
    seen: set[str] = set()
    for path, value in leaves(FORMATS[name][0]()):
        if inside_any(path) or general(path) in seen:
            continue
        seen.add(general(path))
        # JSON Schema has one type of number: 1.0 is an integer there, and none here.
        others: list[object] = [1, True, None, {}]
        if isinstance(value, str):
            others += [value + "\n", ""]
        if path and not isinstance(path[-1], int):
            others.append(...)
        for other in others:
            document = changed(name, path, other)
            if validator.is_valid(document) != accepted(name, document):
                differences.append((path, other))
    assert differences == []
