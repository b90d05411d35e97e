"""The two lists of a site's files: their form, what they hold, and that no other form is accepted."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import tracemalloc
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.publish import Entry, ManifestError, PathError, Staging, read_manifest, write_file
from site_builder.publish.inventory import Inventory
from site_builder.publish.manifest import is_ours, write_manifest
from tests.publish.sites import everything, publish, quick_folder

EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
TEXT = "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1"
SUMS = f"{TEXT}  a-b/page.html\n{EMPTY}  a.html\n{TEXT}  a/page.html\n".encode()
SUMS_HASH = sha256(SUMS).hexdigest()
MANIFEST = (
    f"""{{
 "schema": "proveit-manifest-v1",
 "genere_le": "2026-11-02T09:00:00+01:00",
 "commit_source": "dépôt \\u0000",
 "count": 4,
 "bytes": {8 + len(SUMS)},
 "files": {{
  "SHA256SUMS": {{"sha256": "{SUMS_HASH}", "size": {len(SUMS)}}},
  "a-b/page.html": {{"sha256": "{TEXT}", "size": 4}},
  "a.html": {{"sha256": "{EMPTY}", "size": 0}},
  "a/page.html": {{"sha256": "{TEXT}", "size": 4}}
 }}
}}
""".replace("é", "\\u00e9")
    .replace("ô", "\\u00f4")
    .encode()
)


def written(root: Path) -> Entry:
    inventory = Inventory(root)
    for path, data in (("a/page.html", b"text"), ("a.html", b""), ("a-b/page.html", b"text")):
        inventory.add(write_file(root, path, data))
    return write_manifest(root, inventory, genere_le="2026-11-02T09:00:00+01:00", commit_source="dépôt \0")


def test_both_lists_byte_for_byte(tmp_path: Path) -> None:
    entry = written(tmp_path)
    assert (tmp_path / "SHA256SUMS").read_bytes() == SUMS
    assert (tmp_path / "manifest.json").read_bytes() == MANIFEST
    assert entry == ("manifest.json", sha256(MANIFEST).hexdigest(), len(MANIFEST))


def test_the_manifest_is_read_back(tmp_path: Path) -> None:
    written(tmp_path)
    manifest = read_manifest(tmp_path / "manifest.json")
    assert (manifest.genere_le, manifest.commit_source) == ("2026-11-02T09:00:00+01:00", "dépôt \0")
    assert (manifest.count, manifest.bytes) == (4, 8 + len(SUMS))
    assert list(manifest.files) == ["SHA256SUMS", "a-b/page.html", "a.html", "a/page.html"]
    assert manifest.files["a.html"] == Entry("a.html", EMPTY, 0)
    assert json.loads(MANIFEST)["files"].keys() == manifest.files.keys()


def test_every_file_but_the_manifest_is_in_the_manifest(place: Path) -> None:
    publish(place / "public", {f"season-1/{n}/index.html": b"%d" % n for n in range(300)})
    files = everything(place / "public")
    manifest = read_manifest(place / "public/manifest.json")
    del files["manifest.json"]
    assert {e.path: (e.sha256, e.size) for e in manifest.files.values()} == {
        path: (sha256(data).hexdigest(), len(data)) for path, data in files.items()
    }
    assert len(files) == 301


def test_sha256sum_accepts_the_sums(place: Path) -> None:
    program = shutil.which("sha256sum")
    if program is None:
        pytest.skip("sha256sum: not on this machine")
    publish(place / "public", {f"season-1/{n}/index.html": b"%d" % n for n in range(300)})
    check = [program, "--check", "--strict", "--quiet", "SHA256SUMS"]
    assert subprocess.run(check, cwd=place / "public", check=False).returncode == 0
    lines = (place / "public/SHA256SUMS").read_bytes().split(b"\n")
    assert lines.pop() == b""
    paths = [line[66:] for line in lines]
    assert paths == sorted(paths)
    assert len(paths) == 300
    assert b"\r" not in (place / "public/SHA256SUMS").read_bytes()
    (place / "public/season-1/7/index.html").write_bytes(b"8")
    altered = subprocess.run(check, cwd=place / "public", capture_output=True, text=True, check=False)
    assert altered.returncode == 1
    assert altered.stdout == "season-1/7/index.html: FAILED\n"


REFUSED = {
    "empty": (b"", 1),
    "another schema": (MANIFEST.replace(b"manifest-v1", b"manifest-v2"), 1),
    "byte order mark": (b"\xef\xbb\xbf" + MANIFEST, 1),
    "compact": (json.dumps(json.loads(MANIFEST)).encode(), 1),
    "carriage returns": (MANIFEST.replace(b"\n", b"\r\n"), 1),
    "no instant": (MANIFEST.replace(b' "genere_le": "2026-11-02T09:00:00+01:00",\n', b""), 3),
    "raw letter beyond ASCII": (MANIFEST.replace(b"d\\u00e9", "dé".encode()), 4),
    "not a number": (MANIFEST.replace(b'"count": 4', b'"count": 4.0'), 5),
    "count too high": (MANIFEST.replace(b'"count": 4', b'"count": 5'), 5),
    "leading zero": (MANIFEST.replace(b'"count": 4', b'"count": 04'), 5),
    "another total": (MANIFEST.replace(b'"bytes": ', b'"bytes": 1'), 6),
    "upper-case hash": (MANIFEST.replace(EMPTY.encode(), EMPTY.upper().encode()), 10),
    "escaping path": (MANIFEST.replace(b'"a.html"', b'"a/../b"'), 10),
    "a path twice": (MANIFEST.replace(b'"a-b/page.html"', b'"SHA256SUMS"'), 9),
    "unsorted": (MANIFEST.replace(b'"a-b/page.html"', b'"b-b/page.html"'), 10),
    "a key more": (MANIFEST.replace(b'"size": 0}', b'"size": 0, "x": 1}'), 10),
    "a comma after the last": (MANIFEST.replace(b"}\n }", b"},\n }"), 12),
    "no comma between": (MANIFEST.replace(b'"size": 0},', b'"size": 0}'), 11),
    "cut short": (MANIFEST[:-4], 12),
    "more after the end": (MANIFEST + b"\n", 12),
    "a line without end": (MANIFEST[: MANIFEST.index(b'  "SHA')] + b"9" * 200_000, 8),
}


@pytest.mark.parametrize("name", REFUSED)
def test_any_other_form_is_refused_with_its_line(tmp_path: Path, name: str) -> None:
    data, line = REFUSED[name]
    (tmp_path / "manifest.json").write_bytes(data)
    with pytest.raises(ManifestError) as caught:
        read_manifest(tmp_path / "manifest.json")
    assert caught.value.line == line
    assert caught.value.found
    assert caught.value.expected


@given(st.integers(0, len(MANIFEST) - 1), st.integers(0, 255))
def test_no_altered_byte_goes_unnoticed(where: int, byte: int) -> None:
    """Refused, or read as something else than what was written: never taken for the same manifest."""
    altered = MANIFEST[:where] + bytes([byte]) + MANIFEST[where + 1 :]
    with quick_folder() as folder:
        (folder / "manifest.json").write_bytes(MANIFEST)
        genuine = read_manifest(folder / "manifest.json")
        (folder / "manifest.json").write_bytes(altered)
        try:
            found = read_manifest(folder / "manifest.json")
        except ManifestError:
            assert altered != MANIFEST
        else:
            assert (found == genuine) == (altered == MANIFEST)


def test_a_manifest_that_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_bytes(MANIFEST)
    (tmp_path / "link").mkdir()
    (tmp_path / "link/manifest.json").symlink_to(real)
    (tmp_path / "folder/manifest.json").mkdir(parents=True)
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe/manifest.json")
    (tmp_path / "none").mkdir()
    (tmp_path / "web-application").mkdir()
    (tmp_path / "web-application/manifest.json").write_text('{"name": "Some app"}')
    for name in ("link", "folder", "pipe", "none", "web-application"):
        with pytest.raises(ManifestError):
            read_manifest(tmp_path / name / "manifest.json")
        folder = os.open(tmp_path / name, os.O_RDONLY)
        assert not is_ours(folder), name
        os.close(folder)


def entries(number: int) -> list[Entry]:
    made = [
        Entry(
            f"fr/challenges/prove-it/season-1/conformite/{sha256(b'%d' % n).hexdigest()[:16]}/index.html",
            sha256(b"%d" % n).hexdigest(),
            n,
        )
        for n in range(number)
    ]
    random.Random(1).shuffle(made)
    return made


@pytest.mark.parametrize("run", [1, 7, 1000, 5000])
def test_an_inventory_sorts_the_same_however_much_it_keeps_in_memory(place: Path, run: int) -> None:
    made = entries(2000)
    inventory = Inventory(place, run)
    inventory.extend(made)
    assert list(inventory) == sorted(made)
    inventory.add(Entry("0", EMPTY, 5))
    assert list(inventory) == [Entry("0", EMPTY, 5), *sorted(made)]
    assert (inventory.count, inventory.bytes) == (2001, sum(range(2000)) + 5)
    inventory.close()
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("run", [1, 2, 100])
def test_a_path_listed_twice_is_an_error(place: Path, run: int) -> None:
    inventory = Inventory(place, run)
    inventory.extend([Entry("a", EMPTY, 0), Entry("b", EMPTY, 0), Entry("a", TEXT, 4)])
    with pytest.raises(PathError, match="'a'"):
        list(inventory)
    inventory.close()


def test_memory_stays_small_for_a_hundred_thousand_files(place: Path) -> None:
    tracemalloc.start()
    try:
        with Staging.open(place / "public") as staging:
            for n in range(100_000):
                path = f"fr/challenges/prove-it/season-1/conformite/{n:016x}/index.html"
                staging.note([Entry(path, EMPTY, n)])
            staging.seal(genere_le="2026-11-02T08:00:00Z", commit_source="0" * 40)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 30 * 1024 * 1024
