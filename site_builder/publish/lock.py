"""One build at a time for each output: a lock file beside it, held by ``flock``.

The kernel drops the lock when the process ends, however it ends. Worker processes must not keep it
alive, so a forked child closes its copy at once. The file is empty, is removed on release, and a file
of that name that is anything else is left alone.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from site_builder.publish.errors import BUSY, IN_THE_WAY, unreachable

_OPEN: Final = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_held: Final[set[int]] = set()


def _drop_in_child() -> None:
    for file in _held:
        os.close(file)
    _held.clear()


os.register_at_fork(after_in_child=_drop_in_child)


@contextmanager
def lock(folder: int, name: str, shown: str) -> Iterator[None]:
    """Hold the lock file ``name`` of ``folder`` (a descriptor), or raise W003 at once, naming it ``shown``.

    A link, a folder or a file with content under that name is W002; a folder that cannot be written in
    is W005, a full disk W004.
    """
    file = _take(folder, name, shown)
    _held.add(file)
    try:
        yield
    finally:
        # Still locked while its name goes: whoever opened it meanwhile finds that the name has moved on.
        if file in _held:  # not in a forked child, whose copy is closed already
            with suppress(OSError):
                os.unlink(name, dir_fd=folder)
            _held.remove(file)
            os.close(file)


def _take(folder: int, name: str, shown: str) -> int:
    while True:
        file = _open(folder, name, shown)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = os.fstat(file)
            there = os.stat(name, dir_fd=folder, follow_symlinks=False)
        except BlockingIOError:
            os.close(file)
            raise BUSY.error(shown, "the lock file is held by another process") from None
        except FileNotFoundError:  # the holder released and removed it between open and lock
            os.close(file)
            continue
        except OSError as error:
            os.close(file)
            raise unreachable(shown, "cannot lock", error) from error
        if (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino):
            return file
        os.close(file)


def _open(folder: int, name: str, shown: str) -> int:
    try:
        file = os.open(name, _OPEN, 0o600, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EISDIR, errno.ENXIO):
            raise IN_THE_WAY.error(shown, "something else stands under the name of the lock file") from error
        raise unreachable(shown, "cannot create the lock file", error) from error
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode) or found.st_size:
        os.close(file)
        raise IN_THE_WAY.error(shown, "something else stands under the name of the lock file")
    return file
