"""Publications through the command line, and the documentation's commands as a stranger would run them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from site_builder.publish.publications import opener, read_ledger, verify_publication
from tests.acceptance.builds import build, built, findings, places, report_id
from tests.acceptance.site import Site, current
from tests.harness import requirements, smallest, worlds
from tests.harness.command import REPOSITORY, run_cli, tree_digests
from tests.harness.openssl_tsa import OpensslAuthority
from tests.publish.sites import beside, identity

REPORT = f"challenges/prove-it/season-1/conformite/{report_id(smallest.COMMUNITY_DID)}/index.html"
CORRECTION: dict[str, Any] = {
    "schema": "proveit-correction-v1",
    "n": 1,
    "at": "2026-11-20T09:00:00Z",
    "kind": "withdrawal",
    "concerns": {
        "track": "conformite",
        "table": "community",
        "report_id": report_id(smallest.COMMUNITY_DID),
        "task_id": None,
        "assertion_id": None,
    },
    "reason": {"fr": "Retiré à la demande du participant.", "en": "Withdrawn at the participant's request."},
    "before": None,
    "after": None,
}


def correct(world: Path, *corrections: dict[str, Any]) -> None:
    text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in corrections)
    (world / worlds.CORRECTIONS).write_text(text)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A publication, another at another date, and a correction that withdraws a row: `once` and `public`."""
    folder = tmp_path_factory.mktemp("published")
    world = worlds.smallest_world(folder / "data")
    built(world, folder / "public")
    shutil.copytree(folder / "public", folder / "once")
    built(world, folder / "public", "--generated-at", "2026-11-09T08:00:00Z")
    correct(world, CORRECTION)
    built(world, folder / "public", "--generated-at", "2026-11-21T08:00:00Z")
    return folder


@pytest.fixture
def world(published: Path, tmp_path: Path) -> Path:
    """The data of the last publication."""
    return worlds.copied(published / "data", tmp_path / "data")


@pytest.fixture
def site(published: Path, place: Path) -> Site:
    """The site of the three publications, to be changed freely."""
    shutil.copytree(published / "public", place / "public")
    return Site(place / "public")


def lines(site: Site) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (site.root / "ledger.jsonl").read_bytes().splitlines()]


def sums_hold(root: Path) -> None:
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"],
        cwd=root,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"")


def test_two_publications_and_a_correction(site: Site) -> None:
    told = lines(site)
    assert [(line["n"], line["at"], line["kind"]) for line in told] == [
        (1, "2026-11-02T08:00:00Z", "publication"),
        (2, "2026-11-09T08:00:00Z", "publication"),
        (3, "2026-11-21T08:00:00Z", "correction"),
    ]
    assert [line["concerns"]["corrections"] for line in told] == [[], [], [{"season": 1, "numbers": [1]}]]
    assert {tuple(line["concerns"]["seasons"]) for line in told} == {(1,)}
    _, chain = read_ledger(opener(site.root))
    for line in chain:
        assert list(verify_publication(opener(site.root), chain, line.n)) == []
    sums_hold(site.root)


def test_what_was_withdrawn_stays_in_the_publication_that_held_it(site: Site) -> None:
    assert smallest.COMMUNITY_DID not in (site.root / REPORT).read_text()
    for number in (1, 2):
        kept = (site.root / f"publications/{number}/{REPORT}").read_text()
        assert smallest.COMMUNITY_DID in kept
    for name in ("sitemap.xml", "robots.txt"):
        assert "publications" not in (site.root / name).read_text()


def test_the_season_page_leads_to_the_ledger(site: Site) -> None:
    for page in site.of_type("saison"):
        assert 'href="/ledger.jsonl"' in (site.root / page).read_text()


def test_an_invalidation_is_told(world: Path, site: Site) -> None:
    reason = {"fr": "Le corpus a changé en cours de saison.", "en": "The corpus changed during the season."}
    worlds.mutate(world / worlds.SEASON, "/invalidated", {"at": "2026-11-22T09:00:00Z", "reason": reason})
    built(world, site.root, "--generated-at", "2026-11-23T08:00:00Z")
    assert lines(site)[3]["kind"] == "invalidation"
    assert lines(site)[3]["concerns"]["invalidated"] == [1]
    worlds.mutate(world / worlds.SEASON, "/invalidated", None)
    done = build(world, site.root, "--generated-at", "2026-11-24T08:00:00Z", "--format", "json")
    assert places(done) == [("G004", worlds.SEASON, "/invalidated")]


