"""Where every file of every publication stands on a published site, and whether it is what was published.

Beside the pages of the last publication a site holds ``ledger.jsonl``, a manifest of each publication
(``publications/<n>/manifest.json``, its SHA-256 in line ``n`` of the ledger) and, in the same folder, those
files of publication ``n`` that publication ``n + 1`` changed or no longer had. Hence the rule: a file of
publication ``n`` stands in the folder of the smallest ``m >= n`` that holds its path, else at its own path.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final

from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger import LedgerError, Line, check_continues, parse
from site_builder.publish.errors import (
    LEDGER_BROKEN,
    NOT_CONTINUED,
    PUBLICATION_NOT_WHOLE,
    PublicationError,
    reason,
)
from site_builder.publish.files import SUMS, Entry
from site_builder.publish.manifest import (
    MANIFEST,
    Manifest,
    ManifestError,
    gathered,
    publication_entries,
)

LEDGER: Final = "ledger.jsonl"
SEALS: Final = "ledger"
PUBLICATIONS: Final = "publications"
MAX_LEDGER: Final = 1 << 26
_PIECE: Final = 1 << 20

Open = Callable[[str], BinaryIO]
"""Opens a file of a site by its path from the root; raises ``OSError``."""


def opener(folder: Path) -> Open:
    """The files of a site in a folder; what is not a regular file is not opened."""

    def opened(path: str) -> BinaryIO:
        file = os.open(folder / path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise FileNotFoundError(2, "not a regular file", path)
        return os.fdopen(file, "rb")

    return opened


def of_publication(path: str) -> bool:
    """Whether a path of a site belongs to a publication: not to the record of publications, nor a list."""
    return path not in (LEDGER, SUMS, MANIFEST) and not path.startswith((f"{SEALS}/", f"{PUBLICATIONS}/"))


def manifest_path(n: int) -> str:
    """Where the manifest of publication ``n`` stands."""
    return kept_path(n, MANIFEST)


def kept_path(n: int, path: str) -> str:
    """Where a file of publication ``n`` stands once publication ``n + 1`` differs in it."""
    return f"{PUBLICATIONS}/{n}/{path}"


def read_ledger(open_file: Open) -> tuple[bytes, tuple[Line, ...]]:
    """The ledger of a site, bytes and lines; raises :class:`PublicationError` (G001) unless it is whole."""
    try:
        with open_file(LEDGER) as stream:
            data = stream.read(MAX_LEDGER + 1)
    except OSError as error:
        raise LEDGER_BROKEN.error(LEDGER, f"cannot be read: {reason(error)}") from error
    if len(data) > MAX_LEDGER:
        raise LEDGER_BROKEN.error(LEDGER, f"more than {MAX_LEDGER} bytes")
    try:
        return data, parse(data)
    except LedgerError as error:
        raise LEDGER_BROKEN.error(LEDGER, error.found, error.expected, error.line) from error


def check_continued(published: bytes, new: bytes) -> None:
    """Refuse a ledger that does not begin with every line of the published one (G003)."""
    try:
        check_continues(published, new)
    except LedgerError as error:
        raise NOT_CONTINUED.error(LEDGER, error.found, error.expected, error.line) from error


def publication_manifest(open_file: Open, line: Line) -> bytes:
    """The manifest of the publication of ``line``, as sealed; raises :class:`PublicationError` (G002)."""
    path = manifest_path(line.n)
    try:
        with open_file(path) as stream:
            data = stream.read()
    except OSError as error:
        raise PUBLICATION_NOT_WHOLE.error(path, f"cannot be read: {reason(error)}") from error
    if sha256(data).hexdigest() != line.manifest:
        raise PUBLICATION_NOT_WHOLE.error(path, "another content", f"SHA-256 {line.manifest}")
    return data


def entries(
    line: Line, manifest: bytes, head: Callable[[dict[str, str]], object] = lambda _head: None
) -> Iterator[Entry]:
    """The files that the manifest of the publication of ``line`` lists, by path; ``head`` is called once with
    what stands before the list. Raises G002."""
    path = manifest_path(line.n)
    try:
        for entry in publication_entries(io.BytesIO(manifest), head):
            if not of_publication(entry.path):
                raise ManifestError(f"the path {entry.path!r}", "a page or a file of the publication")
            yield entry
    except ManifestError as error:
        raise PUBLICATION_NOT_WHOLE.error(path, error.found, error.expected, error.line) from error


def superseded(old: Iterable[Entry], new: Iterable[Entry]) -> Iterator[Entry]:
    """The files of ``old`` that ``new`` lacks or has otherwise; both by path, and so is the answer."""
    later = iter(new)
    at = next(later, None)
    for entry in old:
        while at is not None and at.path < entry.path:
            at = next(later, None)
        if at != entry:
            yield entry


def places(manifests: Sequence[Iterable[Entry]]) -> Iterator[tuple[Entry, int | None]]:
    """Each file of the first of these publications, and which of them keeps it: its index, or None.

    ``manifests``: the files, by path, of one publication and of all that followed it. ``None`` says that
    the file stands at its own path still: no later publication differs in it.
    """
    readers = [_Cursor(manifest) for manifest in manifests[1:]]
    for entry in manifests[0]:
        differing = (index for index, reader in enumerate(readers) if reader.at(entry.path) != entry)
        yield entry, next(differing, None)


class _Cursor:
    """A list of files by path, read once: asked for paths in their order, it may be asked for any of them."""

    def __init__(self, manifest: Iterable[Entry]) -> None:
        self._rest = iter(manifest)
        self._next = next(self._rest, None)

    def at(self, path: str) -> Entry | None:
        while self._next is not None and self._next.path < path:
            self._next = next(self._rest, None)
        return self._next if self._next is not None and self._next.path == path else None


def resolved(open_file: Open, lines: Sequence[Line], n: int) -> Iterator[tuple[Entry, str]]:
    """Each file of publication ``n`` (from 1 to the last) and the path at which the site holds it now.

    Raises :class:`PublicationError` (G002) for a manifest that is not the sealed one.
    """
    manifests = [entries(line, publication_manifest(open_file, line)) for line in lines[n - 1 :]]
    for entry, keeper in places(manifests):
        yield entry, entry.path if keeper is None else kept_path(n + keeper, entry.path)


def as_it_was(open_file: Open, lines: Sequence[Line], n: int) -> tuple[Manifest, Open]:
    """Publication ``n`` as its manifest states it, and what opens a file of it where it stands now; raises
    :class:`PublicationError` (G002)."""
    line = lines[n - 1]
    manifest = gathered(partial(entries, line, publication_manifest(open_file, line)))
    where = {entry.path: place for entry, place in resolved(open_file, lines, n)}
    return manifest, lambda path: open_file(where[path])


def listed(open_file: Open, line: Line, paths: Collection[str]) -> dict[str, Entry]:
    """Those of ``paths`` that the publication of ``line`` has, as its manifest lists them; raises G002."""
    manifest = publication_manifest(open_file, line)
    return {entry.path: entry for entry in entries(line, manifest) if entry.path in paths}


def versions(open_file: Open, lines: Sequence[Line], path: str) -> Iterator[BinaryIO]:
    """What a file of publications has been, each content once, from the last publication to the first.

    Each is open until the next one is asked for. Raises :class:`PublicationError` (G002) for one that is
    missing, or is not what was published.
    """
    place, seen = path, None
    for line in reversed(lines):
        if line is not lines[-1] and _stands(open_file, kept_path(line.n, path)):
            place = kept_path(line.n, path)
        entry = listed(open_file, line, (path,)).get(path)
        if entry is not None and (place, entry.sha256) != seen:
            seen = place, entry.sha256
            with published(open_file, entry, place) as stream:
                yield stream


def published(open_file: Open, entry: Entry, place: str) -> BinaryIO:
    """The file at ``place``, open at its beginning, once all of it is what ``entry`` says; raises G002."""
    wrong = _differs(open_file, entry, place)
    if wrong is None:
        try:
            return open_file(place)
        except OSError as error:
            wrong = f"cannot be read: {reason(error)}"
    raise PUBLICATION_NOT_WHOLE.error(place, wrong, f"{entry.size} bytes, SHA-256 {entry.sha256}")


def _stands(open_file: Open, place: str) -> bool:
    try:
        open_file(place).close()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True  # whoever reads it is told why it cannot be read
    return True


def verify_publication(
    open_file: Open, lines: Sequence[Line], n: int, known: Mapping[str, Entry] | None = None
) -> Iterator[Finding]:
    """What is missing or altered of publication ``n`` (G002), all of it; nothing when it is whole.

    ``lines``: the whole ledger of the site, as :func:`read_ledger` gives it. ``known``: by path, files that
    the caller has hashed: they are not read again, and publications that share files cost no more than one.
    """
    try:
        for entry, place in resolved(open_file, lines, n):
            listed = known.get(place) if known else None
            if listed is None:
                found = _differs(open_file, entry, place)
            else:
                found = None if listed[1:] == entry[1:] else "another content"
            if found:
                expected = f"{entry.path} of publication {n}: {entry.size} bytes, SHA-256 {entry.sha256}"
                yield PUBLICATION_NOT_WHOLE.finding(place, found, expected)
    except PublicationError as error:
        yield from error.findings


def _differs(open_file: Open, entry: Entry, place: str) -> str | None:
    digest, size = sha256(), 0
    try:
        with open_file(place) as stream:
            while piece := stream.read(_PIECE):
                digest.update(piece)
                size += len(piece)
    except OSError as error:
        return f"cannot be read: {reason(error)}"
    return None if (digest.hexdigest(), size) == (entry.sha256, entry.size) else "another content"
