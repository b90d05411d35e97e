"""What a command of ``season`` refuses, as findings; nothing was changed then."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from site_builder.kernel.findings import Finding
from site_builder.rules import o001_season_operation as rule

operation = partial(Finding, code=rule.CODE, name=rule.NAME)
"""A finding of O001: file, found, expected, remedy."""


class RefusedError(Exception):
    """``findings`` says why; the season's tree is as it was."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("; ".join(f"{finding.file}: {finding.found}" for finding in findings))
        self.findings = list(findings)


def refused(file: str, found: str, expected: str, remedy: str, pointer: str | None = None) -> RefusedError:
    """One finding of O001, to be raised."""
    return RefusedError(
        [operation(file=file, found=found, expected=expected, remedy=remedy, pointer=pointer)]
    )
