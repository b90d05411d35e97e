"""Freezes with real anchors for seasons that are no demonstrations: proofs, tokens and log entries.

They are made by the rehearsal's issuer, authority and log; :func:`config` names trust anchors under which
these vouch for real seasons. Each is a function of what was frozen: the same world is anchored alike.
"""

from __future__ import annotations

import atexit
import datetime as dt
import functools
import hashlib
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rehearsal.issuer import Call, Issuer
from tests.harness import smallest, worlds
from tests.harness.command import REPOSITORY

TARGET: Final = "https://index.arkforge.tech/v1/season/1/freeze"
DID: Final = "did:key:z6MkoJYnbxvgknfUG2Gbpj4mL2UP5gzsuYdo8haq1KNPBfz8"
BEFORE: Final = dt.datetime(2026, 2, 1, 8, 0, 0, tzinfo=dt.UTC)
"""Before the opening of every world."""


@functools.cache
def config() -> Path:
    """A configuration whose trust anchors are the rehearsal's, as if they were those of a real issuer who
    signs since the start of the year."""
    folder = Path(tempfile.mkdtemp(prefix="anchors-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copytree(REPOSITORY / "trust/rehearsal", folder / "trust")
    keys, manifest = folder / "trust/issuer-keys.json", folder / "trust/trust.toml"
    text = manifest.read_text("utf-8")
    assert text.count("rehearsal = true") == 3
    listed = hashlib.sha256(keys.read_bytes()).hexdigest()
    assert listed in text
    published = worlds.read_json(keys)
    for key in (*published["keys"], *published["rekor_keys"]):
        key["valid_from"] = "2026-01-01T00:00:00Z"
    worlds.write_json(keys, published)
    text = text.replace(listed, hashlib.sha256(keys.read_bytes()).hexdigest())
    manifest.write_text(text.replace("rehearsal = true", "rehearsal = false"), "utf-8")
    shutil.copyfile(REPOSITORY / "site.toml", folder / "site.toml")
    return folder / "site.toml"


def real_seasons(world: Path) -> list[Path]:
    """The folders of the seasons that are no demonstration, show scores and are not invalidated."""
    found = []
    for file in sorted((world / "prove-it").glob("season-*/season.json")):
        try:
            season = worlds.read_json(file)
        except ValueError:  # a damaged one, which is what the test is about
            continue
        scores = any(any(file.parent.glob(f"*/{table}/*.json")) for table in ("reference", "community"))
        if season.get("demonstration") is False and scores and season.get("invalidated") is None:
            found.append(file.parent)
    return found


def anchor_world(world: Path) -> bool:
    """Anchor the freezes of every real season as they stand; whether one is, or was, anchored here."""
    seasons = real_seasons(world)
    for season in seasons:
        for track in sorted(season.glob("*/track.json")):
            anchor(track.parent)
    records = (world / "prove-it").glob("*/*/preregistration.json")
    return bool(seasons) or any(TARGET in record.read_text("utf-8") for record in records)


def anchor(
    folder: Path, *, at: dt.datetime = BEFORE, payloads: Sequence[tuple[Any, dict[str, str] | None]] = ()
) -> None:
    """Write what anchors the freezes of a track: manifest, ``preregistration.json``, proofs, log entries.

    ``payloads``: for each freeze, in the order of the record, what its call sends and the pointers into it;
    by default the three hashes alone.
    """
    try:
        track = worlds.read_json(folder / "track.json")
    except ValueError:  # a damaged one, which is what the test is about
        return
    _manifest(folder, track)
    rules = track["scoring_rules"]
    freezes = [rules, *rules["superseded"]]
    given = list(payloads) or [(payload(folder, track, one), None) for one in freezes]
    for name in ("proofs", "log"):
        shutil.rmtree(folder / name, ignore_errors=True)
    issuer, made = Issuer(), list[dict[str, Any]]()
    for number, (freeze, (sent, hashes)) in enumerate(zip(freezes, given, strict=True)):
        when = at - number * dt.timedelta(days=1)
        label = f"freeze {freeze['version']} {freeze['proof_id']}"
        call = Call(label, when, TARGET, "POST", sent, b'{"ok":"ok"}', DID)
        (proof,) = issuer.anchor([call], when + dt.timedelta(minutes=8))
        root = proof.view["batch_anchor"]["root"].removeprefix("sha256:")
        _write(folder / f"proofs/{freeze['proof_id']}.json", {**proof.view, "proof_id": freeze["proof_id"]})
        _write(folder / f"log/{root}.json", issuer.log.answer(root))
        entry = {
            "version": freeze["version"], "proof_id": freeze["proof_id"], "target": TARGET, "method": "POST",
            "payload": sent, "disclosures": proof.disclosure,
        }  # fmt: skip
        made.append(entry if hashes is None else {**entry, "hashes": hashes})
    _write(
        folder / "preregistration.json",
        {
            "schema": "proveit-preregistration-v1", "season": track["season"], "track": track["track"],
            "freezes": made,
        },
    )  # fmt: skip


def payload(folder: Path, track: dict[str, Any], freeze: dict[str, Any]) -> dict[str, str]:
    """The three hashes of a freeze of this track: the current one's, or a superseded one's own commitment."""
    commitment = track["answer_key"]["commitment"]
    key = folder / track["answer_key"]["file"]
    if freeze.get("salt") and key.exists():
        commitment = hashlib.sha256(bytes.fromhex(freeze["salt"]) + key.read_bytes()).hexdigest()
    return {
        "section_sha256": track["scoring_rules"]["sha256"],
        "manifest_sha256": track["corpus"]["manifest_sha256"],
        "key_commitment": commitment,
    }


def _manifest(folder: Path, track: dict[str, Any]) -> None:
    wanted = track["corpus"]["manifest_sha256"]
    for text in (smallest.MANIFEST, smallest.OTHER_MANIFEST):
        if smallest.digest(text) == wanted:
            (folder / "manifest.json").write_text(text, "utf-8")


def _write(path: Path, document: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(document, ensure_ascii=False) + "\n", "utf-8")
