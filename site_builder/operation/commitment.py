"""``season commit``: the key is judged as it will be at the close, and committed to under a salt (§8).

The salt goes into a file of its own that only its owner can read, outside the data folder; nothing prints it.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.rules.d013_expected_verdicts import NO_VALID_OPTION
from site_builder.challenges.prove_it.scoring.case import SeasonCase, TrackCase
from site_builder.kernel import instants
from site_builder.kernel.findings import Finding
from site_builder.operation.drafts import (
    TO_FILL,
    Draft,
    document_bytes,
    member,
    settled,
    track_model,
    unreadable,
)
from site_builder.operation.refusal import RefusedError, refused
from site_builder.operation.workplace import workplace
from site_builder.rules.judge import judge

_SALT: Final = re.compile(rb"([0-9a-f]{64})\n?")
_MOST: Final = 1024
# A season that has closed: no rule on a key looks at more of it than that.
_PAST: Final = {
    "opens_at": "2000-01-01T00:00:00Z", "closes_at": "2000-01-02T00:00:00Z", "published_at": None,
    "season_service": "https://season.invalid/", "proof_url": "https://proof.invalid/{proof_id}",
    "disputes": {"window_days": 14, "decision_days": 30, "contact": "disputes@season.invalid"},
    "licence": {"data": "CC-BY-4.0", "text": "CC-BY-4.0"}, "invalidated": None,
}  # fmt: skip


def commit(draft: Draft, track: str, key_file: Path, secrets_folder: Path, salt_file: Path | None) -> Path:
    """Writes the commitment into ``track.json``; the file that holds the salt.

    ``salt_file``: a salt that exists already; else one is made, and written into ``secrets_folder``. Raises
    :class:`RefusedError` for a key that does not fit the track, and for a place inside the data folder.
    """
    document = settled(draft, track)
    raw = _read(key_file)
    answer = member(document, draft.place(track), "answer_key")
    file = f"{draft.place(track)}/{answer.get('file')}"
    key, findings = read_model(raw, file, AnswerKey.model_validate, "answer-key")
    if key is None:
        raise RefusedError(findings)
    document["expected_verdicts"] = _counted(document, key)
    findings = _as_at_the_close(draft, track, document, raw, key)
    if findings:
        raise RefusedError(findings)
    target = salt_file or _place(draft, track, secrets_folder)
    salt = read_salt(salt_file) if salt_file else secrets.token_bytes(32)
    commitment = hashlib.sha256(salt + raw).hexdigest()
    _check_unanchored(draft, track, document, commitment)
    answer["commitment"] = commitment
    with workplace(draft.data, draft.number) as work:
        work.write(f"{track}/track.json", document_bytes(document))
        if salt_file is None:
            target = target.with_name(f"season-{draft.number}-{track}-{commitment[:16]}.salt")
            _write_secret(target, salt)
        work.commit()
    return target


def _counted(document: Mapping[str, Any], key: AnswerKey) -> object:
    """How many tasks expect each verdict; of an open set, only what may be known before the close."""
    if document.get("expected_verdicts") != TO_FILL:
        return document.get("expected_verdicts")
    counted = Counter(answer.verdict for answer in key.root.values())
    verdicts = document.get("verdicts") or [NO_VALID_OPTION]
    return {verdict: counted[verdict] for verdict in verdicts}


def _as_at_the_close(
    draft: Draft, track: str, document: dict[str, Any], raw: bytes, key: AnswerKey
) -> list[Finding]:
    """What the rules will say of this key when it is revealed, and nothing of what is still to be filled
    in."""
    model = track_model(document, f"{draft.place(track)}/track.json")
    if model.verdicts is None:
        counts = Counter(answer.verdict for answer in key.root.values())
        model = model.model_copy(update={"expected_verdicts": dict(counts)})
    season = Season.model_validate(
        {
            "schema": "proveit-season-v1",
            "season": draft.number,
            "demonstration": draft.season.get("demonstration") is True,
            **_PAST,
        }
    )
    case = TrackCase(
        SeasonCase(draft.folder, season, instants.parse("2999-12-31T00:00:00Z")),
        draft.place(track), model, None, None, raw, key, False,
    )  # fmt: skip
    key_file = f"{draft.place(track)}/{model.answer_key.file}"
    about = ("/expected_verdicts", "/tasks")
    return [
        finding
        for finding in judge("track", case, challenge="prove_it")
        if finding.file == key_file or (finding.pointer or "").startswith(about)
    ]


def _check_unanchored(draft: Draft, track: str, document: dict[str, Any], commitment: str) -> None:
    stated, rules = document["answer_key"].get("commitment"), document["scoring_rules"]
    if stated in (TO_FILL, commitment) or rules.get("proof_id") == TO_FILL:
        return
    raise refused(
        f"{draft.place(track)}/track.json",
        "a commitment that is anchored",
        "one that no proof rests on yet",
        f"Supersede the freeze first: `site-builder season freeze {track} --supersede`.",
        "/answer_key/commitment",
    )


def _place(draft: Draft, track: str, folder: Path) -> Path:
    """Where a salt is written; refused inside the data folder, which is published."""
    here, data = folder.resolve(), draft.data.resolve()
    if here == data or data in here.parents:
        raise refused(
            str(folder), "a folder inside the data folder", "a place that is not published",
            "Name a folder outside with --secrets.",
        )  # fmt: skip
    return folder / f"season-{draft.number}-{track}.salt"


def _write_secret(path: Path, salt: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(file, "wb") as stream:
            os.fchmod(file, 0o600)
            stream.write(salt.hex().encode("ascii") + b"\n")
            stream.flush()
            os.fsync(file)
    except OSError as error:
        raise unreadable(path, error) from None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def read_salt(path: Path) -> bytes:
    """The 32 bytes of a salt's file: 64 hexadecimal digits. A refusal repeats none of it."""
    raw = _read(path)
    found = _SALT.fullmatch(raw) if len(raw) <= _MOST else None
    if found is None:
        expected = "a salt: 64 hexadecimal digits in lower case"
        raise refused(str(path), "something else", expected, "Name the file that `season commit` wrote.")
    return bytes.fromhex(found[1].decode("ascii"))
