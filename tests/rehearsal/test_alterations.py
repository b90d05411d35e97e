"""One thing altered at a time: the replay names it, at its place, with the right cause.

Each case alters one file of the rehearsal and says what must be found. The alterations of proofs as evidence,
two thousand of them, are in `test_evidence.py`; here is what a score makes of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from site_builder.challenges.prove_it.scoring.rescore import Rescoring
from site_builder.evidence.trust import TrustAnchors
from tests.rehearsal.replaying import SEASON, Replay, replay

TRACK = f"{SEASON}/conformite"
VIGIE = "community/vigie.json"
SENT = "submissions/community/vigie/conf-01.json"
Change = Callable[[Any], object]


@contextmanager
def altered(data: Path, file: str, change: Callable[[bytes], bytes | None]) -> Iterator[None]:
    """The file with other bytes, or none, until the block ends."""
    place = data / TRACK / file
    before = place.read_bytes() if place.exists() else None
    after = change(before or b"")
    assert after != before
    try:
        if after is None:
            place.unlink()
        else:
            place.write_bytes(after)
        yield
    finally:
        if before is None:
            place.unlink()
        else:
            place.write_bytes(before)


def at(*path: str | int, to: object) -> Callable[[bytes], bytes]:
    """The JSON document with another value at a place; a callable makes the new value from the old."""

    def change(data: bytes) -> bytes:
        document: Any = json.loads(data)
        parent = document
        for step in path[:-1]:
            parent = parent[step]
        old = parent[path[-1]]
        parent[path[-1]] = to(old) if callable(to) else to
        return (json.dumps(document, ensure_ascii=False) + "\n").encode()

    return change


def other_hex(text: str) -> str:
    """The same text with its last hex digit changed."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def other_byte(data: bytes) -> bytes:
    """One bit of one byte in the middle."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def gone(data: bytes) -> None:
    return None


@pytest.fixture
def replayed(working_copy: Path, rehearsal_anchors: TrustAnchors) -> Callable[..., Replay]:
    def run(file: str, change: Callable[[bytes], bytes | None], only: str = VIGIE) -> Replay:
        with altered(working_copy, file, change):
            return replay(working_copy, rehearsal_anchors, "conformite", only=only)

    return run


def only_score(found: Replay) -> Rescoring:
    assert (found.findings, found.freeze) == ([], [])
    (result,) = found.scores.values()
    return result


def told(result: Rescoring) -> list[tuple[str, object, object]]:
    return [(d.pointer, d.declared, d.recomputed) for d in result.differences]


# What the scorer declared.

TASK = ("tasks", 0)
BOUSSOLE, ZELE, ATTENTE = "community/boussole.json", "community/zele.json", "community/attente.json"
FACT = {"resource": "/entites/ENT-0001", "field": "/existe", "value": True}
DECLARED: list[tuple[str, str, Callable[[bytes], bytes], list[str]]] = [
    ("status", VIGIE, at(*TASK, "assertions", 0, "status", to="unsupported"), [
        "/tasks/0/assertions/0/status"]),
    ("cause", BOUSSOLE, at("tasks", 1, "assertions", 2, "cause", to="invalid_proof"), [
        "/tasks/1/assertions/2/cause"]),
    ("exact", VIGIE, at(*TASK, "verdict_exact", to=False), ["/tasks/0/verdict_exact"]),
    ("grounded", VIGIE, at(*TASK, "verdict_grounded", to=False), ["/tasks/0/verdict_grounded"]),
    ("missing facts", VIGIE, at(*TASK, "missing_facts", to=[FACT]), ["/tasks/0/missing_facts/0"]),
    ("a missing fact left out", BOUSSOLE, at("tasks", 4, "missing_facts", to=[]), [
        "/tasks/4/missing_facts/0"]),
    ("a claim's value", VIGIE, at(*TASK, "assertions", 0, "claim", "value", to="radiée"), [
        "/tasks/0/assertions/0/claim/value"]),
    ("a claim's field", VIGIE, at(*TASK, "assertions", 0, "claim", "field", to="/existe"), [
        "/tasks/0/assertions/0/claim/field"]),
    ("a claim's resource", VIGIE, at(*TASK, "assertions", 0, "claim", "resource", to="/entites/ENT-0002"), [
        "/tasks/0/assertions/0/claim/resource"]),
    ("cited proofs", VIGIE, at(*TASK, "assertions", 0, "proof_ids", to=["prf_20260507_080020_000000"]), [
        "/tasks/0/assertions/0/proof_ids/0"]),
    ("an assertion's id", VIGIE, at(*TASK, "assertions", 0, "id", to="a9"), ["/tasks/0/assertions/0/id"]),
    ("the verdict", VIGIE, at(*TASK, "verdict", to="non_conforme"), ["/tasks/0/verdict"]),
    ("the narrative", VIGIE, at(*TASK, "narrative", to=""), ["/tasks/0/narrative"]),
    ("the time", VIGIE, at(*TASK, "submitted_at", to="2026-05-10T00:00:00Z"), ["/tasks/0/submitted_at"]),
    ("an assertion left out", VIGIE, at(*TASK, "assertions", to=lambda made: made[:2]), [
        "/tasks/0/assertions/2"]),
    ("a rejection's reason", ZELE, at(*TASK, "reason", to="outside_graph"), ["/tasks/0/reason"]),
    ("who is at fault", ZELE, at(*TASK, "at_fault", "id", to="a1"), ["/tasks/0/at_fault/id"]),
    ("not sent", ATTENTE, at("tasks", 2, "reason", to="below_minimum"), ["/tasks/2/reason"]),
    ("a pending task", ATTENTE, at("tasks", 9, to={
        "task_id": "conf-10", "state": "not_submitted", "reason": "nothing_sent"}), ["/tasks/9/state"]),
    *[(name, VIGIE, at("totals", name, to=lambda n: n + 1), [f"/totals/{name}"]) for name in (
        "assertions", "unsupported", "instrument_faults", "tasks_submitted", "verdicts_counted")],
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "change", "pointers"), [d[1:] for d in DECLARED], ids=[d[0] for d in DECLARED]
)
def test_what_is_declared(
    replayed: Callable[..., Replay], file: str, change: Callable[[bytes], bytes], pointers: list[str]
) -> None:
    result = only_score(replayed(file, change, only=file))
    assert [d.pointer for d in result.differences] == pointers
    assert all(d.why for d in result.differences)


# What was submitted: the score stays as it was declared, and no longer follows.


def first_proof(data: Path, participant: str = "vigie", task: str = "conf-01", number: int = 0) -> str:
    place = data / TRACK / f"submissions/community/{participant}/{task}.json"
    cited: str = json.loads(place.read_bytes())["assertions"][number]["proof_ids"][0]
    return cited


SUPPORTED = "/tasks/0/assertions/0/cause"
SUBMITTED: list[tuple[str, Callable[[bytes], bytes | None], tuple[str, object]]] = [
    ("a value", at("assertions", 0, "claim", "value", to="radiée"), (SUPPORTED, "value_mismatch")),
    ("a type", at("assertions", 0, "claim", "value", to=["active"]), (SUPPORTED, "value_mismatch")),
    ("a field", at("assertions", 0, "claim", "field", to="/existe"), (SUPPORTED, "value_mismatch")),
    ("a resource of the graph", at("assertions", 0, "claim", to={
        "resource": "/agrements/AGR-1201", "field": "/statut", "value": "actif"}), (
            SUPPORTED, "resource_mismatch")),
    ("a resource outside", at("assertions", 0, "claim", "resource", to="/entites/ENT-0002"), (
        "/tasks/0/state", "rejected")),
    ("a field of no criterion", at("assertions", 0, "claim", "field", to="/forme"), (
        "/tasks/0/state", "rejected")),
    ("a verdict", at("verdict", to="indeterminable"), ("/tasks/0/verdict_exact", False)),
    ("too few", at("assertions", to=lambda made: made[:1]), ("/tasks/0/state", "not_submitted")),
    ("nothing", gone, ("/tasks/0/state", "not_submitted")),
    ("another agent", at("agent_did", to="did:web:other.example"), ("/agent/did", "did:web:other.example")),
    ("another season", at("season", to=3), ("/season", 3)),
]  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), [s[1:] for s in SUBMITTED], ids=[s[0] for s in SUBMITTED])
def test_what_was_submitted(
    replayed: Callable[..., Replay], change: Callable[[bytes], bytes | None], expected: tuple[str, object]
) -> None:
    def consistent(data: bytes) -> bytes | None:
        """Disclosures of exactly the proofs that are still cited: what the service lets in."""
        changed = change(data)
        if changed is None:
            return None
        document = json.loads(changed)
        cited = {p for a in document["assertions"] for p in a["proof_ids"]}
        document["disclosures"] = {p: d for p, d in document["disclosures"].items() if p in cited}
        return json.dumps(document).encode()

    result = only_score(replayed(SENT, consistent))
    assert expected in [(pointer, recomputed) for pointer, _, recomputed in told(result)]


@pytest.mark.parametrize("name", ["request_hash", "response_hash"])
@pytest.mark.parametrize("part", ["nonce", "value"])
def test_a_disclosure_that_does_not_open(
    replayed: Callable[..., Replay], working_copy: Path, name: str, part: str
) -> None:
    proof = first_proof(working_copy)
    result = only_score(replayed(SENT, at("disclosures", proof, name, part, to=other_hex)))
    assert (SUPPORTED, None, "invalid_proof") in told(result)
    why = next(d.why for d in result.differences if d.pointer == SUPPORTED)
    assert why == f"condition 1, {proof}: step 7, disclosures: opens"


ENTRY_REFUSED: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("a claim twice", at("assertions", 1, "claim", to={
        "resource": "/entites/ENT-0001", "field": "/statut", "value": "active"})),
    ("no disclosure", at("disclosures", to={})),
    ("an unknown key", at("assertions", 0, "claim", to=lambda claim: claim | {"note": "x"})),
    ("bytes that are no JSON", lambda data: data[:-3]),
]  # fmt: skip


@pytest.mark.parametrize("change", [e[1] for e in ENTRY_REFUSED], ids=[e[0] for e in ENTRY_REFUSED])
def test_what_the_service_refuses_at_entry_is_a_finding(
    replayed: Callable[..., Replay], change: Callable[[bytes], bytes]
) -> None:
    found = replayed(SENT, change)
    assert {f.file for f in found.findings} == {f"{TRACK}/{SENT}"}
    assert {f.code for f in found.findings} <= {"S001", "J001"}


def test_when_it_was_received(replayed: Callable[..., Replay]) -> None:
    received = "submissions/community/vigie/received.json"
    result = only_score(replayed(received, at("received", "conf-01", to="2026-05-10T00:00:00Z")))
    assert [pointer for pointer, _, _ in told(result)] == ["/tasks/0/submitted_at"]
    assert [f.pointer for f in replayed(received, gone).findings] == ["/received"] * 10


# The proofs.

PROOF: list[tuple[str, Callable[[bytes], bytes | None], str | None, str]] = [
    ("a commitment", at("commitments", "seller", to=other_hex), "invalid_proof",
     "step 1, commitments: chain_hash"),
    ("no commitments", at("commitments", to={}), "invalid_proof", "step 1, commitments: commitments_present"),
    ("the chain hash", at("hashes", "chain", to=other_hex), "invalid_proof",
     "step 1, commitments: chain_hash"),
    ("the signature", at("arkforge_signature", to=lambda s: s[:20] + ("A" if s[20] != "A" else "B") + s[21:]),
     "invalid_proof", "step 2, signature: published_key"),
    ("the path", at("batch_anchor", "audit_path", 0, to=other_hex), "invalid_proof",
     "step 3, batch_inclusion: batch_root"),
    ("the path's length", at("batch_anchor", "audit_path", to=lambda p: p[:-1]), "invalid_proof",
     "step 3, batch_inclusion: path_length"),
    ("the leaf's number", at("batch_anchor", "leaf_index", to=lambda n: n ^ 1), "invalid_proof",
     "step 3, batch_inclusion: batch_root"),
    ("another root", at("batch_anchor", "root", to=other_hex), "invalid_proof",
     "step 3, batch_inclusion: batch_root"),
    ("the token", at("timestamp_authority", "tsr_base64", to=lambda t: t[:200] + "AAAA" + t[204:]),
     "invalid_proof", "step 4, timestamp"),
    ("no token", at("timestamp_authority", "tsr_base64", to=""), "invalid_proof",
     "step 4, timestamp: token_present"),
    ("another proof's view", at("proof_id", to=other_hex), "invalid_proof", "the view is another proof's"),
    ("no version", at("spec_version", to="0.9"), "invalid_proof", "refused: spec_version"),
    ("no proof", gone, "invalid_proof", "there is no such proof"),
    ("no JSON", lambda data: data[:40], "invalid_proof", "refused: readable"),
    ("an opening's nonce", at("disclosed", "agent_identity", "nonce", to=other_hex), "identity_not_bound",
     "step 6, identity: opens"),
    ("an opening's value", at("disclosed", "agent_identity_verified", "value", to=None), "identity_not_bound",
     "step 6, identity: opens"),
    ("no openings", at("disclosed", to={}), "identity_not_bound", "step 6, identity: openings_present"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "cause", "why"), [p[1:] for p in PROOF], ids=[p[0] for p in PROOF])
def test_a_proof(
    replayed: Callable[..., Replay],
    working_copy: Path,
    change: Callable[[bytes], bytes | None],
    cause: str,
    why: str,
) -> None:
    proof = first_proof(working_copy)
    result = only_score(replayed(f"proofs/{proof}.json", change))
    assert (SUPPORTED, None, cause) in told(result)
    reason = next(d.why for d in result.differences if d.pointer == SUPPORTED)
    assert proof in reason
    assert why in reason


def test_4_1_a_proof_of_a_later_version_is_undecided(
    replayed: Callable[..., Replay], working_copy: Path
) -> None:
    proof = first_proof(working_copy)
    result = only_score(replayed(f"proofs/{proof}.json", at("spec_version", to="3.2")))
    assert result.differences == ()
    assert {(u.why, u.unknown_version) for u in result.undecided} == {
        (f"condition 1, {proof}: unknown version: spec_version 3.2", "3.2")
    }


def test_a_proof_that_is_said_to_wait(replayed: Callable[..., Replay], working_copy: Path) -> None:
    change = at("batch_anchor", "status", to="open")
    result = only_score(replayed(f"proofs/{first_proof(working_copy)}.json", change))
    assert ("/tasks/0/state", "submitted", "pending") in told(result)


FLAT: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("request", at("hashes", "request", to=other_hex), "/hashes/request"),
    ("identity", at("agent_identity", to="did:web:other.example"), "/agent_identity"),
    ("key", at("arkforge_pubkey", to=other_hex), "/arkforge_pubkey"),
    ("log", at("transparency_log", "log_index", to=1), "/transparency_log/log_index"),
]


@pytest.mark.parametrize(("change", "pointer"), [f[1:] for f in FLAT], ids=[f[0] for f in FLAT])
def test_a_flat_copy_is_an_incident_and_no_difference(
    replayed: Callable[..., Replay], working_copy: Path, change: Callable[[bytes], bytes], pointer: str
) -> None:
    proof = first_proof(working_copy)
    result = only_score(replayed(f"proofs/{proof}.json", change))
    assert told(result) == []
    assert [(i.proof_id, i.incident.pointer) for i in result.incidents] == [(proof, pointer)]


def entry_of(data: Path, proof: str) -> str:
    view = json.loads((data / TRACK / f"proofs/{proof}.json").read_bytes())
    return f"log/{view['batch_anchor']['root'].removeprefix('sha256:')}.json"


def inside(*path: str | int, to: object) -> Callable[[bytes], bytes]:
    """The same, inside the one entry that the log's answer names."""

    def change(data: bytes) -> bytes:
        (name,) = json.loads(data)
        return at(name, *path, to=to)(data)

    return change


