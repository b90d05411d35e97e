"""Levels 0 to 4 are exact and repeatable by construction: no clock, environment, randomness or float."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

import pytest

from tests.harness.modules import imports, sources
from tests.test_layers import HOUSE, room

PURE_UP_TO = 4

# The readers join paths with `/` and may list folders; they too have no clock and no environment.
READERS = (
    "challenges.*.inputs.tree", "challenges.*.inputs.folder_reader", "challenges.*.inputs.evidence_tree",
    "content.catalogue", "configuration", "anchors",
)  # fmt: skip

IMPURE_MODULES = {
    "time": "a clock", "sched": "a clock", "calendar.timegm": "a clock",
    "random": "randomness", "secrets": "randomness", "uuid": "randomness", "numpy": "floats",
    "os": "the environment", "platform": "the environment", "locale": "the environment",
    "getpass": "the environment", "sysconfig": "the environment", "site": "the environment",
    "cmath": "floats", "statistics": "floats",
}  # fmt: skip
IMPURE_ATTRIBUTES = {
    "now": "a clock", "utcnow": "a clock", "today": "a clock", "fromtimestamp": "a clock",
    "timestamp": "floats", "total_seconds": "floats",
    "environ": "the environment", "environb": "the environment", "getenv": "the environment",
    "urandom": "randomness", "argv": "the environment", "getcwd": "the environment", "cwd": "the environment",
    "expanduser": "the environment", "home": "the environment",
}  # fmt: skip
# Only where the receiver is one of these: `season.home` or `row.now` would be names of ours.
RECEIVERS = {"datetime", "date", "os", "sys", "Path", "dt", "time"}
ANY_RECEIVER = {
    "utcnow", "fromtimestamp", "environ", "environb", "getenv", "urandom", "getcwd", "total_seconds",
}  # fmt: skip


def purity_problems(modules: Mapping[str, str]) -> list[str]:
    """Every sign of a clock, the environment, randomness or inexact arithmetic in levels 0 to 4."""
    return [
        f"{name}:{line}: {what}"
        for name, source in modules.items()
        if (row := room(name)) is not None and row.level <= PURE_UP_TO
        for line, what in sorted({*impure_imports(name, modules), *impure_nodes(name, source)})
    ]


def is_reader(name: str) -> bool:
    parts = name.split(".")
    return any(
        len(parts) == len(pattern.split("."))
        and all(want in ("*", part) for want, part in zip(pattern.split("."), parts, strict=True))
        for pattern in READERS
    )


def impure_imports(name: str, modules: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for line, target in imports(name, modules):
        top = target.split(".")[0]
        if top in IMPURE_MODULES and not (top == "os" and is_reader(name)):
            yield line, f"imports {target}: {IMPURE_MODULES[top]}"


def impure_nodes(name: str, source: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(source)
    in_hash = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, f"{node.value!r}: a float"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            if not is_reader(name):
                yield node.lineno, "true division"
        elif isinstance(node, ast.Attribute):
            receiver = ast.unparse(node.value).split(".")[-1]
            if node.attr in IMPURE_ATTRIBUTES and (node.attr in ANY_RECEIVER or receiver in RECEIVERS):
                yield node.lineno, f"{receiver}.{node.attr}: {IMPURE_ATTRIBUTES[node.attr]}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("float", "complex"):
                yield node.lineno, f"{node.func.id}(): a float"
            elif node.func.id == "hash" and id(node) not in in_hash:
                yield node.lineno, "hash(): differs from one process to the next"


def test_levels_0_to_4_are_pure() -> None:
    assert purity_problems(sources()) == []


def test_the_miniature_house_is_pure() -> None:
    assert purity_problems(HOUSE) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import time", "1: imports time: a clock"),
        ("def f():\n    from random import choice", "2: imports random: randomness"),
        ("import secrets", "1: imports secrets: randomness"),
        ("import uuid", "1: imports uuid: randomness"),
        ("import os", "1: imports os: the environment"),
        ("from datetime import datetime\ndatetime.now()", "2: datetime.now: a clock"),
        ("import datetime\nf = datetime.datetime.utcnow", "2: datetime.utcnow: a clock"),
        ("import datetime\ndatetime.date.today()", "2: date.today: a clock"),
        ("def f(x): return x.getenv('A')", "1: x.getenv: the environment"),
        ("import sys\nsys.argv", "2: sys.argv: the environment"),
        ("float('1')", "1: float(): a float"),
        ("x = 0.5", "1: 0.5: a float"),
        ("x = 1e3", "1: 1000.0: a float"),
        ("def f(a, b): return a / b", "1: true division"),
        ("def f(a):\n    a /= 2\n    return a", "2: true division"),
        ("def f(a): return hash(a)", "1: hash(): differs from one process to the next"),
    ],
)
def test_an_impure_module_is_named(source: str, expected: str) -> None:
    for module in ("kernel.rate", "documents.cells", "challenges.prove_it.pages.home"):
        assert purity_problems({**HOUSE, module: source}) == [f"{module}:{expected}"]


@pytest.mark.parametrize(
    "source",
    [
        "def f(a, b): return a // b",
        "def f(value: float) -> bool: return isinstance(value, float)",
        "from datetime import UTC, datetime\ndatetime(2026, 1, 1, tzinfo=UTC).astimezone(UTC)",
        "class A:\n    def __hash__(self) -> int:\n        return hash((1, 2))",
        "def f(season): return season.home, season.now",
    ],
)
def test_exact_arithmetic_and_names_of_ours_are_accepted(source: str) -> None:
    assert purity_problems({**HOUSE, "kernel.rate": source}) == []


def test_the_readers_join_paths_and_have_no_clock() -> None:
    reader = "challenges.prove_it.inputs.tree"
    assert purity_problems({**HOUSE, reader: "import os\ndef f(root): return root / 'a'"}) == []
    assert purity_problems({**HOUSE, reader: "import time"}) == [f"{reader}:1: imports time: a clock"]
    season = "challenges.prove_it.inputs.season"
    found = purity_problems({**HOUSE, season: "def f(root): return root / 'a'"})
    assert found == [f"{season}:1: true division"]


def test_higher_levels_may_look_at_the_clock() -> None:
    assert purity_problems({**HOUSE, "cli": "import time\nx = 0.5"}) == []
