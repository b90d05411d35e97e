"""The replay kit: what it lists, and where each file stands."""

from __future__ import annotations

import json
from hashlib import sha256

from site_builder.challenges.prove_it.pages.kit import kit_files, kit_list
from tests.harness import loaded

BASE = "/challenges/prove-it/season-1/conformite"
GIVEN = {
    "season.json": b"{}",
    "conformite/track.json": b"{}",
    "conformite/section-5.txt": b"section",
    "conformite/answer-key.json": b"{}",
    "conformite/corpus/entites/ENT-0001.json": b'{"n":1}',
    "conformite/corpus/entites/ENT-0002.json": b'{"n":1}',
    "conformite/proofs/prf_20260301_090000_0a0b0c.json": b"{}",
    "trust/rehearsal/trust.toml": b"",
}


def test_each_file_has_its_place(smallest_track: loaded.LoadedTrack) -> None:
    files = {file.name: file for file in kit_files(smallest_track.context, GIVEN)}
    body = sha256(b'{"n":1}').hexdigest()
    assert {name: file.address for name, file in files.items()} == {
        "season.json": f"{BASE}/kit/season.json",
        "conformite/track.json": f"{BASE}/kit/track.json",
        "conformite/section-5.txt": f"{BASE}/section-5.txt",
        "conformite/answer-key.json": f"{BASE}/answer-key.json",
        "conformite/corpus/entites/ENT-0001.json": f"{BASE}/kit/corpus/{body}.json",
        "conformite/corpus/entites/ENT-0002.json": f"{BASE}/kit/corpus/{body}.json",
        "conformite/proofs/prf_20260301_090000_0a0b0c.json": (
            f"{BASE}/kit/proofs/prf_20260301_090000_0a0b0c.json"
        ),
        "trust/rehearsal/trust.toml": f"{BASE}/kit/trust/rehearsal/trust.toml",
    }
    assert {name for name, file in files.items() if not file.new} == {
        "conformite/section-5.txt",
        "conformite/answer-key.json",
    }


def test_the_list_has_name_place_hash_and_size(smallest_track: loaded.LoadedTrack) -> None:
    document = json.loads(
        kit_list(smallest_track.context, list(kit_files(smallest_track.context, {"season.json": b"{}"})))
    )
    assert document == {
        "schema": "proveit-kit-v1",
        "season": 1,
        "track": "conformite",
        "demonstration": True,
        "replay": "none",
        "files": [
            {
                "name": "season.json",
                "path": f"{BASE}/kit/season.json",
                "sha256": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
                "size": 2,
            }
        ],
    }