ENTRY = [
    inside("logIndex", to=lambda n: n + 1),
    inside("verification", "inclusionProof", "hashes", 0, to=other_hex),
    inside("verification", "inclusionProof", "checkpoint", to=lambda text: text.replace("log.", "bog.")),
    inside("integratedTime", to=lambda n: n + 1),
]


@pytest.mark.parametrize("change", ENTRY)
def test_a_log_entry_takes_every_proof_of_its_batch_with_it(
    replayed: Callable[..., Replay], working_copy: Path, change: Callable[[bytes], bytes]
) -> None:
    result = only_score(replayed(entry_of(working_copy, first_proof(working_copy)), change))
    causes = [recomputed for pointer, _, recomputed in told(result) if pointer.endswith("/cause")]
    assert causes == ["invalid_proof"] * 41


def test_without_a_log_entry_nothing_is_decided(replayed: Callable[..., Replay], working_copy: Path) -> None:
    result = only_score(replayed(entry_of(working_copy, first_proof(working_copy)), gone))
    assert told(result) == []
    assert len(result.undecided) == 41
    assert "step 5, transparency_log: no_log_entry" in result.undecided[0].why


# The frozen files.

FROZEN: list[tuple[str, Callable[[bytes], bytes | None]]] = [
    ("corpus/entites/ENT-0001.json", other_byte),
    ("corpus/entites/ENT-0001.json", lambda data: data + b"\n"),
    ("corpus/entites/ENT-0001.json", gone),
    ("corpus/mesures-restrictives/liste-page-2.json", at("entrees", 1, "date_naissance", to="1966-11-29")),
    ("corpus/_systeme/503.json", at("erreur", to="autre")),
    ("corpus/unlisted.json", lambda _: b"{}"),
]


