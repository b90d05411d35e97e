"""A row of a track's table, as rules judge it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from site_builder.rules.cases import PageCase


@dataclass(frozen=True, slots=True)
class RowCase:
    """One row of a track's table; ``previous`` is the row before it in the same group, if there is one."""

    page: PageCase
    table: Mapping[str, Any]
    group: Mapping[str, Any]
    row: Mapping[str, Any]
    previous: Mapping[str, Any] | None
    pointer: str


def rows_of(page: PageCase) -> Iterator[RowCase]:
    """The rows of a track document, in their order."""
    if page.type != "piste":
        return
    for i, table in enumerate(page.content["tableaux"]):
        for j, group in enumerate(table["groupes"]):
            previous = None
            for k, row in enumerate(group["lignes"]):
                pointer = f"/contenu/tableaux/{i}/groupes/{j}/lignes/{k}"
                yield RowCase(page, table, group, row, previous, pointer)
                previous = row
