"""``proof``, ``verify`` and ``replay``: what a stranger can establish, and with which exit code it ends."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final, NoReturn

import click

from site_builder import own_files
from site_builder.cli import clock
from site_builder.cli.options import ACCOUNT_FORMAT, ANNOTATED_FORMAT, FILE, FOLDER, PathType

_UNREADABLE: Final = 2  # what is printed is then an error message
_ANCHORS: Final = click.option(
    "--trust", type=FOLDER, help="Your trust anchors [default: those of this program]."
)


@click.command()
@click.argument("file", type=FILE)
@click.option("--log-entry", type=FILE, help="The Rekor entry of the proof's batch, as the log serves it.")
@click.option(
    "--trust", type=FOLDER, default=own_files.TRUST, help="Trust anchors [default: those of this program]."
)
@ACCOUNT_FORMAT
def proof(file: Path, log_entry: Path | None, trust: Path, output_format: str) -> None:
    """Verify one Trust Layer proof, step by step, offline.

    FILE is the public view of a proof, a JSON object: the answer of the proof's address, or a file of
    `kit/proofs/` of a published track.

    The last step is about a submission, and is not asked for here.

    Exit codes: 0 every other step passed, 1 a step failed, 2 a file cannot be read or is no such JSON object,
    or the trust anchors cannot be used, 3 nothing failed but a step could not be checked, 4 the account could
    not be written.
    """
    from site_builder.reader import proof_report

    code, text = proof_report.main(file, log_entry, trust, output_format)
    click.echo(text, nl=False, err=code == _UNREADABLE)
    sys.exit(code)


@click.command()
@click.argument("place")
@click.option(
    "--known", metavar="HEAD-OR-COPY",
    help="What you know from earlier: a noted hash, a copy of ledger.jsonl, its last line or a seal of it, "
    "or a copy of the site (folder or address). The ledger must go on from there; what changed is told.",
)
@click.option(
    "--submission", "submissions", type=PathType(path_type=Path), multiple=True, metavar="FILE",
    help="A submission that you sent, or a folder of them (may be repeated): it must be what is published.",
)
@click.option(
    "--content", "texts", type=FOLDER, multiple=True,
    help="Texts that the site was built with, such as the official ones: laid over this program's.",
)
@_ANCHORS
@ANNOTATED_FORMAT
def verify(
    place: str, known: str | None, submissions: tuple[Path, ...], texts: tuple[Path, ...], trust: Path | None,
    output_format: str,
) -> None:
    """Verify a published site: PLACE is a folder, or an address (https, or http on this machine).

    The account says first which commit built the site and which program this is. Where they are two, what
    another version of the program may explain is not checked; figures, proofs and hashes are. It says last
    what cannot be seen from one copy, and what reveals it.

    Exit codes: 0 every step passed, 1 something failed, 2 the place, or what you give, cannot be opened, 3
    nothing failed but something could not be checked (with your submissions: a private report), 4 the account
    could not be written.
    """
    from site_builder.reader import commands

    _printed(commands.verify_place(place, trust, clock.now(), output_format, known, submissions, texts))


@click.command()
@click.argument("place")
@click.option("--report", "only", metavar="ID", help="The reports with this id alone: one per track at most.")
@_ANCHORS
@ACCOUNT_FORMAT
def replay(place: str, only: str | None, trust: Path | None, output_format: str) -> None:
    """Compute every figure of a published site again, from its assertions and its evidence.

    Exit codes: 0 every public report was replayed and is equal, 1 something differs, or no public report has
    that id, 2 the place cannot be opened, 3 nothing differs but something was recounted from the
    assertions alone or is not decided, or no report is published, 4 the account could not be written.
    """
    from site_builder.reader import commands

    _printed(commands.replay_place(place, trust, clock.now(), output_format, only))


COMMANDS: Final = (proof, verify, replay)


def _printed(printed: tuple[int, str]) -> NoReturn:
    code, text = printed
    click.echo(text, nl=False, err=code == _UNREADABLE)
    sys.exit(code)
