"""Step 9, for whoever took part: what they sent against what is published of it (specification §4).

A submission names its season, track, task and DID; the DID leads to the row. The report's ``evidence.json``
holds what was sent as the publisher kept it: every member is compared as a JSON value. Where a track keeps no
submissions, what the score repeats of them is compared. A row without a public report publishes neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from site_builder.challenges.prove_it.pages.context import PROVE_IT
from site_builder.challenges.prove_it.pages.received import submission_hash
from site_builder.challenges.prove_it.scoring.difference import differences, shown
from site_builder.kernel import strict_json
from site_builder.kernel.identifiers import report_id
from site_builder.reader.account import Problem, Step, many
from site_builder.reader.evidence_file import evidence_path
from site_builder.reader.known import GivenError
from site_builder.reader.published_facts import rows_of
from site_builder.reader.received_list import list_path, listed
from site_builder.reader.seasons import PublishedSeason, PublishedTrack
from site_builder.reader.site import Site, default_document
from site_builder.reader.source import SourceError

Part = dict[str, Any]
_FORM: Final = "a submission as it was sent (§4): an object with season, track, task_id and agent_did"
# What a score repeats of a submission, and of each of its assertions.
_REPEATED: Final = ("verdict", "disclosures", "narrative")
_CLAIMED: Final = ("id", "claim", "proof_ids")
_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Submission:
    """One file of the reader's: what it holds, and what it says it is about."""

    file: str
    value: Part
    season: int
    track: str
    task_id: str
    did: str

    @property
    def told(self) -> str:
        return f"{self.file} ({self.task_id})"


def read_submissions(given: Sequence[Path]) -> list[Submission]:
    """Each file, and each of a folder but ``received.json``; raises :class:`GivenError`."""
    found = [_read(file) for place in given for file in _files(place)]
    if given and not found:
        raise GivenError(f"{given[0]}: no file; expected {_FORM}")
    return found


def _files(place: Path) -> Iterator[Path]:
    if not place.is_dir():
        yield place
        return
    try:
        found = sorted(place.iterdir())
    except OSError as error:
        raise GivenError(f"{place}: {error.strerror}") from None
    yield from (file for file in found if file.suffix == ".json" and file.name != "received.json")


def _read(file: Path) -> Submission:
    try:
        with file.open("rb") as stream:
            value = strict_json.parse(stream.read(strict_json.MAX_BYTES + 1))
    except OSError as error:
        raise GivenError(f"{file}: {error.strerror}; expected {_FORM}") from None
    except strict_json.StrictJsonError as error:
        raise GivenError(f"{file}: {str(error)[:200]}; expected {_FORM}") from None
    if isinstance(value, dict):
        season, names = value.get("season"), [value.get(name) for name in ("track", "task_id", "agent_did")]
        track, task_id, did = (name if isinstance(name, str) else "" for name in names)
        if isinstance(season, int) and not isinstance(season, bool) and track and task_id and did:
            return Submission(str(file), value, season, track, task_id, did)
    raise GivenError(f"{file}: something else; expected {_FORM}")


def check_sent(
    site: Site, seasons: Sequence[PublishedSeason], submissions: Sequence[Submission], step: Step
) -> None:
    """Holds each submission against the row, the report and the evidence of whoever sent it."""
    tracks = {(track.number, track.name): track for season in seasons for track in season.tracks}
    sent: dict[tuple[str, str], set[str]] = {}
    for one in submissions:
        track = tracks.get((one.season, one.track))
        if track is None:
            place = default_document(PROVE_IT.season(one.season))
            step.wrong(place, "no such track", f"season {one.season}, {one.track}, as {one.told} says")
        elif not track.published:
            step.unchecked.append(f"{one.told}: the scores of {track.label} are not published yet.")
        else:
            try:
                row = _one(site, track, one, step)
            except Exception as error:  # a hostile document
                step.unchecked.append(f"{one.told}: the site cannot be read: {type(error).__name__}.")
                continue
            _listed(site, track, one, step)
            if row is not None:
                sent.setdefault((evidence_path(track, row["report_id"]), one.did), set()).add(one.task_id)
    for (file, _), tasks in sent.items():
        _others(site, file, tasks, step)


