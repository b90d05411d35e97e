"""The two tables of a track: what stands around their rows (PUB-02 … PUB-06)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from site_builder.challenges.prove_it.pages import rows
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.counts import TaskCounts
from site_builder.challenges.prove_it.pages.rows import RowOrder
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.documents.addresses import localised
from site_builder.kernel.rate import NotApplicable, Ratio

Part = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that stand together: their common place in the order, and how many they are."""

    kind: int
    success: int
    rows: int


@dataclass(frozen=True, slots=True)
class Table:
    """What the head of a page needs to know of one table."""

    groups: tuple[Group, ...] = ()
    counts: TaskCounts = field(default_factory=TaskCounts)
    emoji: bool = False


def groups(orders: Iterable[RowOrder]) -> tuple[Group, ...]:
    """The groups of a table from the sorted places of its rows."""
    return tuple(
        Group(kind, success, sum(1 for _ in members))
        for (kind, success), members in groupby(orders, key=lambda order: (order.group, order.success))
    )


def content(context: TrackContext, words: Words, name: str, table: Table) -> Part:
    season, t = context.season, words.messages
    labels = words.tables[name]
    return {
        **labels,
        "description": t[f"table.{name}.description"],
        "legende": t.text(
            "track.caption",
            table=labels["nom"],
            track=words.track_name(context.name),
            season=season.number,
            label=labels["etiquette"],
        ),
        "colonnes": {
            "agent": t["column.agent"],
            "did": t["column.did"],
            "overclaim": t["column.overclaim"],
            "reussite": t["column.success"],
            "taches_rendues": t["column.tasks_submitted"],
            "stack": t["column.run" if name == "reference" else "column.declared_stack"],
            "preuves": t["column.proofs"],
        },
        "constante": constant_answer(context, words),
        "telechargements": {
            key: {"url": localised(words.code, PROVE_IT.results(season.number, context.name, name, kind))}
            for key, kind in (
                ("csv", "csv"),
                ("schema", "schema.json"),
                ("json", "json"),
                ("tableur", "xlsx"),
            )
        },
        "taches": None if season.invalidated else _task_counts(context, table.counts),
        "rapports_comptes": None if season.invalidated else table.counts.reports,
        "groupes": [_group(context, words, group) for group in table.groups],
    }


def constant_answer(context: TrackContext, words: Words) -> Part:
    """The first row of every table (PUB-03): the most frequent expected verdict, returned everywhere."""
    verdict, count = context.case.track.best_constant()
    cells, t = words.cells, words.messages
    withheld = context.season.invalidated
    return {
        "libelle": t["constant_answer.name"],
        "etiquette": t["constant_answer.label"],
        "verdict": verdict,
        "taux": {
            "overclaim": cells.withheld if withheld else cells.rate(NotApplicable()),
            "reussite": cells.withheld if withheld else cells.rate(Ratio(count, context.task_count)),
        },
    }


def _task_counts(context: TrackContext, counts: TaskCounts) -> list[Part]:
    return [
        {
            "task_id": known.task_id,
            "rendues": counts.of(known.task_id).submitted,
            "exactes": counts.of(known.task_id).exact,
            "fondees": counts.of(known.task_id).grounded,
            "comptees": counts.of(known.task_id).counted,
        }
        for known in context.tasks
    ]


def _group(context: TrackContext, words: Words, group: Group) -> Part:
    cell = None
    if group.kind == rows.SCORED:
        cell = words.cells.rate(Ratio(-group.success, context.task_count))
        title = words.messages.text("table.group", success=cell["fraction"])
    else:
        title = words.messages[_TITLES[group.kind]]
    return {"reussite": cell, "titre": title, "lignes": []}


_TITLES: Final = {
    rows.PENDING: "track.group.pending",
    rows.WITHHELD: "track.group.withheld",
    rows.GONE: "track.group.gone",
}
