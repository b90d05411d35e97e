"""Step 8, against what the reader knew: the ledger goes on from there, and what was published since.

A ledger that was cut back, or leaves the known one anywhere, fails. Then the two publications are compared
(``comparison/``): the one that was known, from the reader's copy or as the site's own record still holds it
under the line that was known, and the one that stands here. What PUB-17 lets nobody take back without a
correction (rows, figures, public reports, corrections, pages) fails; whatever else changed is told.
"""

from __future__ import annotations

from site_builder.comparison import Comparison, ComparisonError, Published, compare_publications
from site_builder.evidence.trust import TrustAnchors
from site_builder.kernel.ledger_concerns import shown_for_real
from site_builder.publish import PublicationError
from site_builder.publish.publications import LEDGER, as_it_was
from site_builder.reader.account import Account, Held, Problem, Step, many
from site_builder.reader.known import Known, check_token
from site_builder.reader.published_ledger import Ledger
from site_builder.reader.site import Site
from site_builder.reader.taken_back import taken_back


def check_known(
    site: Site, known: Known, ledger: Ledger | None, anchors: TrustAnchors, account: Account
) -> None:
    """Holds the ledger of a site, where it is whole, and what it shows, against what the reader knew."""
    step = account.step(8)
    held = account.known = Held(known.said, known.what)
    if ledger is None:
        step.wrong(LEDGER, "no whole ledger", f"one that goes on from {known.what}, as you know it")
        return
    data, lines = ledger
    found = known.find(data, lines)
    if isinstance(found, Problem):
        step.problems.append(found)
        if known.site is not None:
            held.comparison = _compared(_copy(known.site), site, step)
        else:
            step.notes.append("What your head showed is not at hand: a copy of the site would tell it.")
        return
    held.continued, held.since = found, len(lines) - found
    step.compared.append(
        f"{LEDGER} with {known.what} that you know: it goes on from line {found}, "
        f"{many(held.since, 'publication')} since"
    )
    check_token(known, data, lines[:found], anchors, step)
    try:
        kept = Published("your line", *as_it_was(site.opened, lines, found))
    except PublicationError as error:
        step.findings(error.findings)
        return
    held.comparison = _compared(kept if known.site is None else _copy(known.site), site, step)
    if held.comparison is not None:
        step.problems += taken_back(held.comparison, shown_for_real(lines[:found]))


def _copy(site: Site) -> Published:
    return Published("your copy", site.as_manifest(), site.opened)


def _compared(before: Published, site: Site, step: Step) -> Comparison | None:
    try:
        return compare_publications(before, Published("the site", site.as_manifest(), site.opened))
    except ComparisonError as error:
        step.unchecked += [f"What changed since: {one.file}: {one.found}." for one in error.findings]
        return None
