"""Imports run downward only, and input/output stays where the table puts it.

The table is DESIGN's, as data. A package that it does not name fails: deciding where a new one stands comes
before writing it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest

from tests.harness.modules import PACKAGE, imports, sources


class Room(NamedTuple):
    """A package or module, its level, and whether it may do input/output (or which of its modules may)."""

    name: str
    level: int
    io: bool | tuple[str, ...] = False


TABLE = (
    Room("cli", 7, io=True),
    Room("__main__", 7),
    Room("pipeline", 6, io=True),
    Room("operation", 6, io=True),
    Room("reader", 6, io=True),
    Room("streams", 6, io=True),
    Room("preview", 6, io=True),
    Room("season_repository", 6, io=True),
    Room("comparison", 6, io=True),
    Room("render", 5, io=True),
    Room("rules", 5),
    Room("publish", 5, io=True),
    Room("challenges.*.pages", 4),
    Room("challenges.*.rules", 4),
    Room("documents", 4),
    Room("challenges.*.scoring", 3),
    Room("evidence", 2),
    Room("challenges.*.inputs", 1, io=("tree", "folder_reader", "evidence_tree")),
    Room("content", 1, io=("catalogue",)),
    Room("configuration", 1, io=True),
    Room("anchors", 1, io=True),
    Room("languages", 1),
    Room("own_files", 1, io=True),
    Room("kernel", 0),
)

# Rooms of one level are strangers, but for these: (importer, imported). No pair may stand in both directions.
SIDEWAYS = {
    ("__main__", "cli"),
    ("preview", "pipeline"),
    ("reader", "comparison"),
    ("operation", "pipeline"),
    ("operation", "reader"),
    ("challenges.*.pages", "documents"),
    ("challenges.*.rules", "documents"),
    ("configuration", "languages"),
    ("content", "languages"),
}

# Only a docstring stands in these: they are the corridors between the rooms. What discovers challenges walks
# them (level 5 and above).
CORRIDORS = ("", "challenges", "challenges.*")

IO_MODULES = {
    "filelock", "ftplib", "glob", "http", "mmap", "os", "shutil", "smtplib", "socket", "socketserver", "ssl",
    "subprocess", "tempfile", "urllib.request",
}  # fmt: skip
IO_CALLS = {"open", "print", "input", "breakpoint"}
IO_METHODS = {
    "open", "read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "glob", "rglob", "unlink",
    "mkdir", "rmdir", "touch", "symlink_to", "rename", "lstat", "exists", "is_file", "is_dir", "is_symlink",
    "resolve",
}  # fmt: skip
# `kernel.pointer.resolve` and `catalogue.glob` are ours: a method counts only on what may be a path.
PATH_NAMES = re.compile(r"path|folder|directory|root|file|^io$", re.IGNORECASE)


def matches(pattern: str, name: str) -> bool:
    """`name` is the room `pattern` or stands in it; `*` is one part."""
    parts, wanted = name.split("."), pattern.split(".")
    return len(parts) >= len(wanted) and all(
        want in ("*", part) for want, part in zip(wanted, parts, strict=False)
    )


def room(module: str) -> Room | None:
    return next((row for row in TABLE if matches(row.name, module)), None)


def building(module: str) -> str:
    """The concrete folder of a module's room: two challenges have the same rooms, and are strangers."""
    row = room(module)
    assert row is not None
    return ".".join(module.split(".")[: len(row.name.split("."))])


def is_corridor(module: str) -> bool:
    return any(
        matches(pattern, module) and pattern.count(".") == module.count(".") for pattern in CORRIDORS
    )


def layer_problems(modules: Mapping[str, str]) -> list[str]:
    """Every import that does not run downward, and every module that has no room."""
    problems = []
    for name in modules:
        row = room(name)
        if row is None and not is_corridor(name):
            problems.append(f"{name}: not in the table of layers")
            continue
        for line, target in imports(name, modules):
            if target.split(".")[0] != PACKAGE:
                continue
            inner = target.removeprefix(PACKAGE).removeprefix(".")
            if reason := refusal(name, row, inner):
                problems.append(f"{name}:{line}: imports {inner or PACKAGE}: {reason}")
    return problems


def refusal(name: str, row: Room | None, inner: str) -> str | None:
    """Why the module `name`, of room `row`, may not import our module `inner`; None when it may."""
    if row is None:
        return "a corridor imports nothing of ours"
    if is_corridor(inner):
        return None if inner == "" or row.level >= 5 else "nothing stands there"
    target = room(inner)
    if target is None:
        return "not in the table of layers"
    if building(name) == building(inner):
        return None
    here, there = name.split("."), inner.split(".")
    if here[0] == there[0] == "challenges" and here[1] != there[1]:
        return "challenges are strangers"
    if target.level < row.level or (row.name, target.name) in SIDEWAYS:
        return None
    return f"level {row.level} may not import level {target.level}"


def io_problems(modules: Mapping[str, str]) -> list[str]:
    """Every sign of input/output in a module that may do none."""
    return [
        f"{name}:{line}: {what}"
        for name, source in modules.items()
        if not may_do_io(name)
        for line, what in io_signs(name, source, modules)
    ]


