"""One document of each page type and language, from a small world that holds every state of a row.

For whoever shows or judges documents: `for sample in samples(tmp_path): sample.document`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.challenges.prove_it.pages import (
    home,
    portal,
    prose,
    report,
    rules,
    season,
    specification,
    verification,
)
from site_builder.content.catalogue import MarkdownPage
from site_builder.content.inventory import PROSE
from site_builder.documents.envelope import Document, dump
from site_builder.kernel.identifiers import report_id
from tests.harness import loaded, smallest, worlds


@dataclass(frozen=True)
class Sample:
    """`name` tells documents of one type apart; `page_type` is `contenu.type` ("specification" for it)."""

    name: str
    page_type: str
    language: str
    document: Document

    @property
    def data(self) -> bytes:
        return dump(self.document)


@dataclass(frozen=True)
class _Rule:
    code: str
    name: str
    refuses: str
    why: str
    source: str
    accepted: str
    remedy: str


def samples(tmp: Path) -> Iterator[Sample]:
    """Every page type; reports and tracks in each of their states. `tmp` is an empty folder to write in."""
    rich = loaded.season(rich_world(tmp / "rich"))
    yield from _of_season(rich, "rich")
    yield from _fixed_pages(rich)
    sealed = loaded.season(worlds.unclosed(worlds.smallest_world(tmp / "sealed")), now="2026-03-10T00:00:00Z")
    yield from _of_season(sealed, "sealed")
    invalid = rich_world(tmp / "invalid")
    worlds.mutate(
        invalid / worlds.SEASON,
        "/invalidated",
        {"at": "2026-03-15T12:00:00Z", "reason": {"fr": "Corpus modifié.", "en": "Corpus changed."}},
    )
    yield from _of_season(loaded.season(invalid), "invalidated")


def _of_season(made: loaded.LoadedSeason, name: str) -> Iterator[Sample]:
    for code, document in season.documents(made.context, made.track_contexts, made.counts()).items():
        yield Sample(f"season-{name}", "saison", code, document)
    for track in made.tracks:
        for code, document in track.documents().items():
            yield Sample(f"track-{name}", "piste", code, document)
        for table, cases in track.cases.items():
            for case in cases:
                stem = Path(case.file).stem
                for code, document in report.documents(track.context, case).items():
                    yield Sample(f"report-{name}-{table}-{stem}", "rapport", code, document)


def _fixed_pages(made: loaded.LoadedSeason) -> Iterator[Sample]:
    build, service = loaded.build(), made.context.season.season_service
    section = specification.FrozenSection(5, smallest.SECTION, "prf_20260301_080000_0a0b0c")
    for code in build.words:
        page = loaded.content().pages[code]["specification"]
        document = specification.document(build, page, code, service, section)
        yield Sample("specification", "specification", code, document)
    opening = {code: _home_page(code) for code in build.words}
    check = _page("check")
    entries = [(made.context, made.track_contexts)]
    rule = _Rule("PUB-00", "example", "what `it` refuses", "why", "PUB-16; §5.7", "accepted", "remedy")
    pages = (
        ("home", "accueil", home.documents(build, opening, entries)),
        ("check", "verification", verification.documents(build, check, entries, "https://forge.example/index.git")),
        *((name, "texte", prose.documents(build, _page(name), (), service)) for name in PROSE),
        ("rules", "regles", rules.documents(build, {code: [rule] for code in build.words}, service)),
        ("portal", "portail", portal.documents(build, service)),
        ("not_found", "introuvable", portal.not_found(build, service)),
    )
    for name, page_type, documents in pages:
        for code, document in documents.items():
            yield Sample(name, page_type, code, document)


def _page(name: str) -> dict[str, MarkdownPage]:
    return {code: pages[name] for code, pages in loaded.content().pages.items()}


def _home_page(code: str) -> MarkdownPage:
    known = loaded.content().pages[code]
    return known.get("home") or MarkdownPage("home", "PROVE IT", "# PROVE IT\n\nTexte d'essai.\n")


# -- a world with every state -----------------------------------------------------------------------


def rich_world(root: Path) -> Path:
    """The smallest world and a participant of each kind: equal to another, private, pending, with nothing
    submitted, rejected, awkward texts, withdrawn; a replaced reference run; one correction of each kind."""
    worlds.smallest_world(root)
    folder = root / worlds.TRACK_FOLDER
    for at, (stem, change) in enumerate(_PARTICIPANTS.items()):
        document = smallest.community()
        document["agent"] = {"name": stem.capitalize(), "did": f"did:web:{stem}.example"}
        change(document)
        _with_own_proofs(document, 0x100 + at)
        worlds.write_json(folder / "community" / f"{stem}.json", document)
    run = smallest.reference()
    run["agent"] = {"name": "Ancien essai", "did": "did:web:old-run.example"}
    run["run"]["run_id"] = "ref-old"
    _with_own_proofs(run, 0x200)
    worlds.write_json(folder / "reference" / "ref-old.json", run)
    worlds.write_json_lines(root / worlds.CORRECTIONS, _corrections())
    return root


def _private(document: dict[str, Any]) -> None:
    document["report"]["public"] = False


def _pending(document: dict[str, Any]) -> None:
    task = document["tasks"][1]
    task["state"] = "pending"
    for key in ("verdict_exact", "verdict_grounded", "missing_facts"):
        del task[key]
    for made in task["assertions"]:
        made.update(status="pending", cause=None)
    document["totals"] = {
        "assertions": 2, "unsupported": 0, "instrument_faults": 0,
        "tasks_submitted": 1, "verdicts_counted": 1,
    }  # fmt: skip


def _silent(document: dict[str, Any]) -> None:
    document["tasks"] = [
        {"task_id": f"conf-0{n}", "state": "not_submitted", "reason": "nothing_sent"} for n in (1, 2, 3)
    ]
    document["totals"] = dict.fromkeys(document["totals"], 0)


def _rejected(document: dict[str, Any]) -> None:
    claim = {"resource": "/referentiel", "field": "", "value": {"règle/1": ["a", 1, 1.0, True, None]}}
    document["tasks"][2] = {
        "task_id": "conf-03", "state": "rejected", "reason": "non_probative_field",
        "at_fault": {"id": "a2", "claim": claim},
    }  # fmt: skip


def _awkward(document: dict[str, Any]) -> None:
    document["agent"]["name"] = '=HYPERLINK("x") <b>\u202eetsil</b> 🧾, « Zoë »'
    document["stack"]["declared"] = '+1 {{ 7 * 7 }}\n"quoted", </script><!--'
    document["tasks"][0]["narrative"] = "Ligne\u2028séparée, 証明書 👩🏽‍🔬 <img src=x onerror=alert(1)>"
    document["tasks"][0]["assertions"][1]["claim"]["value"] = {"a~b/c": [123456789012345678901234567890, "é"]}


def _unchanged(document: dict[str, Any]) -> None:
    del document


_PARTICIPANTS = {
    "equal": _unchanged,
    "private": _private,
    "pending": _pending,
    "silent": _silent,
    "rejected": _rejected,
    "awkward": _awkward,
    "withdrawn": _unchanged,
}


def _with_own_proofs(document: dict[str, Any], tag: int) -> None:
    text = json.dumps(document, ensure_ascii=False)
    for old in ("_0c0", "_0f0"):
        text = text.replace(old, f"_{tag:03x}")
    document.clear()
    document.update(json.loads(text))


def _corrections() -> Iterator[dict[str, Any]]:
    def place(subject: str, task: str | None = None, table: str = "community") -> dict[str, Any]:
        found: dict[str, Any] = {"track": "conformite", "table": table, "report_id": report_id(subject)}
        return found | ({"task_id": task, "assertion_id": "a1"} if task else {})

    def line(n: int, kind: str, concerns: dict[str, Any], **more: Any) -> dict[str, Any]:
        reason = {"fr": f"Motif {n}.", "en": f"Reason {n}."}
        at = f"2026-04-0{n}T09:00:00Z"
        fixed = {"schema": "proveit-correction-v1", "n": n, "at": at, "kind": kind, "concerns": concerns}
        return fixed | {"reason": reason} | more

    was = {"status": "unsupported", "cause": "value_mismatch"}
    now = {"status": "supported", "cause": None}
    yield line(1, "rectification", place("did:web:equal.example", "conf-01"), before=was, after=now)
    yield line(2, "dispute_dismissed", place("did:web:private.example", "conf-01"))
    yield line(3, "withdrawal", place("did:web:withdrawn.example"))
    replaced = place("ref-old", table="reference")
    yield line(4, "superseded_run", replaced, after={"report_id": report_id("ref-one")})
