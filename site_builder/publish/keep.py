"""Taking files of a published site over into the new one, at the cost of a name where that is safe.

A hard link is safe where the old name goes with the old site: a file that this user owns, that has no name
but that one, in the output itself. All else is copied, and so is everything where links cannot be made.
Nothing is taken through a symbolic link.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from site_builder.publish.errors import reason
from site_builder.publish.files import FILE_MODE, Entry, PathError, make_room, open_file

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_PIECE: Final = 1 << 20


class Keeper:
    """``with Keeper.open(site, root, link=…) as keeper: keeper.keep(…)``; ``root`` is a staging folder."""

    def __init__(self, site: int, root: Path, link: bool) -> None:
        self._open: list[tuple[str, int]] = [("", site)]
        self._root = root
        self._link = link
        self._user = os.geteuid()

    @classmethod
    @contextmanager
    def open(cls, site: Path, root: Path, *, link: bool) -> Iterator[Self]:
        """``link``: whether the site is the one that goes. Raises ``OSError`` for what is no folder."""
        keeper = cls(os.open(site, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC), root, link)
        try:
            yield keeper
        finally:
            for _, folder in keeper._open:
                os.close(folder)

    def keep(self, source: str, to: str, entry: Entry, *, hashed: bool) -> str | None:
        """Put the site's file ``source`` at ``to``; what is wrong with it, or None.

        ``entry``: its size and SHA-256; the hash is recomputed if ``hashed``, or where the file is copied.
        Raises :class:`PublicationError` (W004) and :class:`PathError` as writing does.
        """
        folder_path, _, name = source.rpartition("/")
        place = make_room(self._root, to)
        try:
            folder = self._folder(folder_path)
            if not (self._link and self._linked(folder, name, place)):
                return self._copied(folder, name, to, entry)
        except OSError as error:
            return f"cannot be read: {reason(error)}"
        if os.lstat(place).st_size == entry.size and (not hashed or _hash(place) == entry.sha256):
            return None
        os.unlink(place)  # noqa: PTH108 — a Path costs more than the call
        return "another content"

    def _linked(self, folder: int, name: str, place: str) -> bool:
        try:
            os.link(name, place, src_dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            raise
        except FileExistsError:
            raise PathError(f"written twice, or a folder stands there: {place!r}") from None
        except OSError:  # another file system, no links here, or too many of them
            return False
        # Judged under its new name: whoever changes what the old one stands for is too late.
        found = os.lstat(place)
        if (
            stat.S_ISREG(found.st_mode)
            and stat.S_IMODE(found.st_mode) == FILE_MODE
            and (found.st_nlink, found.st_uid) == (2, self._user)
        ):
            return True
        os.unlink(place)  # noqa: PTH108
        return False

    def _copied(self, folder: int, name: str, to: str, entry: Entry) -> str | None:
        source = os.open(name, _FILE, dir_fd=folder)
        try:
            if not stat.S_ISREG(os.fstat(source).st_mode):
                return "not a regular file"
            with open_file(self._root, to) as copy:
                while piece := os.read(source, _PIECE):
                    copy.write(piece)
        finally:
            os.close(source)
        if copy.entry[1:] == entry[1:]:
            return None
        with suppress(OSError):
            (self._root / to).unlink()
        return "another content"

    def _folder(self, path: str) -> int:
        """The folder ``path`` of the site, held open with those above it: most files follow a neighbour."""
        names = path.split("/") if path else []
        shared = 0
        for (known, _), name in zip(self._open[1:], names, strict=False):
            if known != name:
                break
            shared += 1
        while len(self._open) > shared + 1:
            os.close(self._open.pop()[1])
        for name in names[shared:]:
            self._open.append((name, os.open(name, _FOLDER, dir_fd=self._open[-1][1])))
        return self._open[-1][1]


def _hash(path: str) -> str:
    digest = sha256()
    file = os.open(path, _FILE)
    try:
        while piece := os.read(file, _PIECE):
            digest.update(piece)
    finally:
        os.close(file)
    return digest.hexdigest()
