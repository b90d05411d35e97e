"""The page of a track: two tables that are never merged (PUB-02), of any size.

The document is made in two steps. :func:`heads` gives everything but the rows, for tables whose groups are
known; :func:`write` serialises it around rows that are already bytes, in their final order, one a line.
Memory does not grow with the number of rows: the pointers of third-party text, which stand before the
rows, follow from the number and the kind of the rows alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import orjson

from site_builder.challenges.prove_it.inputs.correction import Correction
from site_builder.challenges.prove_it.pages import corrections, notices, rows, tables
from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, TrackContext
from site_builder.challenges.prove_it.pages.tables import Group, Table, groups
from site_builder.challenges.prove_it.pages.words import TABLES, Words
from site_builder.documents import third_party
from site_builder.documents.envelope import Document, dump, envelope

Part = dict[str, Any]

__all__ = ["Group", "Head", "Table", "document", "groups", "heads", "write"]

@dataclass(frozen=True, slots=True)
class Head:
    """A track page without its rows: the document, with empty ``lignes``, and the groups of each table."""

    document: Document
    tables: tuple[tuple[str, tuple[Group, ...]], ...]


def heads(context: TrackContext, known: Mapping[str, Table]) -> dict[str, Head]:
    """Language → the page without its rows; ``known`` is ignored until scores are published."""
    shown = tuple((name, known.get(name, Table())) for name in TABLES) if context.shows_scores else ()
    layout = tuple((name, table.groups) for name, table in shown)
    result = {}
    for code, words in context.build.words.items():
        content = _content(context, words, shown)
        title = words.messages.text(
            "track.title", track=words.track_name(context.name), season=context.season.number
        )
        document = envelope(
            context.build.site,
            code,
            context.path,
            refs.titled(context.season, words, title),
            context.season.season.season_service,
            content,
        )
        result[code] = Head(document, layout)
    return result


def write(head: Head, table_rows: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of ``index.json``, piece by piece; ``table_rows`` holds the rows of all tables in order.

    Raises ValueError when there are fewer or more rows than the groups say.
    """
    source = iter(table_rows)
    before = {key: value for key, value in head.document.items() if key not in ("texte_de_tiers", "contenu")}
    marked = head.document["texte_de_tiers"]
    yield _opened(before) + b',"texte_de_tiers":' + _opened({"marque": marked["marque"]}) + b',"champs":['
    yield from _pointers(head, marked["champs"])
    yield b']},"contenu":'
    content = head.document["contenu"]
    keys = list(content)
    at = keys.index("tableaux")
    yield _opened({key: content[key] for key in keys[:at]}) + b',"tableaux":['
    for number, table in enumerate(content["tableaux"]):
        yield (b"," if number else b"") + _opened({k: v for k, v in table.items() if k != "groupes"})
        yield b',"groupes":['
        for index, (group, made) in enumerate(zip(head.tables[number][1], table["groupes"], strict=True)):
            yield (b"," if index else b"") + _opened({k: v for k, v in made.items() if k != "lignes"})
            yield b',"lignes":['
            count = 0
            for row in islice(source, group.rows):
                yield (b",\n" if count else b"\n") + row
                count += 1
            if count != group.rows:
                raise ValueError(f"{count} rows where {group.rows} were announced")
            yield b"\n]}"
        yield b"]}"
    if next(source, None) is not None:
        raise ValueError("more rows than were announced")
    yield b"]," + dump({key: content[key] for key in keys[at + 1 :]})[1:] + b"}"


def document(head: Head, table_rows: Iterable[Part]) -> Document:
    """The same document in memory, from rows that are documents: for small pages."""
    source = iter(table_rows)
    content = dict(head.document["contenu"])
    content["tableaux"] = [
        {
            **table,
            "groupes": [
                {**made, "lignes": list(islice(source, group.rows))}
                for group, made in zip(layout, table["groupes"], strict=True)
            ],
        }
        for table, (_, layout) in zip(content["tableaux"], head.tables, strict=True)
    ]
    champs = third_party.pointers(content, "/contenu")
    marked = {**head.document["texte_de_tiers"], "champs": champs}
    return {**head.document, "texte_de_tiers": marked, "contenu": content}


