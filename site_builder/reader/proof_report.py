"""``site-builder proof``: the account of one proof, for a participant or a stranger (FORMATS §4).

Reads files and nothing else: no network, no clock. What strangers wrote is shown so that a terminal does
not act on it. The steps and their numbers are those of docs/evidence.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from site_builder import anchors
from site_builder.evidence.account import Account, examine
from site_builder.evidence.steps import Check, Status, Step
from site_builder.evidence.trust import TrustAnchors, moment
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.kernel.strict_json import MAX_BYTES, StrictJsonError, parse
from site_builder.kernel.terminal import printable
from site_builder.reader.account import steps_named

PASSED, FAILED, UNREADABLE, NOT_CHECKED = 0, 1, 2, 3
_EXIT = {
    Status.PASSED: PASSED,
    Status.FAILED: FAILED,
    Status.PENDING: NOT_CHECKED,
    Status.NOT_CHECKED: NOT_CHECKED,
}
_TITLES = {
    1: "the commitments lead to the chain hash",
    2: "the issuer signed the chain hash, with a key that was valid then",
    3: "the proof is a leaf of its batch",
    4: "a time-stamping authority signed the batch root",
    5: "the batch root stands in a public log",
    6: "the proof opens the identity that it committed to",
    7: "the submission's disclosures open the request and the response",
}
_WORDS = {
    Status.PASSED: "passed",
    Status.FAILED: "FAILED",
    Status.NOT_CHECKED: "not checked",
    Status.PENDING: "pending",
}
_NOT_ASKED = "not asked for"


def main(
    file: Path, log_entry_file: Path | None, trust_dir: Path, output_format: str = "text"
) -> tuple[int, str]:
    """The exit code and the text to print, with a line feed at its end.

    0: steps 1 to 6 passed. 1: a step failed, or the proof was refused as a whole. 2: a file cannot be read or
    is not what its option says, or the trust folder was refused. 3: nothing failed, but steps could not be
    checked or wait for an anchor; the text names them. Step 7 belongs to a submission, is not asked for, and
    counts for none of these. ``output_format``: ``text`` or ``json``.
    """
    try:
        proof = _object(file, "a proof")
        entry = _object(log_entry_file, "the log's answer") if log_entry_file is not None else None
        trusted = anchors.read(trust_dir)
    except (OSError, _OtherFileError, anchors.TrustFolderError) as error:
        reason = f"{error.strerror}: {error.filename}" if isinstance(error, OSError) else str(error)
        return UNREADABLE, printable(reason) + "\n"
    trust, findings = read_anchors(trusted)
    if trust is None:
        lines = [f"{f.code} {f.file}: found {f.found}; expected {f.expected}; {f.remedy}" for f in findings]
        return UNREADABLE, "".join(printable(line) + "\n" for line in lines)
    assert proof is not None
    account = examine(proof, trust, log_entry=entry, rehearsal=True)
    code = _EXIT[account.verdict]
    if output_format == "json":
        return code, json.dumps(account.to_json(), indent=2) + "\n"
    return code, "".join(printable(line) + "\n" for line in lines_of(account, trust))


def lines_of(account: Account, trust: TrustAnchors) -> Iterator[str]:
    """The account as lines of text, not yet made safe for a terminal."""
    yield f"Proof {account.proof_id or 'without a proof_id'}, spec {account.spec_version or 'not stated'}"
    if account.time is not None:
        yield f"Time, signed by a third party: {moment(account.time)}"
    if account.identity is not None and all(account.step(number).passed for number in (1, 2, 3, 4)):
        yield "Identity, committed to by the issuer before that time:"
        yield from (f"  {name}: {json.dumps(value)}" for name, value in account.identity.to_json().items())
    if account.rehearsal:
        yield "REHEARSAL: it rests on an anchor that vouches for rehearsals alone, never for a real season."
    if account.unknown_version is not None:
        yield f"Unknown version: {account.unknown_version} is later than those that this program knows."
        yield "Nothing was checked, and nothing speaks against the proof: use a program that knows it."
    if account.refusal is not None:
        yield "REFUSED as a whole:"
        yield from _check(account.refusal)
    yield ""
    for step in account.steps:
        yield from _step(step)
    if account.incidents:
        yield ""
        yield "Incidents: fields of the proof that differ from the evidence they repeat. The evidence counts."
        for incident in account.incidents:
            yield f"  {incident.pointer}: says {incident.flat}; the evidence says {incident.opened}"
    yield ""
    yield _summary(account)
    if not trust.authorities or not trust.logs or not trust.issuer_keys:
        yield "The trust folder names no issuer, no authority or no log: what they vouch for cannot pass."


def _step(step: Step) -> Iterator[str]:
    cause = f" ({step.cause})" if step.cause else ""
    yield f"{step.number}. {_TITLES[step.number]}: {_word(step)}{cause}"
    if step.reason:
        yield f"     {step.reason}"
    for check in step.checks:
        if not check.holds:
            yield from _check(check)
        elif step.passed:
            yield f"     {_named(check)}: {check.found}"


def _named(check: Check) -> str:
    """The name of a check that held; an opening with the field that it opens."""
    name = check.name.replace("_", " ")
    return f"{name} {check.pointer}" if check.name == "opens" else name


def _check(check: Check) -> Iterator[str]:
    place = f", at {check.pointer}" if check.pointer else ""
    yield f"     {check.name.replace('_', ' ')} does not hold{place}"
    yield f"       found    {check.found}"
    yield f"       expected {check.expected}"


def _summary(account: Account) -> str:
    """What became of every step, the worst first."""
    if account.unknown_version is not None:
        return f"Result: not checked: unknown version {account.unknown_version}."
    if account.refusal is not None:
        return "Result: refused."
    parts = []
    for word in ("FAILED", "pending", "not checked", "passed", _NOT_ASKED):
        numbers = [step.number for step in account.steps if _word(step) == word]
        if numbers:
            parts.append(f"{word}: {steps_named(numbers)}")
    return f"Result: {'; '.join(parts)}."


def _word(step: Step) -> str:
    """The outcome of a step; what only a submission could be asked is no gap in the account of a proof."""
    return _NOT_ASKED if step.cause == "no_submission" else _WORDS[step.status]


class _OtherFileError(Exception):
    """A file that holds something else; the message names it and repeats nothing of what it holds."""


def _object(file: Path, what: str) -> bytes | None:
    """The bytes of a JSON object; ``None`` for ``null``, which says that the log gave no answer."""
    with file.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)  # one byte too many is refused by the parser
    try:
        value = parse(data)
    except StrictJsonError as error:
        first = error.problems[0]
        place = f"line {first.line}, column {first.column}"
        raise _OtherFileError(f"{file}: not {what}: no strict JSON, from {place} on.") from None
    if value is None and what != "a proof":
        return None
    if not isinstance(value, dict):
        raise _OtherFileError(f"{file}: not {what}: JSON, and no object.")
    return data
