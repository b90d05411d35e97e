"""A score that differs from its rescoring: a file with both sides, and no way around it without evidence."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import build, fixed, invoked
from tests.harness import worlds
from tests.harness.command import REPOSITORY
from tests.rehearsal.replaying import SEASON

TRACK = f"{SEASON}/conformite"
VIGIE = f"{TRACK}/community/vigie.json"
NOW = "2027-01-01T00:00:00Z"


def real(season: Path, made: Path, folder: Path) -> tuple[Path, Path]:
    """The rehearsal cut to two scores, called a real season; a configuration whose anchors vouch for it."""
    data = Path(shutil.copytree(season, folder / "data"))
    (data / SEASON / "corrections.jsonl").unlink()
    shutil.rmtree(data / SEASON / "generique")
    for table in ("community", "reference"):
        for path in (data / TRACK / table).iterdir():
            if path.stem not in ("vigie", "ref-repetition-a"):
                path.unlink()
                shutil.rmtree(data / TRACK / "submissions" / table / path.stem, ignore_errors=True)
    worlds.mutate(data / SEASON / "season.json", "/demonstration", False)
    for name, value in (
        ("season_service", "https://proveit.arkforge.tech/v1/season/0"),
        ("proof_url", "https://trust.arkforge.tech/v1/proof/{proof_id}"),
        ("disputes/contact", "disputes@arkforge.tech"),
    ):
        worlds.mutate(data / SEASON / "season.json", f"/{name}", value)
    run = data / TRACK / "reference" / "ref-repetition-a.json"
    worlds.mutate(run, "/run/prompt_url", "https://proveit.arkforge.tech/prompts/a.txt")
    trust = Path(shutil.copytree(made / "trust", folder / "trust"))
    toml = (trust / "trust.toml").read_text("utf-8")
    (trust / "trust.toml").write_text(toml.replace("rehearsal = true", "rehearsal = false"), "utf-8")
    config = folder / "site.toml"
    config.write_bytes((REPOSITORY / "site.toml").read_bytes())
    return data, config


@pytest.fixture
def world(season: Path, made: Path, tmp_path: Path) -> tuple[Path, Path]:
    return real(season, made, tmp_path)


def check(data: Path, config: Path, *options: str | Path) -> list[dict[str, Any]]:
    result = invoked(
        "check", "--data", data, "--content", REPOSITORY / "content", "--config", config,
        *fixed(NOW), "--jobs", "1", "--format", "json", *options,
    )  # fmt: skip
    found: list[dict[str, Any]] = json.loads(result.stdout)["findings"]
    assert result.exit_code == (1 if found else 0), result.output
    return found


def test_both_sides_of_a_difference_are_written(world: tuple[Path, Path], tmp_path: Path) -> None:
    data, config = world
    file = tmp_path / "differences.json"
    assert check(data, config, "--differences", file) == []
    assert json.loads(file.read_bytes())["differences"] == []
    worlds.mutate(data / VIGIE, "/tasks/0/assertions/0/status", "unsupported")
    worlds.mutate(data / VIGIE, "/tasks/0/assertions/0/cause", "value_mismatch")
    found = check(data, config, "--differences", file)
    assert found
    written = json.loads(file.read_bytes())
    assert written["schema"] == "proveit-differences-v1"
    assert len(written["ways"]) == 2
    first = written["differences"][0]
    assert (first["file"], first["pointer"]) == (VIGIE, "/tasks/0/assertions/0/status")
    assert first["declared"]["value"] == "unsupported"
    assert first["declared"]["rests_on"]["section"] == "4.1"
    assert first["recomputed"]["value"] == "supported"
    assert first["recomputed"]["why"] == "the four conditions hold"
    assert "quatre conditions" in first["recomputed"]["rests_on"]["text"]
    assert first["reading"] is None


@pytest.mark.parametrize(
    ("gone", "found"),
    [
        ("submissions", "corpus and proofs without what was submitted"),
        ("corpus", "no evidence to compute its scores again from"),
    ],
)
def test_evidence_that_was_published_is_not_dropped(
    world: tuple[Path, Path], tmp_path: Path, gone: str, found: str
) -> None:
    """Specification §4.1: anybody can replay; what they replayed once, they can replay again."""
    data, config = world
    site = tmp_path / "public"
    done = build(data, site, "--config", str(config), "--jobs", "1", now=NOW)
    assert done.returncode == 0, done.stderr
    assert check(data, config, "--previous", site) == []
    shutil.rmtree(data / TRACK / gone)
    findings = {(one["code"], one["file"], one["found"]) for one in check(data, config, "--previous", site)}
    assert ("G011", TRACK, found) in findings
