"""Freezes and their anchors (specification §8): what publishes scores, what is told, and `freeze check`.

Every proof, token and log entry is a real one, made for the world of the test.
"""

from __future__ import annotations

import datetime as dt
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.acceptance.builds import built, findings, fixed, invoked, places, refused
from tests.acceptance.site import Site
from tests.harness import anchored, smallest, worlds

FOLDER = worlds.TRACK_FOLDER
MANIFEST = f"{FOLDER}/manifest.json"
RECORD = f"{FOLDER}/preregistration.json"
PROOF = "prf_20260301_080000_0a0b0c"
BEFORE, DURING = "2026-02-10T08:00:00Z", "2026-03-10T08:00:00Z"
OTHER = smallest.digest("something else")
Change = Callable[[Path], None]


@pytest.fixture
def real(world: Path) -> Path:
    """The smallest world as a real season whose freeze is anchored."""
    worlds.real(world)
    anchored.anchor(world / FOLDER)
    return world


@pytest.fixture
def sealed(real: Path) -> Path:
    """The same before the close: no key, no salt, no score; what anchors the freeze is there."""
    return worlds.unclosed(real)


def judged(world: Path, *options: str, config: Path | None = None) -> list[tuple[str, str, str | None]]:
    """What `check` refuses, with the anchors that vouch for this world."""
    how = ("--config", str(config or anchored.config()), *options)
    done = refused(world, None, *how)
    return [] if done.returncode == 0 else places(done)


def freeze_check(world: Path, *options: str | Path, now: str = BEFORE) -> Result:
    trust = anchored.config().parent / "trust"
    return invoked("freeze", "check", "--data", world, "--trust", trust, "--now", now, *options)


def outcomes(result: Result) -> dict[int, str]:
    """Step → outcome, of the freeze in force."""
    (track,) = json.loads(result.stdout)["tracks"]
    return {step["number"]: step["outcome"] for step in reversed(track["steps"])}


def put(file: str, pointer: str, value: object) -> Change:
    return lambda world: worlds.mutate(world / file, pointer, value)


def gone(file: str) -> Change:
    def remove(world: Path) -> None:
        path = world / file
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    return remove


# -- §8 (5): no score without a verified anchor --------------------------------------------------------------


def test_8_5_a_real_season_without_evidence_of_its_freezes_shows_no_score(world: Path) -> None:
    worlds.real(world)
    done = refused(world, None, "--config", str(anchored.config()))
    assert places(done) == [("PUB-15", MANIFEST, None), ("PUB-15", RECORD, None)]
    assert "no score of a season that is not a demonstration is published" in findings(done)[1]["remedy"]
    worlds.mutate(world / worlds.SEASON, "/demonstration", True)
    assert judged(world) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (gone(MANIFEST), [("PUB-15", MANIFEST, None)]),
        (gone(RECORD), [("PUB-15", RECORD, None)]),
        (gone(f"{FOLDER}/proofs"), [("PUB-15", RECORD, "/freezes/0/proof_id")]),
        (gone(f"{FOLDER}/log"), [("PUB-15", RECORD, "/freezes/0/proof_id")]),
        (put(RECORD, "/freezes/0/disclosures", worlds.DELETE), [("PUB-15", RECORD, "/freezes/0/proof_id")]),
        (put(RECORD, "/freezes/0/target", "https://index.arkforge.tech/other"),
         [("PUB-15", RECORD, "/freezes/0/payload")]),
        (put(RECORD, "/freezes/0/version", "v9"), [("PUB-15", RECORD, "/freezes")]),
        (put(f"{FOLDER}/proofs/{PROOF}.json", "/hashes/chain", f"sha256:{OTHER}"),
         [("PUB-15", RECORD, "/freezes/0/proof_id")]),
        (lambda world: anchored.anchor(world / FOLDER, at=dt.datetime(2026, 3, 2, 0, 0, tzinfo=dt.UTC)),
         [("PUB-15", RECORD, "/freezes/0/proof_id")]),
    ],
    ids=["manifest", "record", "proof", "log", "openings", "call", "version", "altered", "too late"],
)  # fmt: skip
def test_8_5_each_part_of_the_evidence_is_needed(
    real: Path, change: Change, expected: list[tuple[str, str, str | None]]
) -> None:
    assert judged(real) == []
    change(real)
    assert sorted(set(judged(real))) == expected
    # What may show no score of a real season needs none of it.
    worlds.mutate(real / worlds.SEASON, "/published_at", None)
    (real / RECORD).unlink(missing_ok=True)
    assert judged(real) == []