def test_the_same_input_again_gives_the_same_bytes(world: Path, site: Site) -> None:
    before = tree_digests(site.root)
    built(world, site.root, "--generated-at", "2026-11-21T08:00:00Z")
    assert tree_digests(site.root) == before


LAST = "2026-11-21T08:00:00Z"


@pytest.mark.parametrize("at", ["2026-11-21T07:59:59Z", "2026-11-21T08:30:00+01:00", "2026-11-02T08:00:00Z"])
def test_a_publication_is_not_dated_before_the_last(world: Path, site: Site, place: Path, at: str) -> None:
    before = identity(site.root)
    options = ("--generated-at", at, "--format", "json")
    for done in (build(world, site.root, *options),
                 build(world, place / "fresh", *options, "--previous", str(site.root))):  # fmt: skip
        (finding,) = findings(done)
        assert (finding["code"], finding["file"]) == ("G007", "ledger.jsonl")
        assert (finding["line"], finding["found"]) == (3, f"a publication of {at}")
        assert LAST in finding["expected"]
    assert identity(site.root) == before
    assert not (place / "fresh").exists()


def test_two_publications_may_bear_the_same_instant(world: Path, site: Site) -> None:
    worlds.mutate(world / worlds.SEASON, "/licence/text", "CC0-1.0")
    built(world, site.root, "--generated-at", "2026-11-21T09:00:00+01:00")
    assert [line["at"] for line in lines(site)][2:] == [LAST, "2026-11-21T09:00:00+01:00"]


def test_a_published_correction_cannot_be_taken_back(world: Path, site: Site) -> None:
    before = identity(site.root)
    (world / worlds.CORRECTIONS).unlink()
    done = build(world, site.root, "--generated-at", LAST, "--format", "json")
    assert places(done) == [("G004", worlds.CORRECTIONS, None)]
    (finding,) = findings(done)
    assert "correction 1 of season 1, as publication 3" in finding["expected"]
    assert identity(site.root) == before


def test_a_ledger_that_was_rewritten_stops_the_build(world: Path, site: Site) -> None:
    ledger = site.root / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b"2026-11-09", b"2026-11-08"))
    before = identity(site.root)
    done = build(world, site.root, "--generated-at", LAST, "--format", "json")
    assert [(f["code"], f["file"], f["line"]) for f in findings(done)] == [("G001", "ledger.jsonl", 2)]
    assert identity(site.root) == before


def test_a_deployment_that_starts_from_an_empty_folder(world: Path, site: Site, place: Path) -> None:
    options = ("--generated-at", "2026-12-01T08:00:00Z")
    before = identity(site.root)
    fresh = built(world, place / "fresh", *options, "--previous", str(site.root))
    assert identity(site.root) == before
    built(world, site.root, *options)
    assert tree_digests(fresh.root) == tree_digests(site.root)
    alone = built(world, place / "alone", *options)
    assert current(alone.root) == current(fresh.root)
    done = build(world, site.root, *options, "--previous", str(alone.root), "--format", "json")
    assert {code for code, _, _ in places(done)} == {"G003"}
    (place / "empty").mkdir()
    done = build(world, place / "other", *options, "--previous", str(place / "empty"), "--format", "json")
    assert places(done) == [("G003", "ledger.jsonl", None)]
    assert not (place / "other").exists()


def test_the_difference_of_two_sites_is_that_of_their_publications(
    world: Path, site: Site, place: Path
) -> None:
    alone = built(world, place / "alone", "--generated-at", "2026-11-21T08:00:00Z")
    done = run_cli("diff", alone.root, site.root)
    assert done.returncode == 0
    assert "0 added, 0 removed, 0 changed (ledger and earlier publications aside)." in done.stdout
    assert "publications/" not in done.stdout
    assert "ledger.jsonl" not in done.stdout


# The documentation


