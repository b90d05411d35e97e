"""The ``site-builder`` program: arguments in, findings and an exit code out; no logic.

Exit codes: 0 done · 1 findings, nothing written · 2 wrong command · 3 the season is not closed, and what
it may not show yet was held back (for ``proof``, ``verify`` and ``replay``: nothing failed, but something
could not be checked) · 4 what the command says could not be written.

What one command alone needs is imported by it: loading the verification of proofs, the comparison of sites
and the preview takes longer than everything else that a build does before its first page.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import click
import orjson

from site_builder import pipeline, streams
from site_builder.configuration import read_configuration
from site_builder.kernel import identifiers, instants
from site_builder.kernel.findings import Finding, in_order
from site_builder.kernel.instants import Instant
from site_builder.kernel.terminal import printable
from site_builder.languages import CODES
from site_builder.rules import registry

_UNREADABLE = 2  # of the commands that read: what they print is then an error message
_FOLDER = click.Path(path_type=Path, file_okay=False)
_FILE = click.Path(path_type=Path, dir_okay=False)
_TRUST = Path(__file__).resolve().parents[1] / "trust"


class InstantType(click.ParamType[Instant]):
    """An RFC 3339 instant with an offset."""

    name = "instant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Instant:
        if isinstance(value, Instant):
            return value
        try:
            return instants.parse(value)
        except instants.InstantError as error:
            self.fail(f"{value!r}; expected {error}", param, ctx)


def _commit(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not identifiers.matches(identifiers.COMMIT, value):
        raise click.BadParameter("40 (or 64) lowercase hexadecimal digits")
    return value


def _inputs(command: Callable[..., None]) -> Callable[..., None]:
    """The options that ``build`` and ``check`` and ``serve`` share."""
    for option in reversed(
        (
            click.option("--data", type=_FOLDER, default=Path("data/results"), show_default=True,
                         help="The scorer outputs."),
            click.option("--content", type=_FOLDER, default=Path("content"), show_default=True,
                         help="The texts, one folder per language."),
            click.option("--config", type=_FILE, default=Path("site.toml"), show_default=True,
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


_FORMAT = click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How findings are printed.",
)  # fmt: skip


class _Program(click.Group):
    def main(self, *arguments: Any, **how: Any) -> Any:
        with streams.guarded():
            return super().main(*arguments, **how)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
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
    may not show yet was held back, 4 what the command says could not be written (a full disk, a closed pipe).
    The commands that read a site or a proof have codes of their own: see their help.
    """


@main.command()
@_inputs
@click.option("--output", type=_FOLDER, default=Path("public"), show_default=True, help="The published site.")
@click.option(
    "--previous",
    type=_FOLDER,
    help="The site last published, whose ledger goes on [default: the one in the output].",
)
@_FORMAT
def build(output: Path, previous: Path | None, output_format: str, **options: Any) -> None:
    """Build the site: all or nothing. What was published before stays reachable under its number."""
    _run(output_format, output=output, previous=previous, **options)


@main.command()
@_inputs
@click.option(
    "--previous", type=_FOLDER, help="The site last published: what it told is checked too [default: none]."
)
@_FORMAT
def check(previous: Path | None, output_format: str, **options: Any) -> None:
    """Do everything that build does, but write."""
    _run(output_format, output=None, previous=previous, **options)


@main.command()
@click.argument("code")
@click.option("--language", type=click.Choice(CODES), default="en", show_default=True)
def explain(code: str, language: str) -> None:
    """Print the page of the rule CODE (such as PUB-16)."""
    page = registry.page(code, language)
    if page is None:
        known = ", ".join(p.code for p in registry.pages(language))
        raise click.BadParameter(f"no rule {code!r}. The rules are: {known}.", param_hint="CODE")
    click.echo(f"{page.code}  {page.name}")
    texts = (page.refuses, page.why, page.source, page.accepted, page.remedy)
    for label, text in zip(registry.LABELS[language], texts, strict=True):
        click.echo(f"\n{label}\n{click.wrap_text(text, 92, '  ', '  ')}")


@main.command()
@click.argument("name", type=click.Choice(pipeline.SCHEMAS))
def schema(name: str) -> None:
    """Print the JSON Schema (draft 2020-12) of a format."""
    click.echo(orjson.dumps(pipeline.schema(name), option=orjson.OPT_INDENT_2))


@main.command()
@click.argument("old", type=_FOLDER)
@click.argument("new", type=_FOLDER)
@_FORMAT
def diff(old: Path, new: Path, output_format: str) -> None:
    """Tell what changed between two built sites: by page, row and figure."""
    from site_builder import comparison

    try:
        compared = comparison.compare(old, new)
    except comparison.ComparisonError as error:
        _print_findings(error.findings, output_format, "refused", 1, publishes=False)
        sys.exit(1)
    click.echo(compared.as_text() if output_format == "text" else orjson.dumps(compared.as_json()))


@main.command()
@click.argument("file", type=_FILE)
@click.option("--log-entry", type=_FILE, help="The Rekor entry of the proof's batch, as the log serves it.")
@click.option("--trust", type=_FOLDER, default=_TRUST, help="Trust anchors [default: those of this program].")
@click.option("--format", "output_format", type=click.Choice(["text", "json"]), default="text",
              show_default=True, help="How the account is printed.")  # fmt: skip
