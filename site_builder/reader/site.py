"""A published site as its manifest lists it: what the steps of a verification read, and nothing else."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import BinaryIO, Final, Self

from site_builder.documents import addresses
from site_builder.kernel.strict_json import StrictJsonError
from site_builder.languages import DEFAULT, LANGUAGES
from site_builder.publish import Entry, Manifest
from site_builder.publish.publications import of_publication
from site_builder.reader.source import Address, Source, SourceError
from site_builder.render.document import Document, DocumentError, parse

MAX_FILE: Final = 1 << 28
# Of a server, in all: what it sends is kept, so that it cannot answer otherwise when it is asked again.
MAX_TAKEN: Final = 1 << 33
_PAGES: Final = ("index.json", "404.json")


class Site:
    """The files of a site by path. Nothing is read that the manifest does not list, nor more than it says."""

    def __init__(
        self, source: Source, entries: Mapping[str, Entry], genere_le: str, commit_source: str
    ) -> None:
        self.source = source
        self.entries = entries
        self.genere_le = genere_le
        self.commit_source = commit_source
        self._kept = Kept() if isinstance(source, Address) else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._kept is not None:
            self._kept.close()

    def as_manifest(self) -> Manifest:
        """The site as its manifest states it."""
        size = sum(entry.size for entry in self.entries.values())
        return Manifest(self.genere_le, self.commit_source, len(self.entries), size, dict(self.entries))

    def read(self, path: str) -> bytes:
        """The bytes of a listed file, one more than listed at most; raises :class:`SourceError`."""
        entry = self.entries.get(path)
        if entry is None:
            raise SourceError("the manifest does not list it")
        if entry.size > MAX_FILE:
            raise SourceError(f"{entry.size} bytes, more than the {MAX_FILE} that are read of a file")
        if self._kept is not None:
            if (kept := self._kept.get(path)) is not None:
                return kept
            if self._kept.size + entry.size > MAX_TAKEN:
                raise SourceError(f"beyond the {MAX_TAKEN} bytes that are taken from a server: copy the site")
        data = self.source.read(path, entry.size + 1)
        if self._kept is not None:
            try:
                self._kept.add(path, data)
            except OSError as error:
                raise SourceError(f"it cannot be kept here: {error.strerror or error}") from None
        return data

    def opened(self, path: str) -> BinaryIO:
        """The same as a stream, for what reads published sites from a folder too; :class:`OSError` for what
        cannot be read."""
        try:
            return io.BytesIO(self.read(path))
        except SourceError as error:
            raise OSError(0, str(error), path) from None

    def find(self, path: str) -> bytes | None:
        """The bytes, or ``None`` for what is not listed or cannot be read."""
        try:
            return self.read(path)
        except SourceError:
            return None

    def document(self, path: str) -> Document | None:
        """The object of a JSON file; ``None`` for anything else."""
        data = self.find(path)
        try:
            value = parse(data) if data is not None else None
        except (StrictJsonError, DocumentError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def pages(self) -> list[str]:
        """The paths of pages without their language, sorted: ``/challenges/prove-it/``."""
        return sorted(
            {page_path(path) for path in self.entries if of_publication(path) and is_document(path)}
        )

    def files(self) -> Iterable[str]:
        """What a publication holds beside its pages, by path."""
        pages = {f for path in self.pages() for code in (r.code for r in LANGUAGES) for f in both(code, path)}
        return (path for path in self.entries if of_publication(path) and path not in pages)


class Kept:
    """What was taken from a server, so that it is asked for each file once; gone with the process."""

    def __init__(self) -> None:
        self._file: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close
        self._places: dict[str, tuple[int, int]] = {}
        self._end = 0

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return self._end

    def get(self, path: str) -> bytes | None:
        place = self._places.get(path)
        if place is None:
            return None
        self._file.seek(place[0])
        return self._file.read(place[1])

    def add(self, path: str, data: bytes) -> None:
        self._file.seek(self._end)
        self._file.write(data)
        self._file.flush()
        self._places[path] = (self._end, len(data))
        self._end += len(data)

    def close(self) -> None:
        self._file.close()


def is_document(path: str) -> bool:
    """Whether a file is the document of a page."""
    return path.rpartition("/")[2] in _PAGES


def page_path(path: str) -> str:
    """The path without a language of the page that a document is of."""
    for row in LANGUAGES:
        if row.prefix and path.startswith(row.prefix[1:] + "/"):
            path = path.removeprefix(row.prefix[1:] + "/")
    page = path.removesuffix("index.json")
    return "/" + (page.removesuffix(".json") + ".html" if page.endswith(".json") else page)


def both(code: str, path: str) -> tuple[str, str]:
    """The document and the HTML of a page in a language."""
    localised = addresses.localised(code, path)
    return addresses.json_file(localised), addresses.html_file(localised)


def default_document(path: str) -> str:
    """The document of a page in the default language."""
    return both(DEFAULT, path)[0]
