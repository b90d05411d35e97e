"""Writing one file: which paths, which modes, once only, from any process."""

from __future__ import annotations

import hashlib
import os
import resource
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.publish import Entry, PathError, PublicationError, open_file, write_file
from site_builder.publish.files import check_path
from tests.publish.sites import everything, in_a_child, modes, quick_folder

ACCEPTED = [
    "index.html",
    "404.html",
    "SHA256SUMS",
    "fr/challenges/prove-it/season-1/conformite/mfrggzdfmztwq2lk/index.json",
    "results.csv-metadata.json",
    "a_b/c--d/e..f",
    "confetti/console.txt",
    "a" * 200,
]
REFUSED = [
    "",
    "/etc/passwd",
    "//host/share",
    "..",
    ".",
    "../index.html",
    "a/../b",
    "a/./b",
    "a//b",
    "a/",
    "/",
    "a\\b",
    "a\0b",
    "index.html\n",
    "\nindex.html",
    "Index.html",
    "sub/SHA256SUMS",
    ".htaccess",
    "a/.git/config",
    "-rf",
    "~root/x",
    "a b",
    "é.html",
    "e\u0301.html",
    "１.html",
    "ſ.html",
    "file:",
    "c:/x",
    "%2e%2e/x",
    "trailing.",
    "a./b",
    "con",
    "aux.json",
    "fr/nul/index.html",
    "com1.txt",
    "a" * 201,
]


@pytest.mark.parametrize("path", ACCEPTED)
def test_a_portable_path_is_written(tmp_path: Path, path: str) -> None:
    entry = write_file(tmp_path, path, b"text")
    assert entry == (path, "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1", 4)
    assert everything(tmp_path) == {path: b"text"}


@pytest.mark.parametrize("path", REFUSED)
def test_any_other_path_is_refused_and_nothing_is_written(tmp_path: Path, path: str) -> None:
    root = tmp_path / "root"
    root.mkdir()
    with pytest.raises(PathError):
        write_file(root, path, b"text")
    with pytest.raises(PathError):
        open_file(root, path)
    assert list(tmp_path.rglob("*")) == [root]


@given(st.text(alphabet=st.sampled_from("./\\\0\n ~:-_ab0Aé"), max_size=12) | st.text(max_size=12))
def test_an_accepted_path_stays_inside_whatever_it_is(path: str) -> None:
    try:
        check_path(path)
    except PathError:
        return
    assert os.path.normpath(f"/root/{path}") == f"/root/{path}"
    assert path.isascii()
    assert path == path.strip()
    assert all(segment and segment.strip("./\\-") for segment in path.split("/"))


@given(st.lists(st.text("abcxyz0189", min_size=1, max_size=8).filter(lambda s: s != "a"), max_size=5))
def test_portable_segments_of_any_number_are_accepted(folders: list[str]) -> None:
    path = "/".join([*folders, "a"])
    with quick_folder() as root:
        write_file(root, path, b"x")
        assert (root / path).read_bytes() == b"x"


def test_a_path_is_written_once(tmp_path: Path) -> None:
    write_file(tmp_path, "a/index.html", b"first")
    with pytest.raises(PathError, match="written twice"):
        write_file(tmp_path, "a/index.html", b"second")
    with pytest.raises(PathError, match="written twice"):
        open_file(tmp_path, "a/index.html")
    assert (tmp_path / "a/index.html").read_bytes() == b"first"


def test_a_file_is_no_folder_and_a_folder_no_file(tmp_path: Path) -> None:
    write_file(tmp_path, "a", b"")
    with pytest.raises(PathError, match="folder is needed"):
        write_file(tmp_path, "a/b", b"")
    write_file(tmp_path, "c/d", b"")
    with pytest.raises(PathError, match="folder stands there"):
        write_file(tmp_path, "c", b"")


def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root = tmp_path / "root"
    root.mkdir()
    (root / "index.html").symlink_to(outside / "created")
    (root / "folder").symlink_to(outside)
    with pytest.raises(PathError):
        write_file(root, "index.html", b"x")
    with pytest.raises(PathError):
        write_file(root, "folder/page.html", b"x")
    assert list(outside.iterdir()) == []


def test_a_root_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(PublicationError) as caught:
        write_file(tmp_path / "gone", "a/index.html", b"x")
    assert [(f.code, f.file, f.found) for f in caught.value.findings] == [
        ("W004", "a/index.html", "No such file or directory")
    ]
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_modes_do_not_depend_on_the_umask(place: Path, umask: int) -> None:
    def write() -> None:
        os.umask(umask)
        write_file(place, "a/b/page.html", b"x")
        with open_file(place, "c/page.html") as out:
            out.write(b"x")

    assert in_a_child(write) == 0
    expected = {"a": 0o755, "a/b": 0o755, "a/b/page.html": 0o644, "c": 0o755, "c/page.html": 0o644}
    assert modes(place) == {".": 0o755, **expected}


@given(st.lists(st.binary(max_size=100_000), max_size=6))
def test_a_streamed_file_is_the_sum_of_its_pieces(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)
    with quick_folder() as root:
        with open_file(root, "fr/page.json") as out:
            for piece in pieces:
                out.write(piece)
        assert out.entry == Entry("fr/page.json", hashlib.sha256(whole).hexdigest(), len(whole))
        assert (root / "fr/page.json").read_bytes() == whole


def test_a_stream_that_is_broken_off_has_no_entry(tmp_path: Path) -> None:
    out = open_file(tmp_path, "page.html")
    with suppress(ZeroDivisionError), out:
        out.write(b"half")
        raise ZeroDivisionError
    with pytest.raises(ValueError, match="not finished"):
        _ = out.entry


def _pages(root: Path, first: int) -> list[Entry]:
    return [write_file(root, f"season-1/{n}/index.html", b"%d" % n) for n in range(first, first + 50)]


def test_worker_processes_write_into_one_tree(place: Path) -> None:
    with ProcessPoolExecutor(2) as pool:
        entries = [e for found in pool.map(_pages, [place] * 4, range(0, 200, 50)) for e in found]
    assert {e.path: e.size for e in entries} == {f"season-1/{n}/index.html": len(str(n)) for n in range(200)}
    assert everything(place) == {f"season-1/{n}/index.html": b"%d" % n for n in range(200)}


def test_what_a_worker_meets_arrives_as_findings(place: Path) -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(PublicationError) as caught:
        pool.submit(write_file, place / "gone", "index.html", b"x").result()
    assert [f.code for f in caught.value.findings] == ["W004"]


def _stream(root: Path, path: str, pieces: list[bytes]) -> None:
    with open_file(root, path) as out:
        for piece in pieces:
            out.write(piece)


def test_a_file_cut_short_by_the_system_is_a_finding(place: Path) -> None:
    """No privilege needed: the process may not write files of more than 10,000 bytes."""

    def write() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        write_file(place, "small.html", b"x" * 10_000)
        with pytest.raises(PublicationError) as whole:
            write_file(place, "large.html", b"x" * 10_001)
        with pytest.raises(PublicationError) as streamed:
            _stream(place, "streamed.html", [b"x" * 1000] * 300)
        found = [(f.code, f.file, f.found) for e in (whole, streamed) for f in e.value.findings]
        assert found == [
            ("W004", "large.html", "File too large"),
            ("W004", "streamed.html", "File too large"),
        ]

    assert in_a_child(write) == 0
