"""Seasons of any size, multiplied from the demonstration season: same texts, other identities.

Row n of a track is the demonstration row ``n mod k`` under a DID of its own, so a season of 10,000
participants has the size and the variety of a real one, and needs nothing but this repository. The evidence
is left out: it is about the demonstration's own participants, and no proof can be made for the others.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
TABLE = "community"
# Everything that a score is replayed from; and corrections, which are about the original rows.
_OF_THE_ORIGINAL = (
    "corrections.jsonl", "corpus", "manifest.json", "proofs", "log", "submissions", "preregistration.json",
)  # fmt: skip


def multiply(demonstration: Path, participants: int, data: Path) -> None:
    """Write ``data/prove-it/<season>`` with ``participants`` community rows per track, without evidence."""
    season = data / "prove-it" / demonstration.name
    shutil.copytree(demonstration, season, ignore=shutil.ignore_patterns(*_OF_THE_ORIGINAL))
    for folder in sorted(path for path in season.iterdir() if path.is_dir()):
        originals = [json.loads(path.read_bytes()) for path in sorted((folder / TABLE).iterdir())]
        shutil.rmtree(folder / TABLE)
        (folder / TABLE).mkdir()
        for row in range(participants):
            score = originals[row % len(originals)]
            score["agent"]["did"] = did_key(hashlib.sha256(f"{folder.name}/{row}".encode()).digest())
            text = json.dumps(score, ensure_ascii=False, separators=(",", ":"))
            (folder / TABLE / f"p-{row:06d}.json").write_text(text + "\n", encoding="utf-8")


def did_key(public_key: bytes) -> str:
    """The did:key of 32 bytes taken as an Ed25519 key (multicodec 0xed01, base58btc)."""
    number, digits = int.from_bytes(b"\xed\x01" + public_key, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        digits = _BASE58[digit] + digits
    return f"did:key:z{digits}"
