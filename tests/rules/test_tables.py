"""Every rule says no to what it refuses, exactly, and nothing to what it accepts or does not concern."""

from __future__ import annotations

import importlib
import importlib.util
import re

import pytest

from site_builder.rules import registry
from tests.rules.running import Row, found

TABLES = ("ACCEPTED", "REFUSED", "NOT_APPLICABLE")


def names() -> list[tuple[str, str]]:
    """(code, name of the rule file) of every rule that checks something."""
    return [(rule.code, rule.module.rpartition(".")[2]) for rule in registry.rules() if rule.checks]


def rows(*tables: str) -> list[object]:
    """Every row of these tables; a rule without a table is the affair of the first test."""
    return [
        pytest.param(code, row, id=f"{name}-{row.name}")
        for code, name in names()
        if importlib.util.find_spec(f"tests.rules.tables.{name}")
        for table in tables
        for row in getattr(importlib.import_module(f"tests.rules.tables.{name}"), table)
    ]


@pytest.mark.parametrize(("code", "name"), names(), ids=[name for _, name in names()])
def test_a_rule_that_checks_has_its_three_tables(code: str, name: str) -> None:
    module = importlib.import_module(f"tests.rules.tables.{name}")
    for table in TABLES:
        assert hasattr(module, table), table
    assert module.ACCEPTED
    assert module.REFUSED
    assert all(row.expected for row in module.REFUSED)
    assert not any(row.expected for row in (*module.ACCEPTED, *module.NOT_APPLICABLE))
    every = [row.name for table in TABLES for row in getattr(module, table)]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize(("code", "row"), rows("REFUSED"))
def test_refused(code: str, row: Row) -> None:
    made = row.run()
    assert found(made, code) == list(row.expected)
    # What is not there has a word: Python's own is none for whoever mends a file.
    assert [f for f in made if re.search(r"\bNone\b", f"{f.found} {f.expected}")] == []


@pytest.mark.parametrize(("code", "row"), rows("ACCEPTED", "NOT_APPLICABLE"))
def test_accepted_or_not_applicable(code: str, row: Row) -> None:
    assert found(row.run(), code) == []