def test_8_5_the_anchors_of_a_rehearsal_vouch_for_no_real_season(real: Path, repository: Path) -> None:
    assert {place[0] for place in judged(real, config=repository / "site.toml")} == {"PUB-15"}


def test_8_5_an_invalidated_season_shows_no_score_and_needs_no_anchor(real: Path) -> None:
    gone(RECORD)(real)
    reason = {"fr": "Le corpus a changé.", "en": "The corpus changed."}
    worlds.mutate(real / worlds.SEASON, "/invalidated", {"at": "2026-03-22T09:00:00Z", "reason": reason})
    assert judged(real) == []


def test_8_5_the_freezes_alone_are_enough(real: Path, tmp_path: Path) -> None:
    """Rows whose proofs are not kept are recounted, and pages say that the freezes were verified."""
    site = built(real, tmp_path / "site")
    for path, code, said in (
        ("", "en", "The freezes were verified against their anchors"),
        ("fr/", "fr", "Les gels ont été vérifiés contre leurs ancrages"),
    ):
        page = site.document(f"{path}challenges/prove-it/season-1/index.html")
        (notice,) = [one["texte"] for one in page["contenu"]["avis"] if one["code"] == "non_rejoue"]
        assert said in notice, code
        anchoring = page["contenu"]["pistes"][0]["preenregistrement"]["ancrage"]
        assert (anchoring["code"], said in anchoring["texte"]) == ("verifie", True)
    result = invoked("verify", site.root, "--trust", anchored.config().parent / "trust", "--format", "json")
    steps = {step["name"]: step for step in json.loads(result.stdout)["steps"]}
    assert [name for name, step in steps.items() if step["problems"]] == []
    assert any("anchored calls" in line for line in steps["freezes"]["compared"])
    assert steps["proofs"]["outcome"] == "not checked"
    evidence = next(site.root.glob("challenges/prove-it/season-1/conformite/*/evidence.json"))
    assert json.loads(evidence.read_bytes())["proofs"] is None


def test_8_5_a_demonstration_without_evidence_says_that_no_freeze_was_checked(smallest_site: Site) -> None:
    for path, said, home in (
        ("", "No freeze was checked against its anchor", "were bound by hashes anchored"),
        ("fr/", "Aucun gel n’a été confronté à son ancrage", "ont été liés par des hashes"),
    ):
        for page in ("", "conformite/"):
            document = smallest_site.document(f"{path}challenges/prove-it/season-1/{page}index.html")
            assert [said in one["texte"] for one in document["contenu"]["avis"]].count(True) == 1
        html = (smallest_site.root / f"{path}challenges/prove-it/season-1/index.html").read_text("utf-8")
        assert html.count(said) == 2  # the notice, and the panel of the freezes
        assert home not in (smallest_site.root / f"{path}challenges/prove-it/index.html").read_text("utf-8")


# -- §8 (2), (3): what an anchored call holds ----------------------------------------------------------------


def hashes(world: Path) -> dict[str, str]:
    track = worlds.read_json(world / worlds.TRACK)
    return anchored.payload(world / FOLDER, track, track["scoring_rules"])


def pointers(section: str, manifest: str, key: str) -> dict[str, str]:
    return {"section_sha256": section, "manifest_sha256": manifest, "key_commitment": key}


