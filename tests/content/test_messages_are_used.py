"""Every message is said somewhere: one that neither the code nor a template names is translated in vain.

A key that is built from a code (`cause.{code}.label`) stands in BUILT with the codes that it is built from;
one that is not in it fails, so that the table stays whole.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

from site_builder.challenges.prove_it.inputs.score import CAUSES
from site_builder.challenges.prove_it.inputs.tree import TRACKS
from site_builder.challenges.prove_it.pages import words
from site_builder.content import catalogue as content
from site_builder.content.inventory import PROSE
from site_builder.content.messages import KEY
from site_builder.languages import CODES
from tests.harness.command import REPOSITORY

BUILT: Mapping[str, tuple[str, ...]] = {
    "cause.{}": (),  # a part follows: one of these
    "cause.{}.label": CAUSES,
    "cause.{}.message": CAUSES,
    "cause.{}.action": CAUSES,
    "reason.{}.label": words.REASONS,
    "reason.{}.message": words.REASONS,
    "lost.{}": ("below_minimum", "own_resources_below_half"),
    "status.{}": words.STATUSES,
    "correction.{}": words.KINDS,
    "family.{}": tuple(code.lower() for code in words.FAMILIES),
    "table.{}.name": words.TABLES,
    "table.{}.label": words.TABLES,
    "table.{}.description": words.TABLES,
    "nav.{}": tuple(name.replace("-", "_") for name in PROSE),
    "parity.language_{}": CODES,
    "track.{}": TRACKS,
    "track.summary_{}": TRACKS,
    "replay.{}": ("whole", "assertions"),
    "report.control.{}": ("passed", "failed", "not_scored"),
}
EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")


def named(source: str) -> Iterator[str]:
    """The strings of Python code: constants as they are, formatted ones with `{}` in each hole."""
    tree = ast.parse(source)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


def in_template(source: str) -> Iterator[str]:
    """The strings of the expressions; what stands around them has quotation marks of its own."""
    for expression in EXPRESSION.findall(source):
        for double, single in QUOTED.findall(expression):
            yield double or single


@pytest.fixture(scope="module")
def strings() -> frozenset[str]:
    code = (text for path in (REPOSITORY / "site_builder").rglob("*.py") for text in named(path.read_text()))
    templates = (REPOSITORY / "templates").rglob("*.html")
    return frozenset((*code, *(text for path in templates for text in in_template(path.read_text()))))


@pytest.fixture(scope="module")
def keys() -> frozenset[str]:
    catalogue, findings = content.load(REPOSITORY / "content")
    assert findings == []
    assert catalogue is not None
    return frozenset(catalogue.messages["en"].entries)


def test_every_message_is_said(keys: frozenset[str], strings: frozenset[str]) -> None:
    built = {form.format(code) for form, codes in BUILT.items() if form in strings for code in codes}
    assert sorted(keys - strings - built) == []


def test_every_key_that_is_built_stands_in_the_table(keys: frozenset[str], strings: frozenset[str]) -> None:
    areas = {key.partition(".")[0] for key in keys}
    shaped = {s for s in strings if "{}" in s and KEY.fullmatch(s.replace("{}", "x"))}
    assert {s for s in shaped if s.partition(".")[0] in areas} == set(BUILT)


def test_what_code_and_templates_name() -> None:
    code = 'a["x.y"]; b(f"x.{c}.z"); f"{d}.e"'
    assert set(named(code)) == {"x.y", "x.{}.z", "{}.e"}
    assert list(in_template('<p title="{{ t["x.y"] }}">{% if t["x.z"] %}"no.key"')) == ["x.y", "x.z"]
