"""Step 8: the ledger is one chain, and every publication that it records is still there (docs/ledger.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from site_builder.evidence.ledger_seal import judge_seal
from site_builder.evidence.trust import TrustAnchors
from site_builder.kernel.ledger import Line
from site_builder.kernel.ledger_concerns import invented, steps_back
from site_builder.publish import PublicationError
from site_builder.publish.publications import LEDGER, SEALS, read_ledger, verify_publication
from site_builder.publish.seal import read_seal_at, seal_path, token_path
from site_builder.reader.account import Step, many
from site_builder.reader.site import Site

Ledger = tuple[bytes, tuple[Line, ...]]
"""A whole ledger, as stored and read."""
_SEAL: Final = re.compile(rf"{SEALS}/([1-9][0-9]{{0,8}})\.(?:json|tsr)")


def check_ledger(site: Site, anchors: TrustAnchors, step: Step) -> Ledger | None:
    """The chain, then each publication by its manifest, then the time-stamps of the ledger; the ledger,
    where it is whole."""
    if LEDGER not in site.entries:
        step.unchecked.append(f"The site has no {LEDGER}.")
        return None
    try:
        data, lines = read_ledger(site.opened)
    except PublicationError as error:
        step.findings(error.findings)
        return None
    number = many(len(lines), "line")
    step.compared.append(f"{number} of {LEDGER}: each seal, link and previous link recomputed")
    for before, line in steps_back(lines):
        expected = f"not before {before.at}, the date of line {before.n}"
        step.wrong(LEDGER, f"the date {line.at}", expected, f"line {line.n}")
    for line in lines:
        step.findings(verify_publication(site.opened, lines, line.n))
    step.compared.append(
        f"{len(lines)} of {len(lines)} publications with the files that their manifests list"
    )
    _seals(site, data, lines, anchors, step)
    return data, lines


def _seals(
    site: Site, data: bytes, lines: Sequence[Line], anchors: TrustAnchors, step: Step
) -> None:
    """Each token over the lines that it covers, by an authority that the reader trusts."""
    sealed = sorted({int(found[1]) for path in site.entries if (found := _SEAL.fullmatch(path))})
    for number in sealed:
        try:
            seal, token = read_seal_at(site.opened, number)
        except PublicationError as error:
            step.findings(error.findings)
            continue
        admitted = anchors.admitted(rehearsal=invented(lines[:number]))
        judged, stamp = judge_seal(seal, token, data, admitted.authorities)
        if seal.head.lines != number:
            covers = f"a seal of {many(seal.head.lines, 'line')}"
            step.wrong(seal_path(number), covers, f"of {many(number, 'line')}")
        elif stamp is not None:
            step.compared.append(
                f"{token_path(number)}: {many(number, 'line')} stamped by {seal.authority} at {seal.time}"
            )
        elif judged.cause == "known_authority":
            step.unchecked.append(f"{token_path(number)}: your trust anchors hold no such authority.")
        else:
            for check in judged.checks:
                if not check.holds:
                    step.wrong(seal_path(number), f"{check.name}: {check.found}", check.expected)
    if not sealed:
        step.notes.append(
            "The ledger has no time-stamp: its order is certain, its dates are the publisher's."
        )
