"""What a replay of a season needs of others: the views of cited proofs and of freezes, the log's entries.

Nothing is asked of the network here. What stands in the tree is judged again, so that a file that is cut or
of another proof counts as missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from site_builder.challenges.prove_it.inputs import evidence_tree
from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.proof import anchored_root
from site_builder.challenges.prove_it.inputs.tree import TABLES, read_score
from site_builder.challenges.prove_it.scoring.rescore import cited_proofs
from site_builder.evidence.account import examine
from site_builder.evidence.rekor import check_log_entry
from site_builder.evidence.trust import TrustAnchors
from site_builder.kernel import identifiers, strict_json
from site_builder.kernel.findings import Finding
from site_builder.operation.drafts import Draft
from site_builder.operation.refusal import RefusedError

State = Literal["there", "missing", "no such proof", "waiting", "wrong"]
NOT_FOUND: Final = ".not-found.json"
"""In ``proofs/``: ids that the service answered it does not have; no reader of the tree looks at it."""
NO_SUCH: Final = "the service answers that it has none"
MOST: Final = 1 << 20
"""Bytes of one answer; a view or an entry has some ten thousand."""
_UUID: Final = re.compile(r"(?:[0-9a-f]{16})?[0-9a-f]{64}")


@dataclass(slots=True)
class Item:
    """One file to be had. ``path``: below the data folder. ``names``: what an address template may hold.

    ``waiting``: a view whose batch was open when it was read, which is to be asked for again. ``why``: what
    is wrong or remarkable with what is there.
    """

    kind: Literal["proof", "log"]
    path: str
    names: dict[str, str]
    state: State
    why: str = ""


@dataclass(slots=True)
class Wanted:
    """Everything, proofs before log entries, by track; ``failing``: proofs that are there as served and do
    not verify: path → step and cause."""

    items: list[Item] = field(default_factory=list)
    failing: dict[str, str] = field(default_factory=dict)

    def open(self, kind: str) -> list[Item]:
        """What is still to be had of this kind."""
        return [
            item for item in self.items if item.kind == kind and item.state in ("missing", "waiting", "wrong")
        ]


class Examiner:
    """What an answer has to be, whether it comes from the network or stands in the tree."""

    def __init__(self, anchors: TrustAnchors, rehearsal: bool) -> None:
        self._anchors = anchors
        self._admitted = anchors.admitted(rehearsal=rehearsal)
        self._rehearsal = rehearsal

    def proof(self, item: Item, view: bytes) -> tuple[State, str, str]:
        """The state of a view; why it is wrong; the step that fails, of one that is as served and no
        proof."""
        wrong = _no_object(view)
        if wrong is not None:
            return "wrong", wrong, ""
        account = examine(view, self._anchors, rehearsal=self._rehearsal)
        if account.proof_id != item.names["proof_id"]:
            return "wrong", f"the view of {account.proof_id or 'no proof'}", ""
        if account.batch_open:
            return "waiting", "its batch is open", ""
        if account.refusal is None and account.unknown_version is None and anchored_root(view) is None:
            return "wrong", "no anchored hash", ""
        if account.refusal is not None:
            return "there", "", f"refused: {account.refusal.name}"
        failed = next((s for s in account.steps if s.number < 5 and s.status.value == "failed"), None)
        return "there", "", f"step {failed.number}, {failed.name}: {failed.cause}" if failed else ""

    def log_entry(self, item: Item, entry: bytes) -> tuple[State, str]:
        """The state of a log's answer, and why it is wrong."""
        wrong = _no_object(entry)
        if wrong is not None:
            return "wrong", wrong
        step, _ = check_log_entry(entry, bytes.fromhex(item.names["root"]), self._admitted)
        return ("there", "") if step.passed else ("wrong", f"step 5, {step.name}: {step.cause}")


def wanted(draft: Draft, examiner: Examiner) -> Wanted:
    """What the season needs, and the state of each. Raises :class:`RefusedError` for scores that cannot be
    read."""
    made = Wanted()
    findings: list[Finding] = []
    for track in draft.tracks:
        needed, found = proofs_of(draft, track)
        findings += found
        folder = draft.place(track)
        absent = not_found(draft.data, folder)
        proofs = [_proof(draft.data, folder, proof_id, absent, examiner, made.failing) for proof_id in needed]
        there = [item.names["proof_id"] for item in proofs if item.state == "there"]
        made.items += [*proofs, *log_items(draft.data, folder, there, examiner)]
    if findings:
        raise RefusedError(findings)
    return made


