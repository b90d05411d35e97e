"""Sealing the ledger of a published site: a token of its head is asked for, judged, and put beside it.

The site is published again with two files more, through the same staging and exchange: whoever reads it
meets the site before or the site after, with the lists that belong to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from site_builder.evidence.ledger_seal import LedgerSeal, SealError, judge_token, read_seal, seal_of
from site_builder.evidence.steps import Step
from site_builder.evidence.trust import Authority
from site_builder.kernel.findings import Finding
from site_builder.kernel.ledger_concerns import invented
from site_builder.publish.authority import AuthorityError
from site_builder.publish.errors import PUBLICATION_NOT_WHOLE, TOKEN_REFUSED, PublicationError, reason
from site_builder.publish.files import SUMS
from site_builder.publish.keep import Keeper
from site_builder.publish.manifest import MANIFEST, ManifestError, manifest_entries
from site_builder.publish.publications import LEDGER, SEALS, Open, opener, read_ledger
from site_builder.publish.staging import Staging

Ask = Callable[[bytes], bytes]
"""Given the bytes to stamp, the answer of an authority; raises :class:`AuthorityError`."""
_MAX_SEAL: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Sealed:
    """The seal of the ledger's head; ``new`` is False where the site had it already."""

    seal: LedgerSeal
    new: bool


def token_path(lines: int) -> str:
    """Where the token over the first ``lines`` lines stands."""
    return f"{SEALS}/{lines}.tsr"


def seal_path(lines: int) -> str:
    """Where it is said what that token covers."""
    return f"{SEALS}/{lines}.json"


def seal(output: Path, ask: Ask, authorities: tuple[Authority, ...]) -> Sealed:
    """Add a token of the ledger's head to the site in ``output``, unless it has one.

    Raises :class:`PublicationError` with the site as it was: G001 no whole ledger, G002 the site is not what
    its manifest states, G005 no token or one that does not hold, and all that publishing may refuse.
    """
    with Staging.open(output) as staging:
        open_file = opener(staging.output)
        ledger, lines = read_ledger(open_file)
        known = _known(open_file, len(lines))
        if known is not None:
            return Sealed(known, new=False)
        try:
            token = ask(ledger)
        except AuthorityError as error:
            raise TOKEN_REFUSED.error(token_path(len(lines)), str(error)) from error
        admitted = tuple(a for a in authorities if not a.rehearsal or invented(lines))
        step, stamp = judge_token(ledger, token, admitted)
        if stamp is None:
            raise PublicationError(_refused(step, len(lines)))
        made = seal_of(ledger, token, stamp)
        head = _take_over(staging)
        staging.write(token_path(len(lines)), token)
        staging.write(seal_path(len(lines)), made.as_bytes())
        staging.seal(genere_le=head["genere_le"], commit_source=head["commit_source"])
        staging.publish()
        return Sealed(made, new=True)


def read_seal_at(open_file: Open, lines: int) -> tuple[LedgerSeal, bytes]:
    """The seal over the first ``lines`` lines of a site's ledger, and its token; G002 where they are not."""
    path = seal_path(lines)
    try:
        with open_file(path) as stream:
            made = read_seal(stream.read(_MAX_SEAL))
        path = token_path(lines)
        with open_file(path) as stream:
            return made, stream.read(_MAX_SEAL)
    except OSError as error:
        raise PUBLICATION_NOT_WHOLE.error(path, f"cannot be read: {reason(error)}") from error
    except SealError as error:
        raise PUBLICATION_NOT_WHOLE.error(path, "another form", str(error)) from error


def _known(open_file: Open, lines: int) -> LedgerSeal | None:
    try:
        open_file(seal_path(lines)).close()
    except FileNotFoundError:
        return None
    except OSError:
        pass  # something is there, and is said below to be no seal
    return read_seal_at(open_file, lines)[0]


def _refused(step: Step, lines: int) -> list[Finding]:
    return [
        TOKEN_REFUSED.finding(
            token_path(lines), f"{check.name.replace('_', ' ')}: {check.found}", check.expected
        )
        for check in step.checks
        if not check.holds
    ]


def _take_over(staging: Staging) -> dict[str, str]:
    """Every file of the published site under its name, and what its manifest says of the build."""
    head: dict[str, str] = {}
    findings: list[Finding] = []
    try:
        with Keeper.open(staging.output, staging.root, link=True) as keeper:
            for entry in manifest_entries(staging.output / MANIFEST, head.update):
                if entry.path == SUMS:
                    continue
                wrong = keeper.keep(entry.path, entry.path, entry, hashed=entry.path == LEDGER)
                if wrong is None:
                    staging.note([entry])
                else:
                    expected = f"{entry.size} bytes, SHA-256 {entry.sha256}"
                    findings.append(PUBLICATION_NOT_WHOLE.finding(entry.path, wrong, expected))
    except ManifestError as error:
        raise PUBLICATION_NOT_WHOLE.error(MANIFEST, error.found, error.expected, error.line) from error
    if findings:
        raise PublicationError(findings)
    return head
