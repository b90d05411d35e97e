"""The product's modules as source text, for the tests that judge how they are written."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.harness.command import REPOSITORY

PACKAGE = "site_builder"


def sources(root: Path = REPOSITORY / PACKAGE) -> dict[str, str]:
    """Module name inside the package (`kernel.pointer`; the package itself is ``) → source text."""
    return {
        ".".join(parts[:-1] if parts[-1] == "__init__" else parts): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*.py"))
        for parts in [path.relative_to(root).with_suffix("").parts]
    }


def is_package(name: str, modules: Mapping[str, str]) -> bool:
    return name == "" or any(other.startswith(f"{name}.") for other in modules)


def imports(name: str, modules: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """(line, absolute dotted name) of every import of `name`, wherever it stands in the module.

    A name that is a module of ours is followed to that module: `from site_builder import languages` imports
    `site_builder.languages`. Imports for type checking count: they couple as much as the others.
    """
    package = name if is_package(name, modules) else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(modules[name])):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                parents = [PACKAGE, *package.split(".")] if package else [PACKAGE]
                base = parents[: len(parents) - node.level + 1]
                origin = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{origin}.{alias.name}".removeprefix(f"{PACKAGE}.")
                yield node.lineno, f"{PACKAGE}.{inner}" if inner in modules else origin
