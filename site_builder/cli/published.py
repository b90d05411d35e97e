"""``diff`` and ``seal``: what is done with sites that were built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click
import orjson

from site_builder.cli.findings import print_findings
from site_builder.cli.options import FOLDER, FORMAT, OUTPUT
from site_builder.kernel.terminal import printable


@click.command()
@click.argument("old", type=FOLDER)
@click.argument("new", type=FOLDER)
@FORMAT
def diff(old: Path, new: Path, output_format: str) -> None:
    """Tell what changed between two built sites: by page, row and figure.

    The ledger and earlier publications are left out. Exit codes: 0 whether they differ or not, 1 a folder is
    no site of this program, 4 what changed could not be written.
    """
    from site_builder import comparison

    try:
        compared = comparison.compare(old, new)
    except comparison.ComparisonError as error:
        print_findings(error.findings, output_format, "refused", 1, publishes=False)
        sys.exit(1)
    click.echo(compared.as_text() if output_format == "text" else orjson.dumps(compared.as_json()))


@click.command()
@OUTPUT
@click.option("--tsa", required=True, metavar="URL", help="The time-stamping authority (RFC 3161).")
@click.option("--trust", type=FOLDER, default=Path("trust"), show_default=True, help="The trust anchors.")
@FORMAT
def seal(output: Path, tsa: str, trust: Path, output_format: str) -> None:
    """Have the head of the published ledger time-stamped, and publish the token beside it."""
    from site_builder.pipeline import seal as sealing

    if reason := sealing.check_address(tsa):
        raise click.BadParameter(f"{reason}.", param_hint="--tsa")
    if not output.is_dir():
        raise click.BadParameter(f"no folder {printable(str(output))}.", param_hint="--output")
    sealed = sealing.seal(output, tsa, trust)
    if isinstance(sealed, list):
        print_findings(sealed, output_format, "refused", 1, publishes=False)
        sys.exit(1)
    as_text = output_format == "text"
    click.echo(printable(sealing.as_text(sealed)) if as_text else orjson.dumps(sealing.as_json(sealed)))


COMMANDS: Final = (diff, seal)
