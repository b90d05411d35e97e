"""No site makes the reader raise, hang or leave its place: what is hostile is told like everything else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.reader import site as site_module
from site_builder.reader.account import Outcome
from site_builder.reader.replay import replay
from site_builder.reader.source import open_source
from site_builder.reader.verify import Reader
from tests.harness.browser import served
from tests.reader.altered import account, relisted

Copy = Callable[[Path], Path]
TRACK = "challenges/prove-it/season-0/conformite"
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    "",
    "../../x",
    [],
    {},
    [[]],
    {"x": {}},
    10**40,
    "é\u202e\ud83d\ude00",
)


def placed(folder: Path, lines: str, count: int, size: int) -> Path:
    """A folder with a manifest that somebody else wrote."""
    folder.mkdir()
    head = (
        '{\n "schema": "proveit-manifest-v1",\n "genere_le": "2026-11-02T08:00:00Z",\n'
        f' "commit_source": "{"0" * 40}",\n "count": {count},\n "bytes": {size},\n "files": {{\n'
    )
    (folder / "manifest.json").write_text(f"{head}{lines} }}\n}}\n")
    return folder


def line(path: str, size: int = 1, end: str = "") -> str:
    return f'  "{path}": {{"sha256": "{"0" * 64}", "size": {size}}}{end}\n'


@pytest.mark.parametrize(
    "path", ["../secret", "/etc/passwd", "a/../../b", "a//b", "A/B", "con", ".hidden", "a/./b", "-x"]
)
def test_a_manifest_with_a_path_that_leads_elsewhere_is_refused_whole(
    tmp_path: Path, reader: Reader, path: str
) -> None:
    found = account(placed(tmp_path / "site", line(path), 1, 1), reader)
    (problem,) = found.step(1).problems
    assert problem.file == "manifest.json"
    assert problem.place == "line 8"
    assert found.exit_code == 1


def test_a_file_that_is_said_to_be_huge_is_not_read(tmp_path: Path, reader: Reader) -> None:
    size = 9 * 10**17
    site = placed(tmp_path / "site", line("big.bin", size), 1, size)
    (site / "big.bin").write_bytes(b"small")
    problems = account(site, reader).step(1).problems
    assert [p.found for p in problems if p.file == "big.bin"] == [
        f"{size} bytes, more than the 268435456 that are read of a file"
    ]


def test_a_file_is_read_no_further_than_one_byte_beyond_what_is_listed(
    tmp_path: Path, reader: Reader
) -> None:
    site = placed(tmp_path / "site", line("sparse.bin", 3), 1, 3)
    with (site / "sparse.bin").open("wb") as file:
        file.truncate(1 << 40)
    (problem,) = (p for p in account(site, reader).step(1).problems if p.file == "sparse.bin")
    assert problem.found.startswith("more than 3 bytes")


def test_links_of_a_site_are_named_and_not_followed(smallest: Path, copy: Copy, reader: Reader) -> None:
    site = copy(smallest)
    (site / "robots.txt").unlink()
    (site / "robots.txt").symlink_to("/etc/hostname")
    (site / "more").symlink_to("/etc")
    found = account(site, reader).step(1)
    assert {problem.file for problem in found.problems} == {"robots.txt", "more"}


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"[]",
        b"null",
        b"",
        b"\xff\xfe",
        b'{"contenu":{"type":"saison"},"contenu":[]}',
        b'{"x":NaN}',
        b'{"contenu":' + b"9" * 100_000 + b"}",
    ],
    ids=["deep-list", "deep-object", "list", "null", "empty", "not-utf8", "twice", "nan", "long-number"],
)
@pytest.mark.parametrize(
    "path",
    [
        "index.json",
        "challenges/prove-it/season-1/index.json",
        "challenges/prove-it/season-1/conformite/index.json",
        "challenges/prove-it/season-1/conformite/kit.json",
        "challenges/prove-it/season-1/conformite/kit/track.json",
    ],
)
def test_a_document_that_is_none_is_named(
    smallest: Path, copy: Copy, reader: Reader, path: str, data: bytes
) -> None:
    site = copy(smallest)
    (site / path).write_bytes(data)
    relisted(site)
    found = account(site, reader)
    assert found.exit_code == 1
    assert path in {problem.file for step in found.steps.values() for problem in step.problems}
    source = open_source(str(site))
    assert replay(source, reader).exit_code in (1, 3)
    source.close()


def altered(value: Any, chance: random.Random) -> Any:
    """The value with one place below it replaced, removed or doubled."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        changed = dict(value)
        if chance.random() < 0.1:
            del changed[key]
        else:
            changed[key] = altered(value[key], chance)
        return changed
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], altered(value[at], chance), *value[at + chance.randrange(2) :]]
    return chance.choice(ODD)


@pytest.mark.parametrize("seed", range(4))
def test_altered_documents_never_stop_the_reader(
    rehearsal_site: Path, copy: Copy, reader: Reader, seed: int
) -> None:
    site = copy(rehearsal_site)
    chance = random.Random(seed)
    for file in sorted(site.rglob("*.json")):
        if file.name not in ("manifest.json",) and chance.random() < 0.5:
            document = altered(json.loads(file.read_bytes()), chance)
            file.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8", errors="replace")
    relisted(site)
    found = account(site, reader)
    assert found.step(1).outcome is Outcome.FAILED or found.exit_code == 1
    source = open_source(str(site))
    assert replay(source, reader).exit_code in (1, 3)
    source.close()


def test_a_server_is_believed_for_so_many_bytes_and_no_more(
    smallest: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_module, "MAX_TAKEN", 100_000)
    with served(smallest) as address:
        found = account(address, reader)
    assert found.exit_code == 1
    assert any("bytes that are taken from a server" in problem.found for problem in found.step(1).problems)


def test_a_full_disk_of_the_reader_is_told(
    smallest: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: site_module.Kept, path: str, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(site_module.Kept, "add", full)
    with served(smallest) as address:
        found = account(address, reader)
    assert "it cannot be kept here: No space left on device" in {p.found for p in found.step(1).problems}


def test_a_server_gives_the_same_account_as_the_folder(smallest: Path, reader: Reader) -> None:
    with served(smallest) as address:
        from_server = account(address, reader)
    from_folder = account(smallest, reader)
    for number, step in from_folder.steps.items():
        other = from_server.step(number)
        assert (other.outcome, other.compared, other.problems) == (step.outcome, step.compared, step.problems)
    (note,) = from_server.step(1).notes
    assert note.startswith("A server does not say")
