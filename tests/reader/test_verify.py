"""What `verify` says of whole sites: as published, damaged, and altered by whoever owns the server."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.reader.account import Account, Outcome, Step
from site_builder.reader.integrity import check_files
from site_builder.reader.source import open_source
from site_builder.reader.verify import Reader
from tests.acceptance.builds import build
from tests.harness import worlds
from tests.harness.command import run_cli
from tests.harness.sample_documents import rich_world
from tests.reader.altered import account, edit, relisted, rendered, republished

Copy = Callable[[Path], Path]
TRACK = "challenges/prove-it/season-1/conformite"
REHEARSED = "challenges/prove-it/season-0/conformite"


def outcomes(found: Account) -> dict[int, str]:
    return {number: step.outcome.value for number, step in found.steps.items()}


def files(step: Step) -> set[str]:
    """The files that a step names."""
    return {problem.file for problem in step.problems}


def problem_lines(found: Account) -> list[str]:
    return [
        f"{step.number} {p.file} {p.place}: {p.found} / {p.expected}"
        for step in found.steps.values()
        for p in step.problems
    ]


# -- as published --------------------------------------------------------------------------------------


def test_a_site_without_evidence_is_recounted_and_says_what_it_does_not_show(
    smallest: Path, reader: Reader
) -> None:
    found = account(smallest, reader)
    assert problem_lines(found) == []
    assert outcomes(found) == {
        1: "passed", 2: "passed", 3: "passed", 4: "passed",
        5: "not checked", 6: "passed", 7: "not checked", 8: "passed",
    }  # fmt: skip
    assert found.exit_code == 3
    assert any("the corpus and its manifest" in line for line in found.step(5).unchecked)
    assert any("anchoring proof" in line for line in found.step(5).unchecked)
    (replay,) = found.step(7).unchecked
    assert replay.startswith("season 1, conformite, 2 reports: recounted, not replayed:")


def test_every_step_passes_on_a_site_that_publishes_its_evidence(
    rehearsal_site: Path, reader: Reader
) -> None:
    found = account(rehearsal_site, reader)
    assert problem_lines(found) == []
    assert [line for step in found.steps.values() for line in step.unchecked] == []
    assert found.exit_code == 0
    assert all(step.compared for step in found.steps.values())


def test_a_private_report_is_noted_and_its_claims_are_not_published(
    rehearsal_site: Path, reader: Reader
) -> None:
    notes = account(rehearsal_site, reader).step(6).notes
    assert len([note for note in notes if "without a public report" in note]) == 2  # one for each track
    document = json.loads((rehearsal_site / REHEARSED / "index.json").read_bytes())
    rows = [r for t in document["contenu"]["tableaux"] for g in t["groupes"] for r in g["lignes"]]
    (private,) = (row["report_id"] for row in rows if row["rapport_url"] is None)
    published = sorted(file.name for file in (rehearsal_site / REHEARSED / private).iterdir())
    assert published == ["proofs.json"]


@pytest.fixture(params=["every state of a row", "invalidated", "not closed"])
def other_site(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Sites of other seasons than the smallest."""
    world = tmp_path / "data"
    if request.param == "every state of a row":
        rich_world(world)
    else:
        worlds.smallest_world(world)
    if request.param == "invalidated":
        reason = {"en": "The corpus changed midway.", "fr": "Le corpus a changé en cours de route."}
        invalidated = {"at": "2026-03-15T12:00:00Z", "reason": reason}
        worlds.mutate(world / worlds.SEASON, "/invalidated", invalidated)
    if request.param == "not closed":
        worlds.unclosed(world)
    build(world, tmp_path / "site")
    return tmp_path / "site"


def test_no_step_fails_on_any_other_season(other_site: Path, reader: Reader) -> None:
    found = account(other_site, reader)
    assert problem_lines(found) == []
    # A season that is not closed publishes no kit, and the pages that name one cannot be made again.
    without_a_kit = any("no kit yet" in line for line in found.step(3).unchecked)
    assert without_a_kit == (not list(other_site.rglob("kit.json")))
    assert {n: o for n, o in outcomes(found).items() if n not in (5, 7)} == {
        **dict.fromkeys((1, 2, 4, 6, 8), "passed"),
        3: "not checked" if without_a_kit else "passed",
    }


# -- damaged -------------------------------------------------------------------------------------------


def test_five_hundred_flipped_bytes_are_each_caught_and_located(smallest: Path, copy: Copy) -> None:
    site = copy(smallest)
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    sizes = [(site / name).stat().st_size for name in names]
    chance = random.Random(20261129)
    missed = []
    for _ in range(500):
        (name,) = chance.choices(names, sizes)
        data = (site / name).read_bytes()
        at, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
        (site / name).write_bytes(data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :])
        step = Step(1)
        source = open_source(str(site))
        check_files(source, step)
        source.close()
        if name not in files(step):
            missed.append((name, at, bit, files(step)))
        (site / name).write_bytes(data)
    assert missed == []


