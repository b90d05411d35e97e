"""What the readers and rules say of files that are to be taken into a season, and of nothing else.

What the season still lacks is no fault of a delivery: ``season status`` tells it, and ``check`` refuses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from site_builder.challenges.prove_it.inputs import evidence_tree
from site_builder.challenges.prove_it.inputs.tree import CHALLENGE, TABLES, read_score_file, read_tree
from site_builder.challenges.prove_it.scoring.case import ScoreCase
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.kernel import strict_json
from site_builder.kernel.findings import Finding
from site_builder.kernel.instants import Instant
from site_builder.operation.refusal import operation
from site_builder.pipeline import seasons
from site_builder.pipeline.seasons import TrackWork
from site_builder.rules.judge import judge

_LACKING: Final = ("PUB-15", ("nothing", "no salt"))
"""The rule that wants key and salts beside the scores, and what it says of those that are not there."""
_AGAIN: Final = "Deliver the file as it was served, under the name that its content says."


def of_changes(data: Path, number: int, changed: Iterable[str], now: Instant) -> list[Finding]:
    """Everything wrong with the changed files of the season in ``data``, which holds no other."""
    names = {f"{CHALLENGE}/season-{number}/{name}" for name in changed}
    tree, findings = read_tree(data)
    works = seasons.seasons(tree, now)
    findings += seasons.judged(works)
    for track in (track for work in works for track in work.tracks):
        findings += _scores(data, track, names)
        findings += _evidence(data, track, names)
    code, lacking = _LACKING
    return [f for f in findings if f.file in names and not (f.code == code and f.found in lacking)]


def _scores(data: Path, track: TrackWork, names: set[str]) -> list[Finding]:
    """The changed scores, counted again where the key is known; and what was sent for them."""
    case, findings = track.case, list[Finding]()
    for table in TABLES:
        for file in track.scores.get(table, ()):
            name = file.rpartition("/")[2].removesuffix(".json")
            sent_in = f"{case.folder}/submissions/{table}/{name}/"
            if file not in names and not any(one.startswith(sent_in) for one in names):
                continue
            score, raw, found = read_score_file(data, file)
            findings += found
            findings += evidence_tree.read_sent(data, case.folder, table, name)[1]
            if score is not None and case.key is not None:
                counted = tally(score, case.key, len(case.track.tasks))
                findings += judge("score", ScoreCase(case, file, score, counted, raw), challenge="prove_it")
    return findings


def _evidence(data: Path, track: TrackWork, names: set[str]) -> list[Finding]:
    folder = track.case.folder
    findings = list[Finding]()
    if track.case.manifest is not None and any(name.startswith(f"{folder}/corpus/") for name in names):
        findings += evidence_tree.read_corpus(data, folder, track.case.manifest)[1]
    for name in sorted(names):
        stem = name.rpartition("/")[2].removesuffix(".json")
        if name.startswith(f"{folder}/proofs/") and (found := _stated(data / name, "proof_id")) != stem:
            what = found or "no proof view"
            findings.append(operation(file=name, found=what, expected=f"the view of {stem}", remedy=_AGAIN))
        elif name.startswith(f"{folder}/log/") and _object(data / name) is None:
            what = "no strict JSON object"
            findings.append(operation(file=name, found=what, expected="a log entry", remedy=_AGAIN))
    return findings


def _stated(path: Path, name: str) -> str | None:
    value = (_object(path) or {}).get(name)
    return value if isinstance(value, str) else None


def _object(path: Path) -> dict[str, object] | None:
    try:
        value = strict_json.parse(path.read_bytes())
    except strict_json.StrictJsonError:
        return None
    return value if isinstance(value, dict) else None
