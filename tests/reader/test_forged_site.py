"""Whole forgeries: a site altered by whoever owns the server, with every list and the ledger written again.

Hashes say nothing then. What is left is what follows from the evidence, from this program's own texts, and
from the ledger's own claims; and, where nothing can tell, what `docs/verify.md` says of it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from site_builder.kernel.ledger import Line, following, parse
from site_builder.reader.account import Outcome
from site_builder.reader.replay import replay
from site_builder.reader.source import open_source
from site_builder.reader.verify import Reader
from tests.acceptance.builds import LATER, built
from tests.harness import worlds
from tests.harness.command import run_cli
from tests.reader.altered import account, edit, relisted, rendered, republished
from tests.reader.test_verify import REHEARSED, TRACK, a_report, better_status, files, outcomes, problem_lines

Copy = Callable[[Path], Path]
BOTH = ("", "fr/")
SPECIFICATION = "challenges/prove-it/specification.md"
HTML = b'<!doctype html><html lang="en"><title>Best</title><p>0/41</p></html>'


def placed(path: str, data: bytes) -> Callable[[Path], None]:
    def change(site: Path) -> None:
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(data)

    return change


def appended(path: str, data: bytes) -> Callable[[Path], None]:
    return lambda site: placed(path, (site / path).read_bytes() + data)(site)


# What is added, or changed, beside pages whose figures are right: file, change, step that names it.
BESIDE: list[tuple[str, Callable[[Path], None], int]] = [
    ("best.html", placed("best.html", HTML), 3),
    ("challenges/prove-it/best/index.html", placed("challenges/prove-it/best/index.html", HTML), 3),
    (f"{TRACK}/kit/best.html", placed(f"{TRACK}/kit/best.html", HTML), 3),
    ("assets/more.js", placed("assets/more.js", b"alert(1)"), 3),
    ("assets/more.svg", placed("assets/more.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"), 3),
    ("notes.txt", placed("notes.txt", b"x"), 3),
    ("assets/site.css", appended("assets/site.css", b'td.n::after{content:"0/41"}'), 3),
    ("assets/mark.svg", appended("assets/mark.svg", b" "), 3),
    ("robots.txt", placed("robots.txt", b"User-agent: *\nDisallow: /\n"), 3),
    ("sitemap.xml", appended("sitemap.xml", b"\n"), 3),
    (SPECIFICATION, appended(SPECIFICATION, b"\nMore.\n"), 3),
    ("publications/2/index.html", placed("publications/2/index.html", HTML), 8),
    ("publications/1/best.html", placed("publications/1/best.html", HTML), 8),
    ("ledger/2.json", placed("ledger/2.json", b"{}"), 8),
    ("ledger/notes.txt", placed("ledger/notes.txt", b"x"), 8),
]


@pytest.mark.parametrize(("file", "change", "step"), BESIDE, ids=[one[0] for one in BESIDE])
def test_what_the_program_does_not_publish_is_named(
    smallest: Path, copy: Copy, reader: Reader, file: str, change: Callable[[Path], None], step: int
) -> None:
    site = copy(smallest)
    change(site)
    republished(site)
    found = account(site, reader)
    assert found.step(1).outcome is Outcome.PASSED
    assert file in files(found.step(step))


def test_a_file_that_only_the_lists_know_is_of_no_publication(
    smallest: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(smallest)
    placed("notes.txt", b"x")(site)
    relisted(site)
    assert files(account(site, reader).step(8)) == {"notes.txt"}


@pytest.mark.parametrize("page", ["specification", "", "rules", "check"])
def test_the_words_of_a_page_without_scores_are_those_of_the_program(
    smallest: Path, copy: Copy, reader: Reader, page: str
) -> None:
    site = copy(smallest)
    path = f"challenges/prove-it/{page}".rstrip("/")

    def worded(document: dict[str, Any]) -> None:
        content = document["contenu"]
        if page == "rules":
            content["regles"].pop()
        else:
            content["markdown"] += "\n\nAnd more.\n"

    for prefix in BOTH:
        edit(site / f"{prefix}{path}/index.json", worded)
    rendered(site, path, reader.catalogue)
    republished(site)
    assert {f"{prefix}{path}/index.json" for prefix in BOTH} <= files(account(site, reader).step(3))


def test_the_section_of_a_demonstration_is_not_that_of_the_specification(
    smallest: Path, copy: Copy, reader: Reader
) -> None:
    site, folder = copy(smallest), "challenges/prove-it/specification"
    section = (site / TRACK / "section-5.txt").read_bytes()
    shown = {"url": f"/{folder}/section-5.txt", "sha256": hashlib.sha256(section).hexdigest()}
    shown |= {"proof_id": "prf_20260301_080000_0a0b0c", "langue": "fr"}
    (site / folder / "section-5.txt").write_bytes(section)

    def with_section(document: dict[str, Any]) -> None:
        document["contenu"]["section_5"] = shown

    for prefix in BOTH:
        edit(site / f"{prefix}{folder}/index.json", with_section)
    rendered(site, folder, reader.catalogue)
    republished(site)
    found = account(site, reader)
    pages = {f"{prefix}{folder}/index.json" for prefix in BOTH}
    assert files(found.step(3)) == {*pages, f"{folder}/section-5.txt"}
    assert files(found.step(4)) == pages


def test_who_publishes_is_the_operators_to_say_in_one_name(
    smallest: Path, copy: Copy, reader: Reader
) -> None:
    home = "challenges/prove-it"
    for old, new, named in (
        ("ArkForge, PROVE IT", "Somebody Else, PROVE IT", False),
        (", source commit", ", the best of all, source commit", True),
        ("ArkForge, PROVE IT", "x" * 101 + ", PROVE IT", True),
    ):
        site = copy(smallest)

        def cited(document: dict[str, Any], old: str = old, new: str = new) -> None:
            citation = document["contenu"]["citation"]
            assert old in citation["texte"]
            citation["texte"] = citation["texte"].replace(old, new)

        edit(site / home / "index.json", cited)
        rendered(site, home, reader.catalogue)
        republished(site)
        assert (f"{home}/index.json" in files(account(site, reader).step(3))) is named, new
        shutil.rmtree(site)


def test_a_report_that_stands_in_no_table_is_named(smallest: Path, copy: Copy, reader: Reader) -> None:
    site = copy(smallest)
    report_id, other = a_report(site), "a" * 16
    for prefix in BOTH:
        folder = site / f"{prefix}{TRACK}"
        shutil.copytree(folder / report_id, folder / other)
        for file in (folder / other).iterdir():
            file.write_bytes(file.read_bytes().replace(report_id.encode(), other.encode()))
    rendered(site, f"{TRACK}/{other}", reader.catalogue)
    republished(site)
    named = files(account(site, reader).step(3))
    assert {f"{prefix}{TRACK}/{other}/index.{kind}" for prefix in BOTH for kind in ("html", "json")} <= named
    assert f"{TRACK}/{other}/evidence.json" in named


def without_row(site: Path, report_id: str) -> None:
    """The row gone from the tables of both languages; places of third-party text written again."""
    for prefix in BOTH:

        def gone(document: dict[str, Any]) -> None:
            for table in document["contenu"]["tableaux"]:
                for group in table["groupes"]:
                    group["lignes"] = [r for r in group["lignes"] if r["report_id"] != report_id]
                table["groupes"] = [group for group in table["groupes"] if group["lignes"]]
            rows = {
                f"/contenu/tableaux/{i}/groupes/{j}/lignes/{k}/"
                for i, table in enumerate(document["contenu"]["tableaux"])
                for j, group in enumerate(table["groupes"])
                for k, _ in enumerate(group["lignes"])
            }
            listed = document["texte_de_tiers"]
            listed["champs"] = [
                at for at in listed["champs"]
                if "/lignes/" not in at or any(at.startswith(row) for row in rows)
            ]  # fmt: skip

        edit(site / f"{prefix}{TRACK}/index.json", gone)


def test_a_row_that_was_removed_leaves_its_report_and_its_counts(
    smallest: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(smallest)
    report_id = a_report(site)
    without_row(site, report_id)
    rendered(site, TRACK, reader.catalogue)
    republished(site)
    found = account(site, reader)
    assert f"{TRACK}/index.json" in files(found.step(6))
    assert f"{TRACK}/community/results.csv" in files(found.step(6))
    assert f"{TRACK}/{report_id}/index.json" in files(found.step(3))


def test_a_false_account_of_proofs_is_made_again(rehearsal_site: Path, copy: Copy, reader: Reader) -> None:
    site = copy(rehearsal_site)
    report_id = a_report(site, REHEARSED)
    path = f"{REHEARSED}/{report_id}"

    def otherwise(document: dict[str, Any]) -> None:
        step = next(s for p in document["contenu"]["preuves_verifiees"] for s in p["etapes"])
        step["etat"] = "failed" if step["etat"] == "passed" else "passed"

    edit(site / path / "index.json", otherwise)
    rendered(site, path, reader.catalogue)
    republished(site)
    assert f"{path}/index.json" in files(account(site, reader).step(6))


def test_a_better_status_with_every_page_made_of_it_is_caught_by_the_replay(
    rehearsal_site: Path, copy: Copy, reader: Reader
) -> None:
    """`verify` and `replay` both: whatever the pages say, the proofs say otherwise."""
    site = copy(rehearsal_site)
    report_id = a_report(site, REHEARSED)
    edit(site / REHEARSED / report_id / "evidence.json", better_status)
    for prefix in BOTH:
        edit(
            site / f"{prefix}{REHEARSED}/{report_id}/index.json",
            lambda d: d["contenu"]["totaux"].update(non_etayees=d["contenu"]["totaux"]["non_etayees"] - 1),
        )
    republished(site)
    assert f"{REHEARSED}/{report_id}/evidence.json" in files(account(site, reader).step(7))
    source = open_source(str(site))
    assert replay(source, reader).exit_code == 1
    source.close()


def test_a_key_that_was_swapped_with_its_commitment_is_not_the_anchored_one(
    rehearsal_site: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(rehearsal_site)
    key = site / REHEARSED / "answer-key.json"
    key.write_bytes(key.read_bytes().replace(b'"conforme"', b'"non_conforme"', 1))
    track = json.loads((site / REHEARSED / "kit/track.json").read_bytes())
    salt, was = track["answer_key"]["salt"], track["answer_key"]["commitment"]
    commitment = hashlib.sha256(bytes.fromhex(salt) + key.read_bytes()).hexdigest()
    for file in site.rglob("*"):
        if file.is_file() and was.encode() in (data := file.read_bytes()):
            file.write_bytes(data.replace(was.encode(), commitment.encode()))
    republished(site)
    found = account(site, reader)
    assert "sha256(salt ‖ key)" not in str([p.found for p in found.step(5).problems])
    assert any("payload/key_commitment" in (p.place or "") for p in found.step(5).problems)


def test_a_corpus_that_is_gone_while_pages_say_replayed_fails(
    rehearsal_site: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(rehearsal_site)
    shutil.rmtree(site / REHEARSED / "kit/corpus")
    edit(
        site / REHEARSED / "kit.json",
        lambda d: d.update(files=[one for one in d["files"] if "/corpus/" not in one["path"]]),
    )
    republished(site)
    assert any("/kit/corpus/" in file for file in files(account(site, reader).step(5)))
    edit(site / REHEARSED / "kit.json", lambda d: d.update(replay="none"))
    republished(site)
    assert f"{REHEARSED}/index.json" in files(account(site, reader).step(6))


# -- the ledger ----------------------------------------------------------------------------------------


def resealed(site: Path, change: Callable[[Line], Line]) -> None:
    """The one line of the ledger changed, sealed and linked again."""
    republished(site)
    (line,) = parse((site / "ledger.jsonl").read_bytes())
    made = change(line)
    again = following(None, at=made.at, kind=made.kind, concerns=made.concerns, manifest=made.manifest)
    (site / "ledger.jsonl").write_bytes(again.as_bytes())
    relisted(site)


@pytest.mark.parametrize(
    "change",
    [
        lambda line: replace(line, at="2020-01-01T00:00:00Z"),
        lambda line: replace(line, kind="correction"),
        lambda line: replace(line, concerns=replace(line.concerns, seasons=(1, 7))),
        lambda line: replace(line, concerns=replace(line.concerns, demonstrations=())),
        lambda line: replace(line, concerns=replace(line.concerns, invalidated=(1,))),
    ],
    ids=["date", "kind", "seasons", "demonstrations", "invalidated"],
)
def test_what_the_last_line_says_is_what_the_pages_say(
    smallest: Path, copy: Copy, reader: Reader, change: Callable[[Line], Line]
) -> None:
    site = copy(smallest)
    resealed(site, change)
    (problem,) = account(site, reader).step(8).problems
    assert (problem.file, problem.place) == ("ledger.jsonl", "line 1")


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two publications: the second withdraws a row."""
    folder = tmp_path_factory.mktemp("corrected")
    world = worlds.smallest_world(folder / "data")
    site = folder / "site"
    built(world, site)
    worlds.mutate(world / worlds.SEASON, "/disputes/contact", "other@proveit.example")
    done = run_cli(
        "build", "--data", world, "--output", site, "--generated-at", "2026-11-20T08:00:00Z",
        "--source-commit", "1" * 40, "--now", LATER,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return site


def test_both_publications_stand_and_hold(corrected: Path, reader: Reader) -> None:
    found = account(corrected, reader)
    assert problem_lines(found) == []
    assert outcomes(found)[8] == "passed"
    assert "2 of 2 publications" in " ".join(found.step(8).compared)


@pytest.mark.parametrize("lines", [0, 1])
def test_a_ledger_that_was_cut_no_longer_fits_its_site(
    corrected: Path, copy: Copy, reader: Reader, lines: int
) -> None:
    site = copy(corrected)
    ledger = site / "ledger.jsonl"
    kept = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(kept[:lines] if lines else kept[1:]))
    relisted(site)
    found = account(site, reader)
    assert found.exit_code == 1
    assert files(found.step(8))
    if lines:
        shutil.rmtree(site / "publications/2")
        relisted(site)
        assert files(account(site, reader).step(8))
        shutil.rmtree(site / "publications")
        relisted(site)
        assert files(account(site, reader).step(8))


def test_a_file_that_an_earlier_publication_kept_is_missed(
    corrected: Path, copy: Copy, reader: Reader
) -> None:
    site = copy(corrected)
    kept = sorted(path for path in (site / "publications/1").rglob("*.json") if path.name != "manifest.json")
    name = kept[0].relative_to(site).as_posix()
    kept[0].unlink()
    relisted(site)
    assert files(account(site, reader).step(8)) == {name}
