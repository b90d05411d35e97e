"""The program itself: its commands, and what holds for every one of them."""

from __future__ import annotations

import sys
from typing import Any

import click

from site_builder import streams
from site_builder.cli import (
    building,
    freezing,
    published,
    reading,
    reference,
    season,
    season_close,
    season_freezing,
    starting,
)
from site_builder.kernel.terminal import printable

_INTERRUPTED = 130  # as a shell says it: 128 and the number of the signal


class _Program(click.Group):
    def main(self, *arguments: Any, **how: Any) -> Any:
        with streams.guarded():
            return super().main(*arguments, **how)

    def invoke(self, ctx: click.Context) -> Any:
        if sys.flags.optimize > 1:
            raise click.UsageError("PYTHONOPTIMIZE=2 takes the rules' pages out of the program: unset it.")
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(_INTERRUPTED)
        except click.UsageError as error:  # it repeats what was typed, or pasted
            said = error.format_message()
            safe = "\n".join(map(printable, said.split("\n")))
            if safe == said:
                raise
            raise click.UsageError(safe, error.ctx) from None


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="site-builder", prog_name="site-builder")
def main() -> None:
    """Builds the Index from scorer outputs: every page as JSON and as HTML, in every language.

    Exit codes: 0 done, 1 findings and nothing written, 2 wrong command, 3 a season is not closed and what it
    may not show yet was held back, 4 what the command says could not be written (a full disk, a closed pipe),
    130 interrupted: what was published before stays as it was.
    The commands that read a site or a proof have codes of their own: see their help.
    """


for command in (*season_freezing.COMMANDS, *season_close.COMMANDS):
    season.season.add_command(command)
for family in (building, freezing, published, reading, reference, season, starting):
    for command in family.COMMANDS:
        main.add_command(command)
