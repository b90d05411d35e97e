"""``init``: the repository of an operator, from the installed program."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from site_builder.cli.findings import print_findings
from site_builder.cli.options import FOLDER
from site_builder.kernel.terminal import printable


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--base-url", default="https://index.example", show_default=True, metavar="URL",
              help="Where the site will be served.")
@click.option("--operator", default="The operator", show_default=True, metavar="NAME",
              help="Who runs the challenge and writes the texts.")
@click.option("--repository", default="https://forge.example/index.git", show_default=True, metavar="URL",
              help="Where a reader clones the program and the data from.")
def init(folder: Path, base_url: str, operator: str, repository: str) -> None:
    """Make the repository of a season in FOLDER: configuration, texts, trust anchors, workflow, no data.

    FOLDER is absent or empty. What is not given is a placeholder: a season that is not a demonstration is
    refused while one stands in site.toml.

    Exit codes: 0 made, 1 site.toml would be refused, 2 the folder cannot be made.
    """
    from site_builder import season_repository
    from site_builder.reader.program import this_program

    deployment = season_repository.Deployment(base_url, operator, repository)
    shown = printable(str(folder))
    if folder.is_dir() and any(folder.iterdir()):
        raise click.BadParameter(f"{shown} holds something: name an empty folder, or none that is there.")
    try:
        findings = season_repository.start(folder.absolute(), deployment, this_program().requirement())
    except OSError as error:
        raise click.BadParameter(f"{shown}: {error.strerror or error}.") from None
    if findings:
        print_findings(findings, "text", "refused", 1, publishes=False)
        sys.exit(1)
    click.echo(f"Made: {shown}. Its README.md says what comes next: `site-builder season new 1`.")


COMMANDS: Final = (init,)
