"""``season new``, ``manifest``, ``commit``, ``freeze`` and ``status``: from nothing to an anchored freeze."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import stat
from pathlib import Path

import pytest

from tests.harness.command import tree_digests
from tests.operation.challenge import BEFORE, DURING, TRACK, VERSION
from tests.operation.conftest import Operator, freeze, new_operator


def missing(operator: Operator, now: str = BEFORE) -> list[str]:
    result = operator.give("status", "--now", now, "--format", "json")
    assert result.exit_code in (0, 3), result.output
    found = json.loads(result.stdout)
    assert (result.exit_code == 3) == bool(found["missing"])
    return [item["what"] for item in found["missing"]]


def refusal(operator: Operator, command: str, *arguments: str | Path) -> list[str]:
    before = tree_digests(operator.folder)
    result = operator.give(command, *arguments, "--format", "json")
    assert result.exit_code == 1, result.output
    assert tree_digests(operator.folder) == before
    return [finding["found"] for finding in json.loads(result.stdout)["findings"]]


def test_status_names_each_step_until_nothing_is_missing(operator: Operator) -> None:
    given = operator.challenge.folder
    assert missing(operator) == [
        "/corpus/manifest_sha256", "/answer_key/commitment", "/expected_verdicts",
        "/scoring_rules/version", "/scoring_rules/proof_id",
    ]  # fmt: skip
    operator.done("manifest", TRACK, "--bodies", given / "bodies", "--description", given / "corpus.json")
    operator.done("commit", TRACK, "--key", given / "key.json", "--secrets", operator.folder / "secrets")
    assert missing(operator) == ["/scoring_rules/version", "/scoring_rules/proof_id"]
    call = operator.done("freeze", TRACK, "--version", f"{VERSION}-1", "--format", "json")
    assert missing(operator) == ["/scoring_rules/proof_id"]
    operator.challenge.anchor(call["target"], call["method"], call["payload"])
    operator.done("freeze", TRACK, "--proof", given / "proof.json", "--full", given / "full.json")
    assert missing(operator) == []


def test_what_is_not_given_is_to_be_filled_in_and_refused(tmp_path: Path) -> None:
    operator = new_operator(tmp_path / "work")
    operator.done("new", "7")
    assert operator.give("new", "7").exit_code == 1
    season = json.loads((operator.data / "prove-it/season-7/season.json").read_bytes())
    filled = [
        name for name in ("opens_at", "closes_at", "season_service", "proof_url") if season[name] == "TO FILL"
    ]
    assert len(filled) == 4
    assert "/disputes/contact" in missing(operator)
    assert "the frozen section" in missing(operator)


def test_the_tree_follows_from_the_bodies_the_section_and_the_key(operator: Operator) -> None:
    freeze(operator)
    given, track = operator.challenge.folder, operator.document(f"{TRACK}/track.json")
    manifest = (operator.track / "manifest.json").read_bytes()
    assert json.loads(manifest) == json.loads(operator.challenge.world.manifest(0))
    assert track["corpus"]["manifest_sha256"] == hashlib.sha256(manifest).hexdigest()
    section = (given / "section-5.txt").read_bytes()
    assert track["scoring_rules"]["sha256"] == hashlib.sha256(section).hexdigest()
    assert track["tasks"][0] == {"task_id": "conf-01", "minimum": 2, "cap": 4}
    assert track["expected_verdicts"] == {"conforme": 3, "non_conforme": 4, "indeterminable": 3}
    (salt,) = (operator.folder / "secrets").iterdir()
    assert stat.S_IMODE(salt.stat().st_mode) == 0o600
    opened = bytes.fromhex(salt.read_text().strip()) + (given / "key.json").read_bytes()
    assert track["answer_key"]["commitment"] == hashlib.sha256(opened).hexdigest()
    assert salt.read_text().strip() not in "".join(p.read_text() for p in operator.season.rglob("*.json"))
    (record,) = operator.document(f"{TRACK}/preregistration.json")["freezes"]
    assert record["proof_id"] == track["scoring_rules"]["proof_id"]
    assert (operator.track / "proofs" / f"{record['proof_id']}.json").is_file()


def test_the_salt_is_never_printed_nor_put_into_the_data_folder(operator: Operator) -> None:
    given = operator.challenge.folder
    operator.done("manifest", TRACK, "--bodies", given / "bodies", "--description", given / "corpus.json")
    key = ("--key", given / "key.json")
    assert refusal(operator, "commit", TRACK, *key, "--secrets", operator.data / "s") == [
        "a folder inside the data folder"
    ]
    text = operator.done("commit", TRACK, *key, "--secrets", operator.folder / "s")
    (salt,) = (operator.folder / "s").iterdir()
    assert salt.read_text().strip() not in text
    again = operator.document(f"{TRACK}/track.json")
    operator.done("commit", TRACK, *key, "--salt", salt)
    assert operator.document(f"{TRACK}/track.json") == again


@pytest.mark.parametrize(
    ("file", "body", "found"),
    [
        ("entites/ENT-0101.json", b"{}", "an empty object"),
        ("entites/ENT-0101.json", b'{"age": 12}', "12"),
        ("entites/ENT-0101.json", b'{"a": [{"b": 1.5}]}', "1.5"),
        ("entites/ENT-0101.json", b"<html>", "bytes that are not JSON"),
        ("_systeme/403.json", b"[]", "an empty array"),
    ],
)
def test_a_corpus_that_breaks_its_contract_is_refused(
    operator: Operator, file: str, body: bytes, found: str
) -> None:
    given = operator.challenge.folder
    (given / "bodies" / file).write_bytes(body)
    arguments = (TRACK, "--bodies", given / "bodies", "--description", given / "corpus.json")
    assert refusal(operator, "manifest", *arguments) == [found]


def test_the_three_bodies_of_the_instruments_faults_are_demanded(operator: Operator) -> None:
    given = operator.challenge.folder
    for code in ("403", "503", "400"):
        (given / "bodies" / "_systeme" / f"{code}.json").unlink()
    arguments = (TRACK, "--bodies", given / "bodies", "--description", given / "corpus.json")
    assert refusal(operator, "manifest", *arguments) == ["nothing"] * 3


def test_the_corpus_can_be_kept_out_of_the_tree_until_the_close(operator: Operator) -> None:
    given, kept = operator.challenge.folder, operator.folder / "kept"
    arguments = (TRACK, "--bodies", given / "bodies", "--description", given / "corpus.json")
    made = operator.done("manifest", *arguments, "--out", kept, "--format", "json")
    assert not (operator.track / "manifest.json").exists()
    assert not (operator.track / "corpus").exists()
    assert hashlib.sha256((kept / "manifest.json").read_bytes()).hexdigest() == made["sha256"]
    assert operator.document(f"{TRACK}/track.json")["corpus"]["manifest_sha256"] == made["sha256"]


def test_a_key_that_does_not_fit_the_track_is_refused(operator: Operator) -> None:
    key = json.loads((operator.challenge.folder / "key.json").read_bytes())
    wrong = operator.folder / "key.json"
    del key["conf-10"]
    key["conf-01"]["verdict"] = "peut-être"
    wrong.write_text(json.dumps(key))
    found = refusal(operator, "commit", TRACK, "--key", wrong, "--secrets", operator.folder / "secrets")
    assert "peut-être" in found
    assert any(text.startswith("conf-01, conf-02") for text in found)
    assert not (operator.folder / "secrets").exists()


def test_nothing_is_frozen_before_everything_is_there(operator: Operator) -> None:
    (found,) = refusal(operator, "freeze", TRACK, "--version", f"{VERSION}-1")
    assert found.startswith("still to fill in: /corpus/manifest_sha256, /answer_key/commitment")


def test_a_proof_of_another_call_is_refused(operator: Operator) -> None:
    given = operator.challenge.folder
    operator.done("manifest", TRACK, "--bodies", given / "bodies", "--description", given / "corpus.json")
    operator.done("commit", TRACK, "--key", given / "key.json", "--secrets", operator.folder / "secrets")
    call = operator.done("freeze", TRACK, "--version", f"{VERSION}-1", "--format", "json")
    both = ("--proof", given / "proof.json", "--full", given / "full.json")
    operator.challenge.anchor(call["target"], call["method"], {**call["payload"], "note": "more"})
    (found,) = refusal(operator, "freeze", TRACK, *both)
    assert found.startswith("the proof opens the request hash ")
    late = dt.datetime(2026, 5, 4, 6, 0, tzinfo=dt.UTC)
    operator.challenge.anchor(call["target"], call["method"], call["payload"], late)
    (found,) = refusal(operator, "freeze", TRACK, *both)
    assert found == "a proof of 2026-05-04T06:08:00Z"
    full = json.loads((given / "full.json").read_bytes())
    full["commitment_nonces"]["request_hash"] = "0" * 64
    (given / "full.json").write_text(json.dumps(full))
    (found,) = refusal(operator, "freeze", TRACK, *both)
    assert found.startswith("step 7, ")
    view = json.loads((given / "proof.json").read_bytes())
    view["batch_anchor"]["audit_path"] = ["0" * 64]
    (given / "proof.json").write_text(json.dumps(view))
    (found,) = refusal(operator, "freeze", TRACK, *both)
    assert found.startswith("step 3, ")


def test_a_freeze_is_superseded_before_the_opening_and_never_after(frozen: Operator) -> None:
    given = frozen.challenge.folder
    first = frozen.document(f"{TRACK}/track.json")
    reasons = (
        "--supersede",
        "--reason-fr",
        "Le plafond est précisé.",
        "--reason-en",
        "The cap is made precise.",
    )
    (found,) = refusal(frozen, "freeze", TRACK, *reasons, "--now", DURING)
    assert found.startswith("a season that opened at ")
    key = ("--key", given / "key.json", "--secrets", frozen.folder / "secrets")
    assert refusal(frozen, "commit", TRACK, *key) == ["a commitment that is anchored"]
    frozen.done("freeze", TRACK, *reasons, "--now", BEFORE)
    (frozen.track / "section-5.txt").write_bytes((given / "section-5.txt").read_bytes() + b"Plus.\n")
    frozen.done("commit", TRACK, *key)
    call = frozen.done("freeze", TRACK, "--version", f"{VERSION}-2", "--format", "json")
    frozen.challenge.anchor(call["target"], call["method"], call["payload"])
    frozen.done("freeze", TRACK, "--proof", given / "proof.json", "--full", given / "full.json")
    track, record = (frozen.document(f"{TRACK}/{name}.json") for name in ("track", "preregistration"))
    (old,) = track["scoring_rules"]["superseded"]
    assert old["proof_id"] == first["scoring_rules"]["proof_id"]
    assert old["reason"] == {"fr": "Le plafond est précisé.", "en": "The cap is made precise."}
    assert track["answer_key"]["commitment"] != first["answer_key"]["commitment"]
    assert [one["version"] for one in record["freezes"]] == [f"{VERSION}-2", f"{VERSION}-1"]
    assert missing(frozen) == []
    assert len(list((frozen.folder / "secrets").iterdir())) == 2


def test_a_change_that_was_killed_leaves_the_season_as_it_was(frozen: Operator) -> None:
    left = frozen.data / ".season-0.change-0123456789abcdef"
    (left / "prove-it" / "season-0").mkdir(parents=True)
    before = tree_digests(frozen.season)
    reasons = ("--supersede", "--reason-fr", "Motif.", "--reason-en", "Reason.", "--now", BEFORE)
    frozen.done("freeze", TRACK, *reasons)
    assert sorted(p.name for p in frozen.data.iterdir()) == ["prove-it"]
    changed = {name for name, digest in tree_digests(frozen.season).items() if before.get(name) != digest}
    assert changed == {f"{TRACK}/track.json"}
