"""``manifest.json`` and ``SHA256SUMS``: the hash and size of every file of a published site.

``SHA256SUMS`` lists every file but itself and the manifest, as ``sha256sum -c`` reads it. The manifest
(schema ``proveit-manifest-v1``) lists every file but itself, one per line, sorted by the bytes of the
path, so that two of them compare well line by line. It has one form only, and :func:`read_manifest`
refuses every other: a manifest that was touched by hand is not taken for ours.

The manifest of one publication (``proveit-publication-v1``, sealed in the ledger) has the same form, and
lists the pages and files of that publication: not the ledger, nor what is kept of earlier publications.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from site_builder.publish.files import SUMS, Entry, PathError, check_path, open_file
from site_builder.publish.inventory import Inventory

MANIFEST: Final = "manifest.json"
SCHEMA: Final = "proveit-manifest-v1"
PUBLICATION_SCHEMA: Final = "proveit-publication-v1"
_CLOSING: Final = b" }\n}\n"

_STRING: Final = r'"(?:[ !#-\[\]-~]|\\(?:["\\bfnrt]|u[0-9a-f]{4}))*"'
_NUMBER: Final = r"0|[1-9][0-9]{0,18}"
_HEAD: Final = (
    ("genere_le", re.compile(rf' "genere_le": ({_STRING}),\n')),
    ("commit_source", re.compile(rf' "commit_source": ({_STRING}),\n')),
    ("count", re.compile(rf' "count": ({_NUMBER}),\n')),
    ("bytes", re.compile(rf' "bytes": ({_NUMBER}),\n')),
    ("files", re.compile(r' "files": (\{)\n')),
)
_FILE: Final = re.compile(
    rf'  "([A-Za-z0-9._/-]+)": \{{"sha256": "([0-9a-f]{{64}})", "size": ({_NUMBER})\}}(,?)\n'
)


class ManifestError(ValueError):
    """Not a manifest of ours: ``line`` (from 1, if it is about one), ``found`` and ``expected``."""

    def __init__(self, found: str, expected: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {found}; expected {expected}" if line else f"{found}; {expected}")
        self.found, self.expected, self.line = found, expected, line


@dataclass(frozen=True, slots=True)
class Manifest:
    """A site as its manifest states it: ``files`` by path, in the order of the path's bytes."""

    genere_le: str
    commit_source: str
    count: int
    bytes: int
    files: dict[str, Entry]


def write_manifest(root: Path, inventory: Inventory, *, genere_le: str, commit_source: str) -> Entry:
    """Write ``SHA256SUMS`` and ``manifest.json`` under ``root``; returns the manifest's own entry.

    Both are streamed. Raises :class:`PublicationError` (W004) and :class:`PathError` (a path listed twice).
    """
    with open_file(root, SUMS) as sums:
        for path, sha256, _ in inventory:
            sums.write(f"{sha256}  {path}\n".encode())
    inventory.add(sums.entry)
    return _write(root, MANIFEST, SCHEMA, inventory, genere_le, commit_source)


def write_publication(
    root: Path, path: str, inventory: Inventory, *, genere_le: str, commit_source: str
) -> Entry:
    """Write at ``path`` the manifest of the publication that the inventory holds; returns its entry."""
    return _write(root, path, PUBLICATION_SCHEMA, inventory, genere_le, commit_source)


def _write(
    root: Path, path: str, schema: str, inventory: Inventory, genere_le: str, commit_source: str
) -> Entry:
    with open_file(root, path) as manifest:
        manifest.write(_opening(schema))
        manifest.write(f' "genere_le": {json.dumps(genere_le)},\n'.encode())
        manifest.write(f' "commit_source": {json.dumps(commit_source)},\n'.encode())
        manifest.write(f' "count": {inventory.count},\n "bytes": {inventory.bytes},\n "files": {{\n'.encode())
        between = ""
        for path, sha256, size in inventory:
            manifest.write(f'{between}  "{path}": {{"sha256": "{sha256}", "size": {size}}}'.encode())
            between = ",\n"
        manifest.write(b"\n" + _CLOSING)
    return manifest.entry


