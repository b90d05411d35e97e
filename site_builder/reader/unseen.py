"""What no copy shows by itself, whoever reads it, and what reveals it (docs/verify.md).

A site that its owner made again from other data is as whole as the first one. Rows, names, claims and
corrections are bound by nothing but what somebody kept: an earlier head or copy, or what was sent.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from site_builder.reader.account import Account, many

KNOWN: Final = "known"
SUBMISSION: Final = "submission"
# What stays unseen → what reveals it, to whoever has it.
UNSEEN: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("rows left out", (KNOWN, SUBMISSION)),
    ("names exchanged between rows", (KNOWN, SUBMISSION)),
    ("verdicts rewritten in a submission", (KNOWN, SUBMISSION)),
    ("assertions taken out of a submission", (KNOWN, SUBMISSION)),
    ("public reports made private", (KNOWN, SUBMISSION)),
    ("a rival made to look worse", (KNOWN, SUBMISSION)),
    ("corrections gone", (KNOWN,)),
    ("figures of rows without a public report", (KNOWN,)),
    ("lines of the ledger that nobody noted", (KNOWN,)),
)
_WITH: Final = {KNOWN: "an earlier head or copy", SUBMISSION: "your own submission"}
_OPTIONS: Final = {KNOWN: "--known HEAD-OR-COPY", SUBMISSION: "--submission FILE"}


def _given(account: Account) -> dict[str, bool]:
    return {KNOWN: account.known is not None and account.known.continued is not None, SUBMISSION: False}


def _command(account: Account, how: str) -> str:
    return f"site-builder verify {shlex.quote(account.place)} {_OPTIONS[how]}"


def as_json(account: Account) -> dict[str, object]:
    """In a fixed order: what cannot be seen, what reveals it, what was given, and what to keep."""
    given = _given(account)
    return {
        "cannot_be_seen": [{"what": what, "revealed_by": list(by)} for what, by in UNSEEN],
        "hold_against": [
            {"option": f"--{how}", "what": _WITH[how], "given": given[how], "command": _command(account, how)}
            for how in _WITH
        ],
        "head": account.head.as_json() if account.head is not None else None,
    }


def as_lines(account: Account) -> Iterator[str]:
    """The last lines of an account."""
    yield "What this rests on"
    yield "Cannot be seen from this copy, by anybody:"
    for reveals in dict.fromkeys(by for _, by in UNSEEN):
        what = "; ".join(what for what, by in UNSEEN if by == reveals)
        yield f"  {what}: {' or '.join(_WITH[how] for how in reveals)} shows it."
    given = _given(account)
    for how, with_ in _WITH.items():
        if not given[how]:
            yield f"Hold it against {with_}:"
            yield f"  {_command(account, how)}"
    known = account.known
    if known is not None and known.continued is not None:
        yield f"Held against {known.what}: what was so by line {known.continued} already stays unseen."
    if account.head is not None:
        head = account.head
        yield f"Note the head, to hold a later copy against it: {many(head.lines, 'line')}, link {head.link}"
