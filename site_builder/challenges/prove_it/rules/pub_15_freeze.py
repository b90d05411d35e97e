"""PUB-15 on the input: what the tree holds is what was frozen.

The section's bytes, the manifest's bytes where the tree holds them, and the salt followed by the key
are hashed again. Scores without the key and its salt are refused, and once the key is revealed so is a
superseded freeze without its salt. What anchors these hashes is the affair of the evidence.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.kernel.findings import Finding

PART_OF: Final = "PUB-15"
NAME: Final = "pre-registration before score"
_finding = partial(Finding, code=PART_OF, name=NAME)


def check_track(case: TrackCase) -> Iterator[Finding]:
    rules, answer = case.track.scoring_rules, case.track.answer_key
    if case.section is not None:
        digest = hashlib.sha256(case.section).hexdigest()
        if digest != rules.sha256:
            yield _finding(
                file=case.file,
                pointer="/scoring_rules/sha256",
                found=f"declared {rules.sha256}",
                expected=f"recomputed {digest} from {rules.file}",
                remedy="Restore the frozen section, byte for byte; a changed section ends the season.",
            )
    if case.manifest is not None:
        digest = hashlib.sha256(case.manifest).hexdigest()
        if digest != case.track.corpus.manifest_sha256:
            yield _finding(
                file=case.file,
                pointer="/corpus/manifest_sha256",
                found=f"declared {case.track.corpus.manifest_sha256}",
                expected=f"recomputed {digest} from manifest.json",
                remedy="Restore the manifest that was frozen, byte for byte.",
            )
    if not case.season.closed:
        return
    if case.key_bytes is not None and answer.salt is not None:
        digest = hashlib.sha256(bytes.fromhex(answer.salt) + case.key_bytes).hexdigest()
        if digest != answer.commitment:
            yield _finding(
                file=case.file,
                pointer="/answer_key/commitment",
                found=f"declared {answer.commitment}",
                expected=f"recomputed {digest} from the salt and {answer.file}",
                remedy="Restore the key and the salt committed to; no other key can score the season.",
            )
    yield from _revealed(case)


def _revealed(case: TrackCase) -> Iterator[Finding]:
    answer = case.track.answer_key
    revealed = case.key_bytes is not None or answer.salt is not None
    if not (revealed or case.has_scores):
        return
    remedy = "Publish the key, its salt and the salts of superseded freezes with the scores."
    if case.key_bytes is None:
        yield _finding(
            file=f"{case.folder}/{answer.file}",
            found="nothing",
            expected="the revealed key, which the scores are counted against",
            remedy=remedy,
        )
    if answer.salt is None:
        yield _finding(
            file=case.file,
            pointer="/answer_key",
            found="no salt",
            expected="the salt of the key",
            remedy=remedy,
        )
    for number, freeze in enumerate(case.track.scoring_rules.superseded):
        if freeze.salt is None:
            yield _finding(
                file=case.file,
                pointer=f"/scoring_rules/superseded/{number}",
                found="no salt",
                expected="the salt of the superseded freeze",
                remedy=remedy,
            )
