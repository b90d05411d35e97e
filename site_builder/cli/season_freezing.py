"""``season manifest``, ``commit`` and ``freeze``: what is decided before a season opens, and anchored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from site_builder.cli import clock
from site_builder.cli.options import FILE, FOLDER, FORMAT
from site_builder.cli.season import CONFIG, DATA, NOW, SEASON, TRACK, configured, refusals, told
from site_builder.kernel.instants import Instant

_NEXT: Final = "Next: site-builder season status"


@click.command()
@TRACK
@click.option("--bodies", type=FOLDER, required=True, help="The folder of the bodies that the corpus serves.")
@click.option("--description", type=FILE, required=True, help="Origin, tasks, what is read otherwise (JSON).")
@click.option("--out", type=FOLDER, help="Keep manifest and corpus here until the close [default: the tree].")
@DATA
@SEASON
@FORMAT
def manifest(
    track: str, bodies: Path, description: Path, out: Path | None, data: Path, number: int | None,
    output_format: str,
) -> None:  # fmt: skip
    """Freeze a folder of bodies as the corpus of TRACK: manifest.json, corpus/, the hash in track.json.

    The corpus holds its contract or is refused: JSON, no empty body, no number, and the three bodies of the
    instrument's own faults (_systeme/403.json, 503, 400). The description is docs/corpus.md's.
    """
    from site_builder.operation import drafts
    from site_builder.operation.corpus import freeze_corpus

    with refusals(output_format):
        made = freeze_corpus(drafts.read(data, number), track, bodies, description, out)
    text = f"manifest.json of {track}: {made.resources} resources, {made.tasks} tasks, SHA-256 {made.sha256}"
    document = {"schema": "proveit-season-manifest-v1", "track": track, "sha256": made.sha256,
                "resources": made.resources, "tasks": made.tasks}  # fmt: skip
    told(text, document, output_format)


@click.command()
@TRACK
@click.option("--key", type=FILE, required=True, help="The answer key, kept outside the data folder.")
@click.option(
    "--secrets",
    "folder",
    type=FOLDER,
    default=Path("secrets"),
    show_default=True,
    help="Where the salt is written; outside the data folder.",
)
@click.option("--salt", type=FILE, help="A file with a salt that exists already [default: one is made].")
@DATA
@SEASON
@FORMAT
def commit(
    track: str, key: Path, folder: Path, salt: Path | None, data: Path, number: int | None, output_format: str
) -> None:  # fmt: skip
    """Commit to the key of TRACK under a salt: sha256(salt ‖ key) goes into track.json.

    The salt is written into a file that only its owner can read (mode 0600), and is never printed. A key that
    does not fit the track is refused. Keep key and salt: both are revealed at the close, byte for byte.
    """
    from site_builder.operation import drafts
    from site_builder.operation.commitment import commit as make

    with refusals(output_format):
        kept = make(drafts.read(data, number), track, key, folder, salt)
    text = f"Committed to the key of {track}. Its salt: {kept}\nKeep key and salt until the close."
    told(text, {"schema": "proveit-season-commit-v1", "track": track, "salt_file": str(kept)}, output_format)


@click.command()
@TRACK
@click.option("--version", help="Of the scoring rules, such as conformite-bareme-v3.")
@click.option("--target", metavar="URL", help="The address that is called [default: season_service/freeze].")
@click.option("--method", help="Its method [default: POST].")
@click.option("--proof", type=FILE, help="The proof's public view, once its batch is closed.")
@click.option("--full", type=FILE, help="What the proof's owner reads: GET /v1/proof/{proof_id}/full.")
@click.option("--supersede", is_flag=True, help="Replace the anchored freeze, before the opening.")
@click.option("--reason-fr", help="Why, in French.")
@click.option("--reason-en", help="Why, in English.")
@DATA
@SEASON
@CONFIG
@NOW
@FORMAT
def freeze(
    track: str, version: str | None, target: str | None, method: str | None, proof: Path | None,
    full: Path | None, supersede: bool, reason_fr: str | None, reason_en: str | None, data: Path,
    number: int | None, config: Path, now: Instant | None, output_format: str,
) -> None:  # fmt: skip
    """Freeze TRACK: write what is to be anchored, then complete the record with --proof and --full.

    Without a proof, the payload is printed and stands in preregistration.json: send it through the Trust
    Layer with the challenge's key. With both files the proof is verified against the trust anchors, and
    refused if it opens another call or is later than the opening.
    """
    from site_builder.operation import drafts
    from site_builder.operation import freeze as freezing
    from site_builder.operation.trusted import anchors_of

    if (proof is None) != (full is None):
        raise click.UsageError("--proof and --full go together.")
    if supersede and not (reason_fr and reason_en):
        raise click.UsageError("--supersede needs --reason-fr and --reason-en: both are published.")
    with refusals(output_format):
        draft = drafts.read(data, number)
        if supersede:
            reason = {"fr": str(reason_fr), "en": str(reason_en)}
            old = freezing.supersede(draft, track, reason, now or clock.now())
            text = f"{old} is superseded, and stays published with its reason.\n{_NEXT}"
            told(text, {"schema": "proveit-season-freeze-v1", "superseded": old}, output_format)
        elif proof is not None and full is not None:
            trust = anchors_of(config.parent / configured(config, output_format).trust.anchors)
            proof_id, time = freezing.complete(draft, track, proof, full, trust)
            text = f"The freeze of {track} is anchored by {proof_id}, {time}.\n{_NEXT}"
            document = {"schema": "proveit-season-freeze-v1", "proof_id": proof_id, "time": time}
            told(text, document, output_format)
        else:
            call = freezing.prepare(draft, track, version, target, method)
            payload = json.dumps(dict(call.payload), indent=1)
            text = (
                f"To be anchored, through the Trust Layer, with the challenge's key:\n"
                f"{call.method} {call.target}\n{payload}\n"
                f"Then: site-builder season freeze {track} --proof FILE --full FILE"
            )
            head = {"schema": "proveit-season-freeze-v1", "target": call.target, "method": call.method}
            told(text, head | {"payload": dict(call.payload)}, output_format)


COMMANDS: Final = (manifest, commit, freeze)
