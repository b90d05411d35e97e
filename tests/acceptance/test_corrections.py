"""Corrections as readers meet them: on the row, the report, the season and in the downloads (PUB-17)."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.builds import built, places, refused, report_id
from tests.acceptance.site import Json, Site, exact_text, text, track_rows
from tests.harness import smallest, worlds

TRACK = "challenges/prove-it/season-1/conformite/"
SEASON = "challenges/prove-it/season-1/index.html"
PARTICIPANT = report_id(smallest.COMMUNITY_DID)
RUN = report_id("ref-one")
OTHER_RUN = report_id("ref-two")
REASON = {"fr": "Motif écrit en français, le 20 novembre.", "en": "Reason written in English on 20 November."}
LANGUAGES = (("", "en"), ("fr/", "fr"))


def correction(kind: str, concerns: Json, n: int = 1, **more: Any) -> Json:
    place = {"track": "conformite", "table": "community", "report_id": PARTICIPANT, "task_id": None,
             "assertion_id": None}  # fmt: skip
    return {
        "schema": "proveit-correction-v1", "n": n, "at": "2026-04-02T09:00:00Z", "kind": kind,
        "concerns": {**place, **concerns}, "reason": REASON, "before": None, "after": None, **more,
    }  # fmt: skip


WITHDRAWAL = correction("withdrawal", {})
RECTIFICATION = correction(
    "rectification",
    {"task_id": "conf-02", "assertion_id": "a2"},
    before={"status": "unsupported", "cause": "resource_mismatch"},
    after={"status": "unsupported", "cause": "value_mismatch"},
)
DISMISSED = correction("dispute_dismissed", {"task_id": "conf-02", "assertion_id": "a2"})
SUPERSEDED = correction(
    "superseded_run", {"table": "reference", "report_id": RUN}, after={"report_id": OTHER_RUN}
)


def with_other_run(world: Path) -> None:
    run = smallest.reference()
    run["run"]["run_id"] = "ref-two"
    run["agent"]["did"] = smallest.SPARE_DID
    worlds.write_json(world / worlds.TRACK_FOLDER / "reference/ref-two.json", run)


def corrected(world: Path, output: Path, *corrections: Json) -> Site:
    worlds.write_json_lines(world / worlds.CORRECTIONS, corrections)
    return built(world, output)


@pytest.mark.parametrize("file", ["kept", "removed"])
def test_a_withdrawn_row_becomes_a_tombstone_at_its_address(world: Path, tmp_path: Path, file: str) -> None:
    if file == "removed":
        (world / worlds.COMMUNITY).unlink()
    site = corrected(world, tmp_path / "public", WITHDRAWAL)
    for prefix, language in LANGUAGES:
        page = f"{prefix}{TRACK}{PARTICIPANT}/index.html"
        content = site.document(page)["contenu"]
        assert content["etat"] == "retire"
        assert REASON[language] in text(site.tree(page))
        (row,) = track_rows(site.document(f"{prefix}{TRACK}index.html"), "community")
        assert (row["etat"], row["report_id"]) == ("retire", PARTICIPANT)
        assert (row["agent"], row["taux"]) == (None, None)
        listed = text(site.tree(f"{prefix}{TRACK}index.html"))
        assert PARTICIPANT in listed or f"/{prefix}{TRACK}{PARTICIPANT}/" in str(
            (site.root / f"{prefix}{TRACK}index.html").read_text()
        )
    # Nothing that the participant wrote, and no figure of theirs, is left on what is published now.
    for name in site.files:
        data = (site.root / name).read_bytes()
        for trace in (smallest.COMMUNITY_DID, "Églantine", "pile-essai", "1/4", "Récit de la tâche conf-02."):
            if trace != "Récit de la tâche conf-02." or PARTICIPANT in name:
                assert trace.encode() not in data, name
    sitemap = (site.root / "sitemap.xml").read_text()
    assert f"/{TRACK}{PARTICIPANT}/" in sitemap
    assert f"/fr/{TRACK}{PARTICIPANT}/" in sitemap


def test_a_withdrawn_row_is_in_no_count(world: Path, smallest_site: Site, tmp_path: Path) -> None:
    site = corrected(world, tmp_path / "public", WITHDRAWAL)
    assert counts(smallest_site) == [("conf-01", 1, 1, 1), ("conf-02", 1, 1, 0), ("conf-03", 0, 0, 0)]
    assert counts(site) == [("conf-01", 0, 0, 0), ("conf-02", 0, 0, 0), ("conf-03", 0, 0, 0)]
    with (site.root / TRACK / "community/results.csv").open(encoding="utf-8", newline="") as stream:
        constant, gone = csv.DictReader(stream)
    assert constant["etat"] == "constante"
    assert gone["etat"] == "retire"
    assert gone["report_id"] == PARTICIPANT
    figures = (
        "overclaim_numerateur",
        "overclaim_denominateur",
        "reussite_numerateur",
        "reussite_denominateur",
    )
    assert {gone[name] for name in (*figures, "agent", "did", "stack_declaree", "taches_rendues")} == {""}


def counts(site: Site) -> list[tuple[str, int, int, int]]:
    """Submitted, exact, and exact and grounded, of each task in the community table."""
    tables = site.document(f"{TRACK}index.html")["contenu"]["tableaux"]
    (community,) = [table for table in tables if table["id"] == "community"]
    return [(t["task_id"], t["rendues"], t["exactes"], t["comptees"]) for t in community["taches"]]


def test_a_rectification_is_told_on_row_report_and_season(world: Path, tmp_path: Path) -> None:
    site = corrected(world, tmp_path / "public", RECTIFICATION)
    for prefix, language in LANGUAGES:
        for page in (
            f"{prefix}{TRACK}{PARTICIPANT}/index.html",
            f"{prefix}{SEASON}",
            f"{prefix}{TRACK}index.html",
        ):
            (told,) = site.document(page)["contenu"]["corrections"]
            assert (told["n"], told["genre"]) == (1, "rectification")
            assert (told["task_id"], told["assertion_id"]) == ("conf-02", "a2")
            assert told["avant"]["cause"] == "resource_mismatch"
            assert told["apres"]["cause"] == "value_mismatch"
            read = text(site.tree(page))
            assert REASON[language] in read
            assert told["avant"]["cause_libelle"] in read
            assert told["apres"]["cause_libelle"] in read
        (row,) = track_rows(site.document(f"{prefix}{TRACK}index.html"), "community")
        assert row["mentions"]
        assert row["taux"]["overclaim"]["fraction"] == "1/4"


def test_a_dismissed_dispute_changes_no_figure(world: Path, tmp_path: Path) -> None:
    site = corrected(world, tmp_path / "public", DISMISSED)
    (row,) = track_rows(site.document(f"{TRACK}index.html"), "community")
    assert row["taux"]["overclaim"]["fraction"] == "1/4"
    (told,) = site.document(f"{TRACK}{PARTICIPANT}/index.html")["contenu"]["corrections"]
    assert told["genre"] == "dispute_dismissed"
    # The report that nobody disputed says nothing of it.
    assert site.document(f"{TRACK}{RUN}/index.html")["contenu"]["corrections"] == []


def test_a_superseded_run_names_the_one_in_its_place(world: Path, tmp_path: Path) -> None:
    with_other_run(world)
    site = corrected(world, tmp_path / "public", SUPERSEDED)
    for prefix, _ in LANGUAGES:
        page = f"{prefix}{TRACK}{RUN}/index.html"
        document = site.document(page)
        assert document["contenu"]["etat"] == "remplace"
        (told,) = document["contenu"]["corrections"]
        assert told["remplacant"]["report_id"] == OTHER_RUN
        assert f'href="/{prefix}{TRACK}{OTHER_RUN}/"' in (site.root / page).read_text()
        states = {
            r["report_id"]: r["etat"]
            for r in track_rows(site.document(f"{prefix}{TRACK}index.html"), "reference")
        }
        assert states == {OTHER_RUN: "publie", RUN: "remplace"}
        assert "Essai de calibrage" not in exact_text(site.tree(page))


NO_ROW = {"report_id": "a" * 16, "task_id": "conf-02", "assertion_id": "a2"}
REFUSED: list[tuple[str, list[Json], str]] = [
    ("a gap", [correction("withdrawal", {}, n=2)], "/n"),
    ("a row that is not there", [correction("dispute_dismissed", NO_ROW)], "/concerns/report_id"),
    ("another assertion", [correction("dispute_dismissed", {"task_id": "conf-02", "assertion_id": "a9"})],
     "/concerns/assertion_id"),
    ("a reason in one language", [{**DISMISSED, "reason": {"fr": "Motif."}}], "/reason/en"),
    ("an unknown track", [correction("withdrawal", {"track": "generique"})], "/concerns/track"),
    ("a participant superseded", [correction("superseded_run", {}, after={"report_id": RUN})],
     "/concerns/table"),
    ("before the publication", [{**DISMISSED, "at": "2026-03-01T00:00:00Z"}], "/at"),
]  # fmt: skip


@pytest.mark.parametrize(("corrections", "pointer"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_correction_that_corrects_nothing_is_refused(
    world: Path, tmp_path: Path, corrections: list[Json], pointer: str
) -> None:
    worlds.write_json_lines(world / worlds.CORRECTIONS, corrections)
    found = places(refused(world, tmp_path / "public"))
    assert {file for _, file, _ in found} == {worlds.CORRECTIONS}
    assert [at for _, _, at in found if (at or "").startswith(pointer)], found
    assert not (tmp_path / "public").exists()


def test_a_rectification_that_the_score_does_not_hold(world: Path, tmp_path: Path) -> None:
    change = {**RECTIFICATION, "after": {"status": "supported", "cause": None}}
    worlds.write_json_lines(world / worlds.CORRECTIONS, [change])
    (found,) = places(refused(world, tmp_path / "public"))
    assert found[1:] == (worlds.COMMUNITY, "/tasks/1/assertions/1")


@pytest.mark.parametrize("name", ["\U0001f600", "a2 \u2122\ufe0f", "1\ufe0f\u20e3", "\U0001f1eb"])
def test_an_assertion_that_bears_an_emoji_can_be_named(world: Path, tmp_path: Path, name: str) -> None:
    """Every page that names it says that emoji are replaced (PUB-08): season, track, report, and the
    tombstone that stands there later."""
    score = worlds.read_json(world / worlds.COMMUNITY)
    (task,) = (task for task in score["tasks"] if task["task_id"] == "conf-02")
    (assertion,) = (a for a in task["assertions"] if a["id"] == "a2")
    assertion["id"] = name
    worlds.write_json(world / worlds.COMMUNITY, score)
    named = {"task_id": "conf-02", "assertion_id": name}
    dismissed = correction("dispute_dismissed", named)
    site = corrected(world, tmp_path / "public", dismissed)
    pages = [SEASON, f"{TRACK}index.html", f"{TRACK}{PARTICIPANT}/index.html"]
    for last in (None, correction("withdrawal", {}, 2)):
        if last is not None:
            site = corrected(world, tmp_path / "public", dismissed, last)
        for page in pages:
            for prefix, _ in LANGUAGES:
                content = site.document(f"{prefix}{page}")["contenu"]
                assert [entry["code"] for entry in content["avis"]].count("emoji_remplaces") == 1, page
                assert name in [entry["assertion_id"] for entry in content["corrections"]]


@pytest.mark.parametrize("fault", ["a value of track.json", "the answer key", "a line of its own"])
def test_a_fault_elsewhere_is_not_told_of_corrections(world: Path, tmp_path: Path, fault: str) -> None:
    """What a correction names is there: it could not be read, and that alone is told."""
    named = {"task_id": "conf-02", "assertion_id": "a2"}
    dismissed = [correction("dispute_dismissed", named, n) for n in (2, 3)]
    worlds.write_json_lines(world / worlds.CORRECTIONS, [RECTIFICATION, *dismissed])
    if fault == "a value of track.json":
        worlds.mutate(world / worlds.TRACK, "/tasks/0/minimum", "2")
    elif fault == "the answer key":
        (world / worlds.ANSWER_KEY).unlink()
    else:
        lines = (world / worlds.CORRECTIONS).read_text("utf-8").splitlines(keepends=True)
        lines[1] = lines[1].replace('"dispute_dismissed"', '"dismissed"')
        (world / worlds.CORRECTIONS).write_text("".join(lines), "utf-8")
    done = refused(world, tmp_path / "public")
    codes = {code for code, *_ in places(done)}
    assert codes
    assert not codes & {"D002", "D003", "D004", "D043", "D044"}
    if fault == "a line of its own":
        assert codes == {"S001"}

