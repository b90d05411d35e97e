"""What was published of a season and says something else in the data: refused (PUB-15, PUB-17, G010)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import built, findings, places, refused
from tests.acceptance.test_disappearances import DURING
from tests.acceptance.test_removals import AFTER
from tests.harness import smallest, worlds
from tests.publish.sites import identity

pytestmark = pytest.mark.usefixtures("real_season")

AGAIN = ("--generated-at", "2026-12-02T08:00:00Z")
PAGE = "challenges/prove-it/season-1/index.json"
OLD_SALT, OTHER_SALT = "01d5" * 16, "0742" * 16
NEW_PROOF = "prf_20260301_120000_0d0e0f"
MANIFEST = smallest.digest(smallest.MANIFEST)
OTHER_HASH = smallest.digest(smallest.OTHER_MANIFEST)
REASON = {"fr": "Une borne était fausse.", "en": "A bound was wrong."}
OTHER_REASON = {"fr": "Un autre motif.", "en": "Another reason."}
INVALIDATED = {
    "at": "2026-03-22T09:00:00Z",
    "reason": {"fr": "Le corpus a changé en cours de saison.", "en": "The corpus changed during the season."},
}
SENTENCE = (
    "This season was invalidated (22 March 2026, 09:00:00 UTC). Its pages remain and show no rate. "
    "Reason: The corpus changed during the season."
)
SUPERSEDED = "/scoring_rules/superseded"
Change = Callable[[Path], None]


def former(**members: Any) -> dict[str, Any]:
    """The freeze that the world's own freeze replaced."""
    return {
        "version": "essai-bareme-v0", "proof_id": "prf_20260220_080000_0a0b0d", "salt": OLD_SALT,
        "reason": dict(REASON), **members,
    }  # fmt: skip


def of_season(pointer: str, value: Any) -> Change:
    return lambda world: worlds.mutate(world / worlds.SEASON, pointer, value)


def of_track(pointer: str, value: Any) -> Change:
    return lambda world: worlds.mutate(world / worlds.TRACK, pointer, value)


def both(*changes: Change) -> Change:
    def change(world: Path) -> None:
        for one in changes:
            one(world)

    return change


def other_section(world: Path) -> None:
    (world / worlds.SECTION).write_bytes(smallest.SECTION + b"Une phrase de plus.\n")
    worlds.rehash(world / worlds.TRACK_FOLDER)


def other_salt(world: Path) -> None:
    of_track("/answer_key/salt", OTHER_SALT)(world)
    worlds.rehash(world / worlds.TRACK_FOLDER)


def other_key(world: Path) -> None:
    """The same answers, written otherwise: no figure changes."""
    key = world / worlds.ANSWER_KEY
    key.write_text(key.read_text() + "\n")
    worlds.rehash(world / worlds.TRACK_FOLDER)


def frozen_again(world: Path, salt: str | None = smallest.KEY_SALT) -> None:
    """The rules were frozen again; the freeze that was current is listed with its reason."""
    track = worlds.read_json(world / worlds.TRACK)
    rules = track["scoring_rules"]
    entry = {"version": rules["version"], "proof_id": rules["proof_id"], "reason": OTHER_REASON}
    rules["superseded"].append(entry if salt is None else {**entry, "salt": salt})
    rules |= {"version": "essai-bareme-v2", "proof_id": NEW_PROOF}
    track["corpus"]["manifest_sha256"] = OTHER_HASH
    worlds.write_json(world / worlds.TRACK, track)
    other_section(world)


def other_current(world: Path) -> None:
    """The same without the freeze that was current."""
    frozen_again(world)
    of_track(f"{SUPERSEDED}/1", worlds.DELETE)(world)


@pytest.fixture
def public(world: Path, place: Path) -> Path:
    """The published site: scores, the key and its salt, a superseded freeze with its own."""
    of_track(SUPERSEDED, [former()])(world)
    return built(world, place / "public").root


def everywhere(world: Path, public: Path, expected: list[tuple[str, str, str | None]]) -> None:
    """What is refused is the same in a build, in a check and in a build into an empty folder."""
    before = identity(public)
    previous, fresh = ("--previous", str(public)), public.parent / "fresh"
    for done in (
        refused(world, public, *AFTER),
        refused(world, None, *AFTER, *previous),
        refused(world, fresh, *AFTER, *previous),
    ):
        assert places(done) == expected
    assert identity(public) == before
    assert not fresh.exists()


