"""What rules on the files beside the pages and on the whole output judge."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from site_builder.documents import table
from site_builder.kernel import strict_json
from site_builder.rules.cases import PageSummary
from site_builder.rules.facts import Facts, SeasonFacts


class Csv(NamedTuple):
    """A CSV file: the cells of its header, and of each record after the line that it begins on."""

    header: list[str]
    records: list[tuple[int, list[str]]]

    def columns(self, *names: str) -> Iterator[tuple[int, tuple[str | None, ...]]]:
        """The line of each record and its cells in these columns, ``None`` where it has none."""
        places = [self.header.index(name) if name in self.header else len(self.header) for name in names]
        for line, record in self.records:
            yield line, tuple(record[at] if at < len(record) else None for at in places)


@dataclass(frozen=True)
class FileCase:
    """A file beside the pages: a download, a list of proofs, a sitemap. ``about`` says what it must be about:
    (season, track, table) for a download of a table, (season, track, None) for a file of a track."""

    file: str
    data: bytes
    facts: Facts
    about: tuple[int, str, str | None] | None = None

    @property
    def season(self) -> SeasonFacts | None:
        return self.facts.seasons.get(self.about[0]) if self.about else None

    def json(self) -> Any:
        """The value of a JSON file, or ``None`` where it is not strict JSON."""
        return self._json

    @cached_property
    def csv(self) -> Csv:
        """The cells of a CSV file."""
        rows = table.records(io.StringIO(self.data.decode("utf-8"), newline=""))
        header, records = next(rows, []), []
        end = rows.line_num
        for row in rows:
            records.append((end + 1, row))
            end = rows.line_num
        return Csv(header, records)

    @cached_property
    def _json(self) -> Any:
        try:
            return strict_json.parse(self.data.replace(b"\n", b""))
        except strict_json.StrictJsonError:
            return None


class Listed(NamedTuple):
    """An address of a sitemap file; ``alternates``: whether it names its page in every language, and the
    default one as ``x-default``."""

    url: str
    alternates: bool = True


@dataclass(slots=True)
class SiteCase:
    """The whole output, in summaries.

    ``files``: every file written; ``pages``: HTML file → (path without a language, language); ``links``:
    (path, anchor) → an HTML file that links there; ``ids``: HTML file → its ids, each on a line; ``listed``:
    the addresses of the sitemap files.
    """

    facts: Facts
    files: set[str] = field(default_factory=set)
    pages: dict[str, tuple[str, str]] = field(default_factory=dict)
    links: dict[tuple[str, str], str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    listed: list[Listed] = field(default_factory=list)
    _same: dict[str, str] = field(default_factory=dict, repr=False)

    def has_anchor(self, file: str, anchor: str) -> bool:
        """Whether a page has an element of this id."""
        return f"\n{anchor}\n" in f"\n{self.ids.get(file, '')}\n"

    def add(self, summary: PageSummary) -> None:
        """Counts a page in; most pages of a type have the same ids, kept once."""
        self.pages[summary.file] = (summary.path, summary.language)
        for link in sorted(summary.links):
            self.links.setdefault(link, summary.file)
        self.ids[summary.file] = self._same.setdefault(summary.ids, summary.ids)


def resolved_target(path: str) -> str:
    """The file of the output that a path of the site names."""
    path = path.partition("?")[0].removeprefix("/")
    return path + "index.html" if path.endswith("/") or not path else path
