"""What ``verify`` and ``replay`` print, and with which exit code they end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from site_builder import anchors, own_files
from site_builder.content import catalogue as content
from site_builder.content.inventory import lacks
from site_builder.evidence.trust import TrustAnchors
from site_builder.evidence.trust_manifest import read_anchors
from site_builder.kernel.instants import Instant
from site_builder.kernel.terminal import printable
from site_builder.reader import report
from site_builder.reader.account import Account
from site_builder.reader.known import GivenError, read_known
from site_builder.reader.program import this_program
from site_builder.reader.replay import replay
from site_builder.reader.sent import read_submissions
from site_builder.reader.source import NoAnswerError, Source, SourceError, open_source
from site_builder.reader.verify import Reader, verify

UNREADABLE: Final = 2

Printed = tuple[int, str]
_AS: Final[dict[str, Callable[[Account], str]]] = {
    "text": report.as_text,
    "json": report.account_json,
    "github": report.as_github,
}


def verify_place(
    place: str,
    trust: Path | None,
    now: Instant,
    output_format: str,
    known: str | None = None,
    submissions: Sequence[Path] = (),
    texts: Sequence[Path] = (),
) -> Printed:
    """Exit code and text: 0 every step passed, 1 something failed, 3 something could not be checked.

    ``known``: a head of the ledger or a copy, as the reader names it; ``submissions``: files that they sent,
    or folders of them; ``texts``: folders laid over the program's own texts. 2 where the place or any of
    these cannot be opened, or the reader's own texts or anchors cannot be read.
    """

    def work(source: Source, reader: Reader) -> Printed:
        sent = read_submissions(submissions)
        held = read_known(known) if known is not None else None
        try:
            account = verify(source, reader, held, sent)
        finally:
            if held is not None:
                held.close()
        return account.exit_code, _AS[output_format](account)

    return _run(place, trust, now, work, texts)


def replay_place(
    place: str, trust: Path | None, now: Instant, output_format: str, only: str | None
) -> Printed:
    """Exit code and text: 0 replayed and equal, 1 something differs, 3 something was recounted alone."""

    def work(source: Source, reader: Reader) -> Printed:
        account = replay(source, reader, only)
        text = account.as_text() if output_format == "text" else report.as_json(account.as_json())
        return account.exit_code, text

    return _run(place, trust, now, work)


def _run(
    place: str,
    trust: Path | None,
    now: Instant,
    work: Callable[[Source, Reader], Printed],
    texts: Sequence[Path] = (),
) -> Printed:
    catalogue, findings = content.load(own_files.CONTENT, *texts)
    faulty = [lack.file for lack in lacks(catalogue)] if catalogue else [f.file for f in findings]
    if catalogue is None or faulty:
        whose = "The texts that you gave, over the program's own," if texts else "The program's own texts"
        return UNREADABLE, f"{whose} are not whole: {printable(faulty[0])}.\n"
    trusted = _anchors(trust or own_files.TRUST)
    if isinstance(trusted, str):
        return UNREADABLE, f"The trust anchors cannot be used: {printable(trusted)}\n"
    try:
        source = open_source(place)
    except SourceError as error:
        return UNREADABLE, f"The place cannot be opened: {printable(str(error))}.\n"
    try:
        return work(source, Reader(catalogue, trusted, now, this_program()))
    except GivenError as error:
        return UNREADABLE, f"What you gave cannot be used: {printable(str(error))}.\n"
    except NoAnswerError as error:
        return UNREADABLE, f"The place cannot be opened: {printable(f'{place}: {error}')}.\n"
    finally:
        source.close()


def _anchors(folder: Path) -> TrustAnchors | str:
    try:
        trust, findings = read_anchors(anchors.read(folder))
    except (OSError, anchors.TrustFolderError) as error:
        return str(error)
    if trust is None:
        first = findings[0]
        return f"{first.code} {first.file}: found {first.found}; expected {first.expected}"
    return trust
