"""``freeze check``: whether what was frozen holds, before anything else of a season may be read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click
import orjson

from site_builder import own_files
from site_builder.challenges.prove_it.inputs.tree import TRACKS
from site_builder.cli import clock
from site_builder.cli.findings import print_findings
from site_builder.cli.options import ACCOUNT_FORMAT, FILE, FOLDER
from site_builder.cli.season import DATA, NOW
from site_builder.configuration import read_configuration
from site_builder.kernel.instants import Instant

_UNREADABLE: Final = 2


@click.group()
def freeze() -> None:
    """What was fixed before a season, and anchored (specification §8)."""


@freeze.command()
@DATA
@click.option("--config", type=FILE, help="Names the trust anchors [default: site.toml, where there is one].")
@click.option("--trust", type=FOLDER, help="Trust anchors [default: those that the configuration names].")
@click.option("--season", "number", type=click.IntRange(0, 999_999), help="One season [default: every one].")
@click.option("--track", type=click.Choice(TRACKS), help="One track [default: every one].")
@click.option("--manifest", type=FILE, help="The manifest of that track, where it is kept elsewhere.")
@click.option("--key", type=FILE, help="The key of that track, which is still a secret; never printed.")
@click.option("--salt", type=FILE, help="Its salt, which is still a secret; never printed.")
@NOW
@ACCOUNT_FORMAT
def check(
    data: Path, config: Path | None, trust: Path | None, number: int | None, track: str | None,
    manifest: Path | None, key: Path | None, salt: Path | None, now: Instant | None, output_format: str,
) -> None:  # fmt: skip
    """Hold every freeze against its anchor, step by step: section, manifest, key, record, and each call.

    Before the opening, and during the season: nothing else of the evidence is read, nothing is published.

    Exit codes: 0 everything holds, 1 something fails, 2 a season or a track cannot be read, or the trust
    anchors cannot be used, 3 nothing fails but something could not be checked, 4 the account could not be
    written.
    """
    from site_builder.operation.freeze_check import check_freezes, read_secrets
    from site_builder.operation.refusal import RefusedError
    from site_builder.operation.trusted import anchors_of

    if (key is None) != (salt is None):
        raise click.UsageError("--key and --salt go together.")
    if (manifest or key) and (track is None or number is None):
        raise click.UsageError(
            "--manifest, --key and --salt are of one track: name it, --season and --track."
        )
    try:
        account = check_freezes(
            data, anchors_of(trust or _anchors(config)), now or clock.now(), season=number, track=track,
            manifest=manifest, secrets=read_secrets(key, salt) if key and salt else None,
        )  # fmt: skip
    except RefusedError as error:
        print_findings(error.findings, output_format, "refused", _UNREADABLE, publishes=False)
        sys.exit(_UNREADABLE)
    if output_format == "json":
        click.echo(orjson.dumps(account.as_json(), option=orjson.OPT_INDENT_2))
    else:
        click.echo(account.as_text(), nl=False)
    sys.exit(account.exit_code)


def _anchors(config: Path | None) -> Path:
    """The folder of the trust anchors: the configuration's, else the program's own."""
    file = config or Path("site.toml")
    if config is None and not file.exists():
        return own_files.TRUST
    configuration, findings = read_configuration(file)
    if configuration is None:
        print_findings(findings, "text", "refused", _UNREADABLE, publishes=False)
        sys.exit(_UNREADABLE)
    return file.parent / configuration.trust.anchors


COMMANDS: Final = (freeze,)
