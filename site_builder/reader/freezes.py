"""Step 5: what the scores rest on is what was fixed before the season (specification §8, PUB-15)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from site_builder.challenges.prove_it.scoring.preregistration import FrozenFiles, freeze_faults
from site_builder.documents import addresses
from site_builder.evidence.trust import TrustAnchors
from site_builder.reader.account import Step
from site_builder.reader.seasons import PublishedSeason, PublishedTrack
from site_builder.reader.site import Site, default_document


def check_freezes(site: Site, seasons: Sequence[PublishedSeason], anchors: TrustAnchors, step: Step) -> None:
    """Every freeze of every season."""
    if not seasons:
        step.unchecked.append("The site has no season.")
    for season in seasons:
        if season.unreadable is not None:
            step.unchecked.append(f"Season {season.number}: {season.unreadable}.")
            continue
        for track in season.tracks:
            try:
                _track(track, step)
                _anchored(track, anchors, step)
            except Exception as error:  # a hostile document
                step.unchecked.append(f"{track.label}: the documents cannot be read: {type(error).__name__}.")
    _specification(site, step)


def _track(track: PublishedTrack, step: Step) -> None:
    frozen = track.frozen
    section, key = frozen["bareme"], frozen["cle"]
    _hashed(step, addresses.file(section["fichier_url"]), track.section, section["sha256"], "the section")
    if key["sel"] is None or key["url"] is None:
        step.notes.append(f"{track.label}: the key and its salt are sealed until the close.")
        return
    file = addresses.file(key["url"])
    found = None
    if track.key_bytes is not None:
        found = sha256(bytes.fromhex(key["sel"]) + track.key_bytes).hexdigest()
    if found != key["engagement"]:
        step.wrong(file, f"sha256(salt ‖ key) {found}", f"the commitment {key['engagement']}")
    step.compared.append(f"{track.label}: sha256(salt ‖ key) with the commitment")
    if track.manifest is None:
        step.unchecked.append(
            f"{track.label}: the corpus and its manifest, SHA-256 {frozen['manifeste_sha256']}, "
            "are not published here."
        )
    else:
        _hashed(
            step, f"manifest of {track.label}", track.manifest, frozen["manifeste_sha256"], "the manifest"
        )
        for problem in track.problems:
            step.problems.append(problem)
        if track.corpus is None and not track.problems:
            step.unchecked.append(f"{track.label}: the corpus that the manifest lists is not published here.")
        if track.corpus is not None:
            count = len(track.corpus.bodies)
            step.compared.append(f"{track.label}: {count} bodies of the corpus with their hashes in it")


def _hashed(step: Step, file: str, data: bytes | None, expected: str, what: str) -> None:
    if data is None:
        step.wrong(file, "nothing", what)
        return
    found = sha256(data).hexdigest()
    if found != expected:
        step.wrong(file, f"SHA-256 {found}", f"{expected}, as pre-registered")
    step.compared.append(f"{file} with its pre-registered SHA-256")


def _anchored(track: PublishedTrack, anchors: TrustAnchors, step: Step) -> None:
    """The hashes are those of an anchored call that was made before the opening."""
    rules = track.frozen["bareme"]
    record, season, of_track = track.preregistration, track.season, track.track
    parts = (track.section, track.manifest, track.key_bytes)
    section, manifest, key = parts
    if record is None or season is None or of_track is None or not section or not manifest or not key:
        if track.frozen["cle"]["sel"] is not None:
            step.unchecked.append(
                f"{track.label}: what opens the anchoring proof {rules['proof_id']} is not published here; "
                f"the proof is at {rules['proof_url']}."
            )
        return
    files = FrozenFiles(section, manifest, key)
    for fault in freeze_faults(record, season, of_track, files, track.freeze_proofs, anchors):
        step.wrong(f"preregistration of {track.label}", fault.found, fault.expected, fault.pointer)
    step.compared.append(
        f"{track.label}: {len(record.freezes)} anchored calls with section, manifest, key and opening date"
    )


def _specification(site: Site, step: Step) -> None:
    document = site.document(default_document("/challenges/prove-it/specification/")) or {}
    content = document.get("contenu")
    section = content.get("section_5") if isinstance(content, dict) else None
    if isinstance(section, dict):
        file = addresses.file(str(section.get("url")))
        _hashed(step, file, site.find(file), str(section.get("sha256")), "the section")
