"""Every kind of site that a season goes through, as data: a change of one season of the smallest world."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.acceptance.builds import report_id
from tests.acceptance.site import Json
from tests.acceptance.test_corrections import correction
from tests.harness import worlds

INVALIDATED: Final = {
    "at": "2026-03-15T12:00:00Z",
    "reason": {"en": "The corpus changed midway.", "fr": "Le corpus a changé en cours de route."},
}


def no_rows(season: Path) -> None:
    """Published, and nobody took part."""
    private_reports(season)
    shutil.rmtree(season / "conformite/community")


def private_reports(season: Path) -> None:
    """No reference run, and no participant who made the report public."""
    shutil.rmtree(season / "conformite/reference")
    for score in (season / "conformite/community").iterdir():
        worlds.mutate(score, "/report/public", False)


def no_reference_run(season: Path) -> None:
    shutil.rmtree(season / "conformite/reference")


def a_track_without_rows(season: Path) -> None:
    """Another track, beside one that has rows."""
    other = season / "generique"
    shutil.copytree(season / "conformite", other)
    for name in ("reference", "community"):
        shutil.rmtree(other / name)
    worlds.mutate(other / "track.json", "/track", "generique")
    worlds.mutate(other / "track.json", "/verdicts", None)
    counts = {"aucune_option_valide": 0, "conforme": 1, "non_conforme": 1, "indeterminable": 1}
    worlds.mutate(other / "track.json", "/expected_verdicts", counts)


def invalidated(season: Path) -> None:
    worlds.mutate(season / "season.json", "/invalidated", INVALIDATED)


def before_the_close(season: Path) -> None:
    """By any clock of this century."""
    between_close_and_publication(season)
    worlds.mutate(season / "season.json", "/closes_at", "2099-12-01T00:00:00Z")


def between_close_and_publication(season: Path) -> None:
    for name in ("reference", "community"):
        shutil.rmtree(season / "conformite" / name)
    (season / "conformite/answer-key.json").unlink()
    worlds.mutate(season / "conformite/track.json", "/answer_key/salt", worlds.DELETE)
    worlds.mutate(season / "season.json", "/published_at", None)


def tombstones_only(season: Path) -> None:
    """Every row was withdrawn."""
    worlds.write_json_lines(season / "corrections.jsonl", withdrawals(season))


def withdrawals(season: Path) -> list[Json]:
    """A withdrawal of every row of `conformite`."""
    rows: list[Json] = []
    for path in sorted((season / "conformite").glob("*/*.json")):
        score = worlds.read_json(path)
        table = score["table"]
        subject = score["agent"]["did"] if table == "community" else score["run"]["run_id"]
        place = {"table": table, "report_id": report_id(subject)}
        rows.append(correction("withdrawal", place, len(rows) + 1))
    return rows


def as_it_is(_season: Path) -> None:
    """Two rows, both with a public report."""


KINDS: Final[dict[str, Callable[[Path], None]]] = {
    "two public reports": as_it_is,
    "no rows": no_rows,
    "private reports only": private_reports,
    "no reference run": no_reference_run,
    "a track without rows": a_track_without_rows,
    "invalidated": invalidated,
    "before the close": before_the_close,
    "between close and publication": between_close_and_publication,
    "tombstones only": tombstones_only,
}


def another_season(world: Path, kind: Callable[[Path], None], number: int = 2) -> Path:
    """A copy of season 1 of the smallest world beside it, of that kind."""
    made = world / f"prove-it/season-{number}"
    shutil.copytree(world / "prove-it/season-1", made)
    for path in made.rglob("*.json"):
        path.write_text(path.read_text().replace('"season": 1,', f'"season": {number},'))
    kind(made)
    return made
