"""A time-stamp of the ledger's head: what it says it covers, and whether it does (RFC 3161, FORMATS §4).

``ledger/<lines>.tsr`` is the answer of the authority over the first ``lines`` lines of ``ledger.jsonl`` as
stored; ``ledger/<lines>.json`` says so in words. What it proves: these lines existed at that time, on the
authority's word. What it does not: that no other ledger existed beside them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from site_builder.evidence.steps import Recorder, Step
from site_builder.evidence.timestamp import Stamp, judge
from site_builder.evidence.trust import Authority, moment
from site_builder.kernel import strict_json
from site_builder.kernel.ledger import Head, LedgerError, head, prefix

SCHEMA: Final = "proveit-ledger-seal-v1"
_STEP: Final = 4
_TEXTS: Final = ("sha256", "link", "authority", "time", "token_sha256")


class SealError(ValueError):
    """Not what a seal looks like; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class LedgerSeal:
    """What a token covers, who signed it and when; ``rehearsal``: its authority vouches for rehearsals alone.

    ``token_sha256``: of the bytes of the token's file. Everything here can be read off the ledger and the
    token; it is written down for people.
    """

    head: Head
    authority: str
    time: str
    rehearsal: bool
    token_sha256: str

    def as_bytes(self) -> bytes:
        """The one form of the file."""
        value = {
            "schema": SCHEMA,
            "lines": self.head.lines,
            "sha256": self.head.sha256,
            "link": self.head.link,
            "authority": self.authority,
            "time": self.time,
            "rehearsal": self.rehearsal,
            "token_sha256": self.token_sha256,
        }
        return json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n"


def seal_of(ledger: bytes, token: bytes, stamp: Stamp) -> LedgerSeal:
    """What is written down of a token over a whole ledger, once the token was judged."""
    return LedgerSeal(
        head(ledger),
        stamp.authority.name,
        moment(stamp.time),
        stamp.authority.rehearsal,
        sha256(token).hexdigest(),
    )


def read_seal(data: bytes) -> LedgerSeal:
    """The seal in these bytes; raises :class:`SealError` for any other form than the one it is written in."""
    try:
        value = strict_json.parse(data)
    except strict_json.StrictJsonError as error:
        raise SealError(str(error)) from None
    if not isinstance(value, dict):
        raise SealError("an object")
    lines, rehearsal = value.get("lines"), value.get("rehearsal")
    texts = [value.get(name) for name in _TEXTS]
    if not isinstance(lines, int) or not isinstance(rehearsal, bool):
        raise SealError("lines as a whole number, rehearsal as true or false")
    digest, link, authority, time, token = (text if isinstance(text, str) else "" for text in texts)
    seal = LedgerSeal(Head(lines, digest, link), authority, time, rehearsal, token)
    if seal.as_bytes() != data:
        raise SealError(f"an object of schema, lines, {', '.join(_TEXTS)} as this program writes it")
    return seal


def judge_token(ledger: bytes, token: bytes, authorities: tuple[Authority, ...]) -> tuple[Step, Stamp | None]:
    """Whether the token is one of these authorities' over exactly these bytes of a ledger."""
    return judge(Recorder(_STEP), token, ledger, authorities, None)


def judge_seal(
    seal: LedgerSeal, token: bytes, ledger: bytes, authorities: tuple[Authority, ...]
) -> tuple[Step, Stamp | None]:
    """The same for a seal beside a ledger that may have grown since: every statement of it is checked.

    The prefix is taken by line count, as stored. ``ledger`` is a whole chain: :func:`kernel.ledger.parse` is
    the caller's.
    """
    step = Recorder(_STEP)
    step.equal("token_bytes", sha256(token).hexdigest(), seal.token_sha256, "/token_sha256")
    try:
        covered = prefix(ledger, seal.head.lines)
        found = head(covered)
    except LedgerError as error:
        step.check("ledger_prefix", False, error.found, error.expected, "/lines")
        return step.done(), None
    step.equal("ledger_sha256", seal.head.sha256, found.sha256, "/sha256")
    step.equal("ledger_link", seal.head.link, found.link, "/link")
    done, stamp = judge(step, token, covered, authorities, None)
    if stamp is None:
        return done, None
    step.equal("seal_time", seal.time, moment(stamp.time), "/time")
    step.equal("seal_authority", seal.authority, stamp.authority.name, "/authority")
    step.equal("seal_rehearsal", seal.rehearsal, stamp.authority.rehearsal, "/rehearsal")
    done = step.done()
    return done, stamp if done.passed else None
