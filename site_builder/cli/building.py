"""``build``, ``check`` and ``serve``: from the inputs to a site, or to every reason why not."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from site_builder import pipeline
from site_builder.cli import clock
from site_builder.cli.findings import print_findings
from site_builder.cli.options import ANNOTATED_FORMAT, FILE, FOLDER, FORMAT, OUTPUT, inputs
from site_builder.configuration import read_configuration
from site_builder.kernel import instants
from site_builder.kernel.annotations import annotation
from site_builder.kernel.findings import Finding
from site_builder.kernel.instants import Instant
from site_builder.kernel.terminal import printable

_DIFFERENCES: Final = click.option(
    "--differences", type=FILE, help="Write where scores differ from their rescoring to this file (JSON)."
)


@click.command()
@inputs
@OUTPUT
@click.option(
    "--previous",
    type=FOLDER,
    help="The site last published, whose ledger goes on [default: the one in the output].",
)
@_DIFFERENCES
@ANNOTATED_FORMAT
def build(
    output: Path, previous: Path | None, differences: Path | None, output_format: str, **options: Any
) -> None:
    """Build the site: all or nothing. What was published before stays reachable under its number."""
    _run(output_format, differences, output=output, previous=previous, **options)


@click.command()
@inputs
@click.option(
    "--previous", type=FOLDER, help="The site last published: what it told is checked too [default: none]."
)
@_DIFFERENCES
@ANNOTATED_FORMAT
def check(previous: Path | None, differences: Path | None, output_format: str, **options: Any) -> None:
    """Do everything that build does, but write."""
    _run(output_format, differences, output=None, previous=previous, **options)


@click.command()
@inputs
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
def serve(port: int, **options: Any) -> None:
    """Preview on 127.0.0.1: rebuilds and reloads on change, shows findings in the browser."""
    from site_builder import preview

    def request() -> pipeline.Request | list[Finding]:
        return _request(output=None, **options)

    try:
        preview.serve(request, port, click.echo)
    except preview.PortError as error:
        raise click.BadParameter(f"port {port}: {error}", param_hint="--port") from None


@click.command()
@click.argument("report_id", metavar="ID")
@inputs
@click.option("--output", type=FOLDER, required=True, help="A new folder for the report, or an empty one.")
@FORMAT
def report(report_id: str, output: Path, output_format: str, **options: Any) -> None:
    """Make the report that a participant keeps private, for them alone.

    ID is the report_id of their row. The folder opens without a server; nothing of it is published.

    Exit codes: 0 written, 1 findings and nothing written, 3 no published season has the id and one that is
    not closed may, 4 what the command says could not be written.
    """
    from site_builder.pipeline import private_report

    request = _request(output=None, **options)
    if isinstance(request, list):
        made = private_report.Made(request)
    else:
        with _progress() as advance:
            made = private_report.make(request, report_id, output, advance)
    code = 1 if made.findings else 3 if made.early else 0
    if output_format == "json" or made.findings:
        status = "refused" if code else "written"
        print_findings(made.findings, output_format, status, code, made.held_back, publishes=False)
    elif made.early:
        click.echo(f"No published season has a report {printable(report_id)}; nothing was written.", err=True)
        _say_held_back(made.held_back, output_format)
    for page in made.pages if output_format == "text" else ():
        click.echo(printable(str(output / page)))
    sys.exit(code)


COMMANDS: Final = (build, check, serve, report)


def _run(
    output_format: str, differences: Path | None, *, output: Path | None, previous: Path | None = None,
    **options: Any,
) -> None:  # fmt: skip
    request = _request(output=output, previous=previous, **options)
    if isinstance(request, list):
        outcome = pipeline.Outcome(findings=request)
    else:
        with _progress() as advance:
            outcome = pipeline.run(request, advance)
    if differences is not None:
        _write_differences(differences, outcome)
    code = 1 if outcome.findings else 3 if outcome.held_back else 0
    status = "refused" if code == 1 else "checked" if output is None else "published"
    if output_format == "json" or outcome.findings:
        read = (options["data"], *(folder.parent for folder in options["content"]))
        print_findings(outcome.findings, output_format, status, code, outcome.held_back, read_from=read)
    else:
        click.echo(printable(outcome.as_text(output)))
        if output_format == "text" and (reminder := outcome.reminder(output)) is not None:
            click.echo(printable(reminder), err=True)
    if code != 1:
        _say_held_back(outcome.held_back, output_format)
    gc.freeze()  # the process ends: what is left needs no last search for cycles
    sys.exit(code)


def _write_differences(file: Path, outcome: pipeline.Outcome) -> None:
    from site_builder.pipeline import differing

    try:
        file.write_bytes(differing.document(outcome.differences))
    except OSError as error:
        raise click.BadParameter(
            f"{printable(str(file))}: {error.strerror}.", param_hint="--differences"
        ) from None


def _say_held_back(seasons: Sequence[str], output_format: str) -> None:
    for season in seasons:
        # Neutral: whether it is scores, evidence or both would be a hint (PUB-01).
        said = "not closed; what its folder holds of scores and evidence is held back until closes_at."
        if output_format == "text":
            click.echo(f"{season}: {said}", err=True)
        elif output_format == "github":
            click.echo(annotation("notice", season, (f"{season}: {said}",)), err=True)


def _request(
    *, output: Path | None, config: Path, generated_at: Instant | None, source_commit: str | None,
    now: Instant | None, jobs: int | None, data: Path, content: tuple[Path, ...],
    previous: Path | None = None,
) -> pipeline.Request | list[Finding]:  # fmt: skip
    configuration, findings = read_configuration(config)
    if configuration is None:
        return findings
    return pipeline.Request(
        config=config,
        configuration=configuration,
        generated_at=(generated_at or _commit_date()).text,
        source_commit=source_commit or _git("%H"),
        now=now or clock.now(),
        jobs=jobs or _cores(),
        output=output,
        previous=previous,
        data=data,
        content=content,
    )


def _commit_date() -> Instant:
    text = _git("%cI")
    try:
        return instants.given(text)
    except instants.InstantError as error:
        raise click.UsageError(
            f"the source commit is dated {text}; expected {error}: give --generated-at"
        ) from None


def _git(fact: str) -> str:
    """A fact of the source commit, or a usage error that names the options to give instead."""
    command = ["git", "log", "-1", f"--format={fact}", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        said = error.strerror if isinstance(error, OSError) else error.stderr.partition("\n")[0]
        why = printable((said or "nothing").removeprefix("fatal: "))
        raise click.UsageError(
            f"no source commit can be read here (git: {why}): give --generated-at and --source-commit"
        ) from None
    return done.stdout.strip()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _progress() -> Iterator[pipeline.Advance]:
    """A bar on a terminal; nothing in CI or in a file."""
    if not sys.stderr.isatty() or os.environ.get("CI"):
        yield lambda _done, _total: None
        return
    with click.progressbar(length=1, label="Scores", file=sys.stderr) as bar:

        def advance(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield advance
