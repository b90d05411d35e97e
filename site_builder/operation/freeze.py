"""``season freeze``: what is to be anchored, then what the anchoring gave, then what replaces it (§8).

First the payload: the hashes of the section and the manifest and the commitment to the key, in a record that
lacks its proof. Then, with the proof's public view and what its owner alone can read, the whole record,
once the proof verifies and opens this very call. Before the opening a freeze may be superseded, and both
are published.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.proof import anchored_root
from site_builder.challenges.prove_it.scoring.corpus_hashes import request_hash
from site_builder.evidence.account import Account, examine
from site_builder.evidence.trust import TrustAnchors, moment
from site_builder.kernel import strict_json
from site_builder.kernel.instants import Instant
from site_builder.operation.drafts import (
    TO_FILL,
    Document,
    Draft,
    document_bytes,
    instant,
    member,
    placeholders,
    settled,
    unreadable,
)
from site_builder.operation.refusal import refused
from site_builder.operation.workplace import workplace

_STEPS: Final = (1, 2, 3, 4, 7)
"""What must pass before a record is completed; the log's entry comes with `season fetch-list`, and the
identity of whoever asked for the anchor is no part of a freeze."""
_SCHEMA: Final = "proveit-preregistration-v1"


@dataclass(frozen=True, slots=True)
class Call:
    """The call to be anchored."""

    target: str
    method: str
    payload: Mapping[str, str]


def prepare(draft: Draft, track: str, version: str | None, target: str | None, method: str | None) -> Call:
    """Writes what the freeze is about into ``track.json`` and the record; the call to anchor.

    Raises :class:`RefusedError` where the section, the manifest or the commitment is not there yet, and
    where the freeze in force is anchored already.
    """
    document = settled(draft, track)
    file, rules = f"{draft.place(track)}/track.json", member(document, draft.place(track), "scoring_rules")
    if version is not None and rules.get("version") in (TO_FILL, version):
        rules["version"] = version
    record = read_record(draft, track)
    if rules.get("proof_id") != TO_FILL:
        remedy = f"Supersede it before the opening: `site-builder season freeze {track} --supersede`."
        raise refused(file, f"a freeze anchored by {rules['proof_id']}", "none yet", remedy)
    if version is not None and rules["version"] != version:
        remedy = "Correct it in track.json, or give this one."
        raise refused(file, f"version {rules['version']}", version, remedy, "/scoring_rules/version")
    missing = [pointer for pointer in placeholders(document) if pointer != "/scoring_rules/proof_id"]
    if missing or "sha256" not in rules:
        found = f"still to fill in: {', '.join(missing)}"
        remedy = "`site-builder season status` names the command for each."
        raise refused(file, found, "everything that the freeze is about", remedy)
    payload = {
        "section_sha256": rules["sha256"],
        "manifest_sha256": member(document, draft.place(track), "corpus")["manifest_sha256"],
        "key_commitment": member(document, draft.place(track), "answer_key")["commitment"],
    }
    begun: Document = next(iter(record["freezes"]), {})
    is_begun = begun.get("proof_id") == TO_FILL
    call = Call(
        target
        or (begun.get("target") if is_begun else None)
        or f"{draft.season.get('season_service')}/freeze",
        method or (begun.get("method") if is_begun else None) or "POST",
        payload,
    )
    entry = {
        "version": rules["version"], "proof_id": TO_FILL, "target": call.target, "method": call.method,
        "payload": payload, "disclosures": TO_FILL,
    }  # fmt: skip
    record["freezes"] = [entry, *record["freezes"][is_begun:]]
    _write(draft, track, document, record, {})
    return call


def complete(draft: Draft, track: str, proof: Path, full: Path, anchors: TrustAnchors) -> tuple[str, str]:
    """Completes the record from the proof's public view and its owner's; the proof's id and time.

    Raises :class:`RefusedError` for a proof that does not verify, is not anchored, opens another call, or
    is dated after the opening.
    """
    document, record = settled(draft, track), read_record(draft, track)
    begun = next((entry for entry in record["freezes"] if entry.get("proof_id") == TO_FILL), None)
    if begun is None:
        remedy = f"Make it with `site-builder season freeze {track}`."
        raise refused(_record_file(draft, track), "no freeze that waits for its proof", "one", remedy)
    view = _read(proof)
    disclosures = _disclosures(full)
    account = examine(
        view, anchors, disclosures=disclosures, rehearsal=draft.season.get("demonstration") is True
    )
    _check(draft, begun, account, str(proof))
    assert account.proof_id is not None
    assert account.time is not None
    begun["proof_id"] = account.proof_id
    begun["disclosures"] = disclosures
    member(document, draft.place(track), "scoring_rules")["proof_id"] = account.proof_id
    _write(draft, track, document, record, {f"{track}/proofs/{account.proof_id}.json": view})
    return account.proof_id, moment(account.time)


def supersede(draft: Draft, track: str, reason: Mapping[str, str], now: Instant) -> str:
    """Moves the freeze in force among those that were superseded; its version. Only before the opening."""
    document = settled(draft, track)
    file, rules = f"{draft.place(track)}/track.json", member(document, draft.place(track), "scoring_rules")
    opens = instant(draft, "opens_at")
    if opens is not None and not now < opens:
        remedy = "A season whose rules or corpus changed is invalidated (season.json, invalidated)."
        raise refused(file, f"a season that opened at {opens.text}", "one that has not opened", remedy)
    if rules.get("proof_id") == TO_FILL:
        raise refused(file, "no anchored freeze", "one to supersede", "Nothing is to be superseded.")
    version = str(rules["version"])
    old = {"version": version, "proof_id": rules["proof_id"], "reason": dict(reason)}
    rules["superseded"] = [old, *rules.get("superseded", [])]
    rules |= {"version": TO_FILL, "proof_id": TO_FILL}
    _write(draft, track, document, None, {})
    return version


def read_record(draft: Draft, track: str) -> Document:
    """``preregistration.json``, or an empty one; a ``TO FILL`` may stand in it."""
    reader, path = FolderReader(draft.data), _record_file(draft, track)
    if reader.kind(path) == "missing":
        return {"schema": _SCHEMA, "season": draft.number, "track": track, "freezes": []}
    raw = reader.read(path)
    try:
        value = strict_json.parse(raw) if raw is not None else None
    except strict_json.StrictJsonError:
        value = None
    freezes = value.get("freezes") if isinstance(value, dict) else None
    if not isinstance(freezes, list) or not all(isinstance(entry, dict) for entry in freezes):
        raise refused(path, "no record of freezes", "strict JSON with freezes", "Correct the file.")
    assert isinstance(value, dict)
    return value


def _check(draft: Draft, begun: Document, account: Account, file: str) -> None:
    remedy = "Give the view and the openings of the call that was anchored, once its batch is closed."
    if account.refusal is not None:
        raise refused(file, account.refusal.found, account.refusal.expected, remedy)
    for number in _STEPS:
        step = account.step(number)
        if not step.passed:
            found = f"step {number}, {step.name}, {step.status.value}: {step.cause}"
            raise refused(file, found, "a proof that verifies and is anchored", remedy)
    wanted = request_hash(begun["target"], begun["method"], begun["payload"])
    opened = (account.opened or {}).get("request_hash")
    if opened != wanted:
        expected = f"{wanted}, of {begun['method']} {begun['target']} with the payload"
        raise refused(file, f"the proof opens the request hash {opened}", expected, remedy)
    opens = instant(draft, "opens_at")
    if opens is not None and account.time is not None and account.time > opens.utc:
        found = f"a proof of {moment(account.time)}"
        raise refused(file, found, f"one that is not after the opening, {opens.text}", remedy)
    if account.proof_id is None or anchored_root(_read(Path(file))) is None:
        raise refused(file, "no proof_id, or no batch root", "the public view of a proof", remedy)


def _disclosures(full: Path) -> Document:
    """The two openings, from the owner's view: ``commitment_nonces`` and ``chain_data``."""
    try:
        value = strict_json.parse(_read(full))
    except strict_json.StrictJsonError:
        value = None
    document = value if isinstance(value, dict) else {}
    found = {}
    for name in ("request_hash", "response_hash"):
        pair = {
            key: document.get(part) for key, part in (("nonce", "commitment_nonces"), ("value", "chain_data"))
        }
        pair = {key: part.get(name) if isinstance(part, dict) else None for key, part in pair.items()}
        if not all(isinstance(part, str) for part in pair.values()):
            expected = f"commitment_nonces and chain_data with {name}"
            remedy = "Give the answer of GET /v1/proof/{proof_id}/full, read with the challenge's key."
            raise refused(str(full), "no such opening", expected, remedy)
        found[name] = {key: str(part) for key, part in pair.items()}
    return found


def _write(
    draft: Draft, track: str, document: Document, record: Document | None, files: Mapping[str, bytes]
) -> None:
    with workplace(draft.data, draft.number) as work:
        work.write(f"{track}/track.json", document_bytes(document))
        if record is not None:
            work.write(f"{track}/preregistration.json", document_bytes(record))
        for name, data in files.items():
            work.write(name, data)
        work.commit()


def _record_file(draft: Draft, track: str) -> str:
    return f"{draft.place(track)}/preregistration.json"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None