def proof(file: Path, log_entry: Path | None, trust: Path, output_format: str) -> None:
    """Verify one Trust Layer proof, step by step, offline.

    FILE is the public view of a proof, a JSON object: the answer of the proof's address, or a file of
    `kit/proofs/` of a published track.

    Exit codes: 0 every step passed, 1 a step failed, 2 a file cannot be read or is no such JSON object, or
    the trust anchors cannot be used, 3 nothing failed but a step could not be checked.
    """
    from site_builder.reader import proof_report

    code, text = proof_report.main(file, log_entry, trust, output_format)
    click.echo(text, nl=False, err=code == _UNREADABLE)
    sys.exit(code)


@main.command()
@click.option("--output", type=_FOLDER, default=Path("public"), show_default=True, help="The published site.")
@click.option("--tsa", required=True, metavar="URL", help="The time-stamping authority (RFC 3161).")
@click.option("--trust", type=_FOLDER, default=Path("trust"), show_default=True, help="The trust anchors.")
@_FORMAT
def seal(output: Path, tsa: str, trust: Path, output_format: str) -> None:
    """Have the head of the published ledger time-stamped, and publish the token beside it."""
    from site_builder.pipeline import seal as sealing

    sealed = sealing.seal(output, tsa, trust)
    if isinstance(sealed, list):
        _print_findings(sealed, output_format, "refused", 1, publishes=False)
        sys.exit(1)
    as_text = output_format == "text"
    click.echo(printable(sealing.as_text(sealed)) if as_text else orjson.dumps(sealing.as_json(sealed)))


_READER = (
    click.option("--trust", type=_FOLDER, help="Your trust anchors [default: those of this program]."),
    click.option("--format", "output_format", type=click.Choice(["text", "json"]), default="text",
                 show_default=True, help="How the account is printed."),
)  # fmt: skip


@main.command()
@click.argument("place")
@_READER[0]
@_READER[1]
def verify(place: str, trust: Path | None, output_format: str) -> None:
    """Verify a published site: PLACE is a folder, or an address (https, or http on this machine).

    The account says first which commit built the site and which program this is. Where they are two, what
    another version of the program may explain is not checked; figures, proofs and hashes are.

    Exit codes: 0 every step passed, 1 something failed, 2 the place cannot be opened, 3 nothing failed but
    something could not be checked.
    """
    from site_builder.reader import commands

    _printed(commands.verify_place(place, trust, _now(), output_format))


@main.command()
@click.argument("place")
@click.option("--report", "only", metavar="ID", help="One report alone.")
@_READER[0]
@_READER[1]
def replay(place: str, only: str | None, trust: Path | None, output_format: str) -> None:
    """Compute every figure of a published site again, from its assertions and its evidence.

    Exit codes: 0 replayed and equal, 1 something differs, 2 the place cannot be opened, 3 nothing differs
    but something was recounted from the assertions alone.
    """
    from site_builder.reader import commands

    _printed(commands.replay_place(place, trust, _now(), output_format, only))


@main.command()
@_inputs
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


def _run(output_format: str, *, output: Path | None, previous: Path | None = None, **options: Any) -> None:
    request = _request(output=output, previous=previous, **options)
    if isinstance(request, list):
        outcome = pipeline.Outcome(findings=request)
    else:
        with _progress() as advance:
            outcome = pipeline.run(request, advance)
    code = 1 if outcome.findings else 3 if outcome.held_back else 0
    status = "refused" if code == 1 else "checked" if output is None else "published"
    if output_format == "json" or outcome.findings:
        _print_findings(outcome.findings, output_format, status, code, outcome)
    else:
        click.echo(printable(outcome.as_text(output)))
    for season in outcome.held_back:
        if output_format == "text" and code != 1:
            # Neutral: whether it is scores, evidence or both would be a hint (PUB-01).
            click.echo(
                f"{season}: not closed; what its folder holds of scores and evidence is held back until "
                "closes_at.",
                err=True,
            )
    gc.freeze()  # the process ends: what is left needs no last search for cycles
    sys.exit(code)


def _request(
    *, output: Path | None, config: Path, generated_at: Instant | None, source_commit: str | None,
    now: Instant | None, jobs: int | None, previous: Path | None = None, **folders: Path,
) -> pipeline.Request | list[Finding]:  # fmt: skip
    configuration, findings = read_configuration(config)
    if configuration is None:
        return findings
    return pipeline.Request(
        config=config,
        configuration=configuration,
        generated_at=(generated_at or instants.parse(_git("%cI", "--generated-at"))).text,
        source_commit=source_commit or _git("%H", "--source-commit"),
        now=now or _now(),
        jobs=jobs or _cores(),
        output=output,
        previous=previous,
        **folders,
    )


def _now() -> Instant:
    return instants.parse(datetime.now(UTC).isoformat(timespec="microseconds"))


def _printed(printed: tuple[int, str]) -> NoReturn:
    code, text = printed
    click.echo(text, nl=False, err=code == _UNREADABLE)
    sys.exit(code)


def _git(fact: str, option: str) -> str:
    """A fact of the source commit, or a usage error that names the option to give instead."""
    command = ["git", "log", "-1", f"--format={fact}", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        raise click.UsageError(f"there is no source commit here: give {option}") from None
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


def _print_findings(
    findings: list[Finding], output_format: str, status: str, code: int,
    outcome: pipeline.Outcome | None = None, *, publishes: bool = True,
) -> None:  # fmt: skip
    ordered = in_order(findings)
    if output_format == "json":
        report = {
            "schema": "proveit-findings-v1",
            "status": status,
            "exit_code": code,
            "held_back": list(outcome.held_back) if outcome else [],
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
