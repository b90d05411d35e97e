"""``freeze check``: whether what a track froze holds, while a freeze that does not may still be mended (§8).

Reads the season, the track, what was frozen and the evidence of the freezes: no score, no submission, no
other proof (PUB-01). Publishes nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from site_builder.challenges.prove_it.inputs import evidence_tree
from site_builder.challenges.prove_it.inputs.folder_reader import FolderReader
from site_builder.challenges.prove_it.inputs.preregistration import FROZEN, Freeze, Preregistration
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.inputs.tree import CHALLENGE, TRACKS
from site_builder.challenges.prove_it.scoring.preregistration import (
    CALL,
    DATE,
    PAYLOAD,
    PROOF,
    FreezeCheck,
    declared,
    examined,
    held,
    proof_checks,
    record_checks,
)
from site_builder.evidence.account import Account
from site_builder.evidence.steps import Status
from site_builder.evidence.trust import TrustAnchors
from site_builder.kernel.instants import Instant
from site_builder.operation.commitment import read_salt
from site_builder.operation.drafts import unreadable
from site_builder.operation.freeze_account import FreezeAccount, FreezeStep, Line, TrackFreezes
from site_builder.operation.refusal import RefusedError, refused
from site_builder.pipeline.seasons import sealed_findings

_SEASON: Final = re.compile(r"season-(0|[1-9][0-9]{0,5})")
_NUMBERS: Final = {PAYLOAD: 5, PROOF: 6, CALL: 7, DATE: 8}
_OPENINGS: Final = (
    "Read them with the key that made the call (GET /v1/proof/{proof_id}/full) and add them to "
    "preregistration.json, disclosures."
)
_RECORD: Final = "`site-builder season freeze` writes it; docs/corpus.md has its form."
_TO_DO: Final = {
    "no_view": "Add the public view of the proof to proofs/, named after it.",
    "no_log_entry": "Add the log's answer about the batch to log/, named after the batch root.",
    "no_submission": _OPENINGS,
    "batch_open": "Read the view again once the batch is closed, and replace the file in proofs/.",
    "unknown_version": "Use a version of this program that knows the proof's.",
}
_MEND: Final = {
    True: "Restore what was frozen, if the files changed since. A freeze that is wrong itself may be "
    "replaced before the opening (§8): `site-builder season freeze {track} --supersede`, then freeze again; "
    "both are published.",
    False: "Restore what was frozen, if the files changed since. A freeze that is wrong itself is not "
    "replaced after the opening: the season is invalidated (§8). Say so in season.json, "
    "invalidated, and start again.",
}


@dataclass(frozen=True, slots=True)
class Secrets:
    """The key and its salt, as long as they are kept outside of what is published. Nothing prints them."""

    key: bytes
    salt: bytes
    files: tuple[Path, ...] = ()


def read_secrets(key: Path, salt: Path) -> Secrets:
    """Both, from their files. Raises :class:`RefusedError`, which repeats nothing of what they hold."""
    return Secrets(_bytes(key), read_salt(salt), (key, salt))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def check_freezes(
    data: Path, anchors: TrustAnchors, now: Instant, *, season: int | None = None, track: str | None = None,
    manifest: Path | None = None, secrets: Secrets | None = None,
) -> FreezeAccount:  # fmt: skip
    """The account of every track of the data folder, or of those that are named.

    ``manifest``, ``secrets``: of the one track that is named, where they are kept elsewhere. Raises
    :class:`RefusedError` where a season or a track cannot be read, or where there is none.
    """
    raw = _bytes(manifest) if manifest is not None else None
    if secrets is not None:
        _outside(data, secrets.files)
    account = FreezeAccount()
    for folder in _tracks(data, season, track):
        account.tracks.append(_Check(data, folder, anchors, now, raw, secrets).account())
    return account


def _tracks(data: Path, season: int | None, track: str | None) -> list[str]:
    reader = FolderReader(data)
    seasons = reader.names(CHALLENGE) if reader.kind(CHALLENGE) == "folder" else []
    numbers = sorted(int(found[1]) for name in seasons if (found := _SEASON.fullmatch(name)))
    folders = [
        folder
        for number in numbers
        for name in TRACKS
        if season in (None, number) and track in (None, name)
        if reader.kind(folder := f"{CHALLENGE}/season-{number}/{name}") == "folder"
    ]
    if not folders:
        place = f"{CHALLENGE}/season-{'…' if season is None else season}/{track or ''}".rstrip("/")
        raise refused(place, "no track", "the folder of a track", "Name the data folder with --data.")
    return folders


def _outside(data: Path, files: Iterable[Path]) -> None:
    """A secret below the data folder would be published with it."""
    for file in files:
        if file.resolve().is_relative_to(data.resolve()):
            remedy = "Keep key and salt elsewhere until the close; then they are read from the tree itself."
            raise refused(str(file), "a secret inside the data folder", "one outside of it", remedy)


class _Check:
    """The account of one track, read from its folder."""

    def __init__(
        self, data: Path, folder: str, anchors: TrustAnchors, now: Instant,
        manifest: bytes | None, secrets: Secrets | None,
    ) -> None:  # fmt: skip
        self._data, self._folder, self._anchors = data, folder, anchors
        self._manifest, self._secrets = manifest, secrets
        reader = FolderReader(data)
        season = reader.model(f"{folder.rpartition('/')[0]}/season.json", "season", Season.model_validate)
        track = reader.model(f"{folder}/track.json", "track", Track.model_validate)
        if season is None or track is None:
            raise RefusedError(sealed_findings(reader.findings, []))
        self._season, self._track = season, track
        self._mend = _MEND[now < season.opens_at].format(track=track.track)
        self._closed = season.closed(now)

    def account(self) -> TrackFreezes:
        season, track = self._season, self._track
        made = TrackFreezes(
            season.season, track.track, season.demonstration, season.opens_at.text, track.freezes
        )
        record, of_record = self._record()
        made.steps += [self._section(), self._manifest_step(), self._key(), of_record]
        views, unreadable = evidence_tree.read_proofs(
            self._data, self._folder, [proof_id for _, proof_id in track.freezes]
        )
        for number, (version, proof_id) in enumerate(track.freezes):
            listed = list(enumerate(record.freezes)) if record is not None else []
            place, freeze = next((one for one in listed if one[1].proof_id == proof_id), (number, None))
            account = examined(views.get(proof_id), freeze, self._anchors, season)
            steps = [FreezeStep(number, (version, proof_id)) for number in _NUMBERS.values()]
            for check in self._of_freeze(place, number == 0, proof_id, freeze, account):
                steps[_NUMBERS[check.about] - 5].lines.append(self._line(check))
            for finding in unreadable:
                if proof_id in finding.file:
                    line = Line(Status.FAILED, finding.file, finding.found, finding.expected, finding.remedy)
                    steps[1].lines.append(line)
            steps[1].notes += _incidents(account)
            made.steps += steps
        return made

    def _section(self) -> FreezeStep:
        rules = self._track.scoring_rules
        file = f"{self._folder}/{rules.file}"
        raw = FolderReader(self._data).read(file)
        return FreezeStep(1, lines=[self._hashed(file, raw, rules.sha256, Status.FAILED)])

    def _manifest_step(self) -> FreezeStep:
        wanted, file = self._track.corpus.manifest_sha256, f"{self._folder}/manifest.json"
        reader, step = FolderReader(self._data), FreezeStep(2)
        raw = self._manifest
        if raw is None and reader.kind(file) != "missing":
            raw = reader.read(file)
        line = self._hashed(file, raw, wanted, Status.NOT_CHECKED)
        step.lines.append(line)
        if line.status is not Status.PASSED or raw is None or self._manifest is not None:
            return step
        if reader.kind(f"{self._folder}/corpus") != "folder":
            step.notes.append("the bodies that it lists are not here")
            return step
        corpus, findings = evidence_tree.read_corpus(self._data, self._folder, raw)
        for one in findings:
            step.lines.append(Line(Status.FAILED, one.file, one.found, one.expected, one.remedy, one.pointer))
        if corpus is not None:
            step.lines.append(
                Line(Status.PASSED, file, f"{len(corpus.bodies)} bodies with their hashes in it", "")
            )
        return step

    def _hashed(self, file: str, raw: bytes | None, wanted: str, without: Status) -> Line:
        """``without``: what becomes of a file that is not there."""
        if raw is None:
            do = "Put it there." if without is Status.FAILED else "Put it there, or name it with --manifest."
            return Line(without, file, "nothing", f"SHA-256 {wanted}", do)
        found = hashlib.sha256(raw).hexdigest()
        holds = found == wanted
        return Line(
            Status.PASSED if holds else Status.FAILED, file, f"SHA-256 {found}",
            f"SHA-256 {wanted}, as track.json says", None if holds else self._mend,
        )  # fmt: skip

    def _key(self) -> FreezeStep:
        answer, file = self._track.answer_key, f"{self._folder}/track.json"
        step = FreezeStep(
            3, lines=[Line(Status.PASSED, file, f"commitment {answer.commitment}", "64 hex digits")]
        )
        secrets = self._secrets or self._revealed()
        if secrets is None:
            step.notes.append("the key and its salt are not at hand: --key and --salt hold them against it")
            return step
        holds = hashlib.sha256(secrets.salt + secrets.key).hexdigest() == answer.commitment
        step.lines.append(
            Line(
                Status.PASSED if holds else Status.FAILED, file,
                f"{'the' if holds else 'another'} commitment, recomputed from the salt and the key",
                answer.commitment, None if holds else f"Name the key and the salt committed to. {self._mend}",
                "/answer_key/commitment",
            )
        )  # fmt: skip
        return step

    def _revealed(self) -> Secrets | None:
        """What is public once the season is closed; before, a key in the tree is not read."""
        answer = self._track.answer_key
        file, reader = f"{self._folder}/{answer.file}", FolderReader(self._data)
        if not self._closed or answer.salt is None or reader.kind(file) == "missing":
            return None
        key = reader.read(file)
        return Secrets(key, bytes.fromhex(answer.salt)) if key is not None else None

    def _record(self) -> tuple[Preregistration | None, FreezeStep]:
        file, step = f"{self._folder}/preregistration.json", FreezeStep(4)
        record, findings = evidence_tree.read_preregistration(self._data, self._folder)
        for one in findings:
            step.lines.append(Line(Status.FAILED, file, one.found, one.expected, one.remedy, one.pointer))
        if record is not None:
            step.lines += [self._line(check) for check in record_checks(record, self._track)]
        elif not findings:
            step.lines.append(Line(Status.NOT_CHECKED, file, "nothing", "what opens the proofs", _RECORD))
        return record, step

    def _of_freeze(
        self, number: int, in_force: bool, proof_id: str, freeze: Freeze | None, account: Account | None
    ) -> Iterator[FreezeCheck]:
        at = f"/freezes/{number}"
        if freeze is None:
            yield FreezeCheck(PAYLOAD, Status.NOT_CHECKED, at, "nothing", "the payload of the call", number)
        elif in_force:
            wanted = declared(self._track)
            yield from (held(number, freeze, name, wanted[name]) for name in FROZEN)
        else:
            found = f"commitment {freeze.frozen('key_commitment')}"
            yield FreezeCheck(PAYLOAD, Status.PASSED, f"{at}/payload", found, "64 hex digits", number)
        yield from proof_checks(number, proof_id, freeze, self._season, account)

    def _line(self, check: FreezeCheck) -> Line:
        do: str | None = None
        if check.status is Status.FAILED:
            do = self._mend
        elif check.status is not Status.PASSED:
            do = _TO_DO.get(check.cause or "", _OPENINGS if check.about == CALL else None)
            do = do or {PAYLOAD: _RECORD, DATE: "See step 6: the date is that of the proof's token."}.get(
                check.about
            )
        file = f"{self._folder}/preregistration.json"
        return Line(check.status, file, check.found, check.expected, do, check.pointer)


def _incidents(account: Account | None) -> list[str]:
    return [
        f"{one.pointer} says {one.flat}; the evidence, which counts, says {one.opened}"
        for one in (account.incidents if account is not None else ())
    ]
