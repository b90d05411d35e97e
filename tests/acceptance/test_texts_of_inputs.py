"""What the organiser wrote is refused where they wrote it, not on the pages that would show it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.builds import findings, places, refused
from tests.acceptance.test_corrections import DISMISSED
from tests.harness import worlds
from tests.harness.command import REPOSITORY

ALL_FIVE = "OpenAI failed \U0001f389: a lie. Every identity is verified. The season is closed."
REASON = {"fr": "Le calcul est inchangé.", "en": ALL_FIVE}
CODES = ["PUB-07", "PUB-08", "PUB-10", "PUB-13", "PUB-14"]


def corrected(world: Path) -> None:
    worlds.write_json_lines(world / worlds.CORRECTIONS, [{**DISMISSED, "reason": REASON}])


def invalidated(world: Path) -> None:
    worlds.mutate(world / worlds.SEASON, "/invalidated", {"at": "2026-03-22T08:00:00Z", "reason": REASON})


def frozen_again(world: Path) -> None:
    earlier = {"version": "v0", "proof_id": "prf_20260201_080000_0a0b0d", "salt": "ab" * 32, "reason": REASON}
    worlds.mutate(world / worlds.TRACK, "/scoring_rules/superseded", [earlier])


@pytest.mark.parametrize(
    ("change", "file", "pointer"),
    [
        (corrected, worlds.CORRECTIONS, "/reason/en"),
        (invalidated, worlds.SEASON, "/invalidated/reason/en"),
        (frozen_again, worlds.TRACK, "/scoring_rules/superseded/0/reason/en"),
    ],
    ids=["correction", "invalidation", "freeze"],
)
def test_a_reason(
    world: Path, tmp_path: Path, change: Callable[[Path], None], file: str, pointer: str
) -> None:
    change(world)
    assert places(refused(world, tmp_path / "public")) == [(code, file, pointer) for code in CODES]
    assert not (tmp_path / "public").exists()


BLANK = {"fr": " ", "en": "\u200b\u2800"}


@pytest.mark.parametrize(
    ("change", "file", "pointer"),
    [
        (corrected, worlds.CORRECTIONS, "/reason"),
        (invalidated, worlds.SEASON, "/invalidated/reason"),
        (frozen_again, worlds.TRACK, "/scoring_rules/superseded/0/reason"),
    ],
    ids=["correction", "invalidation", "freeze"],
)
def test_a_reason_of_which_nothing_can_be_seen(
    world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], None], file: str, pointer: str,
) -> None:  # fmt: skip
    monkeypatch.setitem(globals(), "REASON", BLANK)
    change(world)
    found = [f for f in findings(refused(world, tmp_path / "public")) if f["file"] == file]
    assert [(f["code"], f["pointer"], f["found"], f["expected"]) for f in found] == [
        ("S001", f"{pointer}/en", '"\\u200b\\u2800"', "a text in which something can be seen"),
        ("S001", f"{pointer}/fr", '" "', "a text in which something can be seen"),
    ]
    assert not (tmp_path / "public").exists()


@pytest.mark.parametrize(
    ("old", "key"),
    [
        ('operator = "ArkForge"', "names.operator"),
        ('en = "The Index"', "names.site.en"),
    ],
)
def test_a_configured_text_of_which_nothing_can_be_seen(
    world: Path, tmp_path: Path, old: str, key: str
) -> None:
    text = (REPOSITORY / "site.toml").read_text()
    assert old in text
    (tmp_path / "site.toml").write_text(text.replace(old, old.partition('"')[0] + '"\\u200b "', 1))
    (found,) = findings(refused(world, None, "--config", str(tmp_path / "site.toml")))
    assert (found["code"], found["element"]) == ("L001", key)
    assert (found["found"], found["expected"]) == ("'\\u200b '", "a text in which something can be seen")


@pytest.mark.parametrize(
    ("file", "pointer", "value"),
    [
        (worlds.SEASON, "/disputes/contact", "fraud@index.example"),
        (worlds.SEASON, "/season_service", "https://index.example/fraud"),
        (worlds.SEASON, "/proof_url", "https://fraud.example/{proof_id}"),
        (worlds.SEASON, "/licence/data", "fraud-1.0"),
        (worlds.TRACK, "/scoring_rules/version", "fraud-v1"),
        (worlds.REFERENCE, "/run/prompt_url", "https://index.example/fraud"),
    ],
)
def test_a_name_or_an_address(world: Path, file: str, pointer: str, value: str) -> None:
    worlds.mutate(world / file, pointer, value)
    assert places(refused(world, None)) == [("PUB-10", file, pointer)]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('fr = "Contenu', 'fr = "Mensonge, contenu', "ai_act_label.fr"),
        ('operator = "ArkForge"', 'operator = "ArkFraud Fraud"', "names.operator"),
        ('en = "The Index"', 'en = "The Fraud Index"', "names.site.en"),
        ("https://proveit.", "https://fraud.", "base_url"),
    ],
)
def test_the_configuration(world: Path, tmp_path: Path, old: str, new: str, key: str) -> None:
    text = (REPOSITORY / "site.toml").read_text()
    assert old in text
    (tmp_path / "site.toml").write_text(text.replace(old, new, 1))
    done = refused(world, None, "--config", str(tmp_path / "site.toml"))
    assert places(done) == [("PUB-10", str(tmp_path / "site.toml"), None)]
    assert f'"element": "{key}"' in done.stdout


def test_before_the_close_no_correction_is_told(world: Path) -> None:
    corrected(world)
    worlds.mutate(world / worlds.SEASON, "/disputes/contact", "fraud@index.example")
    done = refused(world, None, now="2026-03-10T00:00:00Z")
    assert worlds.CORRECTIONS not in {file for _, file, _ in places(done)}
    assert ("PUB-10", worlds.SEASON, "/disputes/contact") in places(done)
