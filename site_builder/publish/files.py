"""Writing one file of the site, from any process, given only the root of the staging folder.

Names are the portable few of :func:`check_path`; a file is created and never opened again, so a path
written twice is an error even between processes; modes do not depend on the umask.
"""

from __future__ import annotations

import os
import re
import stat
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from site_builder.publish.errors import write_failed

FILE_MODE: Final = 0o644
FOLDER_MODE: Final = 0o755
SUMS: Final = "SHA256SUMS"

# Lower case, so that no two names are one on a file system that folds case; no leading "." or "-" (hidden
# from servers and upload tools; taken for an option); no trailing "."; no name of a Windows device.
_SEGMENT: Final = (
    r"(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:[./]|\Z))[a-z0-9](?:[a-z0-9._-]{0,198}[a-z0-9_-])?"
)
_PATH: Final = re.compile(rf"{_SEGMENT}(?:/{_SEGMENT})*")
_CREATE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_BUFFER: Final = 1 << 17
_REMEMBERED: Final = 4096


class Entry(NamedTuple):
    """One file of the site: path with "/" from its root, SHA-256 in lowercase hex, size in bytes."""

    path: str
    sha256: str
    size: int


class PathError(ValueError):
    """A path that the site cannot have, or that was written before: an error of the program."""


def check_path(relative: str) -> None:
    """Accept a relative path of portable names ([a-z0-9._-], and ``SHA256SUMS``); else :class:`PathError`."""
    if _PATH.fullmatch(relative) is None and relative != SUMS:
        raise PathError(f"not a portable relative path: {relative!r}")


def write_file(root: Path, relative: str, data: bytes) -> Entry:
    """Create ``root/relative`` with ``data`` and the folders it needs; ``root`` itself must exist.

    Raises :class:`PathError` for a path that is refused or already written, and
    :class:`PublicationError` (W004) when the system cannot write it in full.
    """
    file = _create(root, relative)
    try:
        try:
            _write_all(file, data)
        finally:
            os.close(file)
    except OSError as error:
        raise write_failed(relative, error) from error
    return Entry(relative, sha256(data).hexdigest(), len(data))


def open_file(root: Path, relative: str) -> StreamedFile:
    """The same, piece by piece, for a file of any size: ``with open_file(…) as out: out.write(…)``."""
    return StreamedFile(root, relative)


def make_room(root: Path, relative: str) -> str:
    """Where a file is yet to be put, its folders made; raises as :func:`write_file` does."""
    check_path(relative)
    top = str(root)
    try:
        _folders.ensure(top, relative.rpartition("/")[0])
    except OSError as error:
        raise write_failed(relative, error) from error
    return f"{top}/{relative}"


class StreamedFile:
    """A file being written and hashed on the way; ``entry`` is known once the block has ended."""

    def __init__(self, root: Path, relative: str) -> None:
        self._relative = relative
        self._file = _create(root, relative)
        self._hash = sha256()
        self._pending = bytearray()
        self._size = 0
        self._entry: Entry | None = None

    def write(self, data: bytes) -> None:
        """Append ``data``; raises :class:`PublicationError` (W004)."""
        self._pending += data
        if len(self._pending) >= _BUFFER:
            self._flush()

    @property
    def entry(self) -> Entry:
        """The finished file."""
        if self._entry is None:
            raise ValueError(f"{self._relative} is not finished")
        return self._entry

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._flush()
        finally:
            try:
                os.close(self._file)
            except OSError as failure:
                if kind is None:
                    raise write_failed(self._relative, failure) from failure
        if kind is None:
            self._entry = Entry(self._relative, self._hash.hexdigest(), self._size)

    def _flush(self) -> None:
        piece = bytes(self._pending)
        self._pending.clear()
        try:
            _write_all(self._file, piece)
        except OSError as error:
            raise write_failed(self._relative, error) from error
        self._hash.update(piece)
        self._size += len(piece)


class _Folders:
    """Folders known to exist under one root, forgotten now and then: its size does not grow with the site."""

    def __init__(self) -> None:
        self._root = ""
        self._made: set[str] = set()

    def ensure(self, root: str, folder: str) -> None:
        if root != self._root or len(self._made) >= _REMEMBERED:
            self._root = root
            self._made.clear()
        if folder and folder not in self._made:
            self._make(root, folder)

    def _make(self, root: str, folder: str) -> None:
        path = f"{root}/{folder}"
        try:
            _make_folder(path)
        except FileNotFoundError:
            parent = folder.rpartition("/")[0]
            if not parent:  # the root is gone: never made again, it belongs to a build that has ended
                raise
            self._make(root, parent)
            _make_folder(path)
        self._made.add(folder)


_folders: Final = _Folders()


def _make_folder(path: str) -> None:
    try:
        os.mkdir(path, FOLDER_MODE)  # noqa: PTH102 — a Path costs more than the call, 40,000 times
    except FileExistsError:
        if not stat.S_ISDIR(os.lstat(path).st_mode):
            raise PathError(f"a file stands where a folder is needed: {path!r}") from None
    else:
        os.chmod(path, FOLDER_MODE)  # noqa: PTH101 — mkdir applies the umask


def _create(root: Path, relative: str) -> int:
    place = make_room(root, relative)
    try:
        file = os.open(place, _CREATE, FILE_MODE)
    except FileExistsError:
        raise PathError(f"written twice, or a folder stands there: {relative!r}") from None
    except OSError as error:
        raise write_failed(relative, error) from error
    os.fchmod(file, FILE_MODE)
    return file


def _write_all(file: int, data: bytes) -> None:
    written = os.write(file, data)
    while written < len(data):  # a disk that is nearly full takes a part, then refuses the rest
        written += os.write(file, memoryview(data)[written:])