@pytest.mark.parametrize(
    ("change", "file", "pointer", "found", "expected"),
    [
        (of_track("/scoring_rules/version", "essai-bareme-v9"), worlds.TRACK, "/scoring_rules/version",
         "essai-bareme-v9", "essai-bareme-v1"),
        (of_track("/scoring_rules/proof_id", NEW_PROOF), worlds.TRACK, "/scoring_rules/proof_id",
         NEW_PROOF, "prf_20260301_080000_0a0b0c"),
        (other_section, worlds.TRACK, "/scoring_rules/sha256",
         hashlib.sha256(smallest.SECTION + b"Une phrase de plus.\n").hexdigest(),
         hashlib.sha256(smallest.SECTION).hexdigest()),
        (of_track("/corpus/manifest_sha256", OTHER_HASH), worlds.TRACK, "/corpus/manifest_sha256",
         OTHER_HASH, MANIFEST),
        (of_track(SUPERSEDED, []), worlds.TRACK, SUPERSEDED,
         "no freeze essai-bareme-v0", "the freeze essai-bareme-v0 (prf_20260220_080000_0a0b0d)"),
        (of_track(SUPERSEDED, [former(version="essai-bareme-v00")]), worlds.TRACK, f"{SUPERSEDED}/0/version",
         "essai-bareme-v00", "essai-bareme-v0"),
        (of_track(SUPERSEDED, [former(proof_id=NEW_PROOF)]), worlds.TRACK, f"{SUPERSEDED}/0/proof_id",
         NEW_PROOF, "prf_20260220_080000_0a0b0d"),
        (of_track(f"{SUPERSEDED}/0/reason/fr", "Un autre motif."), worlds.TRACK, f"{SUPERSEDED}/0/reason/fr",
         "Un autre motif.", "Une borne était fausse."),
        (of_track(f"{SUPERSEDED}/0/reason/en", "Another reason."), worlds.TRACK, f"{SUPERSEDED}/0/reason/en",
         "Another reason.", "A bound was wrong."),
        (of_track(f"{SUPERSEDED}/0/salt", OTHER_SALT), worlds.TRACK, f"{SUPERSEDED}/0/salt",
         OTHER_SALT, OLD_SALT),
        (of_season("/demonstration", True), worlds.SEASON, "/demonstration",
         "true", "false: the season was published as a real one, in publication 1 or before"),
        (of_season("/opens_at", "2026-03-01T00:00:00Z"), worlds.SEASON, "/opens_at",
         "2026-03-01T00:00:00Z", smallest.OPENS_AT),
        (of_season("/closes_at", "2026-03-21T22:59:59Z"), worlds.SEASON, "/closes_at",
         "2026-03-21T22:59:59Z", smallest.CLOSES_AT),
        (of_season("/published_at", "2026-03-24T09:00:00Z"), worlds.SEASON, "/published_at",
         "2026-03-24T09:00:00Z", smallest.PUBLISHED_AT),
        (of_season("/disputes/contact", "no-one@arkforge.tech"), worlds.SEASON, "/disputes/contact",
         "no-one@arkforge.tech", "disputes@index.arkforge.tech"),
    ],
)  # fmt: skip
def test_a_published_fact_is_not_rewritten(
    world: Path, public: Path, change: Change, file: str, pointer: str, found: str, expected: str
) -> None:
    change(world)
    done = refused(world, public, *AFTER)
    assert places(done) == [("G010", file, pointer)]
    (finding,) = findings(done)
    assert finding["found"] == found
    assert finding["expected"] in (expected, f"{expected}, as publication 1 shows")
    assert finding["remedy"].startswith("Put ")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (other_salt, [(worlds.TRACK, "/answer_key/commitment"), (worlds.TRACK, "/answer_key/salt")]),
        (other_key, [(worlds.ANSWER_KEY, None), (worlds.TRACK, "/answer_key/commitment")]),
        (other_current, [
            (worlds.TRACK, "/corpus/manifest_sha256"), (worlds.TRACK, "/scoring_rules/proof_id"),
            (worlds.TRACK, "/scoring_rules/sha256"), (worlds.TRACK, "/scoring_rules/version"),
        ]),
        (lambda world: frozen_again(world, OTHER_SALT), [(worlds.TRACK, f"{SUPERSEDED}/1/salt")]),
        (both(frozen_again, other_key), [(worlds.ANSWER_KEY, None)]),
        (both(frozen_again, of_track(f"{SUPERSEDED}/1/version", "essai-bareme-v3")),
         [(worlds.TRACK, f"{SUPERSEDED}/1/version")]),
    ],
    ids=["salt", "key", "freeze", "salt of a freeze replaced", "key of a freeze replaced", "its version"],
)  # fmt: skip
def test_each_fact_that_differs_is_named(
    world: Path, public: Path, change: Change, expected: list[tuple[str, str | None]]
) -> None:
    change(world)
    everywhere(world, public, [("G010", *one) for one in expected])


