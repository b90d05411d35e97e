"""docs/formats.md and docs/corpus.md hold true: the program's readers read their examples, and their
tables of keys name every key of the schemas and no other.

An example is a block whose fence says ``json <format>``; a table follows ``<!-- fields: <format> -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs import json_schema
from site_builder.challenges.prove_it.inputs.schema import read_model
from tests.harness.command import REPOSITORY

PAGES = {name: (REPOSITORY / "docs" / name).read_text("utf-8") for name in ("formats.md", "corpus.md")}
EXAMPLE = re.compile(r"^```json ([a-z-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^<!-- fields: ([a-z-]+) -->\n\| key \|.*\n\|---\|---\|\n((?:\|.*\n)+)", re.MULTILINE)
EXAMPLES = [(page, found[1], found[2]) for page, text in PAGES.items() for found in EXAMPLE.finditer(text)]
TABLES = {found[1]: found[2] for text in PAGES.values() for found in TABLE.finditer(text)}


@pytest.mark.parametrize(("page", "name", "example"), EXAMPLES, ids=[e[1] for e in EXAMPLES])
def test_an_example_is_a_file_that_the_program_reads(page: str, name: str, example: str) -> None:
    adapter = json_schema.READERS[name]
    model, findings = read_model(example.encode(), page, adapter.validate_python, name)
    assert findings == []
    assert model is not None


def test_every_format_has_an_example_and_a_table() -> None:
    assert {name for _, name, _ in EXAMPLES} == set(json_schema.NAMES)
    assert TABLES.keys() == set(json_schema.NAMES)


@pytest.mark.parametrize("name", json_schema.NAMES)
def test_the_table_of_a_format_names_its_keys_and_no_other(name: str) -> None:
    described = [key for row in TABLES[name].splitlines() for key in keys_of(row)]
    assert len(described) == len(set(described)), "a key twice"
    assert set(described) == set(paths(json_schema.schema(name)))


def test_a_key_of_a_table_that_is_none_is_noticed() -> None:
    assert keys_of("| `a.b`, `a.*` | the `c` |") == ["a.b", "a.*"]
    schema: dict[str, Any] = {"properties": {"a": {"additionalProperties": {"properties": {"b": {}}}}}}
    assert set(paths(schema)) == {"a", "a.*.b"}


def keys_of(row: str) -> list[str]:
    return re.findall(r"`([^`]+)`", row.split("|")[1])


def paths(schema: dict[str, Any]) -> Iterator[str]:
    """Every key of the documents of a schema: ``a.b``, ``a[].b`` in an array, ``a.*.b`` for free keys."""
    definitions = schema.get("$defs", {})

    def walk(node: dict[str, Any], at: str) -> Iterator[str]:
        if "$ref" in node:
            yield from walk(definitions[node["$ref"].rpartition("/")[2]], at)
        for part in (one for key in ("oneOf", "anyOf") for one in node.get(key, [])):
            yield from walk(part, at)
        for key, part in node.get("properties", {}).items():
            below = f"{at}.{key}".lstrip(".")
            yield below
            yield from walk(part, below)
        free = [*node.get("patternProperties", {}).values(), node.get("additionalProperties")]
        for part in (one for one in free if isinstance(one, dict)):
            inner = f"{at}.*".lstrip(".")
            if not at:
                yield inner
            yield from walk(part, inner)
        if isinstance(node.get("items"), dict):
            yield from walk(node["items"], f"{at}[]")

    return walk(schema, "")