@pytest.mark.parametrize(("file", "change"), FROZEN)
def test_a_byte_of_the_corpus(
    replayed: Callable[..., Replay], file: str, change: Callable[[bytes], bytes | None]
) -> None:
    found = replayed(file, change)
    assert {(f.code, f.file) for f in found.findings} == {("T001", f"{TRACK}/{file}")}
    assert found.scores == {}, "nothing is scored against another corpus"


MANIFEST: list[tuple[Callable[[bytes], bytes], str | None]] = [
    (at("resources", "/entites/ENT-0001", "sha256", to=other_hex), f"{TRACK}/corpus/entites/ENT-0001.json"),
    (at("resources", "/entites/ENT-0001", "canonical_sha256", to=other_hex),
     f"{TRACK}/corpus/entites/ENT-0001.json"),
    (at("resources", "/entites/ENT-0001", "file", to="corpus/entites/ENT-0002.json"),
     f"{TRACK}/manifest.json"),
    (at("resources", "/entites/ENT-0001", "file", to="corpus/../track.json"), f"{TRACK}/manifest.json"),
    (at("tasks", "conf-01", "entity", to="/entites/ENT-9999"), f"{TRACK}/manifest.json"),
    (at("track", to="generique"), f"{TRACK}/manifest.json"),
    (at("season", to=7), f"{TRACK}/manifest.json"),
    (at("resources", to=lambda r: {k: v for k, v in r.items() if k != "/_systeme/400"}),
     f"{TRACK}/manifest.json"),
    (lambda data: data.replace(b"\n", b"\n ", 1), None),
]  # fmt: skip


