"""The evidence of a track: each file listed, each listed file there, with its hashes; hostile folders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.challenges.prove_it.inputs.evidence_tree import read_corpus, read_proofs, read_sent
from site_builder.challenges.prove_it.inputs.proof import ProofView, anchored_root
from site_builder.challenges.prove_it.inputs.tree import read_tree
from site_builder.kernel.findings import Finding
from tests.harness import smallest
from tests.harness.worlds import TRACK_FOLDER

Json = dict[str, Any]
BODIES = {
    "/entites/ENT-1": '{"statut": "active", "é": "ü"}',
    "/listes/agrees/change?page=2": '{"activite": "change", "entrees": []}',
    "/_systeme/403": '{"erreur": "403"}',
    "/_systeme/503": '{"erreur": "503"}',
    "/_systeme/400": '{"erreur": "400"}',
}


def file_of(resource: str) -> str:
    return "corpus" + resource.replace("?", "_").replace("=", "_") + ".json"


def entry(resource: str) -> Json:
    body = BODIES[resource].encode()
    # Canonical JSON by hand: sorted, no spaces, ASCII.
    canonical = json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")).encode()
    return {
        "file": file_of(resource), "method": "GET", "payload": None,
        "sha256": hashlib.sha256(body).hexdigest(), "canonical_sha256": hashlib.sha256(canonical).hexdigest(),
    }  # fmt: skip


def manifest() -> Json:
    return {
        "schema": "proveit-corpus-v1", "season": 1, "track": "conformite",
        "origin": "https://corpus.example",
        "resources": {resource: entry(resource) for resource in BODIES},
        "tasks": {
            "conf-01": {"graph": "entity", "entity": "/entites/ENT-1", "activity": "change", "named": []},
            "conf-02": {"graph": "listed", "resources": ["/entites/ENT-1"]},
        },
    }  # fmt: skip


@pytest.fixture
def corpus(world: Path) -> Path:
    """The smallest world with a corpus."""
    for resource, body in BODIES.items():
        place = world / TRACK_FOLDER / file_of(resource)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(body.encode())
    return world


def read(world: Path, document: Json | None = None) -> list[tuple[str, str, str | None]]:
    made, findings = read_corpus(world, TRACK_FOLDER, json.dumps(document or manifest()).encode())
    assert (made is None) == bool(findings)
    return brief(findings)


def brief(findings: list[Finding]) -> list[tuple[str, str, str | None]]:
    assert all(f.found and f.expected and f.remedy for f in findings)
    return [(f.code, f.file.removeprefix(f"{TRACK_FOLDER}/"), f.pointer) for f in findings]


def test_a_corpus_is_read_whole(corpus: Path) -> None:
    made, findings = read_corpus(corpus, TRACK_FOLDER, json.dumps(manifest()).encode())
    assert findings == []
    assert made is not None
    assert made.bodies == {resource: body.encode() for resource, body in BODIES.items()}
    assert made.manifest.url("/listes/agrees/change?page=2") == (
        "https://corpus.example/listes/agrees/change?page=2"
    )
    assert read_tree(corpus)[1] == []


def test_the_folder_itself(corpus: Path) -> None:
    place = corpus / TRACK_FOLDER / "corpus"
    place.rename(place.with_name("elsewhere"))
    assert read(corpus) == [("T001", "corpus", None)]
    place.symlink_to("elsewhere")
    assert read(corpus) == [("T001", "corpus", None)]


ENT, TWO = "corpus/entites/ENT-1.json", "corpus/entites/ENT-2.json"


def to_a_link(path: Path) -> None:
    path.rename(path.with_name(".moved"))
    path.symlink_to(".moved")


def to_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


CHANGES: list[tuple[str, Callable[[Path], object], str]] = [
    ("a byte", lambda p: (p / ENT).write_bytes(BODIES["/entites/ENT-1"].replace("ü", "u").encode()), ENT),
    ("a space", lambda p: (p / ENT).write_bytes(b" " + BODIES["/entites/ENT-1"].encode()), ENT),
    ("no JSON", lambda p: (p / ENT).write_bytes(b"<html>"), ENT),
    ("not a number", lambda p: (p / ENT).write_bytes(b'{"a": NaN}'), ENT),
    ("nothing", lambda p: (p / ENT).write_bytes(b""), ENT),
    ("gone", lambda p: (p / ENT).unlink(), ENT),
    ("a link", lambda p: to_a_link(p / ENT), ENT),
    ("a folder", lambda p: to_a_folder(p / ENT), ENT),
    ("one more", lambda p: (p / "corpus/more.json").write_bytes(b"{}"), "corpus/more.json"),
    ("one more below", lambda p: (p / TWO).write_bytes(b"{}"), TWO),
]  # fmt: skip


@pytest.mark.parametrize(("change", "file"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_a_corpus_that_is_not_the_frozen_one(
    corpus: Path, change: Callable[[Path], object], file: str
) -> None:
    change(corpus / TRACK_FOLDER)
    found = read(corpus)
    assert {(code, name) for code, name, _ in found} == {("T001", file)}


def test_a_file_whose_name_starts_with_a_dot_is_not_looked_at(corpus: Path) -> None:
    (corpus / TRACK_FOLDER / "corpus/.swp").write_bytes(b"x")
    assert read(corpus) == []


def without(document: Json, *path: str) -> Json:
    parent = document
    for step in path[:-1]:
        parent = parent[step]
    del parent[path[-1]]
    return document


def having(value: object, *path: str) -> Json:
    document = manifest()
    parent = document
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = value
    return document


ONE = ("resources", "/entites/ENT-1")
REFUSED: list[tuple[Json, str]] = [
    (having("proveit-corpus-v2", "schema"), "/schema"),
    (having("http://corpus.example", "origin"), "/origin"),
    (having("https://corpus.example/", "origin"), "/origin"),
    (having("https://corpus.example/v1", "origin"), "/origin"),
    (having(1, "note"), "/note"),
    (having("../track.json", *ONE, "file"), "/resources/~1entites~1ENT-1/file"),
    (having("corpus/../track.json", *ONE, "file"), "/resources/~1entites~1ENT-1/file"),
    (having("corpus/.hidden", *ONE, "file"), "/resources/~1entites~1ENT-1/file"),
    (having("/corpus/a.json", *ONE, "file"), "/resources/~1entites~1ENT-1/file"),
    (having("corpus/a\n", *ONE, "file"), "/resources/~1entites~1ENT-1/file"),
    (having("get", *ONE, "method"), "/resources/~1entites~1ENT-1/method"),
    (having("00", *ONE, "sha256"), "/resources/~1entites~1ENT-1/sha256"),
    (without(manifest(), *ONE, "payload"), "/resources/~1entites~1ENT-1/payload"),
    (having(file_of("/_systeme/403"), *ONE, "file"), ""),
    (without(manifest(), "resources", "/_systeme/403"), ""),
    (without(manifest(), "resources", "/_systeme/503"), ""),
    (without(manifest(), "resources", "/_systeme/400"), ""),
    (having({"graph": "other"}, "tasks", "conf-01"), "/tasks/conf-01/graph"),
    (having({"entity": "/entites/ENT-1"}, "tasks", "conf-01"), "/tasks/conf-01/graph"),
    (having("/entites/ENT-9", "tasks", "conf-01", "entity"), ""),
    (having(["/entites/ENT-9"], "tasks", "conf-01", "named"), ""),
    (having(["/entites/ENT-9"], "tasks", "conf-02", "resources"), ""),
    (having([], "tasks", "conf-02", "resources"), "/tasks/conf-02/resources"),
]


@pytest.mark.parametrize(("document", "pointer"), REFUSED)
def test_a_manifest_that_is_refused(corpus: Path, document: Json, pointer: str) -> None:
    assert read(corpus, document) == [("S001", "manifest.json", pointer)]


def test_a_manifest_of_another_track_or_season(corpus: Path) -> None:
    document = manifest() | {"track": "generique", "season": 4}
    assert read(corpus, document) == [
        ("T001", "manifest.json", "/season"), ("T001", "manifest.json", "/track"),
    ]  # fmt: skip


# What was sent.

PROOF = "prf_20260310_095900_000001"


def submission(task_id: str = "conf-01") -> Json:
    claim = {"resource": "/entites/ENT-1", "field": "/statut", "value": "active"}
    return {
        "season": 1, "track": "conformite", "task_id": task_id, "agent_did": smallest.COMMUNITY_DID,
        "verdict": "conforme", "narrative": "", "disclosures": smallest.disclosures(PROOF),
        "assertions": [{"id": "a1", "claim": claim, "proof_ids": [PROOF]}],
    }  # fmt: skip


def received(*tasks: str) -> Json:
    return {"schema": "proveit-received-v1", "received": dict.fromkeys(tasks, "2026-03-10T10:00:00Z")}


@pytest.fixture
def sent(world: Path) -> Path:
    """The folder of what the smallest world's participant sent, with one task in it."""
    folder = world / TRACK_FOLDER / "submissions/community/participant-one"
    folder.mkdir(parents=True)
    (folder / "conf-01.json").write_text(json.dumps(submission()), encoding="utf-8")
    (folder / "received.json").write_text(json.dumps(received("conf-01")), encoding="utf-8")
    return folder


