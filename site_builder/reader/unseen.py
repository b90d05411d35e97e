"""What no copy shows by itself, whoever reads it, and what reveals it (docs/verify.md).

A site that its owner made again from other data is as whole as the first one. Rows, names, claims and
corrections are bound by nothing but what somebody kept: an earlier head or copy, or what was sent.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from site_builder.reader.account import OWN, Account, many

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
    return {KNOWN: account.known is not None, SUBMISSION: OWN in account.steps}


def _command(account: Account, how: str) -> str:
    return f"site-builder verify {shlex.quote(account.place)} {_OPTIONS[how]}"


def as_json(account: Account) -> dict[str, object]:
    """In a fixed order: what cannot be seen, what reveals it, what was given, what remains, what to keep."""
    given = _given(account)
    return {
        "cannot_be_seen": [{"what": what, "revealed_by": list(by)} for what, by in UNSEEN],
        "hold_against": [
            {"option": f"--{how}", "what": _WITH[how], "given": given[how], "command": _command(account, how)}
            for how in _WITH
        ],
        "remains": list(_remains(account)),
        "head": account.head.as_json() if account.head is not None else None,
    }


def as_lines(account: Account) -> Iterator[str]:
    """The last lines of an account."""
    yield "Cannot be seen from this copy, and what reveals it to whoever has it:"
    for what, by in UNSEEN:
        yield f"  {what}: {', or '.join(_WITH[how] for how in by)}"
    given = _given(account)
    for how, with_ in _WITH.items():
        if not given[how]:
            yield f"Hold it against {with_}:  {_command(account, how)}"
    yield from _remains(account)
    if account.head is not None:
        head = account.head
        yield f"Note the head of the ledger, for --known later: {many(head.lines, 'line')}, link {head.link}"


def _remains(account: Account) -> Iterator[str]:
    """Of what was given: what stays unseen all the same."""
    known = account.known
    if known is not None and known.continued is not None:
        yield f"Held against {known.what} that you know: what was so by line {known.continued} stays unseen."
    elif known is not None:
        yield f"Held against {known.what} that you know: this ledger is another one (step 8)."
    if OWN in account.steps:
        yield "Held against your submissions: what became of other participants, theirs alone show."
