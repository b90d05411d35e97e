"""PUB-01 on the input: a tree that is not closed holds no secret.

Salts (those of superseded freezes included), the answer key, and for the open verdict set of generique
the expected product references would all let a participant work out the answers. The messages name the
place and never the value. Score files and corrections that stand in a tree before the close are not
read at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules.d013_expected_verdicts import NO_VALID_OPTION
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

PART_OF: Final = "PUB-01"
NAME: Final = "scores after the close"
_finding = partial(Finding, code=PART_OF, name=NAME)


def check_track(case: TrackCase) -> Iterator[Finding]:
    if case.season.closed:
        return
    track = case.track
    note = partial(
        _finding,
        expected=f"nothing before the close, {case.season.season.closes_at.text} included",
        remedy="Take it out of the tree until the close; if it was shared, treat it as disclosed.",
    )
    if track.answer_key.salt is not None:
        yield note(file=case.file, pointer="/answer_key/salt", found="the salt of the answer key")
    for number, freeze in enumerate(track.scoring_rules.superseded):
        if freeze.salt is not None:
            pointer = f"/scoring_rules/superseded/{number}/salt"
            yield note(file=case.file, pointer=pointer, found="the salt of a superseded freeze")
    if case.key_bytes is not None:
        yield note(file=f"{case.folder}/{track.answer_key.file}", found="the answer key")
    hidden = sum(1 for verdict in track.expected_verdicts if verdict != NO_VALID_OPTION)
    if track.verdicts is None and hidden:
        found = f"{hidden} expected verdicts that are product references"
        yield note(file=case.file, pointer="/expected_verdicts", found=found)
