"""Putting one tree in the place of another, in one call and, where there is none, in two."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from site_builder.publish import exchange as module
from site_builder.publish.exchange import exchange, replace, replace_in_two_renames, restore
from tests.publish.sites import everything, identity, in_a_child, kill_self


@pytest.fixture
def folder(place: Path) -> Iterator[int]:
    """The test's place, held open."""
    descriptor = os.open(place, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def tree(path: Path, text: str) -> Path:
    path.mkdir()
    (path / "index.html").write_text(text)
    return path


def test_two_folders_change_places_with_all_they_hold(place: Path, folder: int) -> None:
    old, new = identity(tree(place / "public", "old")), identity(tree(place / "next", "new"))
    exchange(folder, "next", "public")
    assert identity(place / "public") == new
    assert identity(place / "next") == old


def test_an_exchange_with_nothing_fails_and_changes_nothing(place: Path, folder: int) -> None:
    tree(place / "next", "new")
    before = identity(place)
    with pytest.raises(FileNotFoundError):
        exchange(folder, "next", "public")
    assert identity(place) == before


def test_a_reader_never_finds_the_place_empty(place: Path, folder: int) -> None:
    """Exchanges go on while another thread looks: always one whole site or the other, never none."""
    tree(place / "public", "old")
    tree(place / "next", "new")
    seen: list[str] = []
    missed: list[OSError] = []
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            try:
                seen.append((place / "public/index.html").read_text())
            except OSError as error:
                missed.append(error)

    reader = threading.Thread(target=look)
    reader.start()
    end = time.monotonic() + 20
    while len(seen) < 2000 and time.monotonic() < end:
        exchange(folder, "next", "public")
    done.set()
    reader.join()
    assert missed == []
    assert set(seen) == {"old", "new"}


def test_the_first_publication_is_one_rename(place: Path, folder: int) -> None:
    new = identity(tree(place / "next", "new"))
    assert replace(folder, "next", "public", "previous") is None
    assert identity(place / "public") == new
    assert [path.name for path in place.iterdir()] == ["public"]


def test_an_empty_folder_is_replaced(place: Path, folder: int) -> None:
    (place / "public").mkdir()
    new = identity(tree(place / "next", "new"))
    assert replace(folder, "next", "public", "previous") is None
    assert identity(place / "public") == new


@pytest.mark.parametrize("what", ["file", "link"])
def test_a_file_or_a_link_is_not_replaced(place: Path, folder: int, what: str) -> None:
    tree(place / "next", "new")
    if what == "file":
        (place / "public").write_text("a file")
    else:
        (place / "public").symlink_to(tree(place / "elsewhere", "linked"))
    before = identity(place)
    with pytest.raises(NotADirectoryError):
        replace(folder, "next", "public", "previous")
    assert identity(place) == before


def unsupported(_folder: int, _one: str, _other: str) -> None:
    raise module.ExchangeUnsupportedError(errno.ENOSYS, "as on a system without the call")


def test_without_the_call_two_renames_do(place: Path, folder: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "exchange", unsupported)
    old, new = identity(tree(place / "public", "old")), identity(tree(place / "next", "new"))
    assert replace(folder, "next", "public", "previous") == "previous"
    assert identity(place / "public") == new
    assert identity(place / "previous") == old
    assert not (place / "next").exists()


def test_two_renames_are_undone_when_the_second_fails(place: Path, folder: int) -> None:
    tree(place / "public", "old")
    before = identity(place)
    with pytest.raises(FileNotFoundError):
        replace_in_two_renames(folder, "no such tree", "public", "previous")
    assert identity(place) == before


def test_a_crash_between_the_two_renames_is_mended(place: Path, folder: int) -> None:
    old = identity(tree(place / "public", "old"))
    tree(place / "next", "new")
    rename = os.rename

    def crash(source: str, target: str, **folders: int) -> None:
        if source == "next":
            kill_self()
        rename(source, target, **folders)

    def work() -> None:
        os.rename = crash  # type: ignore[assignment]
        replace_in_two_renames(folder, "next", "public", "previous")

    assert in_a_child(work) == -9
    assert not (place / "public").exists()
    assert restore(folder, "previous", "public")
    assert identity(place / "public") == old
    assert not restore(folder, "next", "public")
    assert everything(place) == {"public/index.html": b"old", "next/index.html": b"new"}


def test_the_call_by_number_is_the_same_call(
    place: Path, folder: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A C library without ``renameat2`` (musl): the system call is made by its number."""
    if sys.platform != "linux" or platform.machine() not in module._LINUX_SYSCALL:
        pytest.skip("Linux on a known processor only")
    real = ctypes.CDLL(None, use_errno=True)

    class Library:
        syscall = real.syscall

    monkeypatch.setattr(ctypes, "CDLL", lambda _name, use_errno: Library())
    old, new = identity(tree(place / "public", "old")), identity(tree(place / "next", "new"))
    exchange(folder, "next", "public")
    assert (identity(place / "public"), identity(place / "next")) == (new, old)
    with pytest.raises(FileNotFoundError):
        exchange(folder, "next", "nothing")
