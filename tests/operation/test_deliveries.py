"""``season import``: a delivery is judged first, taken in whole or not at all, and once."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.harness import worlds
from tests.harness.command import tree_digests
from tests.operation.challenge import AFTER, BEFORE, DURING, PUBLISHED, TRACK, VERSION
from tests.operation.conftest import Operator

SCORE = f"{TRACK}/community/brouillon.json"
SENT = f"{TRACK}/submissions/community/brouillon"


@pytest.fixture
def open_season(closed: Operator) -> Operator:
    """The operator with the delivery at hand, and nothing of it in the tree."""
    track = closed.document(f"{TRACK}/track.json")
    for name in ("community", "submissions"):
        shutil.rmtree(closed.track / name)
    (closed.track / "answer-key.json").unlink()
    del track["answer_key"]["salt"]
    worlds.write_json(closed.track / "track.json", track)
    return closed


def refused(operator: Operator, *options: str) -> list[tuple[str, str | None, str]]:
    before = tree_digests(operator.data)
    result = operator.give("import", operator.folder / "delivery", *options, "--format", "json")
    assert result.exit_code == 1, result.output
    assert tree_digests(operator.data) == before
    found = json.loads(result.stdout)["findings"]
    return [(one["file"].removeprefix("prove-it/season-0/"), one["pointer"], one["found"]) for one in found]


def take(operator: Operator, *options: str) -> dict[str, str]:
    result = operator.done("import", operator.folder / "delivery", *options, "--format", "json")
    changed: dict[str, str] = result["changed"]
    return changed


def test_it_is_taken_in_once(open_season: Operator) -> None:
    changed = take(open_season, "--now", AFTER)
    assert changed[SCORE] == "added"
    assert changed[f"{TRACK}/track.json"] == "changed"
    assert changed[f"{TRACK}/answer-key.json"] == "added"
    track = open_season.document(f"{TRACK}/track.json")
    (salt,) = (open_season.folder / "secrets").iterdir()
    assert track["answer_key"]["salt"] == salt.read_text().strip()
    after = tree_digests(open_season.data)
    assert take(open_season, "--now", AFTER) == {}
    assert tree_digests(open_season.data) == after
    assert take(open_season, "--now", AFTER, "--published-at", PUBLISHED) == {"season.json": "changed"}
    assert open_season.document("season.json")["published_at"] == PUBLISHED


def test_before_the_close_nothing_is_revealed(open_season: Operator) -> None:
    delivery = open_season.folder / "delivery"
    assert {file for file, _, _ in refused(open_season, "--now", DURING)} == {
        f"{TRACK}/answer-key.json",
        *(f"{TRACK}/{path.name}" for path in (delivery / TRACK).glob("*.salt")),
    }
    (delivery / TRACK / "answer-key.json").unlink()
    for path in (delivery / TRACK).glob("*.salt"):
        path.unlink()
    assert SCORE in take(open_season, "--now", DURING)


def test_the_key_and_its_salt_must_be_those_committed_to(open_season: Operator) -> None:
    delivery = open_season.folder / "delivery" / TRACK
    (salt,) = delivery.glob("*.salt")
    known = salt.read_bytes()
    salt.write_bytes(b"0" * 64 + b"\n")
    ((file, _, found),) = refused(open_season, "--now", AFTER)
    assert (file, found) == (f"{TRACK}/{salt.name}", "a salt that opens no commitment with this key")
    salt.write_bytes(known)
    key = delivery / "answer-key.json"
    key.write_bytes(key.read_bytes() + b"\n")
    ((_, _, found),) = refused(open_season, "--now", AFTER)
    assert found == "a salt that opens no commitment with this key"


def test_the_salt_of_a_superseded_freeze_finds_its_place(frozen: Operator, tmp_path: Path) -> None:
    """Specification §8: both salts are published at the close."""
    given, first = frozen.challenge.folder, frozen.document(f"{TRACK}/track.json")
    (old_salt,) = (frozen.folder / "secrets").iterdir()
    reasons = ("--supersede", "--reason-fr", "Motif.", "--reason-en", "Reason.", "--now", BEFORE)
    frozen.done("freeze", TRACK, *reasons)
    frozen.done("commit", TRACK, "--key", given / "key.json", "--secrets", frozen.folder / "secrets")
    call = frozen.done("freeze", TRACK, "--version", f"{VERSION}-2", "--format", "json")
    frozen.challenge.anchor(call["target"], call["method"], call["payload"])
    frozen.done("freeze", TRACK, "--proof", given / "proof.json", "--full", given / "full.json")
    delivery = frozen.folder / "delivery" / TRACK
    delivery.mkdir(parents=True)
    shutil.copy(given / "key.json", delivery / "answer-key.json")
    for salt in (frozen.folder / "secrets").iterdir():
        shutil.copy(salt, delivery)
    take(frozen, "--now", AFTER)
    track = frozen.document(f"{TRACK}/track.json")
    (superseded,) = track["scoring_rules"]["superseded"]
    assert superseded["proof_id"] == first["scoring_rules"]["proof_id"]
    assert superseded["salt"] == old_salt.read_text().strip()
    assert track["answer_key"]["salt"] not in (None, superseded["salt"])


def test_one_wrong_file_leaves_everything_as_it_was(open_season: Operator) -> None:
    delivery = open_season.folder / "delivery"
    worlds.mutate(delivery / SCORE, "/totals/assertions", 99)
    assert [found[:2] for found in refused(open_season, "--now", AFTER)] == [(SCORE, "/totals/assertions")]
    (delivery / SCORE).write_bytes(b"{}")
    assert {file for file, _, _ in refused(open_season, "--now", AFTER)} == {SCORE}


def test_a_file_without_a_place_is_named(open_season: Operator) -> None:
    delivery = open_season.folder / "delivery"
    (delivery / TRACK / "notes.txt").write_text("?")
    (delivery / "other").mkdir()
    (delivery / TRACK / "proofs").mkdir()
    assert {file for file, _, _ in refused(open_season, "--now", AFTER)} == {"other", f"{TRACK}/notes.txt"}


def test_a_view_under_another_name_is_refused(open_season: Operator) -> None:
    view = next((open_season.track / "proofs").glob("*.json"))
    place = open_season.folder / "delivery" / TRACK / "proofs" / "prf_20260505_080020_c37dbb.json"
    place.parent.mkdir()
    shutil.copy(view, place)
    ((file, _, found),) = refused(open_season, "--now", AFTER)
    assert (file, found) == (f"{TRACK}/proofs/{place.name}", view.stem)


def test_corrections_are_appended_and_never_rewritten(open_season: Operator) -> None:
    take(open_season, "--now", AFTER, "--published-at", PUBLISHED)
    score = open_season.document(SCORE)
    row = {"track": TRACK, "table": "community", "report_id": _report_id(score)}
    line = {
        "schema": "proveit-correction-v1", "n": 1, "at": "2026-06-01T08:00:00Z",
        "kind": "dispute_dismissed",
        "concerns": row | {"task_id": "conf-08", "assertion_id": "a1"},
        "reason": {"fr": "Le calcul est inchangé.", "en": "The scoring stands."},
        "before": None, "after": None,
    }  # fmt: skip
    file = open_season.folder / "delivery" / "corrections.jsonl"
    file.write_text(json.dumps(line) + "\n", "utf-8")
    assert take(open_season, "--now", AFTER) == {"corrections.jsonl": "added"}
    file.write_text(json.dumps(line | {"at": "2026-06-02T08:00:00Z"}) + "\n", "utf-8")
    ((_, _, found),) = refused(open_season, "--now", AFTER)
    assert found == "lines that are not those of the season"


def _report_id(score: object) -> str:
    from site_builder.kernel.identifiers import report_id

    assert isinstance(score, dict)
    return report_id(score["agent"]["did"])


def test_status_after_the_close(open_season: Operator, tmp_path: Path) -> None:
    def missing() -> list[str]:
        result = open_season.give("status", "--now", AFTER, "--output", tmp_path, "--format", "json")
        return [item["what"] for item in json.loads(result.stdout)["missing"]]

    assert missing()[:4] == ["the scores", "the revealed key", "the salt of the key", "what was sent"]
    take(open_season, "--now", AFTER)
    views, entries, date = missing()
    assert views.split(" ", 1)[1].startswith("proof views, ")
    assert entries.startswith("1 log entries, ")
    assert date == "the date of publication"
