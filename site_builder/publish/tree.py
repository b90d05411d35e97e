"""Whole trees: what stands in one, bringing it to the disk, removing it."""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path


def sizes(root: Path) -> Iterator[tuple[str, int]]:
    """Path and size in bytes of all that stands under ``root`` but folders, by path bytes; a link has -1."""
    return _sizes(str(root), "")


def _sizes(top: str, below: str) -> Iterator[tuple[str, int]]:
    with os.scandir(f"{top}/{below}") as children:
        found = [(child.name + "/" * child.is_dir(follow_symlinks=False), child) for child in children]
    for name, child in sorted(found, key=lambda pair: os.fsencode(pair[0])):
        if name.endswith("/"):
            yield from _sizes(top, below + name)
        else:
            is_file = child.is_file(follow_symlinks=False)
            yield below + name, child.stat(follow_symlinks=False).st_size if is_file else -1


def flush(root: Path) -> None:
    """Bring the tree to the disk, so that a power cut after the exchange finds whole files.

    One ``syncfs`` where the system has it (it also reports what a late write could not store), ``sync``
    elsewhere. Raises ``OSError``.
    """
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if not hasattr(library, "syncfs"):
            os.sync()
        elif library.syncfs(folder):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        os.fsync(folder)
    finally:
        os.close(folder)


def remove_tree(folder: int, name: str) -> None:
    """Remove the tree ``name`` of ``folder``.

    Links are removed, never followed; another file system mounted inside is not entered. Raises
    ``OSError`` at the first thing that cannot be removed.
    """
    _remove(folder, name, os.fstat(folder).st_dev)


def _remove(folder: int, name: str, device: int) -> None:
    inside = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    try:
        if os.fstat(inside).st_dev != device:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        with os.scandir(inside) as found:
            children = [(child.name, child.is_dir(follow_symlinks=False)) for child in found]
        for child, is_folder in children:
            if is_folder:
                _remove(inside, child, device)
            else:
                os.unlink(child, dir_fd=inside)
    finally:
        os.close(inside)
    os.rmdir(name, dir_fd=folder)


def is_folder(folder: int, name: str) -> bool:
    """Whether ``name`` in ``folder`` is a folder itself, not a link to one."""
    try:
        return stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except FileNotFoundError:
        return False