PAYLOADS: dict[str, Callable[[dict[str, str]], tuple[Any, dict[str, str] | None]]] = {
    "the three hashes and more": lambda h: ({**h, "season": 1, "ratio": 1e3, "half": 0.5, "é": None}, None),
    "a call for both tracks": lambda h: (
        {"conformite": {"bareme": h["section_sha256"], "corpus": h["manifest_sha256"],
                        "cle": h["key_commitment"]},
         "generique": {"bareme": OTHER, "corpus": OTHER, "cle": OTHER}},
        pointers("/conformite/bareme", "/conformite/corpus", "/conformite/cle"),
    ),
    "an array": lambda h: ([[h["section_sha256"]], h["manifest_sha256"], h["key_commitment"]],
                           pointers("/0/0", "/1", "/2")),
    "names with a slash and a tilde": lambda h: (
        {"a/b": h["section_sha256"], "m~n": h["manifest_sha256"], "": h["key_commitment"]},
        pointers("/a~1b", "/m~0n", "/"),
    ),
    "hashes as the issuer writes them": lambda h: ({name: f"sha256:{one}" for name, one in h.items()}, None),
}  # fmt: skip


@pytest.mark.parametrize("name", list(PAYLOADS))
def test_8_3_a_freeze_may_have_any_payload_that_holds_the_three_hashes(real: Path, name: str) -> None:
    """§8 (2, 3) fixes what is anchored, and no shape."""
    anchored.anchor(real / FOLDER, payloads=[PAYLOADS[name](hashes(real))])
    assert judged(real) == []
    result = freeze_check(real, "--format", "json")
    assert (result.exit_code, set(outcomes(result).values())) == (0, {"passed"}), result.stdout
    # Another number is another call: 1000.0 was sent, and 1000 is no spelling of it.
    if name == "the three hashes and more":
        worlds.mutate(real / RECORD, "/freezes/0/payload/ratio", 1000)
        assert judged(real) == [("PUB-15", RECORD, "/freezes/0/payload")]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (pointers("/section", "/manifest_sha256", "/key_commitment"),
         ("S001", RECORD, "/freezes/0/hashes/section_sha256")),
        (pointers("section_sha256", "/manifest_sha256", "/key_commitment"),
         ("S001", RECORD, "/freezes/0/hashes/section_sha256")),
        (pointers("/section_sha256", "/manifest_sha256/0", "/key_commitment"),
         ("S001", RECORD, "/freezes/0/hashes/manifest_sha256")),
        (pointers("/section_sha256", "/manifest_sha256", ""), ("S001", RECORD, "/freezes/0/payload")),
        (pointers("/section_sha256", "/manifest_sha256", "/season"),
         ("S001", RECORD, "/freezes/0/payload/season")),
        (pointers("/manifest_sha256", "/manifest_sha256", "/key_commitment"),
         ("PUB-15", RECORD, "/freezes/0/payload/manifest_sha256")),
    ],
    ids=["nowhere", "no pointer", "below a text", "the whole payload", "no hash", "another hash"],
)  # fmt: skip
def test_8_3_a_pointer_that_leads_to_no_hash_is_named(
    real: Path, given: dict[str, str], expected: tuple[str, str, str]
) -> None:
    anchored.anchor(real / FOLDER, payloads=[({**hashes(real), "season": 1}, given)])
    assert judged(real) == [expected]
    result = freeze_check(real)
    assert result.exit_code == 1
    assert f"{RECORD} at {expected[2]}: FAILED" in result.stdout


# -- `freeze check`: known while it can still be mended ------------------------------------------------------


def test_8_every_freeze_is_checked_before_the_opening_and_during_the_season(sealed: Path) -> None:
    for now in (BEFORE, DURING):
        result = freeze_check(sealed, now=now)
        assert result.exit_code == 0, result.stdout
        assert result.stdout.endswith("Result: every step passed.\n")


def test_8_superseded_freezes_are_checked_too(sealed: Path) -> None:
    former = {"version": "essai-bareme-v0", "proof_id": "prf_20260220_080000_0a0b0d",
              "reason": {"fr": "Une borne était fausse.", "en": "A bound was wrong."}}  # fmt: skip
    worlds.mutate(sealed / worlds.TRACK, "/scoring_rules/superseded", [former])
    anchored.anchor(sealed / FOLDER)
    assert freeze_check(sealed).exit_code == 0
    file = f"{FOLDER}/proofs/{former['proof_id']}.json"
    put(file, "/batch_anchor/root", f"sha256:{OTHER}")(sealed)
    result = freeze_check(sealed)
    assert result.exit_code == 1
    told = result.stdout.partition(f"Freeze essai-bareme-v0, {former['proof_id']}, superseded")[2]
    assert "6. the proof of the call verifies: FAILED" in told
    assert "FAILED" not in result.stdout.partition("Freeze essai-bareme-v0")[0]