@pytest.mark.parametrize("name", ["manifest.json", "SHA256SUMS"])
def test_a_flip_anywhere_in_a_list_names_the_list(smallest: Path, copy: Copy, name: str) -> None:
    site = copy(smallest)
    data = (site / name).read_bytes()
    chance = random.Random(name)
    for at in [*range(0, 200, 5), *(chance.randrange(len(data)) for _ in range(30)), len(data) - 1]:
        (site / name).write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        step = Step(1)
        source = open_source(str(site))
        check_files(source, step)
        source.close()
        assert name in files(step), (at, data[at : at + 1])
    (site / name).write_bytes(data)


def test_a_file_more_and_a_file_less_are_both_named(smallest: Path, copy: Copy, reader: Reader) -> None:
    site = copy(smallest)
    (site / "assets" / "extra.css").write_bytes(b"")
    (site / TRACK / "section-5.txt").unlink()
    found = account(site, reader)
    assert files(found.step(1)) == {"assets/extra.css", f"{TRACK}/section-5.txt"}
    assert found.exit_code == 1


# -- altered, and listed again -------------------------------------------------------------------------


def test_html_that_says_more_than_its_document_is_rendered_again(
    smallest: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(smallest)
    page = site / TRACK / "index.html"
    page.write_bytes(page.read_bytes().replace(b"</main>", b"<p>Best of all.</p></main>"))
    relisted(site)
    found = account(site, reader)
    assert found.step(1).outcome is Outcome.PASSED
    assert files(found.step(3)) == {f"{TRACK}/index.html"}
    assert f"{TRACK}/index.html" in files(found.step(4))  # H002 says so too
    assert files(found.step(8)) == {f"{TRACK}/index.html"}


def a_report(site: Path, track: str = TRACK) -> str:
    """The first community report with an unsupported assertion."""
    for file in sorted((site / track).glob("*/evidence.json")):
        evidence = json.loads(file.read_bytes())
        if evidence["table"] == "community" and (evidence["score"]["totals"] or {}).get("unsupported"):
            return file.parent.name
    raise AssertionError("no such report")


def test_a_figure_that_was_changed_on_the_page_alone_is_recounted(
    smallest: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(smallest)
    report_id = a_report(site)
    declared = json.loads((site / TRACK / report_id / "index.json").read_bytes())["contenu"]["totaux"]

    def better(document: dict[str, Any]) -> None:
        document["contenu"]["totaux"]["non_etayees"] = 0

    for prefix in ("", "fr/"):
        edit(site / f"{prefix}{TRACK}/{report_id}/index.json", better)
    rendered(site, f"{TRACK}/{report_id}", reader.catalogue)
    relisted(site)
    found = account(site, reader)
    assert found.step(1).outcome is found.step(2).outcome is found.step(3).outcome is Outcome.PASSED
    (english, french) = sorted(found.step(6).problems, key=lambda problem: problem.file)
    assert english.file == f"{TRACK}/{report_id}/index.json"
    assert french.file == f"fr/{TRACK}/{report_id}/index.json"
    assert english.place == "/contenu/totaux/non_etayees"
    assert english.found == "0"
    assert english.expected == f"{declared['non_etayees']}, recounted"


def better_status(document: dict[str, Any]) -> None:
    """An unsupported assertion becomes a supported one, and the totals follow."""
    score = document["score"]
    for task in score["tasks"]:
        for assertion in task.get("assertions", ()):
            if assertion["status"] == "unsupported":
                assertion.update(status="supported", cause=None)
                score["totals"]["unsupported"] -= 1
                return
    raise AssertionError("nothing to change")


def test_evidence_that_was_changed_no_longer_gives_the_page(
    smallest: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(smallest)
    report_id = a_report(site)
    edit(site / TRACK / report_id / "evidence.json", better_status)
    relisted(site)
    found = account(site, reader)
    named = files(found.step(6))
    assert f"{TRACK}/{report_id}/index.json" in named
    assert f"{TRACK}/index.json" in named
    assert f"{TRACK}/community/results.csv" in named


def test_a_better_status_is_caught_by_the_replay(rehearsal_site: Path, copy: Copy, reader: Reader) -> None:
    site = copy(rehearsal_site)
    report_id = a_report(site, REHEARSED)
    edit(site / REHEARSED / report_id / "evidence.json", better_status)
    relisted(site)
    problems = account(site, reader).step(7).problems
    assert {p.file for p in problems} == {f"{REHEARSED}/{report_id}/evidence.json"}
    (status,) = (p for p in problems if (p.place or "").endswith("/status"))
    assert status.found == '"supported"'
    assert status.expected.startswith('"unsupported", replayed: ')


def test_4_1_a_proof_of_a_later_version_is_not_checked_and_no_failure(
    rehearsal_site: Path, copy: Copy, reader: Reader
) -> None:
    """§4.1 (2), « 3.1 ou au-delà »: as a later program may publish it, its page included."""
    site = copy(rehearsal_site)
    file = min((site / REHEARSED).glob("*/evidence.json"))

    def later(document: dict[str, Any]) -> None:
        next(one["view"] for one in document["proofs"].values() if one["view"])["spec_version"] = "3.2"

    edit(file, later)
    republished(site)
    found = account(site, reader)
    assert problem_lines(found) == []
    assert any(line.endswith("unknown version: spec_version 3.2.") for line in found.step(7).unchecked)
    assert found.exit_code == 3



@pytest.mark.parametrize(
    ("file", "steps"),
    [
        ("answer-key.json", {5}),
        ("section-5.txt", {5}),
        ("kit/manifest.json", {5}),
        ("kit/preregistration.json", {5}),
    ],
)
def test_what_was_frozen_cannot_be_changed(
    rehearsal_site: Path, copy: Copy, reader: Reader, file: str, steps: set[int]
) -> None:
    site = copy(rehearsal_site)
    data = (site / REHEARSED / file).read_bytes()
    # A digit of a hash, of a value or of the text: the file stays well formed.
    at = next(i for i in range(len(data) // 2, len(data)) if data[i : i + 1].isdigit())
    (site / REHEARSED / file).write_bytes(
        data[:at] + (b"7" if data[at] != ord("7") else b"3") + data[at + 1 :]
    )
    relisted(site)
    found = account(site, reader)
    failed = {number for number, outcome in outcomes(found).items() if outcome == "failed"}
    assert steps <= failed


def test_a_corpus_body_that_was_changed_is_named(rehearsal_site: Path, copy: Copy, reader: Reader) -> None:
    site = copy(rehearsal_site)
    body = min((site / REHEARSED / "kit" / "corpus").iterdir())
    body.write_bytes(body.read_bytes() + b" ")
    relisted(site)
    found = account(site, reader)
    assert f"{REHEARSED}/kit/corpus/{body.name}" in files(found.step(5))
    assert found.step(7).outcome is Outcome.NOT_CHECKED


def test_the_page_of_a_season_that_has_not_closed_shows_no_score(smallest: Path, reader: Reader) -> None:
    from dataclasses import replace

    from site_builder.kernel import instants

    early = replace(reader, now=instants.parse("2020-01-01T00:00:00Z"))
    (problem,) = (p for p in account(smallest, early).step(4).problems if p.place == "/contenu/dates/cloture")
    assert problem.file == "challenges/prove-it/season-1/index.json"


# -- the command ---------------------------------------------------------------------------------------


def test_the_command_ends_with_3_and_names_what_was_not_checked(smallest: Path) -> None:
    done = run_cli("verify", smallest)
    assert (done.returncode, done.stderr) == (3, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"Verification of {smallest}"
    assert "1. every file is the one that the manifest lists: passed" in lines
    assert "Result: not checked: steps 5, 7; passed: steps 1, 2, 3, 4, 6, 8." in lines
    assert lines[-1].startswith("Note the head of the ledger, for --known later: 1 line, link ")


def test_the_command_ends_with_0_in_any_folder(rehearsal_site: Path, tmp_path: Path) -> None:
    done = run_cli("verify", rehearsal_site, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Result: every step passed." in done.stdout.splitlines()


def test_the_command_ends_with_1_and_names_the_file_as_json_too(smallest: Path, copy: Copy) -> None:
    site = copy(smallest)
    (site / "robots.txt").write_bytes(b"User-agent: *\nDisallow: /\n")
    done = run_cli("verify", site, "--format", "json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert document["schema"] == "proveit-verification-v1"
    assert (document["outcome"], document["exit_code"]) == ("failed", 1)
    assert [step["number"] for step in document["steps"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [problem["file"] for problem in document["steps"][0]["problems"]] == ["robots.txt"]


@pytest.mark.parametrize("place", ["no-such-folder", "http://site.example/", "https:///"])
def test_a_place_that_cannot_be_opened_ends_with_2(place: str) -> None:
    done = run_cli("verify", place)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr


def test_a_folder_that_is_no_site_fails_and_names_the_manifest(tmp_path: Path) -> None:
    done = run_cli("verify", tmp_path)
    assert done.returncode == 1
    assert "manifest.json" in done.stdout
    assert "Traceback" not in done.stderr