@pytest.mark.parametrize(
    "change",
    [
        frozen_again,
        of_season("/opens_at", "2026-03-02T01:00:00+01:00"),
        of_season("/invalidated", INVALIDATED),
        of_season("/season_service", "https://index.arkforge.tech/v2/season/1"),
        of_track(SUPERSEDED, [former(proof_id=NEW_PROOF, version="essai-bareme-a"), former()]),
    ],
    ids=["a new freeze", "another offset", "an invalidation", "the service", "an older freeze besides"],
)  # fmt: skip
def test_what_may_change_is_built(world: Path, public: Path, change: Change) -> None:
    change(world)
    built(world, public, *AFTER)
    built(world, public, *AGAIN)


@pytest.mark.parametrize(
    ("pointer", "value", "expected"),
    [
        ("/invalidated/at", "2026-03-12T09:00:00Z", SENTENCE),
        ("/invalidated/at", "2026-03-02T09:00:00Z", SENTENCE),  # whose text is the end of the published one
        ("/invalidated/reason/en", "The corpus changed.", "The corpus changed during the season."),
        ("/invalidated/reason/en", "during the season.", "The corpus changed during the season."),
        ("/invalidated/reason/fr", "Le corpus a changé.", "Le corpus a changé en cours de saison."),
    ],
)  # fmt: skip
def test_an_invalidation_is_not_rewritten(
    world: Path, public: Path, pointer: str, value: str, expected: str
) -> None:
    of_season("/invalidated", INVALIDATED)(world)
    built(world, public, *AFTER)
    of_season(pointer, value)(world)
    (finding,) = findings(refused(world, public, *AGAIN))
    assert (finding["code"], finding["file"], finding["pointer"]) == ("G010", worlds.SEASON, pointer)
    assert (finding["found"], finding["expected"]) == (value, f"{expected}, as publication 2 shows")
    # That it is gone is another rule's, and is told once.
    of_season("/invalidated", None)(world)
    assert places(refused(world, public, *AGAIN)) == [("G004", worlds.SEASON, "/invalidated")]


@pytest.fixture
def announced(world: Path, place: Path) -> Path:
    """The published site of a season that is not closed: freezes without their salts."""
    worlds.unclosed(world)
    entry = former()
    del entry["salt"]
    of_track(SUPERSEDED, [entry])(world)
    return built(world, place / "public", now=DURING).root


def test_the_close_reveals_salts_and_key(world: Path, announced: Path, tmp_path: Path) -> None:
    closed = worlds.smallest_world(tmp_path / "closed")
    of_track("/corpus/manifest_sha256", MANIFEST)(closed)
    worlds.real(closed)
    of_track(SUPERSEDED, [former()])(closed)
    built(closed, announced, *AFTER)
    of_track(f"{SUPERSEDED}/0/salt", OTHER_SALT)(closed)
    assert places(refused(closed, announced, *AGAIN)) == [("G010", worlds.TRACK, f"{SUPERSEDED}/0/salt")]


def test_a_salt_that_was_shown_is_not_sealed_again(world: Path, announced: Path) -> None:
    """By no date: the season has no score yet, so that its dates may move, but not so far."""
    of_track(f"{SUPERSEDED}/0/salt", OLD_SALT)(world)
    built(world, announced, *AFTER)
    of_season("/closes_at", "2026-03-24T22:59:59Z")(world)
    built(world, announced, *AFTER)
    of_track(f"{SUPERSEDED}/0/salt", worlds.DELETE)(world)
    assert places(refused(world, announced, *AGAIN)) == [("G010", worlds.TRACK, f"{SUPERSEDED}/0/salt")]
    of_season("/closes_at", "2031-12-01T00:00:00Z")(world)
    done = refused(world, announced, *AGAIN)
    assert places(done) == [("G010", worlds.SEASON, "/closes_at")]
    (finding,) = findings(done)
    assert finding["found"] == "2031-12-01T00:00:00Z, which is not past"


def test_dates_and_terms_move_before_scores(world: Path, announced: Path) -> None:
    for pointer, value in {
        "/opens_at": "2026-03-03T00:00:00Z",
        "/closes_at": "2026-03-25T22:59:59Z",
        "/published_at": "2026-03-27T09:00:00Z",
        "/disputes": {"window_days": 14, "decision_days": 30, "contact": "office@arkforge.tech"},
    }.items():
        of_season(pointer, value)(world)
    built(world, announced, *AFTER, now=DURING)
    # A date that was announced is none that was kept: no score has been published since.
    of_season("/published_at", None)(world)
    built(world, announced, *AGAIN, now=DURING)


