"""How the findings of a command are printed."""

from __future__ import annotations

from collections.abc import Sequence

import click
import orjson

from site_builder.kernel.findings import Finding, in_order
from site_builder.kernel.terminal import printable


def print_findings(
    findings: Sequence[Finding], output_format: str, status: str, code: int,
    held_back: Sequence[str] = (), *, publishes: bool = True,
) -> None:  # fmt: skip
    """All of them, by place; ``publishes``: whether the command would have published something."""
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
        click.echo(_text(finding), err=True)
    nothing = "; nothing was published" * publishes
    click.echo(f"Refused: {len(ordered)} finding{'s' * (len(ordered) != 1)}{nothing}.", err=True)


def _text(finding: Finding) -> str:
    place = finding.file
    if finding.line is not None:
        place += f":{finding.line}"
    if finding.pointer:
        place += f"#{finding.pointer}"
    if finding.element:
        place += f" ({finding.element})"
    return "\n".join(
        (
            f"{finding.code} {finding.name}: {printable(place)}",
            f"  found:    {printable(finding.found)}",
            f"  expected: {printable(finding.expected)}",
            f"  do:       {printable(finding.remedy)}",
        )
    )
