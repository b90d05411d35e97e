"""``season fetch-list`` and ``import``: what a season takes in from others, at the close above all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import click

from site_builder.cli import clock
from site_builder.cli.options import FOLDER, FORMAT, InstantType
from site_builder.cli.season import CONFIG, DATA, NOW, SEASON, configured, refusals, told
from site_builder.kernel.instants import Instant


@click.command("fetch-list")
@click.option("--fetch", "asks", is_flag=True, help="Ask for what is missing; without it nothing is asked.")
@click.option(
    "--rate",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="Requests an hour and host: what the service allows an address.",
)
@click.option("--attempts", type=click.IntRange(1, 20), default=5, show_default=True, help="For one file.")
@click.option(
    "--timeout", type=click.IntRange(1, 600), default=60, show_default=True, help="Seconds for one answer."
)
@DATA
@SEASON
@CONFIG
@FORMAT
def fetch_list(
    asks: bool, rate: int, attempts: int, timeout: int, data: Path, number: int | None, config: Path,
    output_format: str,
) -> None:  # fmt: skip
    """List what a replay needs of others: views of cited proofs and freezes, log entries, and where they are.

    With --fetch what is missing is asked for, one file at a time. Each answer is checked before it is stored;
    what is there and verifies is not asked for again, so that the command may be interrupted and given anew.

    Exit codes: 0 all is there, 1 an answer was wrong, or a file cannot be read, 3 something is missing.
    """
    from site_builder.operation import drafts
    from site_builder.operation.fetching import Addresses, Client, fetch
    from site_builder.operation.trusted import anchors_of
    from site_builder.operation.wanted import Examiner, wanted

    configuration = configured(config, output_format)
    with refusals(output_format):
        draft = drafts.read(data, number)
        examiner = Examiner(
            anchors_of(config.parent / configuration.trust.anchors), draft.season.get("demonstration") is True
        )
        made = wanted(draft, examiner)
        addresses = Addresses(
            configuration.fetch.proof_url or str(draft.season.get("proof_url")), configuration.fetch.log_url
        )
        if asks:
            client = Client(rate, attempts, timeout, lambda said: click.echo(said, err=True))
            fetch(draft, made, addresses, client, examiner)
    wrong = [item for item in made.items if item.state == "wrong"]
    code = 1 if wrong else 3 if made.open("proof") or made.open("log") else 0
    lines, items = list[str](), list[dict[str, Any]]()
    for item in made.items:
        url = addresses.of(item)
        fails = made.failing.get(item.path, "")
        items.append({"kind": item.kind, "path": item.path, "url": url, "state": item.state,
                      "why": item.why or None, "fails": fails or None})  # fmt: skip
        if item.state != "there":
            why = f" ({item.why})" if item.why else ""
            lines.append(f"{item.state}: {item.path}{why}\n  from: {url or 'no address: see its view'}")
        elif fails:
            lines.append(f"there, and does not verify: {item.path} ({fails})")
    lines.append(_account(made.items))
    document = {"schema": "proveit-fetch-list-v1", "season": draft.number, "exit_code": code, "items": items}
    told("\n".join(lines), document, output_format)
    sys.exit(code)


def _account(items: list[Any]) -> str:
    parts = []
    for kind, name in (("proof", "proof views"), ("log", "log entries")):
        own = [item.state for item in items if item.kind == kind]
        states = ", ".join(f"{own.count(state)} {state}" for state in sorted(set(own)))
        parts.append(f"{len(own)} {name}{': ' + states if states else ''}")
    return "; ".join(parts) + "."


@click.command("import")
@click.argument("folder", type=FOLDER)
@click.option("--published-at", type=InstantType(), help="The publication is decided: when scores are shown.")
@DATA
@SEASON
@NOW
@FORMAT
def import_(
    folder: Path, published_at: Instant | None, data: Path, number: int | None, now: Instant | None,
    output_format: str,
) -> None:  # fmt: skip
    """Take in what the scorer delivered and what the close reveals: FOLDER has the season's own layout.

    <track>/reference, community, submissions, proofs, log, corpus, manifest.json, the key, its salts
    (*.salt), and corrections.jsonl. All of it is judged first; with one finding nothing is written. The
    same folder again changes nothing. Key, salts and corrections are refused before the close.
    """
    from site_builder.operation import drafts
    from site_builder.operation.deliveries import take_in

    with refusals(output_format):
        draft = drafts.read(data, number)
        changed = take_in(draft, folder, now or clock.now(), published_at)
    lines = [f"{how}: {draft.folder}/{name}" for name, how in changed.items()]
    text = "\n".join([*lines, f"{len(changed)} files changed." if changed else "Nothing changed."])
    told(
        text,
        {"schema": "proveit-season-import-v1", "season": draft.number, "changed": changed},
        output_format,
    )


COMMANDS: Final = (fetch_list, import_)
