"""``season import``: what the scorer delivers, and what the close reveals, taken into the season's tree.

The folder has the season's own layout: ``<track>/reference/…``, ``community/…``, ``submissions/…``,
``proofs/…``, ``log/…``, ``corpus/…``, ``manifest.json``, the revealed key, ``*.salt`` (as ``season commit``
wrote them; which freeze each opens is found out), and ``corrections.jsonl``. All of it is judged in a copy
of the season first.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.preregistration import Freeze
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.tree import TABLES, TRACKS
from site_builder.challenges.prove_it.rules.d013_expected_verdicts import NO_VALID_OPTION
from site_builder.kernel.instants import Instant
from site_builder.operation import judged
from site_builder.operation.commitment import read_salt
from site_builder.operation.drafts import Document, Draft, document_bytes, instant, member, settled
from site_builder.operation.freeze import read_record
from site_builder.operation.refusal import RefusedError, operation, refused
from site_builder.operation.workplace import workplace

_FOLDERS: Final = (*TABLES, "submissions", "proofs", "log", "corpus")
_CORRECTIONS: Final = "corrections.jsonl"


@dataclass(slots=True)
class Delivery:
    """Files by path below the season; salts by track. ``reveals``: what may not be there before the close."""

    files: dict[str, bytes] = field(default_factory=dict)
    salts: dict[str, list[tuple[str, bytes]]] = field(default_factory=dict)
    reveals: list[str] = field(default_factory=list)


def take_in(draft: Draft, folder: Path, now: Instant, published_at: Instant | None) -> dict[str, str]:
    """Takes the folder in; path below the season → ``added`` or ``changed``, nothing where all was there.

    Raises :class:`RefusedError` with everything that is wrong, and the tree as it was.
    """
    delivery = _read(draft, folder)
    _before_the_close(draft, delivery, now)
    documents = {f"{name}/track.json": _revealed(draft, name, delivery) for name in draft.tracks}
    if published_at is not None:
        draft.season["published_at"] = published_at.text
        documents["season.json"] = draft.season
    _appended(draft, delivery)
    with workplace(draft.data, draft.number) as work:
        for name, data in delivery.files.items():
            work.write(name, data)
        for name, document in documents.items():
            if name == "season.json" or _differs(draft, name, document):
                work.write(name, document_bytes(document))
        findings = judged.of_changes(work.data, draft.number, work.changed, now)
        if findings:
            raise RefusedError(findings)
        work.commit()
        return dict(sorted(work.changed.items()))


def _read(draft: Draft, folder: Path) -> Delivery:
    reader, delivery = FolderReader(folder), Delivery()
    if not folder.is_dir():
        raise refused(str(folder), "no such folder", "what the scorer delivered", "Name its folder.")
    for name in reader.names(""):
        if name in TRACKS and reader.is_folder(name):
            draft.track(name)
            _read_track(draft, name, reader, delivery)
        elif name == _CORRECTIONS and (raw := reader.read(name)) is not None:
            delivery.files[name] = raw
        elif name not in TRACKS:
            reader.unknown(name, f"{', '.join(TRACKS)}, {_CORRECTIONS}")
    if reader.findings:
        raise RefusedError(reader.findings)
    return delivery


def _read_track(draft: Draft, track: str, reader: FolderReader, delivery: Delivery) -> None:
    key = member(draft.tracks[track], draft.place(track), "answer_key").get("file")
    for name in reader.names(track):
        path = f"{track}/{name}"
        if name in _FOLDERS and reader.is_folder(path):
            delivery.files |= dict(_below(reader, path))
        elif name.endswith(".salt"):
            if reader.is_file(path):
                delivery.salts.setdefault(track, []).append((path, read_salt(reader.data / path)))
                delivery.reveals.append(path)
        elif name in (key, "manifest.json") and (raw := reader.read(path)) is not None:
            delivery.files[path] = raw
            delivery.reveals += [path] if name == key else []
        elif name not in (*_FOLDERS, key, "manifest.json"):
            reader.unknown(path, f"{', '.join(_FOLDERS)}, {key}, manifest.json, *.salt")


def _below(reader: FolderReader, folder: str) -> Iterator[tuple[str, bytes]]:
    for name in reader.names(folder):
        path = f"{folder}/{name}"
        if reader.kind(path) == "folder":
            yield from _below(reader, path)
        elif (raw := reader.read(path)) is not None:
            yield path, raw


def _before_the_close(draft: Draft, delivery: Delivery, now: Instant) -> None:
    closes = instant(draft, "closes_at")
    if closes is None:
        expected, remedy = "when the season closes", "Fill it in first."
        raise refused(f"{draft.folder}/season.json", "no instant", expected, remedy, "/closes_at")
    if closes < now:
        return
    remedy = "Import it after the close; if it was shared, treat it as disclosed."
    expected = f"nothing of it before the close, {closes.text} included"
    held = [*delivery.reveals, *([_CORRECTIONS] if _CORRECTIONS in delivery.files else [])]
    if held:
        raise RefusedError(
            [
                operation(file=name, found="what the close reveals", expected=expected, remedy=remedy)
                for name in held
            ]
        )


def _revealed(draft: Draft, track: str, delivery: Delivery) -> Document:
    """``track.json`` with what the key and the salts add to it."""
    document = settled(draft, track)
    answer = member(document, draft.place(track), "answer_key")
    place = f"{track}/{answer.get('file')}"
    reader = FolderReader(draft.data)
    kept = f"{draft.folder}/{place}"
    key = delivery.files.get(place) or (reader.read(kept) if reader.kind(kept) == "file" else None)
    salts = delivery.salts.get(track, [])
    if key is None:
        if salts:
            remedy = f"Deliver the key, {place}, with the salts."
            raise refused(salts[0][0], "a salt without the key", "the key that it was made for", remedy)
        return document
    commitments = _commitments(draft, track, document)
    for name, salt in salts:
        opened = commitments.get(hashlib.sha256(salt + key).hexdigest())
        if not opened:
            remedy = "Deliver the key and the salts that were committed to; no others can score the season."
            raise refused(name, "a salt that opens no commitment with this key", "one that does", remedy)
        for entry in opened:
            entry["salt"] = salt.hex()
    if document.get("verdicts") is None and place in delivery.files:
        document["expected_verdicts"] = _counted(key, kept)
    return document


def _commitments(draft: Draft, track: str, document: Document) -> dict[str, list[Document]]:
    """Commitment → the members of ``track.json`` that its salt belongs in."""
    answer = document["answer_key"]
    found: dict[str, list[Document]] = {str(answer.get("commitment")): [answer]}
    rules = member(document, draft.place(track), "scoring_rules")
    superseded = {old.get("proof_id"): old for old in rules.get("superseded", []) if isinstance(old, dict)}
    for freeze in read_record(draft, track)["freezes"]:
        if (old := superseded.get(freeze.get("proof_id"))) is not None:
            found.setdefault(str(_commitment_of(freeze)), []).append(old)
    return found


def _commitment_of(freeze: Mapping[str, Any]) -> object:
    try:
        return Freeze.model_validate(freeze).frozen("key_commitment")
    except ValueError:  # no record of a freeze, or no hash where it points
        return None


def _counted(key: bytes, file: str) -> dict[str, int]:
    """The distribution of an open set of verdicts, once it is no secret any more."""
    model, findings = read_model(key, file, AnswerKey.model_validate, "answer-key")
    if model is None:
        raise RefusedError(findings)
    counted = Counter(answer.verdict for answer in model.root.values())
    none_fits = counted.pop(NO_VALID_OPTION, 0)
    return {NO_VALID_OPTION: none_fits, **counted}


def _appended(draft: Draft, delivery: Delivery) -> None:
    """Corrections go on from those that are there: no line is ever rewritten."""
    new = delivery.files.get(_CORRECTIONS)
    reader, path = FolderReader(draft.data), f"{draft.folder}/{_CORRECTIONS}"
    if new is None or reader.kind(path) != "file":
        return
    if not new.startswith(reader.read(path) or b""):
        remedy = "Append the new line to the file that the season has, and deliver that."
        raise refused(
            _CORRECTIONS, "lines that are not those of the season", "its lines, then new ones", remedy
        )


def _differs(draft: Draft, name: str, document: Document) -> bool:
    """Whether a document says something else than its file: its layout is the operator's."""
    raw = FolderReader(draft.data).read(f"{draft.folder}/{name}")
    return raw is None or json.loads(raw) != document