@pytest.mark.parametrize(("change", "file"), MANIFEST)
def test_the_manifest(
    replayed: Callable[..., Replay], change: Callable[[bytes], bytes], file: str | None
) -> None:
    found = replayed("manifest.json", change)
    if file is None:
        assert "/freezes/0/payload/manifest_sha256" in [fault.pointer for fault in found.freeze]
    else:
        assert file in {f.file for f in found.findings}
        assert found.scores == {}


SALT = at("answer_key", "salt", to=other_hex)
OLD_SALT = at("scoring_rules", "superseded", 0, "salt", to=other_hex)
KEY = at("conf-01", "control", to=False)
FREEZE: list[tuple[str, str, Callable[[bytes], bytes | None], list[str]]] = [
    ("a byte of the section", "section-5.txt", other_byte, ["/freezes/0/payload/section_sha256"]),
    ("a byte of the key", "answer-key.json", KEY, [
        "/freezes/0/payload/key_commitment", "/freezes/1/payload/key_commitment"]),
    ("a space in the key", "answer-key.json", lambda data: data + b" ", [
        "/freezes/0/payload/key_commitment", "/freezes/1/payload/key_commitment"]),
    ("the salt", "track.json", SALT, ["/freezes/0/payload/key_commitment"]),
    ("the salt of the superseded freeze", "track.json", OLD_SALT, ["/freezes/1/payload/key_commitment"]),
    ("the version", "track.json", at("scoring_rules", "version", to="other"), ["/freezes"]),
    ("the freeze's proof", "track.json", at("scoring_rules", "proof_id", to="prf_20260425_090500_000000"), [
        "/freezes"]),
    ("what was anchored", "preregistration.json",
     at("freezes", 1, "payload", "section_sha256", to=other_hex), ["/freezes/1/payload"]),
    ("where it was anchored", "preregistration.json", at("freezes", 0, "target", to="https://a.example/"), [
        "/freezes/0/payload"]),
    ("an opening", "preregistration.json",
     at("freezes", 0, "disclosures", "request_hash", "nonce", to=other_hex), ["/freezes/0/proof_id"]),
    ("another track", "preregistration.json", at("track", to="generique"), ["/track"]),
]  # fmt: skip