@pytest.mark.parametrize(
    ("change", "step"),
    [
        (lambda world: (world / worlds.SECTION).write_bytes(smallest.SECTION + b" "), 1),
        (lambda world: (world / MANIFEST).write_text(smallest.OTHER_MANIFEST), 2),
        (put(RECORD, "/season", 2), 4),
        (put(RECORD, "/freezes/0/proof_id", "prf_20260301_080000_ffffff"), 4),
        (put(worlds.TRACK, "/answer_key/commitment", OTHER), 5),
        (put(RECORD, "/freezes/0/payload/section_sha256", OTHER), 5),
        (put(RECORD, "/freezes/0/disclosures/request_hash/nonce", OTHER), 6),
        (put(RECORD, "/freezes/0/method", "PUT"), 7),
        (put(worlds.SEASON, "/opens_at", "2026-02-01T08:07:59Z"), 8),
    ],
    ids=["section", "manifest", "season", "proof id", "commitment", "payload", "opening", "method", "date"],
)  # fmt: skip
def test_8_what_does_not_hold_is_named_with_what_8_still_allows(
    sealed: Path, change: Change, step: int
) -> None:
    change(sealed)
    result = freeze_check(sealed, "--format", "json")
    assert (result.exit_code, outcomes(result)[step]) == (1, "failed"), result.stdout
    assert min(number for number, outcome in outcomes(result).items() if outcome == "failed") == step
    for now, way in ((BEFORE, "--supersede"), (DURING, "the season is invalidated")):
        text = freeze_check(sealed, now=now).stdout
        if step != 8:  # the opening is past then
            assert way in text
    assert "the season is invalidated" in text


@pytest.mark.parametrize(
    ("change", "open_steps", "do"),
    [
        (gone(MANIFEST), {2}, "--manifest"),
        (gone(RECORD), {4, 5, 6, 7}, "season freeze"),
        (gone(f"{FOLDER}/proofs"), {6, 7, 8}, "public view"),
        (gone(f"{FOLDER}/log"), {6}, "log/"),
        (put(RECORD, "/freezes/0/disclosures", worlds.DELETE), {6, 7}, "/full"),
        (put(f"{FOLDER}/proofs/{PROOF}.json", "/spec_version", "3.9"), {6, 7, 8}, "knows the proof's"),
    ],
    ids=["manifest", "record", "proof", "log", "openings", "a later version"],
)
def test_8_what_is_not_at_hand_is_not_checked_and_no_failure(
    sealed: Path, change: Change, open_steps: set[int], do: str
) -> None:
    change(sealed)
    result = freeze_check(sealed, "--format", "json")
    found = {number for number, outcome in outcomes(result).items() if outcome == "not_checked"}
    assert (result.exit_code, found) == (3, open_steps), result.stdout
    assert do in result.stdout


def test_8_2_the_key_and_its_salt_are_held_against_the_commitment_and_never_shown(
    sealed: Path, tmp_path: Path
) -> None:
    """§8 (2): sha256(salt ‖ key), both still secret."""
    kept = worlds.smallest_world(tmp_path / "elsewhere") / worlds.ANSWER_KEY
    salt = tmp_path / "salt"
    salt.write_text(smallest.KEY_SALT + "\n")
    of_track = ("--season", "1", "--track", "conformite", "--key", kept, "--salt", salt)
    result = freeze_check(sealed, *of_track)
    assert (result.exit_code, "recomputed from the salt and the key" in result.stdout) == (0, True)
    for content in (smallest.KEY_SALT, "ENT-0001", "non_conforme"):
        assert content not in result.output
    salt.write_text(OTHER)
    wrong = freeze_check(sealed, *of_track, "--format", "json")
    assert (wrong.exit_code, outcomes(wrong)[3], OTHER in wrong.output) == (1, "failed", False)
    salt.write_text("no salt, a secret word")
    unread = freeze_check(sealed, *of_track)
    assert (unread.exit_code, "secret word" in unread.output) == (2, False)
    inside = sealed / "salt"
    inside.write_text(smallest.KEY_SALT)
    refusal = freeze_check(sealed, *of_track[:-1], inside)
    assert (refusal.exit_code, smallest.KEY_SALT in refusal.output) == (2, False)
    assert freeze_check(sealed, "--key", kept, "--salt", salt).exit_code == 2  # of which track?


