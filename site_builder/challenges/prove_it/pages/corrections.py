"""Corrections as a page shows them (PUB-17), and how a scoring is disputed (PUB-19)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from site_builder.challenges.prove_it.inputs.correction import Assessment, Correction, Replacement
from site_builder.challenges.prove_it.pages.context import PROVE_IT, SeasonContext
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.documents.addresses import localised

Part = dict[str, Any]


def listed(context: SeasonContext, words: Words, corrections: Iterable[Correction]) -> list[Part]:
    """The corrections as cells, in the order given."""
    return [_cell(context, words, correction) for correction in corrections]


def _cell(context: SeasonContext, words: Words, correction: Correction) -> Part:
    place = correction.concerns
    after = correction.after
    return {
        "n": correction.n,
        "date": words.cells.date(correction.at),
        "genre": correction.kind,
        "genre_libelle": words.kinds[correction.kind],
        "motif": correction.reason.in_language(words.code),
        "task_id": place.task_id,
        "assertion_id": place.assertion_id,
        "avant": _assessment(words, correction.before),
        "apres": _assessment(words, after),
        "rapport": _report(context, words, place.track, place.report_id),
        "remplacant": _report(context, words, place.track, after.report_id)
        if isinstance(after, Replacement)
        else None,
    }


def _assessment(words: Words, value: Assessment | Replacement | None) -> Part | None:
    if not isinstance(value, Assessment):
        return None
    cause = value.cause
    return {
        "statut": value.status,
        "statut_libelle": words.statuses[value.status],
        "cause": cause,
        "cause_libelle": words.causes[cause]["libelle"] if cause else None,
    }


def _report(context: SeasonContext, words: Words, track: str, report_id: str) -> Part:
    path = PROVE_IT.report(context.number, track, report_id)
    has_page = (track, report_id) not in context.without_page
    return {"report_id": report_id, "url": localised(words.code, path) if has_page else None}


def dispute(context: SeasonContext, words: Words, *, gone: bool = False) -> Part:
    """Which assertion and cause, until when, where, and when the reasoned decision is due.

    ``jusqu_au`` is the publication plus the window; ``decision_avant`` is the latest date of a decision, for
    a request of the last day. Both are null until the publication is decided. ``gone``: the block stands on
    a tombstone, which has no assertion to name.
    """
    t, cells = words.messages, words.cells
    rules = context.season.disputes
    published = context.season.published_at
    deadline = published.plus_days(rules.window_days) if published else None
    latest = deadline.plus_days(rules.decision_days) if deadline else None
    sentences = [
        t.text("dispute.until", deadline=cells.moment(deadline), days=rules.window_days)
        if deadline
        else t.text("dispute.window", days=rules.window_days),
        t.text("dispute.where", contact=rules.contact),
        t.text("dispute.decision", days=rules.decision_days),
    ]
    if latest:
        sentences.append(t.text("dispute.decision_latest", deadline=cells.moment(latest)))
    return {
        "texte": " ".join(sentences),
        "objet": t["dispute.scope_gone" if gone else "dispute.scope"],
        "jusqu_au": cells.date(deadline) if deadline else None,
        "decision_avant": cells.date(latest) if latest else None,
        "contact": rules.contact,
        "jours": rules.window_days,
        "jours_decision": rules.decision_days,
    }
