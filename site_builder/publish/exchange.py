"""Putting the new tree in the place of the old one, in one system call where the system has one.

Linux: ``renameat2(RENAME_EXCHANGE)``. macOS: ``renameatx_np(RENAME_SWAP)``. Where neither exists, or the
file system knows neither (some network file systems): two renames, the first undone if the second
fails. A crash between the two leaves the old tree under its ``previous`` name and no output; the next
build puts it back before anything else (:func:`restore`).

Every name is looked up in one folder held open, so that a link swapped in above it changes nothing.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys
from typing import Final

_LINUX_RENAME_EXCHANGE: Final = 2
_MACOS_RENAME_SWAP: Final = 2
# For a C library that has no renameat2 of its own (musl).
_LINUX_SYSCALL: Final = {"x86_64": 316, "aarch64": 276, "riscv64": 276, "ppc64le": 357, "s390x": 347}
# EPERM: what older container sandboxes answer for a call that they do not know.
_UNKNOWN_HERE: Final = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM})


class ExchangeUnsupportedError(OSError):
    """This system, or this file system, cannot exchange two names in one call."""


def exchange(folder: int, one: str, other: str) -> None:
    """Exchange two names of ``folder`` (a descriptor) in one call; neither is ever missing.

    Raises :class:`ExchangeUnsupportedError` where that cannot be done, ``OSError`` when it fails.
    """
    names = (ctypes.c_int(folder), os.fsencode(one), ctypes.c_int(folder), os.fsencode(other))
    library = ctypes.CDLL(None, use_errno=True)
    ctypes.set_errno(0)
    if sys.platform == "darwin" and hasattr(library, "renameatx_np"):
        failed = library.renameatx_np(*names, ctypes.c_uint(_MACOS_RENAME_SWAP))
    elif sys.platform == "linux" and hasattr(library, "renameat2"):
        failed = library.renameat2(*names, ctypes.c_uint(_LINUX_RENAME_EXCHANGE))
    elif sys.platform == "linux" and platform.machine() in _LINUX_SYSCALL:
        number = ctypes.c_long(_LINUX_SYSCALL[platform.machine()])
        failed = library.syscall(number, *names, ctypes.c_uint(_LINUX_RENAME_EXCHANGE))
    else:
        raise ExchangeUnsupportedError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if failed:
        number_of_error = ctypes.get_errno()
        kind = ExchangeUnsupportedError if number_of_error in _UNKNOWN_HERE else OSError
        raise kind(number_of_error, os.strerror(number_of_error))


def replace(folder: int, new: str, place: str, previous: str) -> str | None:
    """Put the tree ``new`` at ``place``; returns the name that the old tree now bears, if there was one.

    ``previous`` is used only where there is no one-call exchange. Raises ``OSError`` with everything as
    it was.
    """
    try:
        # Alone, this is the first publication: rename replaces nothing but an empty folder.
        os.rename(new, place, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
    else:
        return None
    try:
        exchange(folder, new, place)
    except ExchangeUnsupportedError:
        replace_in_two_renames(folder, new, place, previous)
        return previous
    return new


def replace_in_two_renames(folder: int, new: str, place: str, previous: str) -> None:
    """The fallback: ``place`` → ``previous``, then ``new`` → ``place``, or ``previous`` → ``place`` again."""
    os.rename(place, previous, src_dir_fd=folder, dst_dir_fd=folder)
    try:
        os.rename(new, place, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        os.rename(previous, place, src_dir_fd=folder, dst_dir_fd=folder)
        raise


def restore(folder: int, previous: str, place: str) -> bool:
    """After a crash between the two renames: put ``previous`` back if ``place`` is missing."""
    if exists(folder, place):
        return False
    os.rename(previous, place, src_dir_fd=folder, dst_dir_fd=folder)
    return True


def exists(folder: int, name: str) -> bool:
    """Whether anything, a dangling link included, bears ``name`` in ``folder``."""
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True