def is_ours(folder: int) -> bool:
    """Whether the open folder has at its root a manifest of this schema (its first lines; not a link)."""
    try:
        file = os.open(MANIFEST, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError:
        return False
    try:
        return stat.S_ISREG(os.fstat(file).st_mode) and os.read(file, len(_opening(SCHEMA))) == _opening(
            SCHEMA
        )
    finally:
        os.close(file)


def read_manifest(path: Path) -> Manifest:
    """The manifest at ``path``, a regular file in the one form that :func:`write_manifest` gives.

    Raises :class:`ManifestError` for anything else: unreadable, another schema, a line that is not in
    its form, paths unsorted, twice or not portable, totals that the list does not give.
    """
    return gathered(partial(manifest_entries, path))


def gathered(entries: Callable[[Callable[[dict[str, str]], object]], Iterable[Entry]]) -> Manifest:
    """The whole of a manifest whose ``entries`` are read one by one, given what takes its head."""
    head: dict[str, str] = {}
    files = {entry.path: entry for entry in entries(head.update)}
    return Manifest(head["genere_le"], head["commit_source"], int(head["count"]), int(head["bytes"]), files)


def manifest_entries(
    path: Path, head: Callable[[dict[str, str]], object] = lambda _head: None
) -> Iterator[Entry]:
    """The same, one file at a time; ``head`` is called once with what stands before the list."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(file, "rb") as stream:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise ManifestError("not a regular file", f"a manifest of schema {SCHEMA}")
            yield from _read(stream, SCHEMA, head)
    except OSError as error:
        raise ManifestError(error.strerror or "unreadable", f"a manifest of schema {SCHEMA}") from error


def site_entries(stream: BinaryIO, head: Callable[[dict[str, str]], object]) -> Iterator[Entry]:
    """The files of a site, from the bytes of its manifest; ``head`` and errors as above."""
    return _read(stream, SCHEMA, head)


def publication_entries(
    stream: BinaryIO, head: Callable[[dict[str, str]], object] = lambda _head: None
) -> Iterator[Entry]:
    """The files of one publication, from its manifest; ``head`` and errors as above."""
    return _read(stream, PUBLICATION_SCHEMA, head)


def _read(stream: BinaryIO, schema: str, tell: Callable[[dict[str, str]], object]) -> Iterator[Entry]:
    opening = _opening(schema)
    if stream.read(len(opening)) != opening:
        raise ManifestError("another beginning", f'"schema": "{schema}" first', 1)
    head: dict[str, str] = {}
    for line, (name, form) in enumerate(_HEAD, start=3):
        match = form.fullmatch(_line(stream, line))
        if match is None:
            raise ManifestError("a line in another form", f'"{name}" as this program writes it', line)
        head[name] = match[1]
    stated = int(head["count"]), int(head["bytes"])
    tell({**head, **{name: json.loads(head[name]) for name in ("genere_le", "commit_source")}})
    count = total = 0
    for entry in _files(stream):
        count, total = count + 1, total + entry.size
        yield entry
    if stated[0] != count:
        raise ManifestError(f"{count} files listed", f"{stated[0]} files, as stated", 5)
    if stated[1] != total:
        raise ManifestError(f"{total} bytes listed", f"{stated[1]} bytes, as stated", 6)


def _files(stream: BinaryIO) -> Iterator[Entry]:
    line, last, more = 8, "", ","
    while more:
        match = _FILE.fullmatch(_line(stream, line))
        if match is None:
            raise ManifestError("a line in another form", "one file: path, SHA-256, size", line)
        path, sha256, size, more = match.groups()
        try:
            check_path(path)
        except PathError:
            raise ManifestError(f"the path {path!r}", "a portable relative path", line) from None
        if path <= last:  # ASCII: the order of characters is the order of bytes
            raise ManifestError(f"{path!r} after {last!r}", "each path once, in the order of its bytes", line)
        yield Entry(path, sha256, int(size))
        last, line = path, line + 1
    if stream.read(len(_CLOSING) + 1) != _CLOSING:
        raise ManifestError("another ending", "the end of the manifest after the last file", line)


def _line(stream: BinaryIO, line: int) -> str:
    try:
        return stream.readline(65536).decode("ascii")
    except UnicodeDecodeError:
        raise ManifestError("a byte that is not ASCII", "ASCII", line) from None


def _opening(schema: str) -> bytes:
    return f'{{\n "schema": "{schema}",\n'.encode()