def _one(site: Site, track: PublishedTrack, one: Submission, step: Step) -> Part | None:
    """Holds one submission against the row that shows it best; the row, where its report is public."""
    rows = [row for _, row in rows_of(track.content) if _is_of(row, one.did)]
    page = default_document(PROVE_IT.track(track.number, track.name))
    if not rows:
        own = report_id(one.did)
        step.wrong(page, f"no row of {own}, {one.did}", f"the row of who sent {one.told}")
        return None
    public = [row for row in rows if row["agent"] is not None and row["rapport_url"] is not None]
    if not public:
        step.compared.append(f"{one.told}: the row {_named(rows[0])} is there")
        why = "the row was removed" if rows[0]["agent"] is None else "its report is private"
        step.unchecked.append(f"{one.told}: {why}: nothing that was sent is published of it.")
        return None
    compared = [(row, _against(site, track, row, one)) for row in public]  # runs may share a DID
    row, problems = min(compared, key=lambda found: len(found[1]))
    step.problems += problems[:_MOST]
    if not problems:
        step.compared.append(
            f"{one.told}: claims, verdict, disclosures and narrative with {_named(row)}"
            f"{_received(site, track, row, one)}"
        )
    return row


def _listed(site: Site, track: PublishedTrack, one: Submission, step: Step) -> None:
    """The hash of what was sent is among those that the track says it received."""
    known = listed(site, track.number, track.name)
    own = submission_hash(one.value)
    if known is None:
        step.notes.append(f"{one.told}: {track.label} publishes no list of what it received.")
    elif own in known:
        step.compared.append(f"{one.told}: its hash {own} with the list of submissions received")
    else:
        file = list_path(track.number, track.name)
        step.wrong(file, "no such hash", f"{own}, of {one.told}", "/tables")


def _is_of(row: Part, did: str) -> bool:
    agent = row["agent"]
    return bool(row["report_id"] == report_id(did) or (agent is not None and agent["did"] == did))


def _named(row: Part) -> str:
    agent = row["agent"]
    return f"{row['report_id']}, shown as {agent['nom']!r}" if agent is not None else str(row["report_id"])


def _evidence(site: Site, file: str) -> Part:
    value = strict_json.parse(site.read(file))
    return value if isinstance(value, dict) else {}


def _against(site: Site, track: PublishedTrack, row: Part, one: Submission) -> list[Problem]:
    file = evidence_path(track, row["report_id"])
    try:
        evidence = _evidence(site, file)
    except (SourceError, strict_json.StrictJsonError) as error:
        return [Problem(file, str(error)[:200], f"what was sent, {one.told} included")]
    sent = evidence.get("sent")
    if sent is not None:
        published, place = sent["submissions"].get(one.task_id), f"/sent/submissions/{one.task_id}"
        own: Part = {name: value for name, value in one.value.items() if (name, value) != ("narrative", None)}
        if published is None and (refused := sent.get("rejected", {}).get(one.task_id)) is not None:
            found = f"rejected at entry on {refused['at']} ({refused['reason']}), and not taken in"
            return [Problem(file, found, f"{one.told}, as sent", f"/sent/rejected/{one.task_id}")]
    else:
        tasks: list[Part] = evidence["score"]["tasks"]
        number = next((n for n, task in enumerate(tasks) if task["task_id"] == one.task_id), None)
        place = "/score/tasks" if number is None else f"/score/tasks/{number}"
        task = tasks[number] if number is not None else {}
        if "assertions" not in task:
            return [Problem(file, task.get("state", "no such task"), f"{one.told}, as sent", place)]
        published, own = _repeated(task), _repeated(one.value)
    if published is None:
        return [Problem(file, "no such task", f"{one.told}, as sent", place)]
    return [
        Problem(
            file,
            _short(shown(found.declared)),
            f"{_short(shown(found.recomputed))}, as sent in {one.file}",
            place + found.pointer,
        )
        for found in differences(published, own, {})
    ]


def _repeated(task: Mapping[str, Any]) -> Part:
    """What a score repeats of what was sent."""
    claims = [{name: a.get(name) for name in _CLAIMED} for a in task["assertions"]]
    return {name: task.get(name) for name in _REPEATED} | {"assertions": claims}


def _received(site: Site, track: PublishedTrack, row: Part, one: Submission) -> str:
    sent = _evidence(site, evidence_path(track, row["report_id"])).get("sent")
    at = sent["received"].get(one.task_id) if sent is not None else None
    return f", received {at} as published" if at is not None else ""


def _others(site: Site, file: str, tasks: set[str], step: Step) -> None:
    """What is published in the name of the reader beside what they gave: theirs to look at."""
    try:
        sent = _evidence(site, file).get("sent")
        more = sorted(sent["submissions"].keys() - tasks) if sent is not None else []
    except Exception:  # a hostile document; what it was asked for is told already
        return
    if more:
        told = f"{file} has {many(len(more), 'task')} more in your name: {', '.join(more)}"
        step.notes.append(f"{told}. Did you send {'them' if len(more) > 1 else 'it'}?")


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:119] + "…"
