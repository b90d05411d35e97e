"""The page of a season (specification §8): dates, freezes, disputes, corrections, incidents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from site_builder.challenges.prove_it.pages import corrections, notices, received
from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, SeasonContext, TrackContext
from site_builder.challenges.prove_it.pages.counts import TaskCounts
from site_builder.challenges.prove_it.pages.received import Counts
from site_builder.challenges.prove_it.pages.words import TABLES, Words
from site_builder.documents.addresses import localised
from site_builder.documents.envelope import Document, envelope

Part = dict[str, Any]



def documents(
    context: SeasonContext, tracks: Sequence[TrackContext], counts: Counts
) -> dict[str, Document]:
    """Language → document of the season; ``counts`` is ignored as long as scores are not published."""
    return {
        code: envelope(
            context.build.site,
            code,
            PROVE_IT.season(context.number),
            refs.titled(context, words, words.messages.text("season.title", season=context.number)),
            context.season.season_service,
            _content(context, words, tracks, counts),
        )
        for code, words in context.build.words.items()
    }


def dates(context: SeasonContext, words: Words) -> Part:
    """Opening, close (both bounds included) and publication; the season's state is never said (PUB-14)."""
    season, cells = context.season, words.cells
    return {
        "ouverture": cells.date(season.opens_at),
        "cloture": cells.date(season.closes_at),
        "publication": cells.date(season.published_at) if season.published_at else None,
    }


def _content(
    context: SeasonContext, words: Words, tracks: Sequence[TrackContext], counts: Counts
) -> Part:
    season, t = context.season, words.messages
    published = context.case.published
    entries = context.case.corrections if published else ()
    return {
        "type": "saison",
        "description": t.text("season.description", season=context.number),
        "avis": [
            *notices.of_tracks(context, tracks, words),
            *notices.of_enrolments(context, words),
            *notices.of_named_assertions(entries, words),
        ],
        "fil": refs.season_trail(context, words),
        "saison": {
            "numero": context.number,
            "nom": refs.season_name(context, words),
            "demonstration": season.demonstration,
            "invalidee": context.invalidated,
        },
        "dates": dates(context, words),
        "service": {"url": season.season_service, "texte": t["envelope.season_state"]},
        "pistes": [_track(track, words, counts) for track in tracks],
        "contestation": corrections.dispute(context, words),
        "corrections": corrections.listed(context, words, entries),
        "incidents": _incidents(tracks, words, counts) if published and not context.invalidated else [],
        "licence": {"donnees": season.licence.data, "textes": season.licence.text},
        "limites": refs.limits(words),
    }


def _track(context: TrackContext, words: Words, counts: Counts) -> Part:
    track = context.case.track
    counted = sum(track.expected_verdicts.values())
    is_open = track.verdicts is None and counted < context.task_count
    return {
        "id": context.name,
        "nom": refs.track_title(context, words),
        "url": localised(words.code, context.path),
        "bornes": [{"task_id": t.task_id, "minimum": t.minimum, "plafond": t.cap} for t in track.tasks],
        "verdicts_attendus": [
            {"verdict": verdict, "nombre": count} for verdict, count in track.expected_verdicts.items()
        ],
        "verdicts_note": words.messages["season.verdicts.open"] if is_open else None,
        "rejeu": notices.replayed(context, words),
        "soumissions": received.cell(context, words, counts),
        "preenregistrement": _preregistration(context, words),
    }


def _preregistration(context: TrackContext, words: Words) -> Part:
    """The hashes fixed before the first run; the key and the salts once the season is closed."""
    season, track = context.season, context.case.track
    rules, key = track.scoring_rules, track.answer_key
    closed = season.case.closed
    number, name = season.number, context.name
    return {
        "ancrage": notices.anchoring(context, words),
        "bareme": {
            "version": rules.version,
            "section": rules.section,
            "sha256": rules.sha256,
            "proof_id": rules.proof_id,
            "proof_url": season.proof_url(rules.proof_id),
            "fichier_url": PROVE_IT.track_section(number, name, rules.section),
            "langue": rules.language,
        },
        "manifeste_sha256": track.corpus.manifest_sha256,
        "cle": {
            "engagement": key.commitment,
            "sel": key.salt if closed else None,
            "url": PROVE_IT.answer_key(number, name) if closed and context.case.key_bytes else None,
        },
        "remplaces": [
            {
                "version": freeze.version,
                "proof_id": freeze.proof_id,
                "proof_url": season.proof_url(freeze.proof_id),
                "sel": freeze.salt if closed else None,
                "motif": freeze.reason.in_language(words.code),
            }
            for freeze in rules.superseded
        ],
    }


def _incidents(tracks: Sequence[TrackContext], words: Words, counts: Counts) -> list[Part]:
    """Instrument faults and flat copies that differ, for each table of each track apart (PUB-02); only
    where there are some."""
    found = []
    for context in tracks:
        for table in TABLES:
            counted = counts.get((context.name, table), TaskCounts())
            for kind, number, key in (
                ("defaut_instrument", counted.instrument_faults, "season.incidents.faults"),
                ("tache_perdue", counted.lost_tasks, "season.incidents.lost_tasks"),
                ("copie_divergente", counted.flat_copies, "season.incidents.flat_copies"),
            ):
                if number:
                    found.append(
                        {
                            "genre": kind,
                            "piste": {"id": context.name, "nom": refs.track_title(context, words)},
                            "tableau": {"id": table, "nom": words.tables[table]["nom"]},
                            "nombre": number,
                            "texte": words.messages.plural(key, number),
                        }
                    )
    return found