def _opened(part: Part) -> bytes:
    """An object without its closing brace, so that more members can follow."""
    return dump(part)[:-1]


def _pointers(head: Head, own: Sequence[str]) -> Iterator[bytes]:
    """Every pointer in document order: what stands before the tables, the rows, what stands after them."""
    after = [p for p in own if p.startswith("/contenu/corrections/")]
    before = [p for p in own if not p.startswith("/contenu/corrections/")]
    separator = b""
    for batch in chain([before], _row_pointers(head), [after]):
        if batch:
            yield separator + orjson.dumps(batch)[1:-1]
            separator = b","


def _row_pointers(head: Head) -> Iterator[list[str]]:
    for number, (name, layout) in enumerate(head.tables):
        for index, group in enumerate(layout):
            if group.kind != rows.GONE:
                place = f"/contenu/tableaux/{number}/groupes/{index}/lignes"
                for row in range(group.rows):
                    yield [f"{place}/{row}{relative}" for relative in rows.POINTERS[name]]


def _content(context: TrackContext, words: Words, shown: Sequence[tuple[str, Table]]) -> Part:
    season, track, t = context.season, context.case.track, words.messages
    name = words.track_name(context.name)
    entries = _corrections(context)
    of_rows = [notices.replaced_emoji(words)] if any(table.emoji for _, table in shown) else []
    avis = [*notices.of_track(context, words), *notices.of_enrolments(season, words)]
    avis += [*(of_rows or notices.of_named_assertions(entries, words))]
    return {
        "type": "piste",
        "description": t.text("track.description", track=name, season=season.number),
        "avis": avis,
        "fil": refs.track_trail(context, words),
        "saison": refs.season_reference(season, words),
        "piste": {
            "id": context.name,
            "nom": refs.track_title(context, words),
            "resume": refs.track_summary(words, context.name),
        },
        "lecture": refs.reading(words),
        "rejeu": notices.replayed(context, words),
        "bareme": _scoring_rules(context),
        "scores_publies": context.shows_scores,
        "scores_texte": None if context.shows_scores else t["track.no_scores"],
        "verdicts_attendus": [
            {"verdict": verdict, "nombre": count} for verdict, count in track.expected_verdicts.items()
        ],
        "taches": [_task(context, words, at) for at in range(context.task_count)],
        "tableaux": [tables.content(context, words, table_name, table) for table_name, table in shown],
        "regle_ordre": t["table.order"],
        "corrections": corrections.listed(season, words, entries),
        "limites": refs.limits(words),
    }


def _scoring_rules(context: TrackContext) -> Part:
    rules = context.case.track.scoring_rules
    path = PROVE_IT.track_section(context.season.number, context.name, rules.section)
    return {
        "version": rules.version,
        "section": rules.section,
        "sha256": rules.sha256,
        "proof_id": rules.proof_id,
        "proof_url": context.season.proof_url(rules.proof_id),
        "fichier_url": path,
        "langue": rules.language,
    }


def _task(context: TrackContext, words: Words, at: int) -> Part:
    known = context.tasks[at]
    revealed = context.season.case.closed and known.answer is not None
    return {
        "task_id": known.task_id,
        "minimum": known.minimum,
        "plafond": known.cap,
        "famille": words.families[known.family] if revealed and known.family else None,
        "controle": known.control if revealed else None,
        "verdict_attendu": known.answer.verdict if revealed and known.answer else None,
    }


def _corrections(context: TrackContext) -> list[Correction]:
    found = [c for c in context.season.case.corrections if c.concerns.track == context.name]
    return found if context.shows_scores else []