def proofs_of(draft: Draft, track: str) -> tuple[list[str], list[Finding]]:
    """Every proof that the scores and freezes of a track rest on, each once, sorted; only well-formed ids: no
    service can have made another one."""
    found = _freeze_proofs(draft.tracks[track])
    findings: list[Finding] = []
    folder, reader = draft.place(track), FolderReader(draft.data)
    for table in TABLES:
        names = reader.names(f"{folder}/{table}") if reader.kind(f"{folder}/{table}") == "folder" else []
        for name in (name for name in names if name.endswith(".json")):
            score, wrong = read_score(draft.data, f"{folder}/{table}/{name}")
            sent, unread = evidence_tree.read_sent(draft.data, folder, table, name.removesuffix(".json"))
            findings += [*wrong, *unread]
            if score is not None and not unread:
                found |= set(cited_proofs(score, sent))
    return sorted(one for one in found if identifiers.matches(identifiers.PROOF_ID, one)), findings


def _freeze_proofs(track: Mapping[str, Any]) -> set[str]:
    rules = track.get("scoring_rules")
    superseded = rules.get("superseded") if isinstance(rules, dict) else None
    stated = [rules, *(superseded if isinstance(superseded, list) else [])]
    return {str(one.get("proof_id")) for one in stated if isinstance(one, dict)}


def _proof(
    data: Path,
    folder: str,
    proof_id: str,
    absent: frozenset[str],
    examiner: Examiner,
    failing: dict[str, str],
) -> Item:
    item = Item("proof", f"{folder}/proofs/{proof_id}.json", {"proof_id": proof_id}, "missing")
    reader = FolderReader(data)
    raw = reader.read(item.path) if reader.kind(item.path) == "file" else None
    if raw is not None:
        item.state, item.why, fails = examiner.proof(item, raw)
        if fails:
            failing[item.path] = fails
    elif proof_id in absent:
        item.state, item.why = "no such proof", NO_SUCH
    return item


def log_items(data: Path, folder: str, proof_ids: list[str], examiner: Examiner) -> Iterator[Item]:
    """The log entry of each batch of the views that are there, by root."""
    reader, roots = FolderReader(data), dict[str, dict[str, str]]()
    for proof_id in proof_ids:
        path = f"{folder}/proofs/{proof_id}.json"
        view = reader.read(path) if reader.kind(path) == "file" else None
        root = anchored_root(view) if view is not None else None
        if view is not None and root is not None:
            roots.setdefault(root, {"root": root}).update(_stated(view))
    for root, names in sorted(roots.items()):
        item = Item("log", f"{folder}/log/{root}.json", names, "missing")
        raw = reader.read(item.path) if reader.kind(item.path) == "file" else None
        if raw is not None:
            item.state, item.why = examiner.log_entry(item, raw)
        yield item


def _stated(view: bytes) -> dict[str, str]:
    """Where a view says that its entry is: a flat copy, good enough to ask by and checked against the
    root."""
    document = strict_json.parse(view)
    copy = document.get("transparency_log") if isinstance(document, dict) else None
    names = {}
    if isinstance(copy, dict):
        uuid, index = copy.get("uuid"), copy.get("log_index")
        if isinstance(uuid, str) and _UUID.fullmatch(uuid):
            names["uuid"] = uuid
        if type(index) is int and 0 <= index < 1 << 63:
            names["log_index"] = str(index)
    return names


def not_found(data: Path, folder: str) -> frozenset[str]:
    """The ids that the service said it does not have; none where nothing was asked."""
    try:
        known = json.loads((data / folder / "proofs" / NOT_FOUND).read_bytes())
    except (OSError, ValueError):
        return frozenset()
    return frozenset(map(str, known)) if isinstance(known, list) else frozenset()


def _no_object(data: bytes) -> str | None:
    try:
        value = strict_json.parse(data)
    except strict_json.StrictJsonError as error:
        problem = error.problems[0]
        return f"no strict JSON: line {problem.line}: {problem.found}"
    return None if isinstance(value, dict) else "JSON, and no object"
