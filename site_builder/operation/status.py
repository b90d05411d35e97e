"""``season status``: what is missing for the next date of a season, each with the command that does it.

Missing is what the program can see is not there. Whether what is there holds is the affair of ``freeze
check`` before the opening, and of ``check`` after the close.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.tree import TABLES
from site_builder.kernel.instants import Instant
from site_builder.operation.drafts import TO_FILL, Draft, instant, placeholders, settled
from site_builder.operation.freeze import read_record
from site_builder.operation.wanted import Wanted
from site_builder.publish import PublicationError
from site_builder.publish.publications import LEDGER, opener, read_ledger
from site_builder.publish.seal import seal_path

# What the commands fill in, by the beginning of the pointer in track.json; all else is the operator's to
# write.
_BY_COMMAND: Final = {
    "/corpus": "site-builder season manifest {track} --bodies FOLDER --description FILE",
    "/answer_key": "site-builder season commit {track} --key FILE --secrets FOLDER",
    "/expected_verdicts": "site-builder season commit {track} --key FILE --secrets FOLDER",
    "/scoring_rules/version": "site-builder season freeze {track} --version VERSION",
    "/scoring_rules/proof_id": "site-builder season freeze {track}, then again with --proof FILE --full FILE",
}
_FETCH: Final = "site-builder season fetch-list --fetch"
_IMPORT: Final = "site-builder season import FOLDER"


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing: ``what`` in words, the file it belongs to (below the data folder), and ``do``."""

    what: str
    file: str
    do: str


@dataclass(frozen=True, slots=True)
class Status:
    """``phase``: before the opening, open, closed, published or over; ``next_date``: what comes next."""

    phase: str
    next_date: str
    missing: list[Missing]
    notes: list[str]


def status(draft: Draft, now: Instant, evidence: Wanted | None, output: Path | None) -> Status:
    """The state of a season at an instant. ``evidence``: what a replay needs of others, after the close;
    ``output``: the published site, whose head may lack a seal."""
    opens, closes = instant(draft, "opens_at"), instant(draft, "closes_at")
    missing = list(_unfilled(draft))
    if opens is None or closes is None or now < opens:
        at = f"the opening, {opens.text}" if opens else "the opening, which has no date yet"
        return Status("before the opening", at, missing, [])
    if not closes < now:
        return Status("open", f"the close, {closes.text}", missing, [])
    missing += _of_the_close(draft, evidence)
    published = instant(draft, "published_at")
    if published is None:
        do = f"{_IMPORT} --published-at INSTANT"
        missing.append(Missing("the date of publication", f"{draft.folder}/season.json", do))
        return Status("closed", "the publication, which has no date yet", missing, [])
    missing += _unsealed(output)
    if now < published:
        return Status("closed", f"the publication, {published.text}", missing, [])
    disputes = draft.season.get("disputes")
    window, decision = (disputes or {}).get("window_days"), (disputes or {}).get("decision_days")
    until = published.plus_days(window if isinstance(window, int) else 0)
    notes = [f"A dispute is decided within {decision} days of its arrival."]
    if not until < now:
        return Status("published", f"disputes may be sent until {until.text}", missing, notes)
    return Status("over", f"disputes could be sent until {until.text}", missing, notes)


def _unfilled(draft: Draft) -> Iterator[Missing]:
    season = f"{draft.folder}/season.json"
    for pointer in placeholders(draft.season):
        yield Missing(pointer, season, f"write it in place of {TO_FILL}")
    reader = FolderReader(draft.data)
    for track in draft.tracks:
        document, file = settled(draft, track), f"{draft.place(track)}/track.json"
        rules = document.get("scoring_rules")
        section = f"{draft.place(track)}/{rules.get('file') if isinstance(rules, dict) else None}"
        lacks_section = reader.kind(section) != "file"
        if lacks_section:
            yield Missing("the frozen section", section, "put the text here, byte for byte, as it is frozen")
        for pointer in sorted(placeholders(document), key=_turn):
            of_section = pointer in ("/tasks", "/scoring_rules/sha256")
            if lacks_section and of_section:
                continue  # they follow from it
            command = next((do for start, do in _BY_COMMAND.items() if pointer.startswith(start)), None)
            do = command.format(track=track) if command else f"write it in place of {TO_FILL}"
            yield Missing(pointer, file, do)
        yield from _unanchored(draft, track, document)


def _turn(pointer: str) -> int:
    """When the command that fills a place is given: by hand first, then in the order of the commands."""
    return next((n for n, start in enumerate(_BY_COMMAND, 1) if pointer.startswith(start)), 0)


def _unanchored(draft: Draft, track: str, document: dict[str, object]) -> Iterator[Missing]:
    """A freeze whose proof is named, and that nothing opens."""
    rules = document.get("scoring_rules")
    proof_id = rules.get("proof_id") if isinstance(rules, dict) else None
    if proof_id == TO_FILL:
        return  # told above
    known = [freeze.get("proof_id") for freeze in read_record(draft, track)["freezes"]]
    if proof_id not in known:
        file = f"{draft.place(track)}/preregistration.json"
        yield Missing(f"what opens {proof_id}", file, "add the call and its openings (docs/corpus.md)")
    view = f"{draft.place(track)}/proofs/{proof_id}.json"
    if FolderReader(draft.data).kind(view) == "missing":
        yield Missing(f"the view of {proof_id}", view, _FETCH)


def _of_the_close(draft: Draft, evidence: Wanted | None) -> Iterator[Missing]:
    reader = FolderReader(draft.data)
    for track, document in draft.tracks.items():
        folder = draft.place(track)
        if not any(
            reader.kind(f"{folder}/{table}") == "folder" and reader.names(f"{folder}/{table}")
            for table in TABLES
        ):
            yield Missing("the scores", f"{folder}/{' or '.join(TABLES)}", _IMPORT)
        answer, rules = document.get("answer_key"), document.get("scoring_rules")
        answer, rules = (part if isinstance(part, dict) else {} for part in (answer, rules))
        if reader.kind(f"{folder}/{answer.get('file')}") == "missing":
            yield Missing("the revealed key", f"{folder}/{answer.get('file')}", _IMPORT)
        if "salt" not in answer:
            yield Missing("the salt of the key", f"{folder}/track.json", _IMPORT)
        for number, old in enumerate(rules.get("superseded", [])):
            if "salt" not in old:
                what = f"the salt of the superseded freeze {old.get('version')}"
                yield Missing(f"{what} (/scoring_rules/superseded/{number})", f"{folder}/track.json", _IMPORT)
        for name, what in (
            ("manifest.json", "the manifest"),
            ("corpus", "the corpus"),
            ("submissions", "what was sent"),
        ):
            if reader.kind(f"{folder}/{name}") == "missing":
                yield Missing(what, f"{folder}/{name}", _IMPORT)
    for kind, what in (("proof", "proof views"), ("log", "log entries")):
        items = evidence.open(kind) if evidence is not None else []
        if items:
            shown = f"{len(items)} {what}, {items[0].path} first"
            yield Missing(shown, draft.folder, _FETCH)


def _unsealed(output: Path | None) -> Iterator[Missing]:
    """The head of the published ledger without a third party's date."""
    if output is None or not (output / LEDGER).is_file():
        return
    try:
        _, lines = read_ledger(opener(output))
    except PublicationError:
        return  # `verify` tells it
    if lines and not (output / seal_path(len(lines))).is_file():
        do = f"site-builder seal --output {output} --tsa URL"
        yield Missing(f"a seal of publication {len(lines)}, the head of the ledger", LEDGER, do)
