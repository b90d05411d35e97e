"""What `replay` says of each report: declared, recomputed, and whether it was replayed or only recounted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from site_builder.reader.replay import ReplayAccount, replay
from site_builder.reader.source import open_source
from site_builder.reader.verify import Reader
from tests.harness.command import run_cli
from tests.reader.altered import edit, relisted

Copy = Callable[[Path], Path]
TRACK = "challenges/prove-it/season-0/conformite"


def replayed(site: Path, reader: Reader, only: str | None = None) -> ReplayAccount:
    source = open_source(str(site))
    try:
        return replay(source, reader, only)
    finally:
        source.close()


def test_every_public_report_of_the_rehearsal_is_replayed_and_agrees(
    rehearsal_site: Path, reader: Reader
) -> None:
    found = replayed(rehearsal_site, reader)
    published = [path.parent.name for path in rehearsal_site.glob("challenges/**/evidence.json")]
    assert sorted(report.report_id for report in found.reports) == sorted(published)
    assert all(report.replayed and report.agrees for report in found.reports)
    assert found.exit_code == 0


def test_without_evidence_figures_are_recounted_and_the_account_says_so(
    smallest: Path, reader: Reader
) -> None:
    found = replayed(smallest, reader)
    assert [(report.replayed, report.agrees) for report in found.reports] == [(False, True)] * 2
    assert all(report.figures and report.why for report in found.reports)
    assert found.exit_code == 3
    assert "0 replayed from the proofs, 2 recounted, not replayed; 0 differ." in found.as_text()


def test_4_1_a_proof_of_a_later_version_is_not_decided_and_named(
    rehearsal_site: Path, copy: Copy, reader: Reader
) -> None:
    """§4.1 (2), « 3.1 ou au-delà »: what a later program published is no failure for this one."""
    site = copy(rehearsal_site)
    file = min((site / TRACK).glob("*/evidence.json"))

    def later(document: dict[str, Any]) -> None:
        views = [one["view"] for one in document["proofs"].values() if one["view"] is not None]
        views[0]["spec_version"] = "3.10"

    edit(file, later)
    relisted(site)
    found = replayed(site, reader, file.parent.name)
    assert found.exit_code == 3
    (report,) = found.reports
    assert report.agrees
    assert report.open
    assert all(line.endswith(": unknown version: spec_version 3.10") for line in report.open)


def test_a_score_that_reads_otherwise_is_told_apart(
    rehearsal_site: Path, copy: Copy, reader: Reader
) -> None:
    """A claim that the scorer found supported by one of its two proofs is reading R1, and no mere error."""
    site = copy(rehearsal_site)
    file, number, pair = next(
        (file, number, pair)
        for file in sorted((site / TRACK).glob("*/evidence.json"))
        for number, task in enumerate(json.loads(file.read_bytes())["score"]["tasks"])
        if (pair := supported_pair(task)) is not None
    )

    def one_suffices(document: dict[str, Any]) -> None:
        task = document["score"]["tasks"][number]
        for part in (task, document["sent"]["submissions"][task["task_id"]]):
            first, second = (part["assertions"][at] for at in pair)
            first["proof_ids"] = [*first["proof_ids"], *second["proof_ids"]]

    edit(file, one_suffices)
    relisted(site)
    (report,) = replayed(site, reader, file.parent.name).reports
    told = {pointer: why for pointer, _, _, why in report.differences}
    assert told[f"/tasks/{number}/assertions/{pair[0]}/status"].endswith("(read otherwise: R1)")


def supported_pair(task: dict[str, Any]) -> tuple[int, int] | None:
    """Two supported assertions of a task that is submitted, about two resources."""
    made = task.get("assertions", []) if task["state"] == "submitted" else []
    found = [n for n, one in enumerate(made) if one["status"] == "supported"]
    return next(
        (
            (one, other)
            for one in found
            for other in found
            if made[one]["claim"]["resource"] != made[other]["claim"]["resource"]
        ),
        None,
    )


def test_a_figure_of_the_page_is_set_beside_the_recomputed_one(
    rehearsal_site: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(rehearsal_site)
    counted = [
        file
        for file in sorted((site / TRACK).glob("*/evidence.json"))
        if json.loads(file.read_bytes())["score"]["totals"]  # none of a pending row
    ]
    file = counted[0].parent / "index.json"
    report_id = file.parent.name
    true: list[int] = []

    def better(document: dict[str, Any]) -> None:
        true.append(document["contenu"]["totaux"]["verdicts_comptes"])
        document["contenu"]["totaux"]["verdicts_comptes"] = 11

    edit(file, better)
    relisted(site)
    found = replayed(site, reader, report_id)
    wrong = [
        (figure.name, figure.declared, figure.recomputed)
        for report in found.reports
        if report.track == "conformite"
        for figure in report.figures
        if not figure.agrees
    ]
    assert wrong == [("verdicts counted", "11", str(true[0]))]
    assert found.exit_code == 1


def test_one_report_alone_from_the_command_line(rehearsal_site: Path, tmp_path: Path) -> None:
    evidence = next(
        found
        for file in sorted((rehearsal_site / TRACK).glob("*/evidence.json"))
        if ((found := json.loads(file.read_bytes()))["score"]["totals"] or {}).get("unsupported")
    )
    done = run_cli("replay", rehearsal_site, "--report", evidence["report_id"], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    totals = evidence["score"]["totals"]
    counted = totals["assertions"] - totals["instrument_faults"]
    assert f"  overclaim rate: declared {totals['unsupported']}/{counted}, " in done.stdout
    reports = rehearsal_site.glob(f"challenges/**/{evidence['report_id']}/evidence.json")
    assert done.stdout.count("Report ") == len(list(reports))  # a participant may stand in both tracks
    commit = json.loads((rehearsal_site / "manifest.json").read_bytes())["commit_source"]
    first, second, *_ = done.stdout.splitlines()
    assert first == f"Replay of {rehearsal_site}"
    assert second.startswith(f"Built by commit {commit}, as the site says; this program is ")


def test_a_report_that_is_not_there_ends_with_1(smallest: Path) -> None:
    done = run_cli("replay", smallest, "--report", "aaaaaaaaaaaaaaaa", "--format", "json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert document["problems"][0]["found"] == "no public report of this id"
    assert document["built_by"] == json.loads((smallest / "manifest.json").read_bytes())["commit_source"]
    assert "commit" in document["program"]


def test_a_folder_that_is_no_site_ends_with_1(tmp_path: Path) -> None:
    done = run_cli("replay", tmp_path)
    assert done.returncode == 1
    assert "manifest.json" in done.stdout
