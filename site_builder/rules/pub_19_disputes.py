"""Every report says how to dispute it.

Refuses: a report without the window, the address to write to, what a dispute is about, or when the
reasoned decision is due; a window that is not publication plus the days that the season gives.

Why: a result that cannot be disputed precisely cannot be defended either.

Source: PUB-19; specification §9.2.

Accepted: which assertion and which cause, or which task and which reason; until `published_at` plus
`window_days`; by e-mail; a decision with reasons within `decision_days` (D005 holds both). A report whose
result is gone says that it holds nothing to dispute any more.

Remedy: fill the dispute block from `season.json`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any, Final

from site_builder.kernel.findings import Finding, told
from site_builder.kernel.instants import Instant
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.facts import SeasonFacts

CODE: Final = "PUB-19"
NAME: Final = "how to dispute"
FRENCH: Final = """Chaque rapport dit comment le contester.

Refuse : un rapport sans le délai, l'adresse à laquelle écrire, l'objet d'une contestation ou la date de
la décision motivée ; un délai qui n'est pas la publication plus les jours que donne la saison.

Pourquoi : un résultat qu'on ne peut pas contester précisément ne peut pas non plus se défendre.

Source : PUB-19 ; spécification §9.2.

Accepte : quelle assertion et quelle cause, ou quelle tâche et quel motif ; jusqu'à `published_at` plus
`window_days` ; par courriel ; une décision motivée sous `decision_days` (D005 tient les deux délais). Un
rapport dont le résultat n'est plus là dit qu'il ne contient plus rien à contester.

Remède : remplir le bloc de contestation d'après `season.json`.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type not in ("rapport", "saison") or page.season is None:
        return
    block = page.content.get("contestation")
    if not block:
        yield _note(page, "", "nothing", "the dispute block")
        return
    yield from _figures(page, block, page.season)
    gone = page.content.get("etat") in ("retire", "remplace")
    wanted = page.words.table.get("dispute.scope_gone" if gone else "dispute.scope")
    if not block["objet"] or block["objet"] != wanted:
        yield _note(page, "/objet", block["objet"], told(wanted))
    for part in (page.season.contact, str(page.season.window_days), str(page.season.decision_days)):
        if part not in block["texte"]:
            yield _note(page, "/texte", block["texte"], f"a text that says {part}")


def _figures(page: PageCase, block: dict[str, Any], season: SeasonFacts) -> Iterator[Finding]:
    until, due = _deadlines(season.published_at, season.window_days, season.decision_days)
    for key, value in (
        ("contact", season.contact),
        ("jours", season.window_days),
        ("jours_decision", season.decision_days),
    ):
        if block[key] != value:
            yield _note(page, f"/{key}", block[key], told(value))
    for key, instant in (("jusqu_au", until), ("decision_avant", due)):
        found = block[key]["iso"] if block[key] else None
        expected = instant.text if instant else None
        if found != expected:
            yield _note(page, f"/{key}", found, told(expected))


@lru_cache(maxsize=64)
def _deadlines(
    published: Instant | None, window: int, decision: int
) -> tuple[Instant | None, Instant | None]:
    until = published.plus_days(window) if published else None
    return until, until.plus_days(decision) if until else None


def _note(page: PageCase, pointer: str, found: object, expected: str) -> Finding:
    return _finding(
        file=page.file,
        pointer=f"/contenu/contestation{pointer}",
        found=told(found),
        expected=expected,
        remedy="Fill the dispute block from season.json.",
    )


def check_output(output: OutputCase) -> Iterator[Finding]:
    if output.page.type != "rapport":
        return
    block = output.page.content["contestation"]
    for key in ("texte", "objet"):
        if not output.shows(block[key]):
            yield _finding(
                file=output.file,
                element="#page_dispute",
                found=f"no {key}",
                expected=told(block[key]),
                remedy="Show the whole dispute block in the template.",
            )