def may_do_io(name: str) -> bool:
    row = room(name)
    if row is None:
        return False
    if isinstance(row.io, bool):
        return row.io
    return name.removeprefix(f"{building(name)}.").split(".")[0] in row.io


def io_signs(name: str, source: str, modules: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for line, target in imports(name, modules):
        if any(target == module or target.startswith(f"{module}.") for module in IO_MODULES):
            yield line, f"imports {target}"
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in IO_CALLS:
            yield node.lineno, f"calls {called.id}()"
        if (
            isinstance(called, ast.Attribute)
            and called.attr in IO_METHODS
            and PATH_NAMES.search(ast.unparse(called.value))
        ):
            yield node.lineno, f"calls {ast.unparse(called)}()"


def test_imports_run_downward_only() -> None:
    assert layer_problems(sources()) == []


def test_input_and_output_stay_in_their_rooms() -> None:
    assert io_problems(sources()) == []


def test_no_pair_of_rooms_imports_each_other() -> None:
    assert [pair for pair in SIDEWAYS if pair[::-1] in SIDEWAYS] == []


# A miniature house, and one named change to it at a time.
HOUSE = {
    "": '"""Docstring."""',
    "cli": "from site_builder import pipeline",
    "pipeline": "from site_builder.render import html\nfrom site_builder.publish import staging",
    "render": "",
    "render.html": "from site_builder.kernel import rate",
    "publish": "",
    "publish.staging": "import os",
    "documents": "",
    "documents.cells": "from ..kernel.rate import Ratio\nimport json",
    "challenges": "",
    "challenges.prove_it": "",
    "challenges.prove_it.pages": "",
    "challenges.prove_it.pages.home": "from site_builder.documents import cells\nfrom . import track",
    "challenges.prove_it.pages.track": "",
    "challenges.prove_it.inputs": "",
    "challenges.prove_it.inputs.tree": "def f(path): return path.read_bytes()",
    "kernel": "",
    "kernel.rate": "from fractions import Fraction",
}


def test_the_miniature_house_stands() -> None:
    assert layer_problems(HOUSE) == []
    assert io_problems(HOUSE) == []


@pytest.mark.parametrize(
    ("module", "source", "expected"),
    [
        ("kernel.rate", "import site_builder.documents.cells",
         "kernel.rate:1: imports documents.cells: level 0 may not import level 4"),
        ("kernel.rate", "def f():\n    from ..documents import cells",
         "kernel.rate:2: imports documents.cells: level 0 may not import level 4"),
        ("kernel.rate", "import typing\nif typing.TYPE_CHECKING:\n    from site_builder import cli",
         "kernel.rate:3: imports cli: level 0 may not import level 7"),
        ("render.html", "from site_builder.publish.staging import Staging",
         "render.html:1: imports publish.staging: level 5 may not import level 5"),
        ("documents.cells", "from site_builder.challenges.prove_it.pages import home",
         "documents.cells:1: imports challenges.prove_it.pages.home: level 4 may not import level 4"),
        ("challenges.prove_it", "from .pages import home",
         "challenges.prove_it:1: imports challenges.prove_it.pages.home: a corridor imports nothing of ours"),
        ("documents.cells", "from site_builder import challenges",
         "documents.cells:1: imports challenges: nothing stands there"),
        ("cli", "from site_builder.extras import thing",
         "cli:1: imports extras: not in the table of layers"),
        ("helpers.text", "", "helpers.text: not in the table of layers"),
        ("challenges.other.pages.home", "from site_builder.challenges.prove_it.inputs import tree",
         "challenges.other.pages.home:1: imports challenges.prove_it.inputs.tree: challenges are strangers"),
    ],
)  # fmt: skip
def test_an_import_that_does_not_run_downward_is_named(module: str, source: str, expected: str) -> None:
    assert layer_problems({**HOUSE, module: source}) == [expected]


@pytest.mark.parametrize(
    ("module", "source", "expected"),
    [
        ("kernel.rate", "import os", "kernel.rate:1: imports os"),
        ("kernel.rate", "from os.path import exists", "kernel.rate:1: imports os.path"),
        ("documents.cells", "import urllib.request", "documents.cells:1: imports urllib.request"),
        ("documents.cells", "\nprint(1)", "documents.cells:2: calls print()"),
        ("documents.cells", "open('x')", "documents.cells:1: calls open()"),
        ("challenges.prove_it.pages.home", "def f(path): return path.read_bytes()",
         "challenges.prove_it.pages.home:1: calls path.read_bytes()"),
        ("challenges.prove_it.inputs.season", "from pathlib import Path\nPath('x').read_text()",
         "challenges.prove_it.inputs.season:2: calls Path('x').read_text()"),
    ],
)  # fmt: skip
def test_input_or_output_in_the_wrong_room_is_named(module: str, source: str, expected: str) -> None:
    assert io_problems({**HOUSE, module: source}) == [expected]
