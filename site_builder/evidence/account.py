"""The whole account of one proof: seven numbered steps, incidents, and what the proof establishes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from site_builder.evidence.batch import anchored_hash, check_batch, is_pending
from site_builder.evidence.commitments import NEWEST, VERSIONS, Version, check_commitments, is_later
from site_builder.evidence.disclosure import check_disclosures
from site_builder.evidence.fields import mapping
from site_builder.evidence.identity import Identity, check_identity
from site_builder.evidence.rekor import LogEntry, check_log_entry, flat_copies
from site_builder.evidence.signature import check_signature
from site_builder.evidence.steps import STEP_NAMES, Check, Incident, Recorder, Status, Step, shown
from site_builder.evidence.timestamp import check_timestamp
from site_builder.evidence.trust import IssuerKey, TrustAnchors, moment
from site_builder.kernel.strict_json import StrictJsonError, parse

SCHEMA = "proveit-proof-account-v1"


@dataclass(frozen=True, slots=True)
class Account:
    """What the verification of one proof found. ``time``: the token's, and only when step 4 passed.

    ``unknown_version``: the proof's, where it is later than those known: nothing is then said of the proof.
    """

    proof_id: str | None
    spec_version: str | None
    refusal: Check | None
    steps: tuple[Step, ...]
    incidents: tuple[Incident, ...] = ()
    time: datetime | None = None
    identity: Identity | None = None
    opened: Mapping[str, str] | None = None
    batch_open: bool = False
    rehearsal: bool = False
    unknown_version: str | None = None

    def step(self, number: int) -> Step:
        """The step of this number, 1 to 7."""
        return self.steps[number - 1]

    @property
    def verdict(self) -> Status:
        """Over steps 1 to 6, and 7 where a submission's disclosures were given.

        Failed when the proof was refused or a step failed; else pending; else not checked when a step
        could not be; passed only when every step passed.
        """
        if self.refusal is not None:
            return Status.FAILED
        statuses = {s.status for s in self.steps if s.number < 7 or s.cause != "no_submission"}
        for status in (Status.FAILED, Status.PENDING, Status.NOT_CHECKED):
            if status in statuses:
                return status
        return Status.PASSED

    def to_json(self) -> dict[str, object]:
        """The account for machines: fixed order, stable numbers and names."""
        return {
            "schema": SCHEMA,
            "proof_id": self.proof_id,
            "spec_version": self.spec_version,
            "verdict": self.verdict.value,
            "rehearsal": self.rehearsal,
            "time": moment(self.time) if self.time else None,
            "identity": self.identity.to_json() if self.identity else None,
            "opened": dict(self.opened) if self.opened else None,
            "refusal": self.refusal.to_json() if self.refusal else None,
            "steps": [step.to_json() for step in self.steps],
            "incidents": [incident.to_json() for incident in self.incidents],
        }


def examine(
    proof: bytes,
    anchors: TrustAnchors,
    *,
    log_entry: bytes | None = None,
    disclosures: object = None,
    rehearsal: bool = False,
) -> Account:
    """Verifies the public view of a proof (FORMATS §4). Never raises on hostile input; reads no clock.

    ``proof``: the view's JSON bytes. ``log_entry``: the log's answer about the entry, JSON bytes, where
    there is one. ``disclosures``: from a submission, for this proof. ``rehearsal``: whether anchors that
    vouch for rehearsals alone count.
    """
    document, refusal = _readable(proof)
    if refusal is not None:
        return _refused(refusal, document)
    assert document is not None
    stated = document.get("spec_version")
    version = VERSIONS.get(stated) if isinstance(stated, str) else None
    if version is None and is_later(stated):
        return _undecided(document, str(stated))
    if version is None:
        known = f"one of {', '.join(VERSIONS)}, or later"
        return _refused(Check("spec_version", False, shown(stated), known, "/spec_version"), document)
    return _examined(document, version, anchors.admitted(rehearsal=rehearsal), log_entry, disclosures)


def _examined(
    proof: Mapping[str, object],
    version: Version,
    anchors: TrustAnchors,
    log_entry: bytes | None,
    disclosures: object,
) -> Account:
    pending = is_pending(proof)
    anchored = anchored_hash(proof, version)
    stamp = None
    if pending:
        timestamp = Recorder(4).pending("batch_open", "a token is made when the batch closes")
    else:
        timestamp, stamp = check_timestamp(proof, anchored, anchors.authorities)
    time = stamp.time if stamp else None
    signature, key = check_signature(proof, anchors.issuer_keys, time, pending)
    log, entry = _log_step(pending, anchored, anchors, log_entry)
    identity_step, identity, incidents = check_identity(proof, version)
    disclosure_step, opened, differing = check_disclosures(proof, disclosures)
    incidents += differing
    if signature.passed and key is not None:
        incidents += _flat_key(proof, key)
    if entry is not None:
        incidents += flat_copies(proof, entry)
    used = [stamp.authority.rehearsal if stamp else False, key.rehearsal if key else False]
    used += [entry.rehearsal] if entry is not None else []
    steps = (
        check_commitments(proof, version),
        signature,
        check_batch(proof, version),
        timestamp,
        log,
        identity_step,
        disclosure_step,
    )
    return Account(
        proof_id=_text(proof.get("proof_id")),
        spec_version=_text(proof.get("spec_version")),
        refusal=None,
        steps=steps,
        incidents=tuple(sorted(incidents, key=lambda incident: incident.pointer)),
        time=time,
        identity=identity,
        opened=opened or None,
        batch_open=pending,
        rehearsal=any(used),
    )


def _log_step(
    pending: bool, anchored: bytes | None, anchors: TrustAnchors, log_entry: bytes | None
) -> tuple[Step, LogEntry | None]:
    if pending:
        return Recorder(5).pending("batch_open", "a log entry is made when the batch closes"), None
    if log_entry is None:
        return Recorder(5).not_checked("no_log_entry", "the log's entry is not at hand"), None
    return check_log_entry(log_entry, anchored, anchors)


def _flat_key(proof: Mapping[str, object], key: IssuerKey) -> list[Incident]:
    flat = proof.get("arkforge_pubkey")
    return [] if flat == key.text() else [Incident("/arkforge_pubkey", shown(flat), key.text())]


def _readable(proof: bytes) -> tuple[Mapping[str, object] | None, Check | None]:
    try:
        value = parse(proof)
    except StrictJsonError as error:
        first = error.problems[0]
        return None, Check("readable", False, f"line {first.line}: {first.found}", first.expected)
    document = mapping(value)
    if document is None:
        return None, Check("readable", False, shown(value), "an object")
    return document, None


def _undecided(document: Mapping[str, object], version: str) -> Account:
    """A later form is no fault of the proof, and no proof either: every step is left open."""
    reason = f"spec_version {version} is later than {NEWEST}, the newest that this program knows"
    steps = tuple(Recorder(number).not_checked("unknown_version", reason) for number in STEP_NAMES)
    return Account(_text(document.get("proof_id")), version, None, steps, unknown_version=version)


def _refused(refusal: Check, document: Mapping[str, object] | None) -> Account:
    reason = "the proof was refused as a whole"
    steps = tuple(Recorder(number).not_checked("refused", reason) for number in STEP_NAMES)
    given = document or {}
    return Account(_text(given.get("proof_id")), _text(given.get("spec_version")), refusal, steps)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
