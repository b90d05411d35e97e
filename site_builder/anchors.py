"""The only reader of the trust folder: files as bytes; what they mean is `evidence.trust_manifest`'s."""

from __future__ import annotations

import os
from pathlib import Path

MAX_FILE = 1024 * 1024
MAX_FILES = 200


class TrustFolderError(ValueError):
    """The folder cannot be read as a trust folder; the message says what is in the way."""


def read(folder: Path) -> dict[str, bytes]:
    """Every file of a trust folder and of its sub-folders (one level), by relative path.

    Names that start with a dot are not looked at. Links, deeper folders and files that are too large
    are refused with :class:`TrustFolderError`, as is a folder that cannot be read.
    """
    files: dict[str, bytes] = {}
    try:
        _collect(folder, "", files)
        for inner in sorted(folder.iterdir()):
            if not inner.name.startswith(".") and inner.is_dir():
                _collect(inner, inner.name + "/", files)
    except OSError as error:
        place = Path(error.filename).name if error.filename else folder.name
        raise TrustFolderError(f"{place}: {error.strerror or error}") from error
    return files


def _collect(folder: Path, prefix: str, files: dict[str, bytes]) -> None:
    for entry in sorted(os.scandir(folder), key=lambda found: found.name):
        name = prefix + entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            raise TrustFolderError(f"{name}: a symbolic link")
        if entry.is_dir():
            if prefix:
                raise TrustFolderError(f"{name}: a folder inside a sub-folder")
            continue
        if entry.stat().st_size > MAX_FILE or len(files) >= MAX_FILES:
            raise TrustFolderError(f"{name}: more than a trust folder holds")
        files[name] = Path(entry.path).read_bytes()