def test_a_freeze_is_replaced_before_the_close(world: Path, announced: Path) -> None:
    other = smallest.digest("another commitment")
    of_track("/answer_key/commitment", other)(world)
    place_named = ("G010", worlds.TRACK, "/answer_key/commitment")
    assert places(refused(world, announced, *AFTER, now=DURING)) == [place_named]
    frozen_again(world, None)
    built(world, announced, *AFTER, now=DURING)
    # What was published of the freeze that is replaced stays.
    of_track(f"{SUPERSEDED}/1/reason", REASON)(world)
    done = refused(world, announced, *AGAIN, now=DURING)
    assert places(done) == [("G010", worlds.TRACK, f"{SUPERSEDED}/1/reason/{code}") for code in ("en", "fr")]


def test_an_invalidation_before_the_close_stays(world: Path, announced: Path) -> None:
    of_season("/invalidated", {**INVALIDATED, "at": "2026-03-10T09:00:00Z"})(world)
    built(world, announced, *AFTER, now=DURING)
    of_season("/invalidated", None)(world)
    done = refused(world, announced, *AGAIN, now=DURING)
    assert places(done) == [("G010", worlds.SEASON, "/invalidated")]


def test_a_demonstration_may_be_rewritten(world: Path, place: Path) -> None:
    of_season("/demonstration", True)(world)
    of_track(SUPERSEDED, [former()])(world)
    site = built(world, place / "public")
    both(other_current, of_track(SUPERSEDED, []), of_season("/opens_at", "2026-03-01T00:00:00Z"))(world)
    worlds.real(world)
    built(world, site.root, *AFTER)
    # What was published since is real.
    of_season("/opens_at", smallest.OPENS_AT)(world)
    assert places(refused(world, site.root, *AGAIN)) == [("G010", worlds.SEASON, "/opens_at")]


def test_once_real_a_season_is_real_for_ever(
    world: Path, public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A site that was published before G010 may call it a demonstration on the way."""
    of_season("/demonstration", True)(world)
    with monkeypatch.context() as earlier:
        earlier.setattr("site_builder.pipeline.build.rewritten_facts", lambda *_given: [])
        assert refused(world, public, *AFTER).returncode == 0
    assert places(refused(world, public, *AGAIN)) == [("G010", worlds.SEASON, "/demonstration")]
    worlds.real(world)
    built(world, public, *AGAIN)


@pytest.mark.parametrize(("name", "days"), [("window_days", 7), ("decision_days", 60)])
def test_terms_of_a_dispute_are_neither_other_ones_nor_rewritten(
    world: Path, public: Path, name: str, days: int
) -> None:
    pointer = f"/disputes/{name}"
    of_season(pointer, days)(world)
    done = refused(world, public, *AFTER)
    assert places(done) == [("D005", worlds.SEASON, pointer), ("G010", worlds.SEASON, pointer)]


def truncated(page: Path) -> None:
    page.write_bytes(page.read_bytes()[:-20])


def rewritten(page: Path) -> None:
    """The page agrees with the data again."""
    page.write_text(page.read_text().replace("essai-bareme-v1", "essai-bareme-v9"))


@pytest.mark.parametrize("damage", [Path.unlink, truncated, rewritten])
def test_a_damaged_page_hides_nothing(world: Path, public: Path, damage: Change) -> None:
    damage(public / PAGE)
    of_track("/scoring_rules/version", "essai-bareme-v9")(world)
    everywhere(world, public, [("G002", PAGE, None)])


def test_the_page_in_another_language_is_verified_too(world: Path, public: Path) -> None:
    """It says the reasons."""
    page = public / "fr" / PAGE
    page.write_text(page.read_text().replace("Une borne était fausse.", "Un autre motif."))
    of_track(f"{SUPERSEDED}/0/reason/fr", "Un autre motif.")(world)
    everywhere(world, public, [("G002", f"fr/{PAGE}", None)])


def test_the_remedy_of_a_freeze_is_the_list(world: Path, public: Path) -> None:
    other_current(world)
    assert all("superseded" in finding["remedy"] for finding in findings(refused(world, public, *AFTER)))
    of_track(SUPERSEDED, [former()])(world)
    entry = former(version="essai-bareme-v1", proof_id="prf_20260301_080000_0a0b0c", salt=smallest.KEY_SALT)
    of_track(SUPERSEDED, [former(), entry])(world)
    built(world, public, *AFTER)
