"""Recording a publication: one more line in the ledger, and all that earlier ones published kept (PUB-17).

What is kept is checked on the way. The ledger is read back and recomputed, the manifests must be the sealed
ones, and a file that is kept for the first time must be what was published. Of what was kept before, names
and sizes are looked at, and ``verify`` hashes it: carrying it costs names, not bytes, however much there is.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from site_builder.kernel import instants
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger import Line, following
from site_builder.kernel.ledger_concerns import SeasonState, announced
from site_builder.publish.errors import (
    DATED_BACK,
    LEDGER_BROKEN,
    NOT_CONTINUED,
    PUBLICATION_NOT_WHOLE,
    PublicationError,
    reason,
)
from site_builder.publish.files import Entry
from site_builder.publish.keep import Keeper
from site_builder.publish.manifest import MANIFEST, ManifestError, manifest_entries, write_publication
from site_builder.publish.publications import (
    LEDGER,
    PUBLICATIONS,
    SEALS,
    check_continued,
    entries,
    kept_path,
    manifest_path,
    opener,
    publication_manifest,
    read_ledger,
    superseded,
)
from site_builder.publish.staging import Staging


@dataclass(frozen=True, slots=True)
class Past:
    """What was published before, and the site that holds it; ``goes``: whether that site is replaced."""

    site: Path
    goes: bool
    data: bytes
    lines: tuple[Line, ...]


def past(output: Path | None, previous: Path | None = None) -> Past | None:
    """The publications that a new one at ``output`` comes after: those of ``previous``, or of the output.

    ``output`` is ``None`` where nothing will be written. Raises :class:`PublicationError`: G001 for a ledger
    that is not whole, G003 when ``previous`` has none or one that does not continue the output's.
    """
    own = None if output is None else _past(output, goes=True)
    if previous is None:
        return own
    if output is not None and own is not None and previous.exists() and previous.samefile(output):
        return own
    found = _past(previous, goes=False)
    if found is None:
        raise NOT_CONTINUED.error(LEDGER, "none in the folder of the previous site")
    if own is not None:
        check_continued(own.data, found.data)
    return found


def dated_back(lines: Sequence[Line], at: str) -> list[Finding]:
    """What is refused of a publication that bears the instant ``at`` and comes after ``lines`` (G007)."""
    if not lines or not instants.parse(at) < instants.parse(lines[-1].at):
        return []
    expected = f"not before {lines[-1].at}, the instant of publication {lines[-1].n}"
    return [DATED_BACK.finding(LEDGER, f"a publication of {at}", expected, lines[-1].n)]


def record(
    staging: Staging,
    before: Past | None,
    seasons: Sequence[SeasonState],
    *,
    genere_le: str,
    commit_source: str,
) -> tuple[Line, ...]:
    """Complete the staged site, all of whose pages are noted, with the ledger and what is kept.

    Returns the lines of its ledger: one more than before, unless the last publication was the same. Raises
    :class:`PublicationError`: G002 when what was published is not whole any more, G007 when the last line is
    later than ``genere_le``, W004.
    """
    lines = before.lines if before else ()
    if found := dated_back(lines, genere_le):
        raise PublicationError(found)
    n = len(lines) + 1
    made = write_publication(
        staging.root,
        manifest_path(n),
        staging.inventory,
        genere_le=genere_le,
        commit_source=commit_source,
    )
    if lines and made.sha256 == lines[-1].manifest:
        (staging.root / made.path).unlink()
        (staging.root / made.path).parent.rmdir()
    else:
        kind, concerns = announced(lines, seasons)
        line = following(
            lines[-1] if lines else None, at=genere_le, kind=kind, concerns=concerns, manifest=made.sha256
        )
        lines = (*lines, line)
        staging.note([made])
    if before is not None:
        _keep(staging, before, lines)
    staging.write(LEDGER, b"".join(line.as_bytes() for line in lines))
    return lines


def _past(site: Path, *, goes: bool) -> Past | None:
    try:
        names = set(os.listdir(site))  # noqa: PTH208 — names alone
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LEDGER_BROKEN.error(LEDGER, f"cannot be read: {reason(error)}") from error
    if LEDGER not in names and not names & {PUBLICATIONS, SEALS} and not _lists_a_ledger(site):
        return None  # nothing was published there, or before there was a ledger
    data, lines = read_ledger(opener(site))
    return Past(site, goes, data, lines)


def _lists_a_ledger(site: Path) -> bool:
    try:
        return any(entry.path == LEDGER for entry in manifest_entries(site / MANIFEST))
    except ManifestError:
        return False


def _keep(staging: Staging, before: Past, lines: Sequence[Line]) -> None:
    findings: list[Finding] = []
    open_file = opener(before.site)

    def keep(source: str, to: str, entry: Entry, *, hashed: bool) -> None:
        wrong = keeper.keep(source, to, entry, hashed=hashed)
        if wrong is None:
            staging.note([Entry(to, entry.sha256, entry.size)])
        else:
            expected = f"{entry.size} bytes, SHA-256 {entry.sha256}"
            findings.append(PUBLICATION_NOT_WHOLE.finding(source, wrong, expected))

    with Keeper.open(before.site, staging.root, link=before.goes) as keeper:
        for entry in _seals(before):
            keep(entry.path, entry.path, entry, hashed=True)
        manifest = publication_manifest(open_file, lines[0])
        for line in before.lines:
            own = manifest_path(line.n)
            keep(own, own, Entry(own, line.manifest, len(manifest)), hashed=False)
            if line is lines[-1]:
                break  # published again
            next_line = lines[line.n]
            new = line is before.lines[-1]
            after = publication_manifest(opener(staging.root) if new else open_file, next_line)
            for entry in superseded(entries(line, manifest), entries(next_line, after)):
                to = kept_path(line.n, entry.path)
                keep(entry.path if new else to, to, entry, hashed=new)
            manifest = after
    if findings:
        raise PublicationError(findings)


def _seals(before: Past) -> list[Entry]:
    """The time-stamps of the site, as its manifest lists them."""
    found = []
    try:
        for entry in manifest_entries(before.site / MANIFEST):
            if entry.path == LEDGER and entry.sha256 != sha256(before.data).hexdigest():
                raise LEDGER_BROKEN.error(LEDGER, "another content", f"SHA-256 {entry.sha256}")
            if entry.path.startswith(f"{SEALS}/"):
                found.append(entry)
    except ManifestError as error:
        raise PUBLICATION_NOT_WHOLE.error(MANIFEST, error.found, error.expected, error.line) from error
    return found
