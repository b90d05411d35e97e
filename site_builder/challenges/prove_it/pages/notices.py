"""Notices: what a reader must know before anything else on a page, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from site_builder.challenges.prove_it.inputs.correction import Correction
from site_builder.challenges.prove_it.pages.context import PROVE_IT, Gone, SeasonContext, TrackContext
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.documents.addresses import absolute, localised
from site_builder.kernel.third_party import any_replaced_emoji

Notice = dict[str, Any]

_NOT_REPLAYED: Final = "non_rejoue"
_ANCHORING: Final = {
    "a_venir": "season.anchoring.to_come",
    "verifie": "season.anchoring.verified",
    "non_verifie": "season.anchoring.not_verified",
}
_REPLAYED: Final = {"whole": "rejoue", "assertions": "assertions_rejouees"}


def notice(code: str, text: str) -> Notice:
    return {"code": code, "texte": text}


def of_season(context: SeasonContext, words: Words) -> list[Notice]:
    """Invented results and an invalidated season, said first on every page built from them."""
    t, found = words.messages, []
    invalidated = context.season.invalidated
    if invalidated is not None:
        text = t.text("notice.invalidated_text", instant=words.cells.date(invalidated.at)["utc"])
        reason = t.text("notice.reason", reason=invalidated.reason.in_language(words.code))
        found.append(notice("invalidation", f"{text} {reason}"))
    if context.season.demonstration:
        found += of_demonstration(words)
    return found


def of_track(context: TrackContext, words: Words) -> list[Notice]:
    """What is said first on every page with figures of a track: also that they were not replayed, if so."""
    found = of_season(context.season, words)
    if context.replay == "none":
        found.append(notice(_NOT_REPLAYED, _not_replayed(context, words)))
    return found


def of_enrolments(context: SeasonContext, words: Words) -> list[Notice]:
    """How many enrolments are not ranked, where a key had bound several DIDs (specification §9.1)."""
    enrolments = context.case.enrolments
    if enrolments is None or not enrolments.set_aside or not context.case.published:
        return []
    return [notice("inscriptions_liees", words.messages.plural("notice.linked", len(enrolments.set_aside)))]


def _not_replayed(context: TrackContext, words: Words) -> str:
    """Without a replay it is said apart whether the freezes were verified against their anchors."""
    return f"{words.messages['notice.not_replayed_text']} {anchoring(context, words)['texte']}"


def anchoring(context: TrackContext, words: Words) -> Notice:
    """Whether the freezes of a track were verified against their anchors (specification §8, 5)."""
    if not context.season.case.closed:
        code = "a_venir"
    else:
        code = "verifie" if context.case.anchored else "non_verifie"
    return notice(code, words.messages[_ANCHORING[code]])


def of_tracks(context: SeasonContext, tracks: Sequence[TrackContext], words: Words) -> list[Notice]:
    """What is said first on the page of a season: which tracks were not replayed, if not all were."""
    found = of_season(context, words)
    missing = {track.name: _not_replayed(track, words) for track in tracks if track.replay == "none"}
    if len(missing) == len(tracks) and len(set(missing.values())) == 1:
        return [*found, notice(_NOT_REPLAYED, *set(missing.values()))]
    for track, text in missing.items():
        name = words.track_name(track)
        said = words.messages.text("notice.not_replayed_track", track=name, text=text)
        found.append(notice(_NOT_REPLAYED, said))
    return found


def replayed(context: TrackContext, words: Words) -> Notice | None:
    """That the figures of a track were replayed from the evidence, and how far."""
    if context.replay is None or context.replay == "none":
        return None
    return notice(_REPLAYED[context.replay], words.messages[f"replay.{context.replay}"])


def of_demonstration(words: Words) -> list[Notice]:
    return [notice("demonstration", words.messages["notice.demonstration_text"])]


def private(context: TrackContext, words: Words, report_id: str) -> Notice:
    """That a report is for its participant alone, and how it becomes public."""
    path = localised(words.code, PROVE_IT.report(context.season.number, context.name, report_id))
    said = words.messages.text(
        "notice.private_text",
        contact=context.season.season.disputes.contact,
        url=absolute(context.build.site.base_url, path),
    )
    return notice("prive", said)


def of_gone(gone: Gone, corrections: Iterable[Correction], words: Words) -> Notice:
    """Why a report is no longer there."""
    t = words.messages
    kind = "withdrawal" if gone == "retire" else "superseded_run"
    reason = next(c.reason for c in reversed(tuple(corrections)) if c.kind == kind)
    said = t.text("notice.reason", reason=reason.in_language(words.code))
    return notice(gone_code(gone), f"{gone_text(gone, words)} {said}")


def gone_code(gone: Gone) -> str:
    return "retrait" if gone == "retire" else "remplacement"


def gone_text(gone: Gone, words: Words) -> str:
    key = "notice.withdrawn_text" if gone == "retire" else "notice.superseded_text"
    return words.messages[key]


def of_corrections(corrections: Iterable[Correction], words: Words) -> list[Notice]:
    """One notice for each correction that leaves the report in place."""
    return [
        notice(
            "correction",
            words.messages.text(
                "notice.correction_text",
                number=c.n,
                kind=words.kinds[c.kind],
                reason=c.reason.in_language(words.code),
            ),
        )
        for c in corrections
        if c.kind in ("rectification", "dispute_dismissed")
    ]


def of_named_assertions(corrections: Iterable[Correction], words: Words) -> list[Notice]:
    """That an emoji is replaced, where one stands in the id of an assertion that a correction names."""
    names = (correction.concerns.assertion_id for correction in corrections)
    return [replaced_emoji(words)] if any_replaced_emoji(filter(None, names)) else []


def replaced_emoji(words: Words) -> Notice:
    """An emoji of third-party text stands as its Unicode name in the HTML (PUB-08)."""
    return notice("emoji_remplaces", words.messages["envelope.emoji_replaced"])
