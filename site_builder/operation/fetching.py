"""``season fetch-list --fetch``: what is missing is asked for, politely, and stored only once it was checked.

One request at a time; at most so many an hour for each host; a server that is busy, down or silent is asked
again after a growing wait, or when it says (``Retry-After``); an answer that sends elsewhere is not followed.
Whatever was had before an interruption is there at the next run, and is not asked for again.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from site_builder.operation.drafts import Draft
from site_builder.operation.refusal import RefusedError
from site_builder.operation.wanted import (
    MOST,
    NO_SUCH,
    NOT_FOUND,
    Examiner,
    Item,
    Wanted,
    log_items,
    not_found,
)
from site_builder.publish.errors import write_failed
from site_builder.reader.source import Address, Answer, NoAnswerError, SourceError

_HOUR: Final = 3600.0
_FIRST_WAIT: Final = 2.0
_LONGEST_WAIT: Final = 3600.0
# Answers of a server that may give another one later.
_BUSY: Final = frozenset((408, 425, 429, 500, 502, 503, 504))
_GONE: Final = frozenset((404, 410))
_SECONDS: Final = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Addresses:
    """Templates: ``{proof_id}``; ``{uuid}`` or ``{log_index}`` (as a view states them) or ``{root}``."""

    proof: str
    log: str

    def of(self, item: Item) -> str | None:
        """Where an item is asked for; ``None`` where the view does not state what the template needs."""
        try:
            return (self.proof if item.kind == "proof" else self.log).format_map(item.names)
        except KeyError:
            return None


@dataclass(slots=True)
class Client:
    """``rate``: requests an hour and host. ``attempts``: for one item. ``timeout``: seconds for one answer.

    ``say`` is told of every wait; ``now`` and ``sleep`` are the clock.
    """

    rate: int
    attempts: int
    timeout: int
    say: Callable[[str], None]
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _asked: dict[str, deque[float]] = field(default_factory=dict)
    _open: dict[str, Address] = field(default_factory=dict)

    def get(self, url: str) -> Answer | str:
        """The last answer, or why there is none."""
        host, target = _split(url)
        told: Answer | str = "not asked"
        for attempt in range(self.attempts):
            if attempt:
                self._wait(_pause(told, attempt), f"{host}: {_told(told)}")
            self._pace(host)
            told = self._once(host, target)
            if isinstance(told, Answer) and told.status not in _BUSY:
                return told
        return told

    def close(self) -> None:
        """Closes every connection."""
        for address in self._open.values():
            address.close()

    def _once(self, host: str, target: str) -> Answer | str:
        try:
            address = self._open.setdefault(host, Address(host + "/"))
            return address.answer(target, MOST, self.timeout)
        except (NoAnswerError, SourceError) as error:
            if (broken := self._open.pop(host, None)) is not None:
                broken.close()
            return str(error)

    def _pace(self, host: str) -> None:
        asked = self._asked.setdefault(host, deque())
        while asked and asked[0] <= self.now() - _HOUR:
            asked.popleft()
        if len(asked) >= self.rate:
            self._wait(asked[0] + _HOUR - self.now(), f"{host}: {self.rate} requests in an hour")
            asked.popleft()
        asked.append(self.now())

    def _wait(self, seconds: float, why: str) -> None:
        if seconds >= 1:
            self.say(f"{why}; waiting {seconds:.0f} seconds.")
        self.sleep(max(0.0, seconds))


def fetch(draft: Draft, made: Wanted, addresses: Addresses, client: Client, examiner: Examiner) -> None:
    """Asks for all that ``made`` lacks, proofs first, and brings its items up to date.

    Raises :class:`RefusedError` when an answer cannot be stored.
    """
    try:
        for item in made.open("proof"):
            _had(draft.data, item, addresses, client, examiner, made)
        made.items = [item for item in made.items if item.kind == "proof"] + list(
            _entries(draft, made, examiner)
        )
        for item in made.open("log"):
            _had(draft.data, item, addresses, client, examiner, made)
    finally:
        client.close()


def _entries(draft: Draft, made: Wanted, examiner: Examiner) -> Iterable[Item]:
    for track in draft.tracks:
        folder = draft.place(track)
        there = [
            item.names["proof_id"]
            for item in made.items
            if item.kind == "proof" and item.state == "there" and item.path.startswith(f"{folder}/")
        ]
        yield from log_items(draft.data, folder, there, examiner)


def _had(
    data: Path, item: Item, addresses: Addresses, client: Client, examiner: Examiner, made: Wanted
) -> None:
    url = addresses.of(item)
    if url is None:
        item.why = "the view does not state what the address needs"
        return
    answer = client.get(url)
    if isinstance(answer, str):
        item.why = answer
    elif answer.status in _GONE and item.kind == "proof":
        item.state, item.why = "no such proof", NO_SUCH
        _remember_absent(data, item)
    elif answer.status != 200:
        item.why = f"the server answers {answer.status}{answer.elsewhere}"
        if answer.status not in _BUSY and answer.status not in _GONE:
            item.state = "wrong"
    elif len(answer.body) >= MOST:
        item.state, item.why = "wrong", f"an answer of {MOST} bytes or more"
    else:
        _judged(data, item, answer.body, examiner, made)


def _judged(data: Path, item: Item, body: bytes, examiner: Examiner, made: Wanted) -> None:
    fails = ""
    if item.kind == "proof":
        item.state, item.why, fails = examiner.proof(item, body)
    else:
        item.state, item.why = examiner.log_entry(item, body)
    if item.state in ("there", "waiting"):
        store(data, item.path, body)
    if fails:
        made.failing[item.path] = fails


def store(data: Path, path: str, body: bytes) -> None:
    """Put a file in the tree whole: under another name first, then under its own."""
    target = data / path
    beside = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("xb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise RefusedError(write_failed(path, error).findings) from error


def _remember_absent(data: Path, item: Item) -> None:
    folder = item.path.rpartition("/proofs/")[0]
    known = sorted(not_found(data, folder) | {item.names["proof_id"]})
    store(data, f"{folder}/proofs/{NOT_FOUND}", json.dumps(known, indent=1).encode("ascii") + b"\n")


def _pause(told: Answer | str, attempt: int) -> float:
    """Seconds until the next attempt: what the server asks for, else twice as long each time."""
    asked = told.retry_after if isinstance(told, Answer) else None
    if asked is not None and _SECONDS.fullmatch(asked):
        return min(float(asked), _LONGEST_WAIT)
    if asked is not None:
        try:
            moment = parsedate_to_datetime(asked)
            seconds = (moment - datetime.now(UTC)).total_seconds()
            return float(min(max(seconds, 0.0), _LONGEST_WAIT))
        except (ValueError, TypeError):
            pass  # no date either
    return float(min(_FIRST_WAIT * 2 ** (attempt - 1), _LONGEST_WAIT))


def _told(told: Answer | str) -> str:
    return told if isinstance(told, str) else f"the server answers {told.status}"


def _split(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    return f"{parts.scheme}://{parts.netloc}", target or "/"
