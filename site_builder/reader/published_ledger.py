"""Step 8: the ledger is one chain, and every publication that it records is still there (docs/ledger.md)."""

from __future__ import annotations

import io
from typing import BinaryIO

from site_builder.publish import PublicationError
from site_builder.publish.publications import LEDGER, read_ledger, verify_publication
from site_builder.reader.account import Step
from site_builder.reader.site import Site
from site_builder.reader.source import SourceError


def check_ledger(site: Site, step: Step) -> None:
    """The chain, then each publication by its manifest."""

    def opened(path: str) -> BinaryIO:
        try:
            return io.BytesIO(site.read(path))
        except SourceError as error:
            raise OSError(0, str(error), path) from None

    if LEDGER not in site.entries:
        step.unchecked.append(f"The site has no {LEDGER}.")
        return
    try:
        _, lines = read_ledger(opened)
    except PublicationError as error:
        step.findings(error.findings)
        return
    step.compared.append(f"{len(lines)} lines of {LEDGER}: each seal, link and previous link recomputed")
    for line in lines:
        step.findings(verify_publication(opened, lines, line.n))
    step.compared.append(f"{len(lines)} publications with the files that their sealed manifests list")
