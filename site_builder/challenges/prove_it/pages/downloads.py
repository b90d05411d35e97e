"""The downloads of one table (PUB-02: never two tables, never two tracks): CSV, its schema, JSON, and the CSV
for spreadsheets.

Every row carries both rates as integers, its label (PUB-06) and, where the results are invented or the
season was invalidated, the words that say so. The first row is the best constant answer (PUB-03).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from site_builder.challenges.prove_it.pages import notices, rows, tables
from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.documents import spreadsheet, table
from site_builder.documents.addresses import absolute, localised
from site_builder.documents.envelope import dump
from site_builder.documents.table import Cell, Column

Part = dict[str, Any]

SCHEMA: Final = "proveit-results-v1"


def columns(words: Words, name: str) -> list[Column]:
    """The columns of a table's CSV: names are the same in every language, titles are not."""
    t = words.messages
    found = [
        Column("saison", "integer", t["csv.season"]),
        Column("piste", "string", t["csv.track"]),
        Column("tableau", "string", t["csv.table"]),
        Column("etiquette", "string", t["column.label"], words.tables[name]["etiquette"]),
        Column("avis", "string", t["csv.notice"]),
        Column("etat", "string", t["csv.state"], t["csv.state_values"]),
        Column("report_id", "string", t["csv.report_id"]),
        Column("agent", "string", t["column.agent"]),
        Column("did", "string", t["column.did"]),
        Column("overclaim_etat", "string", t["csv.overclaim_state"], t["csv.rate_states"]),
        Column("overclaim_numerateur", "integer", t["csv.overclaim_numerator"]),
        Column("overclaim_denominateur", "integer", t["csv.overclaim_denominator"]),
        Column("reussite_etat", "string", t["csv.success_state"], t["csv.rate_states"]),
        Column("reussite_numerateur", "integer", t["csv.success_numerator"]),
        Column("reussite_denominateur", "integer", t["csv.success_denominator"]),
        Column("taches_rendues", "integer", t["column.tasks_submitted"]),
        Column("taches", "integer", t["csv.tasks"]),
    ]
    if name == "community":
        found.append(Column("stack_declaree", "string", t["column.declared_stack"]))
    else:
        found += [
            Column("modele", "string", t["column.run_model"]),
            Column("version_modele", "string", t["column.run_model_version"]),
            Column("cadre", "string", t["column.run_framework"]),
            Column("version_cadre", "string", t["column.run_framework_version"]),
            Column("prompt_url", "string", t["column.run_prompt"]),
        ]
    return [
        *found,
        Column("rapport_url", "string", t["nav.report"]),
        Column("preuves_url", "string", t["column.proofs"]),
    ]


def csv_file(context: TrackContext, words: Words, name: str, lines: Iterable[bytes]) -> Iterator[bytes]:
    """The file, piece by piece: header, best constant answer, then the rows' lines in their order."""
    yield table.header(columns(words, name))
    constant = tables.constant_answer(context, words)
    extra: tuple[Cell, ...] = (None,) * (1 if name == "community" else 5)
    yield table.line(
        (
            *_common(context, words, name, constant["etiquette"]),
            "constante",
            None,
            constant["libelle"],
            None,
            *_rates(constant["taux"]),
            None,
            context.task_count,
            *extra,
            None,
            None,
        )
    )
    yield from lines


def workbook(context: TrackContext, words: Words, name: str, lines: Iterable[bytes]) -> bytes:
    """The CSV for spreadsheets, which then guess neither its encoding nor what its cells are."""
    csv = csv_file(context, words, name, lines)
    return spreadsheet.workbook(words.tables[name]["nom"], columns(words, name), csv)


def csv_line(context: TrackContext, words: Words, name: str, row: Part) -> bytes:
    """The line of a row of a table, from the row's document."""
    url = row["rapport_url"]
    base = context.build.site.base_url
    cells = [
        *_common(context, words, name, words.tables[name]["etiquette"]),
        row["etat"],
        row["report_id"],
        *(row["agent"].values() if row["agent"] else (None, None)),
        *(_rates(row["taux"]) if row["taux"] else (None,) * 6),
        row["taches_rendues"]["nombre"] if row["taches_rendues"] else None,
        context.task_count,
        *_made_with(name, row),
        absolute(base, url) if url else None,
        absolute(base, row["preuves"]["url"]) if row["preuves"] else None,
    ]
    return table.line(cells)


def csv_schema(context: TrackContext, words: Words, name: str) -> Part:
    """The Table Schema beside the CSV, with what CSV has no place for: label, notices, AI Act label."""
    return {
        **table.table_schema(columns(words, name)),
        "encoding": "utf-8",
        "langue": words.code,
        "mention_ia": context.build.site.ai_label[words.code],
        "etiquette": words.tables[name]["etiquette"],
        "avis": notices.of_track(context, words),
        "note": words.messages["track.download.note"],
        "limites": refs.limits(words),
    }


def json_file(
    context: TrackContext,
    words: Words,
    name: str,
    groups: Sequence[tables.Group],
    table_rows: Iterable[bytes],
) -> Iterator[bytes]:
    """``results.json``, piece by piece: the rows of one table as they stand in the page, one a line."""
    site = context.build.site
    path = localised(words.code, PROVE_IT.results(context.season.number, context.name, name, "json"))
    head = {
        "schema": SCHEMA,
        "langue": words.code,
        "url": absolute(site.base_url, path),
        "mention_ia": site.ai_label[words.code],
        "genere_le": site.generated_at,
        "commit_source": site.source_commit,
        "avis": notices.of_track(context, words),
        "saison": refs.season_reference(context.season, words),
        "piste": refs.track_reference(context, words),
        "tableau": words.tables[name],
        "limites": refs.limits(words),
        "constante": tables.constant_answer(context, words),
        "texte_de_tiers": {"marque": site.third_party_mark[words.code]},
    }
    yield dump(head)[:-2] + b',"champs":['
    kinds = [group.kind for group in groups for _ in range(group.rows)]
    separator = b""
    for index, kind in enumerate(kinds):
        if kind != rows.GONE:
            yield separator + dump([f"/lignes/{index}{p}" for p in rows.POINTERS[name]])[1:-1]
            separator = b","
    yield b']},"lignes":['
    separator = b"\n"
    for row in table_rows:
        yield separator + row
        separator = b",\n"
    yield b"\n]}"


def _common(context: TrackContext, words: Words, name: str, label: str) -> tuple[Cell, ...]:
    marks = " / ".join(refs.marks(context.season, words))
    return (context.season.number, context.name, name, label, marks or None)


def _rates(pair: Part) -> tuple[Cell, ...]:
    overclaim, success = pair["overclaim"], pair["reussite"]
    return (
        overclaim["etat"],
        overclaim["numerateur"],
        overclaim["denominateur"],
        success["etat"],
        success["numerateur"],
        success["denominateur"],
    )


def _made_with(name: str, row: Part) -> tuple[Cell, ...]:
    if name == "community":
        return (row["stack"]["declaree"] if row["stack"] else None,)
    run = row["run"] or {}
    return tuple(run.get(key) for key in ("modele", "version_modele", "cadre", "version_cadre", "prompt_url"))
