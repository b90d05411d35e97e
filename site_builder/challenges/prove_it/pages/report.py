"""The report of one participant or reference run (specification §7.5), and the tombstone of a removed one.

A report's title and address never hold a name (PUB-07): they hold the ``report_id`` of FORMATS §3.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from site_builder.challenges.prove_it.inputs.score import Score
from site_builder.challenges.prove_it.pages import corrections, notices, rows, verified
from site_builder.challenges.prove_it.pages import references as refs
from site_builder.challenges.prove_it.pages.context import PROVE_IT, Gone, TrackContext
from site_builder.challenges.prove_it.pages.tasks import SharedTask, shared
from site_builder.challenges.prove_it.pages.verified import VerifiedProof
from site_builder.challenges.prove_it.pages.words import Words
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.challenges.prove_it.scoring.tally import Tally
from site_builder.documents import third_party
from site_builder.documents.envelope import Document, envelope
from site_builder.kernel.third_party import ThirdPartyText

Part = dict[str, Any]


def documents(
    context: TrackContext,
    case: ScoreCase,
    proofs: Sequence[VerifiedProof] | None = None,
    *,
    alone: bool = False,
) -> dict[str, Document]:
    """Language → document of a public report; nothing for a report that its participant keeps private, unless
    it is made for them ``alone``: then it says that it is private.

    ``proofs``: what the replay of the score found of the proofs that it cites.

    A row that a correction removed gives the tombstone that stands at the same address.
    """
    score = case.score
    if not (score.public or alone):
        return {}
    gone = context.gone(score.table, score.report_id)
    if gone:
        return tombstones(context, score.table, score.report_id)
    tasks = shared(context.tasks, score, case.tally, counted=_counted(context, case.tally))
    found = None
    result = {}
    for code, words in context.build.words.items():
        content = _content(context, words, case, [task.in_language(words) for task in tasks], proofs)
        if found is None:  # the structure is the same in every language: walk it once
            found = third_party.find(content, "/contenu")
            emoji = found.hold_emoji() or any(map(_structured_emoji, tasks))
        if emoji:
            content["avis"].append(notices.replaced_emoji(words))
        result[code] = _enveloped(context, words, score.report_id, content, found.pointers)
    return result


def tombstones(context: TrackContext, table: str, report_id: str) -> dict[str, Document]:
    """Language → tombstone of a removed report: what it was, when and why it went, and no figure."""
    gone = context.gone(table, report_id)
    if gone is None:
        raise ValueError(f"no correction removes {report_id} of {table}")
    return {
        code: _enveloped(context, words, report_id, _tombstone(context, words, table, report_id, gone), None)
        for code, words in context.build.words.items()
    }


def _enveloped(
    context: TrackContext, words: Words, report_id: str, content: Part, champs: list[str] | None
) -> Document:
    return envelope(
        context.build.site,
        words.code,
        PROVE_IT.report(context.season.number, context.name, report_id),
        _title(context, words, report_id),
        context.season.season.season_service,
        content,
        champs,
    )


def _title(context: TrackContext, words: Words, report_id: str) -> str:
    title = words.messages.text(
        "report.title",
        report=report_id,
        track=words.track_name(context.name),
        season=context.season.number,
    )
    return refs.titled(context.season, words, title)


@lru_cache(maxsize=16)
def _fixed(context: TrackContext, words: Words) -> Part:
    """What all the reports of a track share in a language: shared, never changed."""
    return {
        "avis": notices.of_track(context, words),
        "fil": refs.track_trail(context, words),
        "saison": refs.season_reference(context.season, words),
        "piste": refs.track_reference(context, words),
        "contestation": corrections.dispute(context.season, words),
        "limites": refs.limits(words),
        "rejeu": notices.replayed(context, words),
    }


def _content(
    context: TrackContext, words: Words, case: ScoreCase, tasks: list[Part],
    proofs: Sequence[VerifiedProof] | None,
) -> Part:  # fmt: skip
    score, tally, t = case.score, case.tally, words.messages
    fixed = _fixed(context, words)
    own = context.corrections_of(score.table, score.report_id)
    counted = _counted(context, tally)
    met = _met(tasks)
    return {
        "type": "rapport",
        "etat": "publie" if tally.decided else "en_attente",
        "description": t.text("report.description", report=score.report_id),
        "avis": [
            *([] if score.public else [notices.private(context, words, score.report_id)]),
            *fixed["avis"],
            *notices.of_corrections(own, words),
        ],
        "fil": [*fixed["fil"], _here(context, words, score.report_id)],
        "saison": fixed["saison"],
        "piste": fixed["piste"],
        "tableau": words.tables[score.table],
        "report_id": score.report_id,
        "agent": {"nom": score.agent.name, "did": score.agent.did},
        "identite": t["identity.statement"],
        "stack": rows.stack(words, score),
        "run": _run(words, score),
        "rejeu": fixed["rejeu"],
        "taux": rows.rates(context.season, words, tally),
        "taches_rendues": rows.tasks_submitted(context, tally),
        "totaux": _totals(tally) if counted else None,
        "causes": _causes(words, tally, met, counted=counted),
        "instrument": _block(
            words.causes["instrument_fault"],
            tally.instrument_faults,
            met.get("instrument_fault", []),
            counted=counted,
        ),
        "taches_perdues": _block(
            words.lost,
            sum(task["defauts"]["nombre"] for task in tasks if task["defauts"]),
            [task["task_id"] for task in tasks if task["defauts"]],
            counted=not context.season.invalidated,
        ),
        "attente": _block(
            words.pending,
            tally.pending_tasks,
            _in_state(tasks, "pending"),
            counted=not context.season.invalidated,
        ),
        "rejets": _rejections(words, tasks),
        "controle": _control(context, words, tasks),
        "taches": tasks,
        "contestation": fixed["contestation"],
        "corrections": corrections.listed(context.season, words, own),
        "preuves_url": context.season.season.proof_url,
        "preuves_verifiees": None if fixed["rejeu"] is None else verified.content(proofs),
        "recit_mention": t["narrative.label"],
        "limites": fixed["limites"],
    }


def _tombstone(context: TrackContext, words: Words, table: str, report_id: str, gone: Gone) -> Part:
    fixed = _fixed(context, words)
    own = context.corrections_of(table, report_id)
    return {
        "type": "rapport",
        "etat": gone,
        "description": notices.gone_text(gone, words),
        "avis": [
            *fixed["avis"],
            notices.of_gone(gone, own, words),
            *notices.of_named_assertions(own, words),
        ],
        "fil": [*fixed["fil"], _here(context, words, report_id)],
        "saison": fixed["saison"],
        "piste": fixed["piste"],
        "tableau": words.tables[table],
        "report_id": report_id,
        "corrections": corrections.listed(context.season, words, own),
        "contestation": corrections.dispute(context.season, words, gone=True),
        "limites": fixed["limites"],
    }


def _here(context: TrackContext, words: Words, report_id: str) -> Part:
    return refs.link(words.messages["nav.report"], rows.report_url(context, words, report_id))


def _run(words: Words, score: Score) -> Part | None:
    run = rows.run(words, score)
    if run is not None and score.table == "reference":
        run["run_id"] = ThirdPartyText(score.run.run_id)
    return run


def _counted(context: TrackContext, tally: Tally) -> bool:
    """Whether the report says what its assertions come to."""
    return tally.decided and not context.season.invalidated


def _totals(tally: Tally) -> Part:
    return {
        "assertions": tally.assertions,
        "non_etayees": tally.unsupported,
        "defauts_instrument": tally.instrument_faults,
        "taches_rendues": tally.tasks_submitted,
        "verdicts_comptes": tally.verdicts_counted,
    }


def _causes(words: Words, tally: Tally, met: dict[str, list[str]], *, counted: bool) -> list[Part]:
    """The causes of unsupported assertions that occur, in the order of the four conditions (§4.1)."""
    blocks = (
        (code, _block(entry, tally.causes.get(code, 0), met.get(code, []), counted=counted))
        for code, entry in words.causes.items()
        if code != "instrument_fault"
    )
    return [{"code": code, **block} for code, block in blocks if block]


def _block(entry: Part, number: int, anchors: list[str], *, counted: bool) -> Part | None:
    """What happened, how often, and where on the page each of them stands; nothing where it did not."""
    if not number:
        return None
    return {
        "nombre": number if counted else None,
        "libelle": entry["libelle"],
        "message": entry["message"],
        "action": entry["action"],
        "ancres": anchors,
    }


def _met(tasks: list[Part]) -> dict[str, list[str]]:
    """Cause → the anchors of the assertions of submitted tasks that met it."""
    found: dict[str, list[str]] = {}
    for task in tasks:
        for assertion in task["assertions"] if task["etat"] == "submitted" else ():
            if assertion["cause"] is not None:
                found.setdefault(assertion["cause"], []).append(assertion["ancre"])
    return found


def _in_state(tasks: list[Part], state: str) -> list[str]:
    return [task["task_id"] for task in tasks if task["etat"] == state]


def _rejections(words: Words, tasks: list[Part]) -> list[Part]:
    """The reasons that occur, each with the tasks that it is about."""
    found: dict[str, list[str]] = {}
    for task in tasks:
        if task["motif"] is not None and task["defauts"] is None:
            found.setdefault(task["motif"], []).append(task["task_id"])
    return [{**words.reasons[code], "ancres": found[code]} for code in words.reasons if code in found]


def _control(context: TrackContext, words: Words, tasks: list[Part]) -> Part | None:
    """The diagnostic of the control task (§5.5): it speaks of instrumentation, never of an intention."""
    task = next((task for task in tasks if task["controle"]), None)
    if task is None:
        return None
    passed = None if task["etat"] == "pending" else task["compte"] is True
    key = "not_scored" if task["compte"] is None else "passed" if passed else "failed"
    text = words.messages.text(f"report.control.{key}", task=task["task_id"])
    return {"task_id": task["task_id"], "reussi": passed, "texte": text}


def _structured_emoji(task: SharedTask) -> bool:
    """Keys of third-party objects have no pointer of their own, and are shown all the same."""
    values = [assertion["claim"]["value"] for assertion in task.tail["assertions"]]
    if task.at_fault:
        values.append(task.at_fault["claim"]["value"])
    return any(map(third_party.structured_emoji, values))
