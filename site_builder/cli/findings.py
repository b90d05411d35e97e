"""How the findings of a command are printed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click
import orjson

from site_builder.kernel.annotations import annotation
from site_builder.kernel.findings import Finding, in_order
from site_builder.kernel.json_places import line_of
from site_builder.kernel.terminal import printable


def print_findings(
    findings: Sequence[Finding], output_format: str, status: str, code: int,
    held_back: Sequence[str] = (), *, publishes: bool = True, read_from: Sequence[Path] = (),
) -> None:  # fmt: skip
    """All of them, by place; ``publishes``: whether the command would have published something.
    ``read_from``: the folders in which the files of findings are looked for, to name them from the
    repository's root."""
    ordered = in_order(findings)
    if output_format == "json":
        report = {
            "schema": "proveit-findings-v1",
            "status": status,
            "exit_code": code,
            "held_back": list(held_back),
            "findings": [finding.as_json() for finding in ordered],
        }
        # Bytes: JSON is UTF-8 whatever the encoding of the terminal.
        click.echo(orjson.dumps(report, option=orjson.OPT_INDENT_2))
        return
    for finding in ordered:
        click.echo(
            _annotation(finding, read_from) if output_format == "github" else _text(finding), err=True
        )
    nothing = "; nothing was published" * publishes
    click.echo(f"Refused: {len(ordered)} finding{'s' * (len(ordered) != 1)}{nothing}.", err=True)


def _text(finding: Finding) -> str:
    title = f"{finding.code} {finding.name}: {printable(_place(finding))}"
    return "\n".join((title, *(f"  {printable(line)}" for line in _parts(finding))))


def _place(finding: Finding) -> str:
    place = finding.file
    if finding.line is not None:
        place += f":{finding.line}"
    if finding.pointer:
        place += f"#{finding.pointer}"
    if finding.element:
        place += f" ({finding.element})"
    return place


def _parts(finding: Finding) -> tuple[str, str, str]:
    return (
        f"found:    {finding.found}",
        f"expected: {finding.expected}",
        f"do:       {finding.remedy}",
    )


def _annotation(finding: Finding, folders: Sequence[Path]) -> str:
    """At the line of the file where the runner can show it: that of the value, where a pointer names one."""
    file = next((path for folder in folders if (path := folder / finding.file).is_file()), Path(finding.file))
    line = finding.line
    if line is None and finding.pointer is not None and file.is_file():
        line = line_of(file.read_bytes(), finding.pointer)
    root = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd()).resolve()
    shown = file.resolve()
    return annotation(
        "error",
        f"{finding.code} {finding.name}",
        (_place(finding), *_parts(finding)),
        str(shown.relative_to(root) if shown.is_relative_to(root) else file),
        line,
    )
