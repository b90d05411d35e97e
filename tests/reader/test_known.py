"""`verify --known`: a ledger that goes on from what a reader knew, or was cut back, forked, replaced."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from site_builder import anchors as trust_folder
from site_builder.comparison import compare
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.kernel.ledger import following, parse
from site_builder.publish.authority import ask
from site_builder.publish.seal import seal
from site_builder.reader.account import Outcome, Problem
from site_builder.reader.known import GivenError, read_known
from site_builder.reader.taken_back import taken_back
from site_builder.reader.verify import Reader
from tests.acceptance.builds import LATER, built
from tests.harness import worlds
from tests.harness.browser import served
from tests.harness.command import run_cli
from tests.harness.openssl_tsa import OpensslAuthority
from tests.reader.altered import account, edit, relisted, republished

Copy = Callable[[Path], Path]
TRACK = "challenges/prove-it/season-1/conformite"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A site of two publications, and a copy that somebody took after the first."""
    folder = tmp_path_factory.mktemp("published")
    world = worlds.smallest_world(folder / "data")
    built(world, folder / "site")
    shutil.copytree(folder / "site", folder / "first")
    worlds.mutate(world / worlds.COMMUNITY, "/agent/name", "another name")
    done = run_cli(
        "build", "--data", world, "--output", folder / "site", "--generated-at", "2026-11-20T08:00:00Z",
        "--source-commit", "1" * 40, "--now", LATER,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "site", folder / "first"


def eighth(site: Path | str, reader: Reader, known: Path | str) -> list[Problem]:
    """What step 8 finds wrong of a site, held against what was known."""
    return account(site, reader, known).step(8).problems


def noted(site: Path, line: int) -> dict[str, str]:
    """Everything that docs/ledger.md has a reader note of a line."""
    lines = (site / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    value = json.loads(lines[line - 1])
    return {
        "link": value["link"],
        "seal": value["seal"],
        "tail -n 1 | sha256sum": f"{hashlib.sha256(lines[line - 1]).hexdigest()}  -",
        "head -n N | sha256sum": hashlib.sha256(b"".join(lines[:line])).hexdigest(),
    }


# -- a ledger that goes on -----------------------------------------------------------------------------


def test_an_earlier_copy_is_gone_on_from_and_what_changed_is_told(
    published: tuple[Path, Path], reader: Reader
) -> None:
    site, first = published
    found = account(site, reader, first)
    assert found.step(8).problems == []
    assert found.known is not None
    assert (found.known.continued, found.known.since) == (1, 1)
    assert found.known.comparison is not None
    rows = [row for page in found.known.comparison.pages for row in page.rows if page.address[:4] != "/fr/"]
    assert [(row.kind, row.name) for row in rows] == [("changed", "another name")]


@pytest.mark.parametrize("what", ["link", "seal", "tail -n 1 | sha256sum", "head -n N | sha256sum"])
def test_a_noted_hash_is_gone_on_from_and_the_site_itself_still_holds_what_it_showed(
    published: tuple[Path, Path], reader: Reader, what: str
) -> None:
    """The record of the first publication is compared: its line is the one that the reader noted."""
    site, first = published
    found = account(site, reader, noted(first, 1)[what])
    assert found.step(8).problems == []
    assert found.known is not None
    assert found.known.comparison is not None
    copy = account(site, reader, first).known
    assert copy is not None
    assert copy.comparison is not None
    assert found.known.comparison.pages == copy.comparison.pages


def test_every_form_of_a_head_is_read(published: tuple[Path, Path], reader: Reader, tmp_path: Path) -> None:
    site, first = published
    lines = (site / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    forms = {"all": b"".join(lines), "last": lines[1], "last, without its line feed": lines[1][:-1]}
    forms["hash"] = f"{hashlib.sha256(b''.join(lines)).hexdigest()}  ledger.jsonl\n".encode()
    for name, data in forms.items():
        (tmp_path / "known").write_bytes(data)
        found = account(site, reader, tmp_path / "known").known
        assert found is not None
        assert (name, found.continued, found.since) == (name, 2, 0)
    with served(first) as address:
        found = account(site, reader, address).known
    assert found is not None
    assert found.continued == 1


# -- a ledger that does not ----------------------------------------------------------------------------


def test_a_ledger_that_was_cut_back_fails(published: tuple[Path, Path], reader: Reader) -> None:
    site, first = published
    last = noted(site, 2)
    (problem,) = eighth(first, reader, site)
    assert (problem.file, problem.found) == ("ledger.jsonl", "1 line: cut back")
    (problem,) = eighth(first, reader, last["link"])
    assert problem.expected == f"a line that gives {last['link']}"


def test_a_ledger_that_was_forked_names_the_line(
    published: tuple[Path, Path], copy: Copy, reader: Reader, tmp_path: Path
) -> None:
    """The first line is the known one; the second is another than the reader has."""
    site, _ = published
    forged = copy(site)
    first, second = parse((forged / "ledger.jsonl").read_bytes())
    other = following(
        first, at="2026-11-21T08:00:00Z", kind="publication", concerns=second.concerns,
        manifest=second.manifest,
    )  # fmt: skip
    (forged / "ledger.jsonl").write_bytes(first.as_bytes() + other.as_bytes())
    relisted(forged)
    for known in (site, site / "ledger.jsonl"):
        (problem,) = [p for p in eighth(forged, reader, known) if "another line" in p.found]
        assert (problem.file, problem.place) == ("ledger.jsonl", "line 2")
    (tmp_path / "last").write_bytes(second.as_bytes())
    problems = eighth(forged, reader, tmp_path / "last")
    assert ("line 2", f"link {other.link}") in [(p.place, p.found) for p in problems]


def test_a_ledger_continued_from_an_older_line_fails(
    published: tuple[Path, Path], reader: Reader, tmp_path: Path
) -> None:
    """Whoever took the first copy publishes on from there: as whole as the site, and another one."""
    site, first = published
    world = worlds.smallest_world(tmp_path / "data")
    shutil.copytree(first, tmp_path / "site")
    worlds.mutate(world / worlds.COMMUNITY, "/agent/name", "a third name")
    done = run_cli(
        "build", "--data", world, "--output", tmp_path / "site", "--generated-at", "2026-11-22T08:00:00Z",
        "--source-commit", "2" * 40, "--now", LATER,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert eighth(tmp_path / "site", reader, first) == []
    found = account(tmp_path / "site", reader, site)
    (problem,) = found.step(8).problems
    assert (problem.place, problem.found) == ("line 2", "another line")
    assert found.known is not None
    assert found.known.comparison is not None
    names = {row.name for page in found.known.comparison.pages for row in page.rows}
    assert names == {"a third name"}


def test_a_site_without_a_whole_ledger_goes_on_from_nothing(
    published: tuple[Path, Path], copy: Copy, reader: Reader
) -> None:
    site, first = published
    altered = copy(site)
    (altered / "ledger.jsonl").write_bytes(b"")
    relisted(altered)
    problems = eighth(altered, reader, first)
    assert "no whole ledger" in [problem.found for problem in problems]


# -- time-stamps ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stamped(
    smallest: Path, tmp_path_factory: pytest.TempPathFactory, reader: Reader
) -> tuple[Path, Path, Reader]:
    """A sealed site, the folder of its seal and token taken away, and a reader who trusts the authority."""
    folder = tmp_path_factory.mktemp("stamped")
    authority = OpensslAuthority(folder / "authority")
    authority.trust(folder / "anchors", rehearsal=True)
    trusted, findings = read_anchors(trust_folder.read(folder / "anchors"))
    assert trusted is not None, findings
    site = Path(shutil.copytree(smallest, folder / "site"))
    with authority.served() as url:
        seal(site, partial(ask, url), trusted.authorities)
    shutil.copytree(site / "ledger", folder / "kept")
    return site, folder / "kept", replace(reader, anchors=trusted)


@pytest.mark.parametrize("name", ["1.json", "1.tsr"])
def test_a_time_stamped_seal_dates_the_lines_that_were_known(
    stamped: tuple[Path, Path, Reader], name: str
) -> None:
    site, kept, reader = stamped
    step = account(site, reader, kept / name).step(8)
    assert step.outcome is Outcome.PASSED
    assert any(line.startswith("the time-stamp that you know: 1 line stamped by") for line in step.compared)


@pytest.mark.parametrize("name", ["1.json", "1.tsr"])
def test_a_time_stamp_of_another_ledger_fails(
    stamped: tuple[Path, Path, Reader], published: tuple[Path, Path], name: str
) -> None:
    _, kept, reader = stamped
    (line,) = parse((kept.parent / "site/ledger.jsonl").read_bytes())
    other = published[0]
    # The smallest world's first publication is the same everywhere: make it another one.
    altered = kept.parent / f"altered-{name}"
    shutil.copytree(other, altered)
    lines = parse((altered / "ledger.jsonl").read_bytes())
    first = following(None, at=lines[0].at, kind="correction", concerns=line.concerns, manifest=line.manifest)
    (altered / "ledger.jsonl").write_bytes(first.as_bytes())
    relisted(altered)
    found = [problem for problem in eighth(altered, reader, kept / name) if "you know" in problem.expected
             or "the token is about" in problem.expected]  # fmt: skip
    assert [problem.file for problem in found] == ["ledger.jsonl"]


def test_a_token_of_an_authority_that_is_not_trusted_is_not_checked(
    stamped: tuple[Path, Path, Reader], reader: Reader
) -> None:
    site, kept, _ = stamped
    step = account(site, reader, kept / "1.tsr").step(8)
    assert "The time-stamp that you know: your trust anchors hold no such authority." in step.unchecked


# -- what was taken back -------------------------------------------------------------------------------


def community(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    """A change of the community row on the track's page, in both languages."""

    def altered(site: Path) -> None:
        for prefix in ("", "fr/"):
            edit(
                site / f"{prefix}{TRACK}/index.json",
                lambda d: change(d["contenu"]["tableaux"][1]["groupes"][0]["lignes"][0]),
            )

    return altered


def report_of(site: Path) -> str:
    """The report id of the community row."""
    page = json.loads((site / TRACK / "index.json").read_bytes())
    return str(page["contenu"]["tableaux"][1]["groupes"][0]["lignes"][0]["report_id"])


def gone(site: Path) -> None:
    for prefix in ("", "fr/"):
        edit(
            site / f"{prefix}{TRACK}/index.json",
            lambda d: d["contenu"]["tableaux"][1]["groupes"][0]["lignes"].pop(),
        )


def without_report(site: Path) -> None:
    for prefix in ("", "fr/"):
        shutil.rmtree(site / f"{prefix}{TRACK}/{report_of(site)}")
    community(lambda row: row.update(rapport_url=None))(site)


def better(row: dict[str, Any]) -> None:
    row["taux"]["overclaim"].update(numerateur=0, fraction="0/8", affichage="0%")


TAKEN_BACK: dict[str, tuple[Callable[[Path], None], list[str]]] = {
    "a row": (gone, ["no row "]),
    "a figure": (community(better), ["overclaim 0/8 (0%) of "]),
    "tasks": (community(lambda row: row["taches_rendues"].update(nombre=1)), ["tasks 1 of "]),
    "a report": (without_report, ["a private report of ", "no page", "no page"]),
    "nothing: a name": (community(lambda row: row["agent"].update(nom="Other")), []),
}


@pytest.mark.parametrize("what", TAKEN_BACK)
def test_what_a_real_season_took_back_is_named(
    smallest: Path, copy: Copy, what: str
) -> None:
    site = copy(smallest)
    change, expected = TAKEN_BACK[what]
    change(site)
    republished(site)
    compared = compare(smallest, site)
    found = sorted(problem.found for problem in taken_back(compared, {1}))
    assert len(found) == len(expected)
    assert all(said.startswith(start) for said, start in zip(found, sorted(expected), strict=True)), found
    assert list(taken_back(compared, set())) == []  # a demonstration may change


ENTRY = {
    "n": 1, "genre": "rectification", "motif": "Wrong.", "date": {"iso": "2026-06-02T14:00:00Z"},
    "rapport": {"report_id": "x", "url": None},
}  # fmt: skip


def entries(site: Path, *, motif: str = "Wrong.", about: str = "x") -> None:
    entry = {**ENTRY, "motif": motif, "rapport": {"report_id": about, "url": None}}
    edit(site / TRACK / "index.json", lambda d: d["contenu"].update(corrections=[entry]))


def test_corrections_that_are_gone_or_rewritten_are_named_and_new_ones_explain(
    smallest: Path, tmp_path: Path
) -> None:
    before, after = (Path(shutil.copytree(smallest, tmp_path / name)) for name in ("before", "after"))
    entries(before)
    republished(before)
    (problem,) = taken_back(compare(before, after), {1})
    assert (problem.found, problem.place) == ("no such correction", "/contenu/corrections/0")
    entries(after, motif="Right.")
    republished(after)
    (problem,) = taken_back(compare(before, after), {1})
    assert (problem.found, problem.place) == ('"Right."', "/contenu/corrections/0/motif")
    community(better)(after)
    entries(after, about=report_of(after))
    republished(after)
    assert list(taken_back(compare(smallest, after), {1})) == []


# -- the command ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["", "no-file", "README.md", "docs", "http://site.example/", "ab" * 31])
def test_what_is_no_head_and_no_copy_ends_with_2(smallest: Path, given: str) -> None:
    with pytest.raises(GivenError):
        read_known(given)
    if given == "docs":
        done = run_cli("verify", smallest, "--known", given)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("What you gave cannot be used: docs: manifest.json: ")


def test_a_broken_ledger_of_the_readers_own_is_told_with_its_line(
    published: tuple[Path, Path], tmp_path: Path
) -> None:
    data = (published[0] / "ledger.jsonl").read_bytes()
    (tmp_path / "known").write_bytes(data.replace(b'"n": 2', b'"n": 3'))
    with pytest.raises(GivenError, match=r"line 2: n 3, expected n 2"):
        read_known(str(tmp_path / "known"))
