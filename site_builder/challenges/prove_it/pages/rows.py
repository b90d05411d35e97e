"""One row of a track's table: its document, its place in the order, its line of the CSV (PUB-04 … PUB-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from site_builder.challenges.prove_it.inputs.score import Score
from site_builder.challenges.prove_it.pages import notices
from site_builder.challenges.prove_it.pages.context import PROVE_IT, Gone, SeasonContext, TrackContext
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.challenges.prove_it.scoring.tally import Tally
from site_builder.documents.addresses import localised
from site_builder.kernel import collation
from site_builder.kernel.rate import Ratio
from site_builder.kernel.third_party import any_replaced_emoji

Row = dict[str, Any]

# A fraction n/d is ordered by floor(n · SCALE / d). Two different fractions with denominators below 2³¹
# differ by more than 2⁻⁶², hence by more than 4 once scaled: equal keys mean equal fractions, exactly.
SCALE = 1 << 64

SCORED, PENDING, WITHHELD, GONE = 0, 1, 2, 3


# Where third-party text stands in a row, in document order; a tombstone holds none.
POINTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "community": ("/agent/nom", "/agent/did", "/stack/declaree"),
    "reference": (
        "/agent/nom",
        "/agent/did",
        "/run/modele",
        "/run/version_modele",
        "/run/cadre",
        "/run/version_cadre",
    ),
}


class RowOrder(NamedTuple):
    """The place of a row in its table, compared field by field; small and picklable.

    ``group`` and ``success`` make the group: scored rows by descending success (the number of verdicts
    counted, negated, over the same number of tasks for all), then pending rows, rows of an invalidated
    season, tombstones. Inside: overclaim as an exact fraction, "not applicable" last; then the name, by one
    collation for both languages; then the DID. Nothing here combines the two rates.
    """

    group: int
    success: int
    overclaim: int
    base: str
    name: str
    subject: str
    report_id: str


def order(context: TrackContext, case: ScoreCase) -> RowOrder:
    """Where the row of a score stands in its table."""
    score, tally = case.score, case.tally
    if context.gone(score.table, score.report_id):
        return tombstone_order(score.report_id)
    base, name = collation.sort_key(score.agent.name)
    identity = (base, str(name), str(score.agent.did), score.report_id)
    if context.season.invalidated:
        return RowOrder(WITHHELD, 0, 0, *identity)
    if not isinstance(tally.success, Ratio):
        return RowOrder(PENDING, 0, 0, *identity)
    overclaim = tally.overclaim
    place = (
        overclaim.numerator * SCALE // overclaim.denominator if isinstance(overclaim, Ratio) else SCALE + 1
    )
    return RowOrder(SCORED, -tally.success.numerator, place, *identity)


def tombstone_order(report_id: str) -> RowOrder:
    """Removed rows stand last, by address: they have no name and no figure."""
    return RowOrder(GONE, 0, 0, "", "", "", report_id)


def documents(context: TrackContext, case: ScoreCase) -> dict[str, Row]:
    """Language → the row of a score."""
    gone = context.gone(case.score.table, case.score.report_id)
    if gone:
        return tombstones(context, case.score.table, case.score.report_id, has_page=case.score.public)
    return {code: _row(context, words, case) for code, words in context.build.words.items()}


def tombstones(
    context: TrackContext, table: str, report_id: str, *, has_page: bool = True
) -> dict[str, Row]:
    """Language → the row of a removed score; its report's address holds the tombstone."""
    gone = context.gone(table, report_id)
    if gone is None:
        raise ValueError(f"no correction removes {report_id} of {table}")
    return {
        code: _tombstone(context, words, report_id, gone, has_page=has_page)
        for code, words in context.build.words.items()
    }


def replaces_emoji(context: TrackContext, case: ScoreCase) -> bool:
    """Whether HTML replaces an emoji in this row (PUB-08)."""
    score = case.score
    if context.gone(score.table, score.report_id):
        return False
    texts = [score.agent.name]
    if score.table == "reference":
        run = score.run
        texts += [run.model, run.model_version, run.framework, run.framework_version]
    else:
        texts.append(score.stack.declared)
    return any_replaced_emoji(texts)


def stack(words: Words, score: Score) -> Row | None:
    """The declared stack with its label in the row itself (PUB-06)."""
    if score.table == "reference":
        return None
    return {"declaree": score.stack.declared, "etiquette": words.tables["community"]["etiquette"]}


def run(words: Words, score: Score) -> Row | None:
    """What it takes to run a reference run again, with its label (PUB-06)."""
    if score.table == "community":
        return None
    made = score.run
    return {
        "modele": made.model,
        "version_modele": made.model_version,
        "cadre": made.framework,
        "version_cadre": made.framework_version,
        "prompt_url": made.prompt_url,
        "etiquette": words.tables["reference"]["etiquette"],
    }


def rates(context: SeasonContext, words: Words, tally: Tally) -> Row:
    """Both rates, never one without the other (PUB-04)."""
    if context.invalidated:
        return {"overclaim": words.cells.withheld, "reussite": words.cells.withheld}
    return {"overclaim": words.cells.rate(tally.overclaim), "reussite": words.cells.rate(tally.success)}


def tasks_submitted(context: TrackContext, tally: Tally) -> Row | None:
    """Tasks submitted out of those of the track; nothing in an invalidated season."""
    if context.season.invalidated:
        return None
    submitted, count = tally.tasks_submitted, context.task_count
    return {"nombre": submitted, "sur": count, "affichage": f"{submitted}/{count}"}


def report_url(context: TrackContext, words: Words, report_id: str) -> str:
    return localised(words.code, PROVE_IT.report(context.season.number, context.name, report_id))


def _row(context: TrackContext, words: Words, case: ScoreCase) -> Row:
    score, tally, t = case.score, case.tally, words.messages
    report_id = score.report_id
    url = report_url(context, words, report_id) if score.public else None
    mentions = []
    if not score.public:
        mentions.append(t["track.report_private"])
    if not tally.decided:
        mentions.append(t["rate.pending_why"])
    if lost := score.lost_to_faults:
        mentions.append(t.plural("lost.tasks", len(lost)))
    for correction in context.corrections_of(score.table, report_id):
        key = "notice.corrected" if correction.kind == "rectification" else "correction.number"
        mentions.append(t.text(key, number=correction.n))
    return {
        "etat": "publie" if tally.decided else "en_attente",
        "report_id": report_id,
        "agent": {"nom": score.agent.name, "did": score.agent.did},
        "taux": rates(context.season, words, tally),
        "taches_rendues": tasks_submitted(context, tally),
        "stack": stack(words, score),
        "run": run(words, score),
        "rapport_url": url,
        "preuves": {"url": f"{url}#preuves", "texte": t["track.report_link"]}
        if url
        else {
            "url": PROVE_IT.proofs(context.season.number, context.name, report_id),
            "texte": t["track.proofs_link"],
        },
        "mentions": mentions,
    }


def _tombstone(context: TrackContext, words: Words, report_id: str, gone: Gone, *, has_page: bool) -> Row:
    return {
        "etat": gone,
        "report_id": report_id,
        "agent": None,
        "taux": None,
        "taches_rendues": None,
        "stack": None,
        "run": None,
        "rapport_url": report_url(context, words, report_id) if has_page else None,
        "preuves": None,
        "mentions": [notices.gone_text(gone, words)],
    }
