"""Where files go: the staging folder of a build, or nowhere for a check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from site_builder.challenges.prove_it.inputs.tree import TABLES, TRACKS
from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.documents import addresses
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger import Line
from site_builder.kernel.ledger_concerns import SeasonState, published_corrections, shown_for_real
from site_builder.languages import CODES
from site_builder.pipeline.published_reports import PublishedReports, seal
from site_builder.pipeline.request import Request
from site_builder.publish import Entry, Staging, publications, write_file
from site_builder.publish.errors import IN_THE_WAY
from site_builder.publish.ledger import Past, past, record
from site_builder.publish.publications import LEDGER, opener
from site_builder.publish.seal import seal_path

_APART: Final = "an output beside the folders that the build reads, neither inside one nor around one"


class _Last(NamedTuple):
    """Of the last publication: the files of seasons that are read again, and the seals of its reports."""

    files: dict[str, Entry]
    evidence: dict[str, bytes]


class Place:
    """The only way from the pipeline to the disk; ``root`` is what worker processes write below."""

    def __init__(self, staging: Staging | None, before: Past | None = None) -> None:
        self._staging = staging
        self._before = before
        self.root = staging.root if staging else None
        self.files: set[str] = {LEDGER}  # written last of all
        self.lines: tuple[Line, ...] = before.lines if before else ()

    def published(self, path: str) -> Iterator[BinaryIO]:
        """What a file was in earlier publications, each content once, the last one first."""
        if self._before is not None:
            yield from publications.versions(opener(self._before.site), self.lines, path)

    def shows(self, path: str) -> bool:
        """Whether the last publication has this file of a season."""
        return path in self._last.files

    def reports(self) -> PublishedReports | None:
        """The public reports of the last publication, of the seasons that it shows for real."""
        if self._before is None or not self._last.evidence:
            return None
        known = {n: published_corrections(self.lines, n) for n in shown_for_real(self.lines)}
        return PublishedReports(self._before.site, self.lines[-1].n, known, self._last.evidence)

    def digest(self, path: str) -> str | None:
        """The SHA-256 of this file of a season in the last publication; ``None`` where it has none such."""
        entry = self._last.files.get(path)
        return entry.sha256 if entry else None

    @contextmanager
    def last(self, path: str) -> Iterator[BinaryIO | None]:
        """What a file of a season is in the last publication, verified; ``None`` where it has none such.

        Only the files that ``_of_seasons`` names are looked for. Raises G002 for one that is not what was
        published.
        """
        entry = self._last.files.get(path)
        if entry is None or self._before is None:
            yield None
            return
        with publications.published(opener(self._before.site), entry, path) as stream:
            yield stream

    @cached_property
    def _last(self) -> _Last:
        found = _Last({}, {})
        if self._before is None or not self.lines:
            return found
        line = self.lines[-1]
        wanted = frozenset(_of_seasons(line.concerns.seasons))
        tracks = tuple(
            addresses.file(PROVE_IT.track(season, track))
            for season, track in product(shown_for_real(self.lines), TRACKS)
        )
        manifest = publications.publication_manifest(opener(self._before.site), line)
        for entry in publications.entries(line, manifest):
            if entry.path in wanted:
                found.files[entry.path] = entry
            elif entry.path.endswith("/evidence.json") and entry.path.startswith(tracks):
                found.evidence[entry.path] = seal(entry)
        return found

    def write(self, path: str, data: bytes) -> None:
        self.files.add(path)
        if self._staging is not None:
            self._staging.write(path, data)

    def stream(self, path: str, pieces: Iterable[bytes]) -> None:
        """A file of any size; the pieces are made in a check too, since making them judges them."""
        self.files.add(path)
        if self._staging is None:
            for _ in pieces:
                pass
            return
        with self._staging.stream(path) as file:
            for piece in pieces:
                file.write(piece)

    def note(self, files: Iterable[str], entries: Iterable[Entry]) -> None:
        """Files that workers made; the entries of those they wrote."""
        self.files.update(files)
        if self._staging is not None:
            self._staging.note(entries)

    def seal(self, generated_at: str, source_commit: str, seasons: Sequence[SeasonState]) -> None:
        """Every file is written: record the publication and list what it holds."""
        if self._staging is not None:
            self.lines = record(
                self._staging, self._before, seasons, genere_le=generated_at, commit_source=source_commit
            )
            self._staging.seal(genere_le=generated_at, commit_source=source_commit)

    def sealed(self) -> bool:
        """Whether the head of the ledger that was published has a time-stamp beside it."""
        return self._staging is not None and (self._staging.output / seal_path(len(self.lines))).is_file()

    def publish(self) -> tuple[int, int]:
        """Put what was sealed in the place of the output; the number of files and bytes of the site."""
        if self._staging is None:
            return 0, 0
        self._staging.publish()
        return self._staging.inventory.count + 1, self._staging.inventory.bytes


def _of_seasons(seasons: Sequence[int]) -> Iterator[str]:
    """What is read again of a publication: the page of each season; of each track the page, the key, the
    kit's list, the corrections, the tables."""
    for season, code in product(seasons, CODES):
        yield addresses.json_file(addresses.localised(code, PROVE_IT.season(season)))
    for season, track in product(seasons, TRACKS):
        yield addresses.json_file(PROVE_IT.track(season, track))
        yield addresses.file(PROVE_IT.answer_key(season, track))
        yield addresses.file(PROVE_IT.kit(season, track))
        yield addresses.file(PROVE_IT.kit_file(season, track, "corrections.jsonl"))
        for table in TABLES:
            yield addresses.file(PROVE_IT.results(season, track, table, "csv"))


def write_below(root: Path | None, path: str, data: bytes) -> list[Entry]:
    """In a worker: the entry of the file written, or nothing in a check."""
    return [] if root is None else [write_file(root, path, data)]


@contextmanager
def place(output: Path | None, previous: Path | None = None) -> Iterator[Place]:
    """The place of a build, gone with everything in it unless it was published.

    ``previous``: the site whose ledger the new one continues, when it is not the output.
    """
    if output is None:
        yield Place(None, past(None, previous))
        return
    with Staging.open(output) as staging:
        yield Place(staging, past(staging.output, previous))


def overlaps(request: Request) -> list[Finding]:
    """Why the output may not stand where it was named: inside what the build reads, or around it (W002).

    The next build would read the site as an input, or put a site in the place of the inputs.
    """
    if request.output is None:
        return []
    read = [
        ("--data", request.data),
        *(("--content", folder) for folder in request.content),
        ("--config", request.config),
        ("the trust anchors", request.trust),
        ("--previous", request.previous or request.output),
    ]
    found = []
    for name, path in read:
        try:
            output, other = request.output.resolve(), path.resolve()
        except (OSError, RuntimeError):
            continue  # what cannot be reached is told where it is opened
        if output == other and name != "--previous":
            how = "that is"
        elif output in other.parents:
            how = "around"
        elif other in output.parents:
            how = "inside"
        else:
            continue
        finding = IN_THE_WAY.finding(str(request.output), f"a folder {how} {name}", _APART)
        found.append(replace(finding, remedy="Name a folder of its own with --output."))
    return found
