"""The account of one proof as a person reads it at a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from site_builder.reader.proof_report import main
from tests.evidence.local_issuer import LocalIssuer, as_bytes, values, with_log_copies
from tests.evidence.trust_folder import write_trust


class Files:
    """A trust folder, a proof and its log entry, written to disk."""

    def __init__(self, folder: Path, issuer: LocalIssuer, *, rehearsal: bool = False) -> None:
        self.folder = folder
        self.trust = write_trust(folder / "trust", issuer, rehearsal=rehearsal)
        proof = issuer.proof()
        entry = issuer.entry(proof)
        self.proof = with_log_copies(proof, entry)
        self.entry_file = folder / "entry.json"
        self.entry_file.write_bytes(as_bytes(entry))

    def report(self, *, entry: bool = True, output_format: str = "text", **changes: Any) -> tuple[int, str]:
        file = self.folder / "proof.json"
        file.write_bytes(as_bytes(self.proof | changes))
        return main(file, self.entry_file if entry else None, self.trust, output_format)


@pytest.fixture(scope="module")
def issuer() -> LocalIssuer:
    return LocalIssuer()


@pytest.fixture
def files(tmp_path: Path, issuer: LocalIssuer) -> Files:
    return Files(tmp_path, issuer)


def test_every_step_passed(files: Files) -> None:
    code, text = files.report()
    assert code == 0
    assert text.startswith("Proof prf_20261002_101233_ab12cd, spec 3.1\n")
    assert "Time, signed by a third party: 2026-10-02T10:12:33Z\n" in text
    assert text.endswith("Result: passed: steps 1, 2, 3, 4, 5, 6; not asked for: step 7.\n")
    for number in range(1, 7):
        assert f"\n{number}. " in text
    assert text.count(": passed\n") == 6
    seventh = "7. the submission's disclosures open the request and the response: not asked for"
    assert f"\n{seventh} (no_submission)\n" in text


def test_without_the_log_entry_a_step_is_named(files: Files) -> None:
    code, text = files.report(entry=False)
    assert code == 3
    assert text.endswith("Result: not checked: step 5; passed: steps 1, 2, 3, 4, 6; not asked for: step 7.\n")


def test_a_failure_says_what_was_found_and_what_was_expected(files: Files) -> None:
    hashes = files.proof["hashes"] | {"chain": "sha256:" + "0" * 64}
    code, text = files.report(hashes=hashes)
    assert code == 1
    assert "1. the commitments lead to the chain hash: FAILED (chain_hash)\n" in text
    assert f"at /hashes/chain\n       found    sha256:{'0' * 64}\n       expected sha256:" in text
    assert text.endswith("Result: FAILED: steps 1, 2, 3; passed: steps 4, 5, 6; not asked for: step 7.\n")
    assert "Identity, committed to" not in text


def test_an_open_batch_is_pending(files: Files) -> None:
    code, text = files.report(entry=False, batch_anchor={"status": "pending"})
    assert code == 3
    assert text.endswith("Result: pending: steps 2, 3, 4, 5; passed: steps 1, 6; not asked for: step 7.\n")


def test_an_incident_is_shown_and_changes_no_step(files: Files) -> None:
    code, text = files.report(agent_identity="did:web:other.example")
    assert code == 0
    assert "Incidents" in text
    assert "/agent_identity: says did:web:other.example; the evidence says did:key:" in text


def test_4_1_a_version_later_than_those_known_is_not_checked(files: Files) -> None:
    """§4.1 (2), « 3.1 ou au-delà »: exit 3, and the account says why."""
    code, text = files.report(spec_version="3.10")
    assert code == 3
    assert "Unknown version: 3.10 is later than those that this program knows." in text
    assert text.endswith("Result: not checked: unknown version 3.10.\n")
    code, text = files.report(spec_version="3.10", output_format="json")
    assert (code, json.loads(text)["verdict"]) == (3, "not_checked")


def test_a_refusal(files: Files) -> None:
    code, text = files.report(spec_version="0.9")
    assert code == 1
    assert "REFUSED as a whole" in text
    assert text.endswith("Result: refused.\n")


def test_for_machines(files: Files) -> None:
    code, text = files.report(output_format="json")
    assert code == 0
    document = json.loads(text)
    assert document["verdict"] == "passed"
    assert [step["step"] for step in document["steps"]] == [1, 2, 3, 4, 5, 6, 7]


def test_a_rehearsal_says_so(tmp_path: Path, issuer: LocalIssuer) -> None:
    code, text = Files(tmp_path, issuer, rehearsal=True).report()
    assert code == 0
    assert "REHEARSAL" in text
    assert "never for a real season" in text


HOSTILE = "\x1b[2J\x1b]0;owned\x07\r\n1. all: passed\u202e\u2066\u200b\x9b31m\x7f"


def test_a_terminal_does_not_act_on_what_strangers_wrote(tmp_path: Path, issuer: LocalIssuer) -> None:
    files = Files(tmp_path, issuer)
    files.proof = issuer.proof(values(agent_identity=HOSTILE))
    altered = {"proof_id": HOSTILE, "did_resolution_status": HOSTILE, "arkforge_pubkey": HOSTILE}
    refused = {"spec_version": HOSTILE}
    failed: dict[str, Any] = {"arkforge_signature": HOSTILE, "commitments": {HOSTILE: 1}}
    for changes in (altered, refused, failed):
        _, text = files.report(**changes)
        assert all(char == "\n" or char.isprintable() for char in text)
        assert "\n1. all: passed" not in text


def test_files_that_cannot_be_read(files: Files, tmp_path: Path) -> None:
    files.report()
    proof, none = tmp_path / "proof.json", tmp_path / "none.json"
    trust = files.trust
    calls = [(none, None, trust), (proof, none, trust), (proof, None, none), (tmp_path, None, trust)]
    for call in calls:
        code, text = main(*call)
        assert code == 2
        assert text.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"secret \x1b[31mred\x07\n", "no strict JSON, from line 1, column 1 on."),
        (b'{"a": 1,\n "a": "secret"}', "no strict JSON, from line 2, column 2 on."),
        (b'["secret"]', "JSON, and no object."),
        (b"null", "JSON, and no object."),
        (b"", "no strict JSON, from line 1, column 1 on."),
    ],
)
def test_a_file_that_is_no_proof_is_named_and_not_repeated(files: Files, data: bytes, said: str) -> None:
    files.report()
    other = files.folder / "notes\x1b.txt"
    other.write_bytes(data)
    named = f"{files.folder}/notes\\u{{001b}}.txt"
    assert main(other, None, files.trust) == (2, f"{named}: not a proof: {said}\n")
    assert main(other, None, files.trust, "json")[0] == 2
    if data != b"null":
        code, text = main(files.folder / "proof.json", other, files.trust)
        assert (code, text) == (2, f"{named}: not the log's answer: {said}\n")


def test_null_for_the_log_says_that_it_gave_no_answer(files: Files) -> None:
    """As `jq` writes it from an `evidence.json` that holds none."""
    files.entry_file.write_bytes(b"null\n")
    code, text = files.report()
    assert code == 3
    assert text.endswith("Result: not checked: step 5; passed: steps 1, 2, 3, 4, 6; not asked for: step 7.\n")


def test_a_trust_folder_that_does_not_hold(files: Files) -> None:
    (files.trust / "tsa.crt").write_bytes(b"x")
    code, text = files.report()
    assert code == 2
    assert text.startswith("K001 tsa.crt: found not a certificate; expected one certificate in PEM; ")


def test_the_real_proofs(shared: Path, repository: Path) -> None:
    evidence, trust = shared / "evidence", repository / "trust"
    code, text = main(evidence / "proof_prf_20260923_072144_2ad720.json", None, trust)
    assert code == 3
    assert "Time, signed by a third party: 2026-09-23T07:31:48Z\n" in text
    assert text.endswith("Result: not checked: step 5; passed: steps 1, 2, 3, 4, 6; not asked for: step 7.\n")
    entry = evidence / "rekor_entry_1018479057.json"
    code, text = main(evidence / "proof_prf_20260303_161853_4d0904.json", entry, trust)
    assert code == 3
    assert "5. the batch root stands in a public log: passed\n" in text
    result = "Result: not checked: steps 1, 3, 6; passed: steps 2, 4, 5; not asked for: step 7.\n"
    assert text.endswith(result)
