"""What a replay from the evidence found, as findings of the two rules that it enforces (PUB-15, PUB-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from site_builder.challenges.prove_it.rules import pub_15_freeze, pub_16_recount
from site_builder.challenges.prove_it.scoring.case import TrackCase
from site_builder.challenges.prove_it.scoring.difference import shown
from site_builder.challenges.prove_it.scoring.preregistration import FreezeCheck
from site_builder.challenges.prove_it.scoring.readings import Reading
from site_builder.challenges.prove_it.scoring.rescore import Rescoring
from site_builder.evidence.steps import Status
from site_builder.kernel.findings import Finding

_LONGEST: Final = 200
_ADD_EVIDENCE: Final = "Add the missing proof view to proofs/, or the log's entry about its batch to log/."
_WRONG: Final = (
    "Run the scorer again; a figure is never corrected by hand. If the evidence was altered, restore it."
)
_UPDATE: Final = (
    "Use a version of this program that knows the proof's; until then the assertion is undecided, never "
    "charged to the agent."
)
_freeze = partial(Finding, code=pub_15_freeze.PART_OF, name=pub_15_freeze.NAME)
_score = partial(Finding, code=pub_16_recount.PART_OF, name=pub_16_recount.NAME)


_RESTORE: Final = "Restore the frozen bytes and their anchoring proofs; no others can score the season."
_ADD_FREEZE: Final = (
    "Add what is missing: the view of the proof to proofs/, the log's entry about its batch to log/, what "
    "opens the call to preregistration.json. `site-builder freeze check` says what holds."
)


def freeze_findings(case: TrackCase, faults: Iterable[FreezeCheck]) -> Iterator[Finding]:
    """PUB-15: what is scored against is not what was anchored."""
    for fault in faults:
        yield _freeze(
            file=f"{case.folder}/preregistration.json",
            pointer=fault.pointer,
            found=fault.found,
            expected=fault.expected,
            remedy=_RESTORE if fault.status is Status.FAILED else _ADD_FREEZE,
        )


def missing_freeze(case: TrackCase) -> Finding:
    """PUB-15: scores are to be shown or replayed, and nothing opens the anchors of what they rest on."""
    return _freeze(
        file=f"{case.folder}/preregistration.json",
        found="nothing",
        expected="what opens the proofs that anchor the section, the manifest and the key",
        remedy="Add it, the proofs that it names and their log entries (docs/corpus.md); without them nobody "
        "can tell what was frozen, and no score of a season that is not a demonstration is published.",
    )


def missing_manifest(case: TrackCase) -> Finding:
    """PUB-15: the manifest whose hash was anchored is not at hand."""
    return _freeze(
        file=f"{case.folder}/manifest.json",
        found="nothing",
        expected=f"the manifest of the corpus, SHA-256 {case.track.corpus.manifest_sha256}",
        remedy="Add the manifest that was frozen, byte for byte; its hash is held against its anchor.",
    )


def score_findings(file: str, made: Rescoring) -> Iterator[Finding]:
    """PUB-16: a score that differs from its rescoring, and what the evidence at hand does not decide."""
    for one in made.differences:
        yield _score(
            file=file,
            pointer=one.pointer,
            found=f"declared {_short(one.declared)}",
            expected=f"recomputed {_short(one.recomputed)}: {one.told}",
            remedy=_WRONG if one.reading is None else _read_otherwise(one.reading),
        )
    for gap in made.undecided:
        known = gap.unknown_version is None
        yield _score(
            file=file,
            pointer=gap.pointer,
            found=f"cannot be replayed: {gap.why}",
            expected="evidence that decides it" if known else "a spec_version that this program knows",
            remedy=_ADD_EVIDENCE if known else _UPDATE,
        )


def _read_otherwise(reading: Reading) -> str:
    return (
        f"The scorer reads the text otherwise than the Index ({reading.code}, {reading.address}): "
        f"{reading.sentence.quoted()}. Agree on one reading for every participant: score again with that of "
        "the Index, or have the Index change its own, in the open, before anything is published."
    )


def _short(value: object) -> str:
    text = shown(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
