"""What changed in one page document: its rows, and all else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from site_builder.comparison.structure import Change, Figure, Tokens, differences, displayed
from site_builder.kernel.canonical import json_text
from site_builder.kernel.pointer import render

Kind = Literal["added", "removed", "changed"]

# What every build writes anew: told once for the whole site.
STAMP: Final = ("genere_le", "commit_source")
_TABLES: Final[Tokens] = ("contenu", "tableaux")


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row of a table, matched by table and ``report_id``.

    Both rates are always given together (PUB-04), before and after, whichever changed. ``changes`` holds
    what else differs in a row that stands in both sites.
    """

    kind: Kind
    table: str
    report_id: str
    name: str | None
    pointer: str
    overclaim: tuple[str | None, str | None]
    success: tuple[str | None, str | None]
    changes: tuple[Change | Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentChanges:
    """Rows, then everything else, in document order; both empty when only the stamp differs."""

    rows: tuple[RowChange, ...]
    changes: tuple[Change | Figure, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    value: dict[str, Any]
    at: Tokens


def compare_documents(before: object, after: object) -> DocumentChanges:
    """Every difference of two page documents but the date and the commit of the build."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return DocumentChanges((), tuple(differences(before, after)))
    old_rows, new_rows = _rows(before), _rows(after)
    if old_rows is None or new_rows is None:
        rows: tuple[RowChange, ...] = ()
        found = list(differences(_unstamped(before), _unstamped(after)))
    else:
        rows = tuple(_row_changes(old_rows, new_rows))
        found = list(differences(_unstamped(_without_rows(before)), _unstamped(_without_rows(after))))
        if not rows:
            found += _moved(old_rows, new_rows)
    # The list of third-party places follows from the content: told only if nothing else is.
    own = [change for change in found if not change.pointer.startswith("/texte_de_tiers/champs")]
    return DocumentChanges(rows, tuple(own if own or rows else found))


def _unstamped(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name not in STAMP}


def _tables(document: dict[str, Any]) -> list[Any]:
    content = document.get("contenu")
    tables = content.get("tableaux") if isinstance(content, dict) else None
    return tables if isinstance(tables, list) else []


def _rows(document: dict[str, Any]) -> dict[tuple[str, str], _Row] | None:
    """(table, report_id) → row, in document order; ``None`` if the tables are of another shape."""
    found: dict[tuple[str, str], _Row] = {}
    try:
        for number, table in enumerate(_tables(document)):
            for place, group in enumerate(table["groupes"]):
                for index, row in enumerate(group["lignes"]):
                    key = (str(table["id"]), str(row["report_id"]))
                    if key in found:
                        return None
                    at = (*_TABLES, number, "groupes", place, "lignes", index)
                    found[key] = _Row(row, at)
    except (KeyError, TypeError):
        return None
    return found


def _without_rows(document: dict[str, Any]) -> dict[str, Any]:
    tables = _tables(document)
    if not tables:
        return document
    shells = [
        {
            **table,
            "groupes": [{k: v for k, v in group.items() if k != "lignes"} for group in table["groupes"]],
        }
        for table in tables
    ]
    return {**document, "contenu": {**document["contenu"], "tableaux": shells}}


def _row_changes(old: dict[tuple[str, str], _Row], fresh: dict[tuple[str, str], _Row]) -> Iterator[RowChange]:
    for key, row in old.items():
        if key not in fresh:
            yield _row("removed", key, row, row, None)
    for key, row in fresh.items():
        known = old.get(key)
        if known is None:
            yield _row("added", key, row, None, row)
            continue
        found = tuple(differences(known.value, row.value, row.at))
        if found:
            rates = [render((*row.at, "taux", rate)) for rate in ("overclaim", "reussite")]
            others = (c for c in found if not (isinstance(c, Figure) and c.pointer in rates))
            yield _row("changed", key, row, known, row, tuple(others))


def _row(
    kind: Kind,
    key: tuple[str, str],
    shown: _Row,
    old: _Row | None,
    fresh: _Row | None,
    changes: tuple[Change | Figure, ...] = (),
) -> RowChange:
    agent = shown.value.get("agent")
    name = agent.get("nom") if isinstance(agent, dict) else None
    return RowChange(
        kind,
        *key,
        name if isinstance(name, str) else None,
        render(shown.at),
        (_rate(old, "overclaim"), _rate(fresh, "overclaim")),
        (_rate(old, "reussite"), _rate(fresh, "reussite")),
        changes,
    )


def _rate(row: _Row | None, rate: str) -> str | None:
    rates = row.value.get("taux") if row is not None else None
    return displayed(rates.get(rate)) if isinstance(rates, dict) else None


def _moved(old: dict[tuple[str, str], _Row], fresh: dict[tuple[str, str], _Row]) -> Iterator[Change]:
    """Rows that all stayed the same, but stand elsewhere: each with its place before and after.

    Otherwise not told: the order of rows follows from what they hold.
    """
    for key, row in fresh.items():
        if old[key].at != row.at:
            yield Change(render(row.at), json_text(render(old[key].at)), json_text(render(row.at)))
