"""Publications one after another: the ledger grows, and what each of them was stays where it can be found."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger import parse
from site_builder.kernel.ledger_concerns import SeasonState
from site_builder.publish import Entry, PublicationError, Staging, read_manifest
from site_builder.publish.ledger import past, record
from site_builder.publish.publications import (
    opener,
    read_ledger,
    resolved,
    superseded,
    verify_publication,
)
from tests.publish.sites import beside, everything, identity, in_a_child, kill_self, modes
from tests.publish.sites import publish as publish_without_ledger
from tests.publish.test_crash import CHANGES

ONE = {
    "404.html": b"<p>404</p>",
    "fr/index.html": b"<p>accueil</p>",
    "index.html": b"<p>home, 1</p>",
    "season-1/a/index.html": b"<p>a, 1</p>",
    "season-1/b/index.html": b"<p>b, 1</p>",
}
TWO = {**ONE, "index.html": b"<p>home, 2</p>", "season-1/a/index.html": b"<p>a, 2</p>"}
THREE = {path: page for path, page in TWO.items() if path != "season-1/b/index.html"}
FOUR = {**THREE, "index.html": b"<p>home, 4</p>", "season-1/b/index.html": b"<p>b, 4</p>"}
SEASON = SeasonState(1, demonstration=False, corrections=0, invalidated=False)
RECORD = ("SHA256SUMS", "manifest.json", "ledger.jsonl")


def publish(
    output: Path,
    files: Mapping[str, bytes],
    *,
    at: str = "2026-11-02T08:00:00Z",
    corrections: int = 0,
    previous: Path | None = None,
) -> None:
    season = SeasonState(1, demonstration=False, corrections=corrections, invalidated=False)
    with Staging.open(output) as staging:
        before = past(staging.output, previous)
        for path, page in files.items():
            staging.write(path, page)
        record(staging, before, [season], genere_le=at, commit_source="0" * 40)
        staging.seal(genere_le=at, commit_source="0" * 40)
        staging.publish()


def refused(output: Path, files: Mapping[str, bytes] = TWO, **options: Any) -> list[Finding]:
    with pytest.raises(PublicationError) as caught:
        publish(output, files, **{"at": "2026-12-24T08:00:00Z", **options})
    return caught.value.findings


def shown(site: Path) -> dict[str, bytes]:
    """What a site publishes now."""
    return {
        path: page
        for path, page in everything(site).items()
        if path not in RECORD and not path.startswith(("publications/", "ledger/"))
    }


def kept(site: Path) -> dict[str, bytes]:
    """What it keeps of earlier publications, the manifests aside."""
    found = everything(site)
    return {
        path: page
        for path, page in found.items()
        if path.startswith("publications/") and not path.endswith("/manifest.json")
    }


def whole(site: Path) -> None:
    """The site is what its lists state, its ledger chains, and every publication is there."""
    manifest = read_manifest(site / "manifest.json")
    found = everything(site)
    assert {path: (e.sha256, e.size) for path, e in manifest.files.items()} == {
        path: (sha256(page).hexdigest(), len(page)) for path, page in found.items() if path != "manifest.json"
    }
    _, lines = read_ledger(opener(site))
    for line in lines:
        assert list(verify_publication(opener(site), lines, line.n)) == []


def publication(site: Path, n: int) -> dict[str, bytes]:
    """Publication ``n``, by the rule of the documentation and not by ours."""
    last = len((site / "ledger.jsonl").read_bytes().splitlines())
    found = {}
    for path in json.loads((site / f"publications/{n}/manifest.json").read_bytes())["files"]:
        places = (site / f"publications/{m}/{path}" for m in range(n, last + 1))
        found[path] = next((p for p in places if p.is_file()), site / path).read_bytes()
    return found


@pytest.fixture
def site(place: Path) -> Path:
    """Four publications: two pages change, one disappears, it comes back as another changes."""
    for number, files in enumerate((ONE, TWO, THREE, FOUR), 1):
        publish(place / "public", files, at=f"2026-11-0{number}T08:00:00Z")
    return place / "public"


# What is written


def test_the_first_publication(place: Path) -> None:
    publish(place / "public", ONE)
    assert shown(place / "public") == ONE
    assert kept(place / "public") == {}
    (line,) = parse((place / "public/ledger.jsonl").read_bytes())
    assert (line.n, line.at, line.kind) == (1, "2026-11-02T08:00:00Z", "publication")
    manifest = (place / "public/publications/1/manifest.json").read_bytes()
    assert line.manifest == sha256(manifest).hexdigest()
    listed = json.loads(manifest)
    assert listed["schema"] == "proveit-publication-v1"
    assert {path: entry["sha256"] for path, entry in listed["files"].items()} == {
        path: sha256(page).hexdigest() for path, page in ONE.items()
    }
    whole(place / "public")


def test_what_changed_or_vanished_is_kept_once_and_the_rest_is_not(site: Path) -> None:
    assert shown(site) == FOUR
    assert kept(site) == {
        "publications/1/index.html": b"<p>home, 1</p>",
        "publications/1/season-1/a/index.html": b"<p>a, 1</p>",
        "publications/2/season-1/b/index.html": b"<p>b, 1</p>",
        "publications/3/index.html": b"<p>home, 2</p>",
    }
    whole(site)
    assert set(modes(site).values()) == {0o644, 0o755}
    assert beside(site) == set()


def test_every_publication_is_found_by_the_documented_rule(site: Path) -> None:
    for number, files in enumerate((ONE, TWO, THREE, FOUR), 1):
        assert publication(site, number) == files


def test_where_each_file_of_a_publication_stands(site: Path) -> None:
    _, lines = read_ledger(opener(site))
    assert {entry.path: where for entry, where in resolved(opener(site), lines, 2)} == {
        "404.html": "404.html",
        "fr/index.html": "fr/index.html",
        "index.html": "publications/3/index.html",
        "season-1/a/index.html": "season-1/a/index.html",
        "season-1/b/index.html": "publications/2/season-1/b/index.html",
    }


def test_every_line_begins_with_the_lines_before(place: Path) -> None:
    before = b""
    for files in (ONE, TWO, THREE, FOUR):
        publish(place / "public", files)
        ledger = (place / "public/ledger.jsonl").read_bytes()
        assert ledger.startswith(before)
        assert ledger.count(b"\n") == before.count(b"\n") + 1
        before = ledger


def test_the_same_again_changes_nothing(site: Path) -> None:
    before = everything(site)
    publish(site, FOUR, at="2026-11-04T08:00:00Z")
    assert everything(site) == before


def test_the_same_pages_at_another_date_are_another_publication(site: Path) -> None:
    publish(site, FOUR, at="2026-11-05T08:00:00Z")
    assert len(read_ledger(opener(site))[1]) == 5
    whole(site)


def test_two_empty_folders_give_the_same_bytes(place: Path) -> None:
    publish(place / "one", ONE)
    publish(place / "two", dict(reversed(ONE.items())))
    assert everything(place / "one") == everything(place / "two")


def test_a_correction_is_told_with_its_numbers(place: Path) -> None:
    publish(place / "public", ONE)
    publish(place / "public", TWO, corrections=2)
    line = parse((place / "public/ledger.jsonl").read_bytes())[1]
    assert line.kind == "correction"
    assert line.concerns.as_json() == {
        "seasons": [1],
        "demonstrations": [],
        "corrections": [{"season": 1, "numbers": [1, 2]}],
        "invalidated": [],
    }


def test_a_site_from_before_the_ledger_begins_one(place: Path) -> None:
    publish_without_ledger(place / "public", ONE)
    publish(place / "public", TWO)
    assert len(read_ledger(opener(place / "public"))[1]) == 1
    assert shown(place / "public") == TWO
    whole(place / "public")


def test_superseded_files() -> None:
    old = [Entry("a", "1", 1), Entry("b", "1", 1), Entry("c", "1", 1), Entry("e", "1", 1)]
    new = [Entry("a", "1", 1), Entry("b", "2", 1), Entry("c", "1", 2), Entry("d", "1", 1)]
    assert [entry.path for entry in superseded(old, new)] == ["b", "c", "e"]
    assert list(superseded(old, old)) == []
    assert list(superseded([], new)) == []


# By another name, or copied


def test_what_is_kept_is_the_old_file_itself(site: Path) -> None:
    before = {path: (site / path).stat().st_ino for path in ("index.html", "publications/1/index.html")}
    publish(site, ONE, at="2026-11-05T08:00:00Z")
    after = site / "publications/4/index.html"
    assert after.stat().st_ino == before["index.html"]
    assert (site / "publications/1/index.html").stat().st_ino == before["publications/1/index.html"]
    assert {p.stat().st_nlink for p in site.rglob("*") if p.is_file()} == {1}


def test_a_file_with_another_name_outside_is_copied(place: Path) -> None:
    publish(place / "public", ONE)
    (place / "mine.html").hardlink_to(place / "public/index.html")
    publish(place / "public", TWO)
    assert (place / "mine.html").stat().st_nlink == 1
    (place / "mine.html").write_bytes(b"edited")
    assert (place / "public/publications/1/index.html").read_bytes() == ONE["index.html"]
    whole(place / "public")


def test_a_file_of_another_mode_is_copied_and_gets_ours(place: Path) -> None:
    publish(place / "public", ONE)
    (place / "public/index.html").chmod(0o600)
    publish(place / "public", TWO)
    assert set(modes(place / "public").values()) == {0o644, 0o755}
    whole(place / "public")


def test_where_no_link_can_be_made_everything_is_copied(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_link(*_arguments: object, **_options: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    publish(place / "public", ONE)
    monkeypatch.setattr(os, "link", no_link)
    publish(place / "public", TWO)
    publish(place / "public", THREE)
    assert publication(place / "public", 1) == ONE
    whole(place / "public")


# From another folder


def test_the_ledger_goes_on_from_a_previous_site_elsewhere(site: Path, place: Path) -> None:
    before = identity(site)
    publish(place / "fresh", ONE, at="2026-11-05T08:00:00Z", previous=site)
    assert identity(site) == before  # not one name more on its files
    assert len(read_ledger(opener(place / "fresh"))[1]) == 5
    assert publication(place / "fresh", 4) == FOUR
    whole(place / "fresh")
    publish(site, ONE, at="2026-11-05T08:00:00Z")
    assert everything(place / "fresh") == everything(site)


def test_the_output_named_as_its_own_previous_site(site: Path) -> None:
    publish(site, ONE, at="2026-11-05T08:00:00Z", previous=site / ".." / "public")
    whole(site)


def test_a_previous_site_ahead_of_the_output_is_followed(site: Path, place: Path) -> None:
    shutil.copytree(site, place / "mirror")
    publish(site, ONE, at="2026-11-05T08:00:00Z")
    publish(place / "mirror", TWO, at="2026-11-06T08:00:00Z", previous=site)
    assert len(read_ledger(opener(place / "mirror"))[1]) == 6
    whole(place / "mirror")


def test_a_previous_site_behind_the_output_is_refused(site: Path, place: Path) -> None:
    shutil.copytree(site, place / "behind")
    publish(site, ONE, at="2026-11-05T08:00:00Z")
    before = identity(site)
    (finding,) = refused(site, TWO, at="2026-11-06T08:00:00Z", previous=place / "behind")
    assert (finding.code, finding.file, finding.found) == ("G003", "ledger.jsonl", "4 lines")
    assert identity(site) == before


def test_another_history_is_refused(site: Path, place: Path) -> None:
    publish(place / "other", TWO)
    (finding,) = refused(site, previous=place / "other")
    assert (finding.code, finding.line) == ("G003", None)
    for number in range(5):
        publish(place / "other", ONE, at=f"2026-12-0{number + 1}T08:00:00Z")
    (finding,) = refused(site, previous=place / "other")
    assert (finding.code, finding.line) == ("G003", 1)


def test_an_earlier_date_than_that_of_the_last_line_is_refused(site: Path) -> None:
    before = identity(site)
    (finding,) = refused(site, ONE, at="2026-11-04T08:59:59+01:00")
    assert (finding.code, finding.file, finding.line) == ("G007", "ledger.jsonl", 4)
    assert finding.found == "a publication of 2026-11-04T08:59:59+01:00"
    assert finding.expected == "not before 2026-11-04T08:00:00Z, the instant of publication 4"
    assert identity(site) == before
    publish(site, ONE, at="2026-11-04T08:00:00Z")
    whole(site)


@pytest.mark.parametrize("make", [lambda p: None, Path.mkdir, lambda p: publish_without_ledger(p, ONE)])
def test_a_previous_folder_without_a_ledger_is_refused(place: Path, make: Callable[[Path], object]) -> None:
    make(place / "previous")
    (finding,) = refused(place / "public", previous=place / "previous")
    assert (finding.code, finding.file) == ("G003", "ledger.jsonl")
    assert not (place / "public").exists()


# Damage


def rewrite(site: Path) -> None:
    ledger = site / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b"2026-11-02", b"2026-11-03", 1))


def shorten(site: Path) -> None:
    ledger = site / "ledger.jsonl"
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:-1]))


def unlink_ledger(site: Path) -> None:
    (site / "ledger.jsonl").unlink()


def unlink_all_of_it(site: Path) -> None:
    (site / "ledger.jsonl").unlink()
    shutil.rmtree(site / "publications")


def link_ledger(site: Path) -> None:
    (site / "ledger.jsonl").rename(site.parent / "elsewhere")
    (site / "ledger.jsonl").symlink_to("../elsewhere")


@pytest.mark.parametrize("damage", [rewrite, shorten, unlink_ledger, unlink_all_of_it, link_ledger])
def test_a_damaged_ledger_is_refused(site: Path, damage: Callable[[Path], None]) -> None:
    damage(site)
    before = identity(site)
    findings = refused(site)
    assert [(f.code, f.file) for f in findings] == [("G001", "ledger.jsonl")]
    assert identity(site) == before


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("index.html", True),  # it changes, and would be kept as what it is not
        ("season-1/b/index.html", True),
        ("publications/2/manifest.json", True),
        ("publications/4/manifest.json", True),
        ("publications/2/season-1/b/index.html", True),
        ("404.html", False),  # it stays, and is written anew
    ],
)
@pytest.mark.parametrize("damage", ["altered", "longer", "missing", "a link"])
def test_a_damaged_publication_is_refused(site: Path, path: str, seen: bool, damage: str) -> None:
    file = site / path
    content = file.read_bytes()
    if damage in ("altered", "longer"):
        file.write_bytes(bytes([content[0] ^ 1]) + content[1:] + b"x" * (damage == "longer"))
    else:
        file.unlink()
    if damage == "a link":
        (site.parent / "elsewhere").write_bytes(content)
        file.symlink_to(site.parent / "elsewhere")
    if not seen:
        publish(site, TWO, at="2026-11-05T08:00:00Z")
        whole(site)
        return
    if damage == "altered" and path.startswith("publications/2/season"):  # carried by name and size
        publish(site, TWO, at="2026-11-05T08:00:00Z")
        _, lines = read_ledger(opener(site))
        assert [f.file for f in verify_publication(opener(site), lines, 1)] == [path]
        return
    before = identity(site)
    (finding,) = refused(site, {"404.html": ONE["404.html"]}, at="2026-11-05T08:00:00Z")
    assert (finding.code, finding.file) == ("G002", path)
    assert identity(site) == before
    assert beside(site) <= {"elsewhere"}


def test_a_linked_folder_in_the_old_site_is_not_looked_into(site: Path, place: Path) -> None:
    (site / "season-1").rename(place / "outside")
    (site / "season-1").symlink_to(place / "outside")
    before = identity(place / "outside")
    findings = refused(site, ONE, at="2026-11-05T08:00:00Z")
    assert {(f.code, f.file) for f in findings} == {
        ("G002", "season-1/a/index.html"),
        ("G002", "season-1/b/index.html"),
    }
    assert identity(place / "outside") == before


def test_every_file_that_is_lost_is_named(site: Path) -> None:
    for path in ("index.html", "season-1/a/index.html", "publications/1/index.html"):
        (site / path).unlink()
    findings = refused(site, ONE, at="2026-11-05T08:00:00Z")
    assert sorted(f.file for f in findings) == [
        "index.html",
        "publications/1/index.html",
        "season-1/a/index.html",
    ]


@pytest.mark.parametrize(
    "path", ["season-1/a/index.html", "publications/1/index.html", "publications/3/manifest.json"]
)
def test_verifying_names_the_file(site: Path, path: str) -> None:
    content = (site / path).read_bytes()
    (site / path).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    _, lines = read_ledger(opener(site))
    found = {line.n: [f.file for f in verify_publication(opener(site), lines, line.n)] for line in lines}
    assert {
        "season-1/a/index.html": {1: [], 2: [path], 3: [path], 4: [path]},
        "publications/1/index.html": {1: [path], 2: [], 3: [], 4: []},
        "publications/3/manifest.json": {1: [path], 2: [path], 3: [path], 4: []},
    }[path] == found


def test_files_that_were_hashed_already_are_not_read_again(site: Path) -> None:
    _, lines = read_ledger(opener(site))
    listed = read_manifest(site / "manifest.json").files
    opened: list[str] = []

    def counting(path: str) -> BinaryIO:
        opened.append(path)
        return opener(site)(path)

    assert list(verify_publication(counting, lines, 1, listed)) == []
    assert opened == [f"publications/{n}/manifest.json" for n in range(1, 5)]
    other = {**listed, "404.html": Entry("404.html", "0" * 64, 10)}
    assert [f.file for f in verify_publication(counting, lines, 1, other)] == ["404.html"]
    absent = {path: entry for path, entry in listed.items() if path != "404.html"}
    assert list(verify_publication(counting, lines, 1, absent)) == []
    assert opened[-1] == "404.html"


# The last moment, and crashes


def test_a_tree_without_a_ledger_does_not_replace_one_with(site: Path) -> None:
    before = identity(site)
    with pytest.raises(PublicationError) as caught:
        publish_without_ledger(site, ONE)
    assert [(f.code, f.file) for f in caught.value.findings] == [("G003", "ledger.jsonl")]
    assert identity(site) == before


def test_a_ledger_that_grew_during_the_build_is_not_cut_back(site: Path, place: Path) -> None:
    shutil.copytree(site, place / "later")
    publish(place / "later", ONE, at="2026-11-05T08:00:00Z")
    with Staging.open(site) as staging:
        before = past(staging.output)
        staging.write("index.html", b"x")
        record(staging, before, [SEASON], genere_le="2026-11-06T08:00:00Z", commit_source="0" * 40)
        staging.seal(genere_le="2026-11-06T08:00:00Z", commit_source="0" * 40)
        site.rename(place / "away")
        (place / "later").rename(site)
        with pytest.raises(PublicationError) as caught:
            staging.publish()
    assert [(f.code, f.line) for f in caught.value.findings] == [("G003", 5)]
    assert len(read_ledger(opener(site))[1]) == 5
    whole(site)


def test_dying_at_every_change_loses_no_publication(place: Path) -> None:
    output = place / "public"
    publish(output, ONE)
    publish(output, TWO, at="2026-11-03T08:00:00Z")
    shutil.copytree(output, place / "start")
    seen = []
    for moment in range(1000):
        shutil.rmtree(output)
        shutil.copytree(place / "start", output)

        def work(moment: int = moment) -> None:
            done = 0

            def wrap(call: Callable[..., Any]) -> Callable[..., Any]:
                def changed(*arguments: Any, **options: Any) -> Any:
                    nonlocal done
                    if done == moment:
                        kill_self()
                    done += 1
                    return call(*arguments, **options)

                return changed

            for name in (*CHANGES, "link"):
                setattr(os, name, wrap(getattr(os, name)))
            publish(output, FOUR, at="2026-11-04T08:00:00Z")

        if in_a_child(work) == 0:
            break
        count = len(read_ledger(opener(output))[1])
        assert shown(output) == {2: TWO, 3: FOUR}[count]
        whole(output)
        seen.append(count)
    assert seen == sorted(seen)
    assert set(seen) == {2, 3}
    assert len(seen) > 80
    publish(output, THREE, at="2026-11-05T08:00:00Z")
    whole(output)
    assert beside(output) == {"start"}