def sent_in(world: Path, name: str = "participant-one") -> tuple[list[str] | None, list[Any]]:
    found, findings = read_sent(world, TRACK_FOLDER, "community", name)
    prefix = "submissions/community/participant-one/"
    told = [(code, file.removeprefix(prefix), pointer) for code, file, pointer in brief(findings)]
    return (sorted(found.submissions) if found else None), told


def test_what_was_sent(world: Path, sent: Path) -> None:
    assert sent_in(world) == (["conf-01"], [])
    assert read_tree(world)[1] == []


def test_a_track_without_submissions_and_a_participant_without_any(world: Path) -> None:
    assert sent_in(world) == (None, [])
    (world / TRACK_FOLDER / "submissions").mkdir()
    assert sent_in(world) == ([], [])


@pytest.mark.parametrize(
    ("file", "data", "expected"),
    [
        ("conf-02.json", submission(), ("T001", "conf-02.json", "/task_id")),
        ("conf-02.json", submission("conf-02"), ("T001", "received.json", "/received")),
        ("conf-01.json", submission() | {"extra": 1}, ("S001", "conf-01.json", "/extra")),
        ("received.json", received() | {"schema": "x"}, ("S001", "received.json", "/schema")),
        ("notes.txt", {}, ("T001", "notes.txt", None)),
    ],
)
def test_what_is_refused_of_it(world: Path, sent: Path, file: str, data: Json, expected: object) -> None:
    (sent / file).write_text(json.dumps(data), encoding="utf-8")
    found, told = sent_in(world)
    assert found is None
    assert expected in told