@pytest.mark.parametrize(("file", "change", "pointers"), [f[1:] for f in FREEZE], ids=[f[0] for f in FREEZE])
def test_the_freeze(
    replayed: Callable[..., Replay], file: str, change: Callable[[bytes], bytes | None], pointers: list[str]
) -> None:
    found = replayed(file, change)
    assert found.findings == []
    assert [fault.pointer for fault in found.freeze] == pointers


def freeze_proof(data: Path) -> str:
    record = json.loads((data / TRACK / "preregistration.json").read_bytes())
    return f"proofs/{record['freezes'][0]['proof_id']}.json"


@pytest.mark.parametrize(
    "change",
    [at("commitments", "seller", to=other_hex), at("timestamp_authority", "tsr_base64", to=""), gone],
)
def test_the_proof_of_the_freeze(
    replayed: Callable[..., Replay], working_copy: Path, change: Callable[[bytes], bytes | None]
) -> None:
    found = replayed(freeze_proof(working_copy), change)
    assert {fault.pointer for fault in found.freeze} == {"/freezes/0/proof_id"}


def test_a_key_that_expects_another_verdict_changes_the_score_too(replayed: Callable[..., Replay]) -> None:
    found = replayed("answer-key.json", at("conf-01", "verdict", to="non_conforme"))
    (result,) = found.scores.values()
    assert told(result) == [("/tasks/0/verdict_exact", True, False), ("/totals/verdicts_counted", 10, 9)]
    assert result.differences[0].why == "the key expects non_conforme"


def test_the_copy_is_whole_again(working_copy: Path, season: Path) -> None:
    def contents(folder: Path) -> dict[Path, bytes]:
        return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    assert contents(working_copy) == contents(season)
