"""Whatever is taken out of `content/`, in one language or in both, is findings and never a traceback."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.builds import build, built, findings, refused
from tests.acceptance.test_preview import serving
from tests.harness.command import REPOSITORY, tree_digests

CONTENT = REPOSITORY / "content"
FILES = sorted(path.relative_to(CONTENT / "en").as_posix() for path in (CONTENT / "en").rglob("*.*"))
WHERE = (("en",), ("fr",), ("en", "fr"))
# Of every kind: said by templates, by code, from a code, with placeholders, as a plural, of every page.
KEYS = (
    ("interface.po", "nav.skip"),
    ("interface.po", "nav.season"),
    ("interface.po", "envelope.third_party_mark"),
    ("interface.po", "cause.value_mismatch.action"),
    ("interface.po", "date.day"),
    ("interface.po", "track.conformite"),
    ("home.po", "home.citation"),
    ("not_found.po", "not_found.title"),
    ("report.po", "report.control.failed"),
    ("rules.po", "rules.count"),
    ("season.po", "season.incidents.faults"),
    ("specification.po", "specification.section.heading"),
    ("track.po", "track.caption"),
    ("check.po", "check.description"),
)


@pytest.fixture
def content(tmp_path: Path) -> Path:
    return shutil.copytree(CONTENT, tmp_path / "content")


def entries(text: str) -> Iterator[str]:
    """The blocks of a catalogue, each with the comment above it."""
    yield from re.split(r"\n{2,}", text.rstrip("\n"))


def without(file: Path, key: str) -> None:
    """Takes one message out of a catalogue."""
    kept = [block for block in entries(file.read_text()) if f'msgid "{key}"\n' not in block]
    assert len(kept) == len(list(entries(file.read_text()))) - 1, key
    file.write_text("\n\n".join(kept) + "\n")


@pytest.mark.parametrize("codes", WHERE, ids="+".join)
@pytest.mark.parametrize("file", FILES)
def test_a_file_that_is_gone(world: Path, content: Path, file: str, codes: tuple[str, ...]) -> None:
    for code in codes:
        (content / code / file).unlink()
    found = findings(refused(world, None, "--content", str(content)))
    assert {finding["code"] for finding in found} <= {"M001", "PUB-11", "PUB-13", "PUB-18"}
    assert {f"content/{code}/{file}" for code in codes} <= {finding["file"] for finding in found}
    if file.endswith(".po"):
        told = " ".join(finding["found"] for finding in found)
        keys = re.findall(r'^msgid "([^"]+)"$', (CONTENT / "en" / file).read_text(), re.M)
        assert [key for key in keys if f"no message '{key}'" not in told] == []


@pytest.mark.parametrize("codes", WHERE, ids="+".join)
@pytest.mark.parametrize(("file", "key"), KEYS)
def test_a_message_that_is_gone(
    world: Path, content: Path, file: str, key: str, codes: tuple[str, ...]
) -> None:
    for code in codes:
        without(content / code / "messages" / file, key)
    found = findings(refused(world, None, "--content", str(content)))
    code = "M001" if codes == ("en", "fr") else "PUB-18"
    told = [(f["code"], f["file"], f["found"]) for f in found if f["code"] != "PUB-11"]
    assert told == [(code, f"content/{c}/messages/{file}", f"no message {key!r}") for c in codes]


def test_a_message_that_takes_other_values(world: Path, content: Path) -> None:
    for code in ("en", "fr"):
        file = content / code / "messages/home.po"
        file.write_text(file.read_text().replace("{commit}", "{revision}"))
    found = findings(refused(world, None, "--content", str(content)))
    assert [(f["code"], f["file"], f["found"]) for f in found] == [
        (
            "M001",
            f"content/{code}/messages/home.po",
            "'home.citation' without plural forms, placeholders publisher, revision, url",
        )
        for code in ("en", "fr")
    ]


def test_all_are_told_and_the_site_stays(world: Path, content: Path, tmp_path: Path) -> None:
    site = tmp_path / "public"
    built(world, site)
    before = tree_digests(site)
    (content / "fr/pages/check.md").unlink()
    for code in ("en", "fr"):
        without(content / code / "messages/interface.po", "nav.skip")
    without(content / "fr/messages/home.po", "home.title")
    (world / "notes.txt").touch()
    done = build(world, site, "--content", str(content), "--format", "json")
    assert [(f["code"], f["file"]) for f in findings(done)] == [
        ("M001", "content/en/messages/interface.po"),
        ("PUB-18", "content/fr/messages/home.po"),
        ("M001", "content/fr/messages/interface.po"),
        ("PUB-18", "content/fr/pages/check.md"),
        ("T001", "notes.txt"),
    ]
    assert tree_digests(site) == before


def test_a_preview_shows_them_and_goes_on(world: Path, content: Path) -> None:
    with serving(world, "--content", str(content)) as served:
        assert "no finding" in served.first
        page = content / "fr/pages/check.md"
        text = page.read_bytes()
        page.unlink()
        assert "1 finding" in served.line()
        status, shown = served.get("/")
        assert status == 500
        assert "content/fr/pages/check.md" in shown
        page.write_bytes(text)
        assert "no finding" in served.line()
        assert served.get("/fr/challenges/prove-it/check/")[0] == 200
