"""The options that several commands share, and the types of their values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from site_builder.kernel import identifiers, instants
from site_builder.kernel.instants import Instant


class PathType(click.Path):
    """A path; an empty one, such as an unset variable leaves, is none and not the working folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("an empty path; give the name of one", param, ctx)
        return super().convert(value, param, ctx)


FOLDER: Final = PathType(path_type=Path, file_okay=False)
FILE: Final = PathType(path_type=Path, dir_okay=False)
OUTPUT: Final = click.option(
    "--output", type=FOLDER, default=Path("public"), show_default=True, help="The published site."
)
CONTENT: Final = click.option(
    "--content", type=FOLDER, multiple=True, default=(Path("content"),), show_default=True,
    help="The texts, one folder per language; a further --content is laid over the one before.",
)  # fmt: skip
FORMAT: Final = click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How findings are printed.",
)  # fmt: skip
ANNOTATED_FORMAT: Final = click.option(
    "--format", "output_format", type=click.Choice(["text", "json", "github"]), default="text",
    show_default=True, help="How it is told; github: as annotations of a workflow run.",
)  # fmt: skip
ACCOUNT_FORMAT: Final = click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How the account is printed.",
)  # fmt: skip


class InstantType(click.ParamType[Instant]):
    """An RFC 3339 instant with an offset, of the years 2000 to 2999."""

    name = "instant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Instant:
        if isinstance(value, Instant):
            return value
        try:
            return instants.given(value)
        except instants.InstantError as error:
            self.fail(f"{value!r}; expected {error}", param, ctx)


def _commit(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not identifiers.matches(identifiers.COMMIT, value):
        raise click.BadParameter("40 (or 64) lowercase hexadecimal digits")
    return value


def inputs(command: Callable[..., None]) -> Callable[..., None]:
    """The options that ``build`` and ``check`` and ``serve`` share."""
    for option in reversed(
        (
            click.option("--data", type=FOLDER, default=Path("data/results"), show_default=True,
                         help="The scorer outputs."),
            CONTENT,
            click.option("--config", type=FILE, default=Path("site.toml"), show_default=True,
                         help="What differs between deployments."),
            click.option("--generated-at", type=InstantType(),
                         help="The instant that every page bears [default: the date of the source commit]."),
            click.option("--source-commit", callback=_commit,
                         help="The id that every page bears [default: the source commit]."),
            click.option("--now", type=InstantType(),
                         help="The instant at which the closing of seasons is judged [default: the clock]."),
            click.option("--jobs", type=click.IntRange(1, 256), help="Processes [default: one per core]."),
        )
    ):  # fmt: skip
        command = option(command)
    return command