def test_what_was_sent_stands_beside_a_score(world: Path, sent: Path) -> None:
    sent.rename(sent.with_name("somebody-else"))
    (sent.parent.parent / "guests").mkdir()
    assert brief(read_tree(world)[1]) == [
        ("T001", "submissions/community/somebody-else", None), ("T001", "submissions/guests", None),
    ]  # fmt: skip


# Proofs and log entries.

ROOT = "ab" * 32


def test_proofs_are_found_by_id_and_log_entries_by_the_hash_they_are_about(world: Path) -> None:
    folder = world / TRACK_FOLDER
    assert read_proofs(world, TRACK_FOLDER, [PROOF]) == ({}, [])
    (folder / "proofs").mkdir()
    assert read_proofs(world, TRACK_FOLDER, [PROOF]) == ({PROOF: ProofView(None, None)}, [])
    view = json.dumps({"batch_anchor": {"root": f"sha256:{ROOT}"}}).encode()
    (folder / "proofs" / f"{PROOF}.json").write_bytes(view)
    assert read_proofs(world, TRACK_FOLDER, [PROOF]) == ({PROOF: ProofView(view, None)}, [])
    (folder / "log").mkdir()
    (folder / "log" / f"{ROOT}.json").write_bytes(b"{}")
    assert read_proofs(world, TRACK_FOLDER, [PROOF, PROOF]) == ({PROOF: ProofView(view, b"{}")}, [])
    assert read_tree(world)[1] == []
    (folder / "log" / "entry.json").write_bytes(b"{}")
    assert brief(read_tree(world)[1]) == [("T001", "log/entry.json", None)]


def test_a_name_that_is_no_proof_id_is_not_looked_up(world: Path) -> None:
    (world / TRACK_FOLDER / "proofs").mkdir()
    found, findings = read_proofs(world, TRACK_FOLDER, ["../track", PROOF + "\n"])
    assert findings == []
    assert set(found.values()) == {ProofView(None, None)}


ROOTS: list[tuple[bytes, str | None]] = [
    (b"", None), (b"[]", None), (b"{}", None), (b'{"batch_anchor": []}', None),
    (json.dumps({"batch_anchor": {"root": ROOT}}).encode(), ROOT),
    (json.dumps({"batch_anchor": {"root": f"sha256:{ROOT}"}}).encode(), ROOT),
    (json.dumps({"batch_anchor": {"root": "sha256:../x"}}).encode(), None),
    (json.dumps({"batch_anchor": {"root": 1}}).encode(), None),
    # A proof from before batches was anchored by itself, on its chain hash.
    (json.dumps({"hashes": {"chain": f"sha256:{ROOT}"}}).encode(), ROOT),
    (json.dumps({"batch_anchor": {"status": "open"}, "hashes": {"chain": f"sha256:{ROOT}"}}).encode(), ROOT),
]  # fmt: skip


@pytest.mark.parametrize(("view", "root"), ROOTS)
def test_the_hash_that_a_proof_says_is_anchored(view: bytes, root: str | None) -> None:
    assert anchored_root(view) == root
