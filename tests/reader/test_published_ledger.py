"""Step 8 alone: chain, publications and time-stamps of a published site, and what is said of others."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from site_builder import anchors as trust_folder
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.kernel.ledger import following, parse
from site_builder.publish.authority import ask
from site_builder.publish.seal import seal
from site_builder.reader.account import Outcome, Step
from site_builder.reader.integrity import manifest_of
from site_builder.reader.published_ledger import check_ledger
from site_builder.reader.source import open_source
from tests.harness.openssl_tsa import OpensslAuthority
from tests.reader.altered import relisted

Copy = Callable[[Path], Path]


def eighth(site: Path, anchors: TrustAnchors) -> Step:
    """Step 8 of a site."""
    step = Step(8)
    source = open_source(str(site))
    found = manifest_of(source, [])
    assert found is not None
    check_ledger(found, anchors, step)
    source.close()
    return step


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> OpensslAuthority:
    return OpensslAuthority(tmp_path_factory.mktemp("tsa") / "authority")


@pytest.fixture(scope="module")
def trusted(authority: OpensslAuthority, tmp_path_factory: pytest.TempPathFactory) -> TrustAnchors:
    folder = tmp_path_factory.mktemp("trust") / "anchors"
    authority.trust(folder, rehearsal=True)
    found, findings = read_anchors(trust_folder.read(folder))
    assert found is not None, findings
    return found


@pytest.fixture
def sealed(smallest: Path, copy: Copy, authority: OpensslAuthority, trusted: TrustAnchors) -> Path:
    """A site whose ledger has a time-stamp."""
    site = copy(smallest)
    with authority.served() as url:
        seal(site, partial(ask, url), trusted.authorities)
    return site


def test_a_ledger_without_a_time_stamp_passes_and_says_so(smallest: Path, trusted: TrustAnchors) -> None:
    step = eighth(smallest, trusted)
    assert step.outcome is Outcome.PASSED
    (note,) = step.notes
    assert note.startswith("The ledger has no time-stamp")


def test_a_time_stamp_by_a_trusted_authority_passes(sealed: Path, trusted: TrustAnchors) -> None:
    step = eighth(sealed, trusted)
    assert step.outcome is Outcome.PASSED
    assert step.compared[-1].startswith("ledger/1.tsr: 1 line stamped by authority.test at ")
    assert step.notes == []


def test_a_time_stamp_by_an_authority_that_is_not_trusted_is_not_checked(
    sealed: Path, anchors: TrustAnchors
) -> None:
    step = eighth(sealed, anchors)
    assert step.outcome is Outcome.NOT_CHECKED
    assert step.unchecked == ["ledger/1.tsr: your trust anchors hold no such authority."]


@pytest.mark.parametrize("name", ["ledger/1.tsr", "ledger/1.json"])
def test_an_altered_time_stamp_fails(sealed: Path, trusted: TrustAnchors, name: str) -> None:
    file = sealed / name
    data = bytearray(file.read_bytes())
    data[-40] ^= 1
    file.write_bytes(data)
    relisted(sealed)
    step = eighth(sealed, trusted)
    assert step.outcome is Outcome.FAILED
    assert {problem.file.removesuffix("tsr").removesuffix("json") for problem in step.problems} == {
        "ledger/1."
    }


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda data: data.replace(b'"kind": "publication"', b'"kind": "correction"'), "line 1"),
        (lambda data: data[:-1], "line 1"),
        (lambda data: b"", "line 1"),
        (lambda data: data + data, "line 2"),
    ],
    ids=["another kind", "no line feed", "empty", "a line twice"],
)
def test_an_altered_ledger_names_its_line(
    smallest: Path, copy: Copy, trusted: TrustAnchors, change: Callable[[bytes], bytes], place: str
) -> None:
    site = copy(smallest)
    ledger = site / "ledger.jsonl"
    ledger.write_bytes(change(ledger.read_bytes()))
    relisted(site)
    (problem,) = eighth(site, trusted).problems
    assert (problem.file, problem.place) == ("ledger.jsonl", place)


def test_dates_that_run_backwards_are_named(smallest: Path, copy: Copy, trusted: TrustAnchors) -> None:
    """A chain that holds, by a publisher who wrote an earlier date on a later publication."""
    site = copy(smallest)
    (first,) = parse((site / "ledger.jsonl").read_bytes())
    back = following(
        first, at="2026-11-02T08:59:59+01:00", kind="publication", concerns=first.concerns,
        manifest=first.manifest,
    )  # fmt: skip
    (site / "ledger.jsonl").write_bytes(first.as_bytes() + back.as_bytes())
    shutil.copytree(site / "publications/1", site / "publications/2")
    relisted(site)
    step = eighth(site, trusted)
    assert [(problem.file, problem.place, problem.found, problem.expected) for problem in step.problems] == [
        ("ledger.jsonl", "line 2", "the date 2026-11-02T08:59:59+01:00",
         "not before 2026-11-02T08:00:00Z, the date of line 1"),
    ]  # fmt: skip


def test_a_page_that_is_no_longer_the_published_one_is_named(
    smallest: Path, copy: Copy, trusted: TrustAnchors
) -> None:
    site = copy(smallest)
    (site / "robots.txt").write_bytes(b"User-agent: *\n")
    relisted(site)
    (problem,) = eighth(site, trusted).problems
    assert problem.file == "robots.txt"
    assert problem.found.endswith("another content")


def test_a_site_without_a_ledger_is_not_checked(smallest: Path, copy: Copy, trusted: TrustAnchors) -> None:
    site = copy(smallest)
    (site / "ledger.jsonl").unlink()
    relisted(site)
    step = eighth(site, trusted)
    assert step.outcome is Outcome.NOT_CHECKED
    assert step.unchecked == ["The site has no ledger.jsonl."]
