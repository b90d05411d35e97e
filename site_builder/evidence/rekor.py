"""Step 5: the transparency log's entry about the anchored hash (FORMATS §4, ``transparency_log``).

Five links, each of which an attacker could leave out: the entry is about *this* hash; a published key
submitted it; the log's promise (signed entry timestamp) is over this entry; the entry is a leaf of the
tree, at its index *inside the shard*; a signed checkpoint vouches for that tree's root and size.
What it proves: the hash is in a public log that cannot drop it unseen. What it does not: that the log
shows everyone the same tree; for that, ask it for a consistency proof with a later checkpoint.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from site_builder.evidence import merkle
from site_builder.evidence.fields import mapping, member, standard_base64, whole_number
from site_builder.evidence.log_inclusion import check_inclusion, ecdsa_valid
from site_builder.evidence.steps import Incident, Recorder, Step, shown
from site_builder.evidence.trust import Log, SubmitterKey, TrustAnchors, moment
from site_builder.kernel.canonical import canonical_json
from site_builder.kernel.remembered import of_short
from site_builder.kernel.strict_json import StrictJsonError, parse

_UUID = re.compile(r"([0-9a-f]{16})?([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry that holds: its name in the log, what the log answered, and whether it was a rehearsal."""

    uuid: str
    answer: Mapping[str, object]
    rehearsal: bool


# The proofs of a batch share one root and one entry.
@of_short(most=512, longest=1 << 16)
def check_log_entry(
    entry_json: bytes, anchored: bytes | None, anchors: TrustAnchors
) -> tuple[Step, LogEntry | None]:
    """Step 5, and the entry when the step passed. Pointers are places inside the entry."""
    step = Recorder(5)
    named = _entry(step, entry_json)
    if named is None:
        return step.done(), None
    uuid, entry = named
    step.formed("anchored_hash", anchored, anchored, "the hash that the entry is about")
    body = step.formed("body_form", standard_base64(entry.get("body")), entry.get("body"), "base64", "/body")
    if anchored is None or body is None:
        return step.done(), None
    log = _log(step, entry, anchors.logs)
    time = _integrated_time(step, entry)
    submitter = _check_submission(step, body, anchored, anchors.submitter_keys, time)
    leaf = merkle.leaf_hash(body)
    tree = _check_uuid(step, uuid, leaf)
    if log is not None:
        _check_promise(step, entry, log)
        check_inclusion(step, entry, leaf, log, tree)
    done = step.done()
    if not done.passed or log is None or submitter is None:
        return done, None
    return done, LogEntry(uuid, entry, log.rehearsal or submitter.rehearsal)


def flat_copies(proof: Mapping[str, object], entry: LogEntry) -> list[Incident]:
    """What the proof repeats of its entry, where it differs; the entry counts."""
    incidents = []
    uuid, answer = entry.uuid, entry.answer
    for name, opened in (("log_index", answer["logIndex"]), ("integrated_time", answer["integratedTime"])):
        flat = member(proof, "transparency_log", name)
        if type(flat) is not type(opened) or flat != opened:
            incidents.append(Incident(f"/transparency_log/{name}", shown(flat), shown(opened)))
    stated = member(proof, "transparency_log", "uuid")
    alike = isinstance(stated, str) and _UUID.fullmatch(stated) is not None and stated[-64:] == uuid[-64:]
    if not alike or (len(str(stated)) == len(uuid) and stated != uuid):
        incidents.append(Incident("/transparency_log/uuid", shown(stated), uuid))
    return incidents


def _entry(step: Recorder, data: bytes) -> tuple[str, Mapping[str, object]] | None:
    try:
        document = parse(data)
    except StrictJsonError as error:
        problem = error.problems[0]
        step.check("entry_readable", False, f"line {problem.line}: {problem.found}", problem.expected)
        return None
    named = mapping(document)
    name, entry = next(iter(named.items())) if named and len(named) == 1 else (None, None)
    inner = step.formed("entry_form", mapping(entry), document, "an object: one name, one entry")
    return (name, inner) if name is not None and inner is not None else None


def _log(step: Recorder, entry: Mapping[str, object], logs: tuple[Log, ...]) -> Log | None:
    stated = entry.get("logID")
    log = next((known for known in logs if known.key_id().hex() == stated), None)
    expected = "; ".join(f"{known.key_id().hex()} ({known.name})" for known in logs) or "no log is known"
    step.check("known_log", log is not None, stated, expected, "/logID")
    return log


def _integrated_time(step: Recorder, entry: Mapping[str, object]) -> datetime | None:
    seconds = whole_number(entry.get("integratedTime"))
    time = None
    if seconds is not None and seconds < 253_402_300_800:  # the year 10000
        time = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    stated = entry.get("integratedTime")
    return step.formed("time_form", time, stated, "seconds since 1970", "/integratedTime")


def _check_submission(
    step: Recorder, body: bytes, anchored: bytes, keys: tuple[SubmitterKey, ...], time: datetime | None
) -> SubmitterKey | None:
    """The body: about the anchored hash's hex text, and signed by a published key, which is given back."""
    try:
        document: object = parse(body)
    except StrictJsonError:
        step.check("body_readable", False, "bytes that are not strict JSON", "a hashedrekord entry", "/body")
        return None
    kind = (member(document, "kind"), member(document, "apiVersion"))
    step.equal("entry_kind", " ".join(map(shown, kind)), "hashedrekord 0.0.1", "/body")
    artifact = anchored.hex().encode("ascii")
    stated = member(document, "spec", "data", "hash")
    step.equal("artifact_algorithm", member(stated, "algorithm"), "sha256", "/body")
    step.equal("artifact", member(stated, "value"), hashlib.sha256(artifact).hexdigest(), "/body")
    submitter = _submitter(member(document, "spec", "signature", "publicKey", "content"))
    known = [k for k in keys if submitter is not None and k.public == submitter]
    names = ", ".join(key.kid for key in keys) or "no published key is known"
    found = known[0].kid if known else "another key"
    if not step.check("submitter_key", bool(known), found, f"one of: {names}", "/body"):
        return None
    if time is not None:
        valid = [key for key in known if key.valid_at(time)]
        found = f"{moment(time)}, when the log took it in"
        step.check("submitter_key_valid", bool(valid), found, (valid or known)[0].validity(), "/body")
    signature = standard_base64(member(document, "spec", "signature", "content"))
    good = ecdsa_valid(known[0].public, signature, artifact)
    step.valid("entry_signature", good, "valid, over the artifact", "/body")
    return known[0]


def _submitter(content: object) -> EllipticCurvePublicKey | None:
    pem = standard_base64(content)
    try:
        key = load_pem_public_key(pem) if pem else None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None
    return key if isinstance(key, EllipticCurvePublicKey) else None


def _check_uuid(step: Recorder, uuid: str, leaf: bytes) -> int | None:
    """The entry's name: its leaf hash, after the 16 digits of the tree's number or without them."""
    parts = _UUID.fullmatch(uuid)
    found = parts[2] if parts else uuid
    step.equal("entry_name", found, leaf.hex())
    return int(parts[1], 16) if parts and parts[1] else None


def _check_promise(step: Recorder, entry: Mapping[str, object], log: Log) -> None:
    promise = {name: entry.get(name) for name in ("body", "integratedTime", "logID", "logIndex")}
    signature = standard_base64(member(entry, "verification", "signedEntryTimestamp"))
    good = ecdsa_valid(log.public, signature, canonical_json(promise))
    step.valid("signed_entry_timestamp", good, f"signed by {log.name}", "/verification/signedEntryTimestamp")
