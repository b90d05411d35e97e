"""Step 8, what the ledger says of the site that stands here: its last line is about these files and seasons.

A chain that is whole says nothing of a file that it does not list, nor that what it says of its last
publication is so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from site_builder.kernel.ledger import Line
from site_builder.kernel.ledger_concerns import SeasonState, announced
from site_builder.publish import Entry, PublicationError
from site_builder.publish.publications import (
    LEDGER,
    PUBLICATIONS,
    SEALS,
    Open,
    entries,
    manifest_path,
    of_publication,
    publication_manifest,
    read_ledger,
    resolved,
)
from site_builder.reader.account import Step
from site_builder.reader.seasons import PublishedSeason
from site_builder.reader.site import Site

_SEAL: Final = re.compile(rf"{SEALS}/([1-9][0-9]{{0,8}})\.(?:json|tsr)")


def check_last_publication(site: Site, seasons: Sequence[PublishedSeason], step: Step) -> None:
    """Files that no line accounts for, and what the last line says of date, seasons and corrections."""
    if LEDGER not in site.entries:
        return  # told already, as is a ledger that is not whole
    try:
        _, lines = read_ledger(site.opened)
        listed = list(entries(lines[-1], publication_manifest(site.opened, lines[-1])))
        kept = set(_kept(site.opened, lines))
    except PublicationError:
        return
    _files(site, listed, kept, len(lines), step)
    last = lines[-1]
    if last.at != site.genere_le:
        step.wrong(LEDGER, f"at {last.at}", f"{site.genere_le}, as the pages say", f"line {last.n}")
    if any(one.unreadable is not None for one in seasons):
        step.unchecked.append(f"What line {last.n} says of seasons: the pages of a season cannot be read.")
        return
    try:
        kind, concerns = announced(lines[:-1], [_state(one) for one in seasons])
    except Exception as error:  # a hostile document: whatever it makes our code do is no reason to stop
        step.unchecked.append(f"What line {last.n} says of seasons: {type(error).__name__}.")
        return
    if (last.kind, last.concerns) != (kind, concerns):
        found, expected = f"{last.kind}, {last.concerns.as_json()}", f"{kind}, {concerns.as_json()}"
        step.wrong(LEDGER, found, f"{expected}, as the pages say", f"line {last.n}")
    step.compared.append(f"line {last.n} of {LEDGER} with the files, the date and the seasons of the site")


def _files(site: Site, listed: Sequence[Entry], kept: set[str], lines: int, step: Step) -> None:
    known = {entry.path for entry in listed} | kept | {LEDGER}
    for path in site.entries:
        if of_publication(path) or path.startswith(f"{PUBLICATIONS}/"):
            if path not in known:
                step.wrong(path, "a file of no publication", f"only files that a line of {LEDGER} seals")
        elif path.startswith(f"{SEALS}/"):
            found = _SEAL.fullmatch(path)
            if found is None or int(found[1]) > lines:
                step.wrong(path, "no time-stamp of this ledger", f"stamps of 1 to {lines} lines")


def _kept(opened: Open, lines: Sequence[Line]) -> Iterator[str]:
    """Every file of the record of publications that a line accounts for."""
    for line in lines:
        yield manifest_path(line.n)
        yield from (place for entry, place in resolved(opened, lines, line.n) if place != entry.path)


def _state(one: PublishedSeason) -> SeasonState:
    numbers = [entry["n"] for track in one.tracks for entry in track.content["corrections"]]
    season = one.content["saison"]
    return SeasonState(one.number, season["demonstration"], max(numbers, default=0), season["invalidee"])
