"""``season``: a season's tree is made, frozen, completed at the close, and asked what it still lacks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click
import orjson

from site_builder.challenges.prove_it.inputs.tree import TRACKS
from site_builder.cli import clock
from site_builder.cli.findings import print_findings
from site_builder.cli.options import FILE, FOLDER, FORMAT, InstantType
from site_builder.configuration import Configuration, read_configuration
from site_builder.kernel.instants import Instant
from site_builder.kernel.terminal import printable

DATA: Final = click.option(
    "--data", type=FOLDER, default=Path("data/results"), show_default=True, help="The scorer outputs."
)
SEASON: Final = click.option(
    "--season", "number", type=click.IntRange(0, 999_999), help="Its number [default: the highest there is]."
)
CONFIG: Final = click.option(
    "--config",
    type=FILE,
    default=Path("site.toml"),
    show_default=True,
    help="What differs between deployments.",
)
NOW: Final = click.option(
    "--now", type=InstantType(), help="The instant that dates are judged at [default: the clock]."
)
TRACK: Final = click.argument("track", type=click.Choice(TRACKS))


@click.group()
def season() -> None:
    """Run a season: make its tree, freeze it, complete it at the close, ask what is missing.

    docs/running-a-season.md goes through all of it. Every command changes the tree as a whole or not at all.
    Exit codes: 0 done, 1 findings and nothing written, 2 wrong command, 3 (`status`, `fetch-list`)
    something is still missing.
    """


@contextmanager
def refusals(output_format: str) -> Iterator[None]:
    """Findings of the block, printed; the program ends with 1."""
    from site_builder.operation.refusal import RefusedError

    try:
        yield
    except RefusedError as error:
        print_findings(error.findings, output_format, "refused", 1, publishes=False)
        sys.exit(1)


def configured(file: Path, output_format: str) -> Configuration:
    """The configuration, or its findings and the end of the program."""
    configuration, findings = read_configuration(file)
    if configuration is None:
        print_findings(findings, output_format, "refused", 1, publishes=False)
        sys.exit(1)
    return configuration


def told(text: str, document: dict[str, Any], output_format: str) -> None:
    """What a command did, in words or as JSON."""
    click.echo(
        orjson.dumps(document, option=orjson.OPT_INDENT_2)
        if output_format == "json"
        else printable_lines(text)
    )


def printable_lines(text: str) -> str:
    """The text with every line safe for a terminal."""
    return "\n".join(map(printable, text.split("\n")))


@season.command()
@click.argument("number", type=click.IntRange(0, 999_999))
@DATA
@CONFIG
@click.option("--track", "tracks", type=click.Choice(TRACKS), multiple=True, help="[default: every track]")
@click.option("--demonstration", is_flag=True, help="Invented results: every page says so.")
@click.option("--opens-at", type=InstantType(), help="When the season opens.")
@click.option("--closes-at", type=InstantType(), help="Its last second.")
@click.option("--season-service", metavar="URL", help="Where its present state is read.")
@click.option("--proof-url", metavar="URL", help="Where a proof's public view is read, with {proof_id}.")
@click.option("--contact", metavar="MAIL", help="Where disputes are sent.")
@FORMAT
def new(
    number: int, data: Path, config: Path, tracks: tuple[str, ...], output_format: str,
    opens_at: Instant | None, closes_at: Instant | None, **known: Any,
) -> None:  # fmt: skip
    """Make the tree of season NUMBER. What is not given stands as TO FILL: `season status` lists it."""
    from site_builder.operation.new import NewSeason
    from site_builder.operation.new import new as make

    licence = configured(config, output_format).licence
    dates = {"opens_at": opens_at, "closes_at": closes_at}
    known |= {name: date.text for name, date in dates.items() if date is not None}
    wanted = NewSeason(number, tracks or TRACKS, **known)
    with refusals(output_format):
        files = make(data, wanted, licence)
    text = "\n".join(f"Made: {file}" for file in files) + "\nNext: site-builder season status"
    told(text, {"schema": "proveit-season-new-v1", "season": number, "files": files}, output_format)


@season.command()
@DATA
@SEASON
@CONFIG
@NOW
@click.option("--output", type=FOLDER, default=Path("public"), show_default=True, help="The published site.")
@FORMAT
def status(
    data: Path, number: int | None, config: Path, now: Instant | None, output: Path, output_format: str
) -> None:
    """Say what is missing for the next date, each with the command that does it.

    Exit codes: 0 nothing, 1 a file cannot be read, 3 something is missing.
    """
    from site_builder.operation import drafts
    from site_builder.operation.status import status as state
    from site_builder.operation.trusted import anchors_of
    from site_builder.operation.wanted import Examiner, wanted

    present = now or clock.now()
    with refusals(output_format):
        draft = drafts.read(data, number)
        evidence = None
        if drafts.closed(draft, present):
            trust = config.parent / configured(config, output_format).trust.anchors
            evidence = wanted(draft, Examiner(anchors_of(trust), draft.season.get("demonstration") is True))
        found = state(draft, present, evidence, output)
    lines = [f"Season {draft.number}, {found.phase}. Next: {found.next_date}."]
    for n, item in enumerate(found.missing, 1):
        lines += [f"{n}. {item.what}: {item.file}", f"   do: {item.do}"]
    lines += found.notes if found.missing else [*found.notes, "Nothing is missing."]
    items = [{"what": item.what, "file": item.file, "do": item.do} for item in found.missing]
    told(
        "\n".join(lines),
        {
            "schema": "proveit-season-status-v1", "season": draft.number, "phase": found.phase,
            "next": found.next_date, "missing": items, "notes": found.notes,
        },
        output_format,
    )  # fmt: skip
    sys.exit(3 if found.missing else 0)


COMMANDS: Final = (season,)