def snippets(kind: str) -> list[str]:
    text = (REPOSITORY / "docs/ledger.md").read_text()
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def test_the_documented_programs_accept_the_site_and_find_a_flipped_byte(site: Site, place: Path) -> None:
    chain, publication = snippets("python")
    for program, said in ((chain, "chain ok: 3 lines\n"), (publication, "publication 1 whole\n")):
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=site.root, capture_output=True, text=True, check=False
        )
        assert (done.stdout, done.stderr) == (said, "")
    for program, path in ((chain, "ledger.jsonl"), (publication, f"publications/1/{REPORT}")):
        copy = place / "copy"
        shutil.copytree(site.root, copy)
        data = bytearray((copy / path).read_bytes())
        data[data.index(b"2026-11-0") + 8] ^= 1
        (copy / path).write_bytes(data)
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=copy, capture_output=True, text=True, check=False
        )
        assert "AssertionError" in done.stderr
        shutil.rmtree(copy)


def test_the_documented_commands_print_what_the_ledger_says(published: Path, site: Site) -> None:
    if shutil.which("sha256sum") is None:
        requirements.absent("sha256sum", "no sha256sum on the PATH")
    first, manifest, _ = snippets("sh")
    assert shell(first, published / "once").split()[0] == shell(first, site.root).split()[0]
    digest, path, sealed = shell(manifest, site.root).split()
    assert (digest, path) == (sealed, "publications/1/manifest.json")


def test_the_seal_command_and_the_documented_verification(
    published: Path, site: Site, world: Path, place: Path, tmp_path: Path
) -> None:
    authority = OpensslAuthority(tmp_path / "authority")
    trust = authority.trust(tmp_path / "trust")
    shutil.copytree(published / "once", place / "once")
    with authority.served() as url:
        done = run_cli("seal", "--output", place / "once", "--tsa", url, "--trust", trust)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("Sealed: 1 line of the ledger, SHA-256 ")
        again = run_cli(
            "seal", "--output", place / "once", "--tsa", url, "--trust", trust, "--format", "json"
        )
        assert json.loads(again.stdout)["new"] is False
    sums_hold(place / "once")
    assert beside(place / "once") == {"public"}
    # The token stays good in the ledger that goes on.
    later = built(world, place / "once", "--generated-at", "2026-12-24T08:00:00Z")
    assert len(lines(later)) == 2
    sums_hold(later.root)
    for name in ("root.pem", "tsa.pem"):
        shutil.copy(authority.folder / name, later.root)
    assert "Verification: OK" in shell(snippets("sh")[2], later.root)


@pytest.mark.parametrize("url", ["http://tsa.example/tsr", "ftp://tsa.example", "nonsense"])
def test_seal_refuses_an_address(site: Site, url: str) -> None:
    before = identity(site.root)
    done = run_cli("seal", "--output", site.root, "--tsa", url)
    assert done.returncode == 2
    assert "Invalid value for --tsa: " in done.stderr
    assert identity(site.root) == before


def test_seal_refuses_what_is_no_site_and_a_trust_folder_that_is_none(site: Site, place: Path) -> None:
    done = run_cli("seal", "--output", place / "absent", "--tsa", "https://tsa.example")
    assert done.returncode == 2
    assert "Invalid value for --output: no folder " in done.stderr
    (place / "empty").mkdir()
    done = run_cli("seal", "--output", place / "empty", "--tsa", "https://tsa.example", "--format", "json")
    assert [finding["code"] for finding in findings(done)] == ["G001"]
    done = run_cli(
        "seal", "--output", site.root, "--tsa", "https://tsa.example", "--trust", place / "absent",
        "--format", "json",
    )  # fmt: skip
    assert [finding["code"] for finding in findings(done)] == ["G005"]
    assert run_cli("seal", "--output", site.root).returncode == 2


def shell(command: str, folder: Path) -> str:
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_the_build_of_the_readme_follows_its_first_site(place: Path) -> None:
    """`make site`, then the documented command: a newcomer runs one after the other, in one folder."""
    text = (REPOSITORY / "README.md").read_text()
    documented, later = re.findall(r"^\$ site-builder (build (?:.*\\\n)*.*)$", text, re.MULTILINE)
    assert "--output public" in documented
    first = run_cli("build", "--output", place / "public")
    assert (first.returncode, first.stderr) == (0, "")
    again = run_cli(*_words(documented, place))
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == first.stdout
    following = run_cli(*_words(later, place))
    assert (following.returncode, following.stderr) == (0, "")
    assert "publication 2 of the ledger." in following.stdout
    assert sorted(path.name for path in place.iterdir()) == ["public", "public.next"]


def _words(documented: str, place: Path) -> list[str]:
    """A command of the documentation, in a folder of ours."""
    words = documented.replace("\\\n", " ").split()
    return [str(place / word) if word.startswith("public") else word for word in words]
