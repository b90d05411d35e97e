"""``site-builder verify``: what a stranger can establish about a published site, alone and offline.

Eight steps, in order; each reads the site, this program's own templates, texts and rules, and the reader's
trust anchors, and nothing else but what the reader gives: what they knew of the site (step 8), and what they
sent (a ninth). No site makes it raise: what is hostile is told like everything else. A place
that cannot be opened is no site.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from site_builder.content.catalogue import Catalogue
from site_builder.evidence.trust import TrustAnchors
from site_builder.kernel.instants import Instant
from site_builder.kernel.ledger import head
from site_builder.reader.account import OWN, Account, Step
from site_builder.reader.continued import check_known
from site_builder.reader.figures import check_figures
from site_builder.reader.freezes import check_freezes
from site_builder.reader.integrity import check_files
from site_builder.reader.known import Known
from site_builder.reader.last_publication import check_last_publication
from site_builder.reader.program import Program
from site_builder.reader.publication import check_publication
from site_builder.reader.published_ledger import check_ledger
from site_builder.reader.replaying import check_proofs
from site_builder.reader.seasons import read_seasons
from site_builder.reader.sent import Submission, check_sent
from site_builder.reader.source import Source
from site_builder.reader.standing import check_standing

_NO_SITE = "There is no manifest of a published site to go by."


@dataclass(frozen=True, slots=True)
class Reader:
    """What the reader brings: the program's texts, the anchors that they trust, and the time.

    ``program``: which program this is; without it, the one that built the site, whichever that was."""

    catalogue: Catalogue
    anchors: TrustAnchors
    now: Instant
    program: Program | None = None


def verify(
    source: Source, reader: Reader, known: Known | None = None, submissions: Sequence[Submission] = ()
) -> Account:
    """The account of a place, held against what the reader knew (``known``) and what they sent.

    Raises :class:`NoAnswerError` where it cannot be opened."""
    account = Account(source.place)
    if submissions:
        account.steps[OWN] = Step(OWN)
    site = check_files(source, account.step(1))
    if site is None:
        for step in account.steps.values():
            if step.number > 1:
                step.unchecked.append(_NO_SITE)
        return account
    account.built(site.commit_source, reader.program)
    with site:
        check_publication(site, reader.catalogue, account, reader.now)
        seasons = read_seasons(site, reader.catalogue, reader.now)
        check_freezes(site, seasons, reader.anchors, account.step(5))
        incidents = check_proofs(site, seasons, reader.anchors, account.step(7))
        check_figures(site, seasons, incidents, account.step(6))
        check_standing(site, reader.catalogue, seasons, account.step(3))
        ledger = check_ledger(site, reader.anchors, account.step(8))
        check_last_publication(site, seasons, account.step(8))
        account.head = head(ledger[0]) if ledger is not None else None
        if known is not None:
            check_known(site, known, ledger, reader.anchors, account)
        if submissions:
            check_sent(site, seasons, submissions, account.step(OWN))
    return account
