"""What a later publication took back of an earlier one without an entry that says so (PUB-17).

It reads a comparison of the two, and judges nothing of a season that was published as a demonstration alone:
its results are invented, and may change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from site_builder.comparison import Comparison
from site_builder.comparison.document import RowChange
from site_builder.comparison.result import PageChange
from site_builder.comparison.structure import Change, Figure
from site_builder.documents import addresses
from site_builder.languages import LANGUAGES
from site_builder.reader.account import Problem

_SEASON: Final = re.compile(r"/challenges/prove-it/season-([0-9]{1,9})/")
_ENTRY: Final = re.compile(r"/contenu/corrections/[0-9]+")
# What the words and the date of an entry are in every language and every version of the program.
_OF_AN_ENTRY: Final = re.compile(
    r"/contenu/corrections/[0-9]+/(?:n|genre|motif|date/iso|task_id|assertion_id|(?:avant|apres)/(?:statut|cause))"
)
_PENDING: Final = '"en_attente"'


def taken_back(compared: Comparison, real: Collection[int]) -> Iterator[Problem]:
    """Each thing of the ``real`` seasons that was published and is not any longer, or is otherwise."""
    for page in compared.pages:
        season = _season(page.address)
        if season is None or season not in real:
            continue
        if page.kind == "removed":
            yield Problem(page.files[0], "no page", "the page, which was published")
        elif page.kind == "changed" and _in_default(page.address):
            yield from _of_page(page)


def _season(address: str) -> int | None:
    path = address
    for row in LANGUAGES:
        path = path.removeprefix(row.prefix) if row.prefix else path
    found = _SEASON.match(path)
    return int(found[1]) if found else None


def _in_default(address: str) -> bool:
    return not any(row.prefix and address.startswith(f"{row.prefix}/") for row in LANGUAGES)


def _of_page(page: PageChange) -> Iterator[Problem]:
    file = addresses.json_file(page.address)
    new = {*_newly_corrected(page.changes)}
    for change in page.changes:
        gone = _ENTRY.fullmatch(change.pointer) and change.after is None
        if gone or _OF_AN_ENTRY.fullmatch(change.pointer):
            found = "no such correction" if gone else change.after or "nothing"
            expected = f"{_short(change.before or 'nothing')}, as published"
            yield Problem(file, _short(found), expected, change.pointer)
    for row in page.rows:
        if row.report_id not in new:
            yield from _of_row(file, row)


def _newly_corrected(changes: tuple[Change | Figure, ...]) -> Iterator[str]:
    """The rows that entries are about which were not there before."""
    for change in changes:
        if _ENTRY.fullmatch(change.pointer) and change.before is None and change.after is not None:
            entry: Any = json.loads(change.after)
            if isinstance(entry, dict) and isinstance(about := entry.get("rapport"), dict):
                yield str(about.get("report_id"))


def _of_row(file: str, row: RowChange) -> Iterator[Problem]:
    who = f"{row.report_id}{f' ({row.name})' if row.name else ''} in {row.table}"
    if row.kind == "removed":
        expected = "the row, as published, or a correction that removes it"
        yield Problem(file, f"no row {who}", expected, row.pointer)
    if row.kind != "changed":
        return
    changed = {change.pointer.removeprefix(row.pointer): change for change in row.changes}
    address = changed.get("/rapport_url")
    if address is not None and address.after in (None, "null"):
        yield Problem(file, f"a private report of {who}", "the report, which was public", address.pointer)
    state = changed.get("/etat")
    if state is not None and state.before == _PENDING:
        return  # its scores are there at last
    number = changed.get("/taches_rendues/nombre")
    tasks = (number.before, number.after) if number else (None, None)
    for name, (before, after) in (("overclaim", row.overclaim), ("success", row.success), ("tasks", tasks)):
        if before != after:
            expected = f"{before}, as published, or a correction of the row"
            yield Problem(file, f"{name} {after} of {who}", expected, row.pointer)


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:119] + "…"
