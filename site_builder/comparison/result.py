"""The answer of a comparison, as data, as text for a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from site_builder.comparison.document import Kind, RowChange
from site_builder.comparison.structure import Change, Figure
from site_builder.kernel.terminal import printable

SCHEMA: Final = "proveit-comparison-v1"
_SHOWN: Final = 160
_SIGNS: Final = {"added": "+", "removed": "-", "changed": "~"}


@dataclass(frozen=True, slots=True)
class Side:
    """A site as its manifest states it; ``bytes`` is the size of all its files but the manifest."""

    genere_le: str
    commit_source: str
    count: int
    bytes: int


@dataclass(frozen=True, slots=True)
class PageChange:
    """A page by its address on the site; ``files`` are those of its files that are not the same.

    ``layout`` is true when its files differ though no value of its document does.
    """

    kind: Kind
    address: str
    files: tuple[str, ...]
    layout: bool = False
    rows: tuple[RowChange, ...] = ()
    changes: tuple[Change | Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that is no page: sizes in bytes, ``None`` where it is not there."""

    kind: Kind
    path: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed from ``old`` to ``new``, by address and by path.

    ``restamped`` counts the pages and other files in which nothing but the date and the commit of the
    build differs, ``same`` those that are the same byte for byte.
    """

    old: Side
    new: Side
    pages: tuple[PageChange, ...]
    files: tuple[FileChange, ...]
    restamped: int
    same: int

    def as_json(self) -> dict[str, Any]:
        """For machines. Values are JSON texts, so that numbers of any length stay exact and ``null`` (the
        value is not there) differs from ``"null"``."""
        return {
            "schema": SCHEMA,
            "old": asdict(self.old),
            "new": asdict(self.new),
            "pages": [_page_json(page) for page in self.pages],
            "files": [asdict(file) for file in self.files],
            "restamped": self.restamped,
            "same": self.same,
        }

    def as_text(self) -> str:
        """For a terminal: one line each, no control character, long values shortened saying so."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        count = {kind: sum(page.kind == kind for page in self.pages) for kind in _SIGNS}
        yield (f"Pages: {count['added']} added, {count['removed']} removed, {count['changed']} changed.")
        files = {kind: sum(file.kind == kind for file in self.files) for kind in _SIGNS}
        yield (
            f"Other files: {files['added']} added, {files['removed']} removed, {files['changed']} changed "
            "(ledger and earlier publications aside)."
        )
        yield (f"Pages and files with another date or commit alone: {self.restamped}; the same: {self.same}.")
        yield (
            f"In all: {_arrow(f'{self.old.count} files', f'{self.new.count} files')}, "
            f"{_arrow(f'{self.old.bytes} bytes', f'{self.new.bytes} bytes')}."
        )
        yield f"Generated: {printable(_arrow(self.old.genere_le, self.new.genere_le))}"
        yield f"Commit: {printable(_arrow(self.old.commit_source, self.new.commit_source))}"
        for page in self.pages:
            note = " (layout alone)" if page.layout and not page.rows and not page.changes else ""
            yield f"{_SIGNS[page.kind]} {printable(page.address)}{note}"
            yield from (f"    {line}" for row in page.rows for line in _row_lines(row))
            yield from (f"    {_change_line(change)}" for change in page.changes)
        for file in self.files:
            sizes = _arrow(*(None if size is None else f"{size} bytes" for size in (file.before, file.after)))
            yield f"{_SIGNS[file.kind]} {printable(file.path)}: {sizes}"


def _row_lines(row: RowChange) -> Iterator[str]:
    name = f" {_short(row.name)}" if row.name is not None else ""
    yield (
        f"{_SIGNS[row.kind]} row {printable(row.table)} {printable(row.report_id)}{name}: "
        f"overclaim {_arrow(*row.overclaim)}; success {_arrow(*row.success)}"
    )
    yield from (f"    {_change_line(change)}" for change in row.changes)


def _change_line(change: Change | Figure) -> str:
    return f"{_short(change.pointer)}: {_arrow(change.before, change.after)}"


def _arrow(before: str | None, after: str | None) -> str:
    left, right = ("(none)" if side is None else _short(side) for side in (before, after))
    return left if before == after else f"{left} → {right}"


def _short(text: str) -> str:
    """On one line, safe for a terminal, and not longer than a few of its lines."""
    cut = printable(text[:_SHOWN])
    return cut if len(text) <= _SHOWN else f"{cut}… ({len(text)} characters)"


def _page_json(page: PageChange) -> dict[str, Any]:
    return {
        "kind": page.kind,
        "address": page.address,
        "files": list(page.files),
        "layout": page.layout,
        "rows": [
            {
                "kind": row.kind,
                "table": row.table,
                "report_id": row.report_id,
                "name": row.name,
                "pointer": row.pointer,
                "overclaim": _sides(*row.overclaim),
                "success": _sides(*row.success),
                "changes": [_change_json(change) for change in row.changes],
            }
            for row in page.rows
        ],
        "changes": [_change_json(change) for change in page.changes],
    }


def _change_json(change: Change | Figure) -> dict[str, Any]:
    kind = "figure" if isinstance(change, Figure) else "value"
    return {"kind": kind, "pointer": change.pointer, **_sides(change.before, change.after)}


def _sides(before: str | None, after: str | None) -> dict[str, str | None]:
    return {"before": before, "after": after}