def test_8_what_cannot_be_read_is_no_failed_freeze(sealed: Path, tmp_path: Path) -> None:
    assert freeze_check(tmp_path / "nothing").exit_code == 2
    assert freeze_check(sealed, "--season", "7").exit_code == 2
    put(worlds.TRACK, "/answer_key/salt", "secret")(sealed)
    result = freeze_check(sealed)
    assert (result.exit_code, "S001" in result.stderr, "secret\"" in result.output) == (2, True, False)
    assert "Traceback" not in result.output


def test_7_4_nothing_of_the_freezes_evidence_is_published_before_the_close(
    sealed: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    how = (*fixed(DURING), "--config", str(anchored.config()), "--jobs", "1")
    done = invoked("build", "--data", sealed, "--output", site, *how)
    assert done.exit_code == 3
    nonce = worlds.read_json(sealed / RECORD)["freezes"][0]["disclosures"]["request_hash"]["nonce"]
    for path in site.rglob("*"):
        assert path.name not in ("preregistration.json", "manifest.json" if "kit" in path.parts else "")
        assert not path.is_file() or nonce.encode() not in path.read_bytes()


def test_8_the_real_freeze_of_23_september_is_verified_as_it_is(
    sealed: Path, shared: Path, repository: Path
) -> None:
    """What its public view proves passes; its openings and its log entry are not at hand: no failure."""
    proof = "prf_20260923_072144_2ad720"
    shutil.rmtree(sealed / FOLDER / "proofs")
    shutil.rmtree(sealed / FOLDER / "log")
    (sealed / FOLDER / "proofs").mkdir()
    shutil.copyfile(
        shared / f"evidence/proof_{proof}.json", sealed / FOLDER / f"proofs/{proof}.json"
    )
    for file, pointer, value in (
        (worlds.TRACK, "/scoring_rules/proof_id", proof),
        (RECORD, "/freezes/0/proof_id", proof),
        (RECORD, "/freezes/0/disclosures", worlds.DELETE),
        (worlds.SEASON, "/opens_at", "2026-09-24T00:00:00+02:00"),
        (worlds.SEASON, "/closes_at", "2026-10-31T23:59:59+01:00"),
    ):
        worlds.mutate(sealed / file, pointer, value)
    how = ("--trust", str(repository / "trust"), "--format", "json")
    result = freeze_check(sealed, *how, now="2026-09-23T12:00:00Z")
    assert result.exit_code == 3, result.output
    not_checked = {6: "not_checked", 7: "not_checked"}
    assert outcomes(result) == {n: not_checked.get(n, "passed") for n in range(1, 9)}
    (track,) = json.loads(result.stdout)["tracks"]
    steps = {line["found"] for step in track["steps"] if step["number"] == 6 for line in step["checks"]}
    assert steps == {
        "step 1, commitments, passed", "step 2, signature, passed", "step 3, batch_inclusion, passed",
        "step 4, timestamp, passed", "step 5, transparency_log, not_checked: no_log_entry",
        "step 7, disclosures, not_checked: no_submission",
    }  # fmt: skip
    worlds.mutate(sealed / worlds.SEASON, "/opens_at", "2026-09-23T07:31:47Z")
    late = freeze_check(sealed, *how)
    assert (late.exit_code, outcomes(late)[8]) == (1, "failed")
    assert freeze_check(sealed).exit_code == 1  # of anchors that never vouched for it, none counts
