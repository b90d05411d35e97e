"""What the site publishes of each season to count and score from: its documents, and each track's kit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

from site_builder.challenges.prove_it.inputs.answer_key import AnswerKey
from site_builder.challenges.prove_it.inputs.corpus import FrozenCorpus, Manifest
from site_builder.challenges.prove_it.inputs.correction import CORRECTION, Correction
from site_builder.challenges.prove_it.inputs.enrolments import Enrolments
from site_builder.challenges.prove_it.inputs.preregistration import Preregistration, read_record
from site_builder.challenges.prove_it.inputs.proof import ProofView, anchored_root
from site_builder.challenges.prove_it.inputs.schema import read_model
from site_builder.challenges.prove_it.inputs.season import Season
from site_builder.challenges.prove_it.inputs.track import Track
from site_builder.challenges.prove_it.pages.context import (
    PROVE_IT,
    BuildContext,
    SeasonContext,
    TrackContext,
    build_context,
)
from site_builder.challenges.prove_it.pages.kit import place_in_kit
from site_builder.challenges.prove_it.scoring.case import Replay, SeasonCase, TrackCase
from site_builder.challenges.prove_it.scoring.corpus_hashes import response_hash
from site_builder.content.catalogue import Catalogue
from site_builder.documents import addresses
from site_builder.documents.envelope import site_facts
from site_builder.kernel.findings import Finding
from site_builder.kernel.instants import Instant
from site_builder.reader.account import Problem
from site_builder.reader.published_facts import (
    FactsError,
    rows_of,
    season_content,
    season_numbers,
    site_labels,
    track_content,
)
from site_builder.reader.site import Site, default_document

Part = dict[str, Any]
M = TypeVar("M")


@dataclass(slots=True)
class PublishedTrack:
    """A track: its page's content, and what its kit holds. ``problems``: of the kit, told by each step
    that needs it."""

    number: int
    name: str
    content: Part
    frozen: Part
    problems: list[Problem] = field(default_factory=list)
    season: Season | None = None
    corrections: tuple[Correction, ...] = ()
    track: Track | None = None
    section: bytes | None = None
    key_bytes: bytes | None = None
    key: AnswerKey | None = None
    enrolments: Enrolments | None = None
    manifest: bytes | None = None
    corpus: FrozenCorpus | None = None
    preregistration: Preregistration | None = None
    freeze_proofs: Mapping[str, ProofView] = field(default_factory=dict)
    replay: Replay = "none"
    evidence: frozenset[str] = frozenset()
    context: TrackContext | None = None

    @property
    def published(self) -> bool:
        """Whether the page shows scores."""
        return bool(self.content["scores_publies"])

    @property
    def label(self) -> str:
        return f"season {self.number}, {self.name}"


@dataclass(slots=True)
class PublishedSeason:
    """A season: its page's content and its tracks; ``unreadable`` says why there is neither."""

    number: int
    content: Part = field(default_factory=dict)
    tracks: list[PublishedTrack] = field(default_factory=list)
    unreadable: str | None = None


def read_seasons(site: Site, catalogue: Catalogue, now: Instant) -> list[PublishedSeason]:
    """Every season that has a page, in order of number. Does not raise."""
    found = []
    for number in season_numbers(site):
        season = PublishedSeason(number)
        found.append(season)
        try:
            build = build_of(site, catalogue)
            season.content = season_content(site, number)
            for part in season.content["pistes"]:
                content = track_content(site, number, part["id"])
                track = PublishedTrack(number, str(part["id"]), content, part["preenregistrement"])
                _KitReader(site, track).read()
                season.tracks.append(track)
            _contexts(build, season, now)
        except FactsError as error:
            season.unreadable = str(error)
        except Exception as error:  # a hostile document: whatever it makes our code do is no reason to stop
            season.unreadable = f"{default_document(PROVE_IT.season(number))}: {type(error).__name__}"
    return found


def build_of(site: Site, catalogue: Catalogue) -> BuildContext:
    """The facts of the build, as the published portal has them; raises :class:`FactsError`."""
    base, labels = site_labels(site)
    facts = site_facts(
        catalogue.messages,
        base_url=base,
        generated_at=site.genere_le,
        source_commit=site.commit_source,
        publisher="",  # the citation on the home page alone names it
        ai_label=labels,
    )
    return build_context(facts, catalogue.messages)


def _contexts(build: BuildContext, season: PublishedSeason, now: Instant) -> None:
    """What pages are made from again, for the tracks whose kit is whole."""
    private = frozenset(
        (track.name, row["report_id"])
        for track in season.tracks
        for _, row in rows_of(track.content)
        if row["rapport_url"] is None
    )
    for track in season.tracks:
        if track.season is None or track.track is None or track.key is None or track.problems:
            continue
        folder = f"prove-it/season-{season.number}"
        case = SeasonCase(folder, track.season, now, track.corrections, track.enrolments)
        of_track = TrackCase(
            case, f"{folder}/{track.name}", track.track, track.section, track.manifest, track.key_bytes,
            track.key, True, track.replay, track.preregistration is not None, track.evidence,
        )  # fmt: skip
        track.context = TrackContext(SeasonContext(build, case, private), of_track)


class _KitReader:
    """The kit of one track, from its fixed addresses; ``kit.json`` is for people and is compared with it."""

    def __init__(self, site: Site, track: PublishedTrack) -> None:
        self._site = site
        self._track = track

    def read(self) -> None:
        track = self._track
        self._section_and_key()
        if not track.published or self._site.find(self._list) is None:
            return
        self._listed()
        track.season = self._model("season.json", Season.model_validate)
        track.track = self._model(f"{track.name}/track.json", Track.model_validate)
        track.corrections = tuple(self._corrections())
        if (raw := self._bytes("enrolments.json")) is not None:
            track.enrolments = self._valid(raw, self._address("enrolments.json"), Enrolments.model_validate)
        track.manifest = self._bytes(f"{track.name}/manifest.json")
        self._corpus()
        record = f"{track.name}/preregistration.json"
        if (raw := self._bytes(record)) is not None:
            track.preregistration = self._told(read_record(raw, self._address(record)))
            freezes = track.preregistration.freezes if track.preregistration else []
            track.freeze_proofs = {freeze.proof_id: self._proof(freeze.proof_id) for freeze in freezes}

    @property
    def _list(self) -> str:
        return addresses.file(PROVE_IT.kit(self._track.number, self._track.name))

    def _section_and_key(self) -> None:
        track, rules = self._track, self._track.frozen["bareme"]
        track.section = self._site.find(addresses.file(rules["fichier_url"]))
        url = track.frozen["cle"]["url"]
        track.key_bytes = self._site.find(addresses.file(url)) if url else None
        if track.key_bytes is not None:
            track.key = self._valid(track.key_bytes, addresses.file(url), AnswerKey.model_validate)

    def _listed(self) -> None:
        """``kit.json`` lists what is there, with the right hashes."""
        document = self._site.document(self._list) or {}
        for known in get_args(Replay):
            if document.get("replay") == known:
                self._track.replay = known
        received = addresses.file(PROVE_IT.submissions(self._track.number, self._track.name))
        if self._track.replay == "whole" or received in self._site.entries:
            self._track.evidence = frozenset({"submissions"})
        for entry in document.get("files", ()):
            path = addresses.file(str(entry["path"]))
            listed = self._site.entries.get(path)
            if listed is None or (listed.sha256, listed.size) != (entry["sha256"], entry["size"]):
                self._wrong(self._list, f"{path} with another hash or size", "the files of the site")

    def _address(self, name: str) -> str:
        track = self._track
        return addresses.file(PROVE_IT.kit_file(track.number, track.name, place_in_kit(name, track.name)))

    def _bytes(self, name: str) -> bytes | None:
        return self._site.find(self._address(name))

    def _model(self, name: str, validate: Callable[[object], M]) -> M | None:
        data = self._bytes(name)
        if data is None:
            self._wrong(self._address(name), "nothing", "a file of the kit")
            return None
        return self._valid(data, self._address(name), validate)

    def _valid(self, data: bytes, file: str, validate: Callable[[object], M]) -> M | None:
        return self._told(read_model(data, file, validate))

    def _told(self, read: tuple[M | None, list[Finding]]) -> M | None:
        model, findings = read
        for one in findings:
            self._wrong(one.file, one.found, one.expected, one.pointer)
        return model

    def _corrections(self) -> Iterator[Correction]:
        data = self._bytes("corrections.jsonl") or b""
        for line in data.split(b"\n"):
            if line.strip():
                model = self._valid(line, self._address("corrections.jsonl"), CORRECTION.validate_python)
                if model is not None:
                    yield model

    def _corpus(self) -> None:
        track = self._track
        if track.manifest is None:
            return
        file = self._address(f"{track.name}/manifest.json")
        manifest, found = read_model(track.manifest, file, Manifest.model_validate)
        places = {
            name: addresses.file(
                PROVE_IT.kit_file(track.number, track.name, f"corpus/{resource.sha256}.json")
            )
            for name, resource in (manifest.resources.items() if manifest else ())
        }
        if track.replay == "none" and self._site.entries.keys().isdisjoint(places.values()):
            return  # no corpus is published, and no page says that one was used
        self._told((manifest, found))
        bodies: dict[str, bytes] = {}
        for name, resource in manifest.resources.items() if manifest else ():
            place = places[name]
            data = self._site.find(place)
            if data is None or hashlib.sha256(data).hexdigest() != resource.sha256:
                self._wrong(place, "nothing" if data is None else "other bytes", f"the body of {name}")
            elif _response(data) != resource.canonical_sha256:
                expected = f"a body whose canonical JSON has SHA-256 {resource.canonical_sha256}"
                self._wrong(place, "another value", expected)
            else:
                bodies[name] = data
        if manifest is not None and not track.problems:
            track.corpus = FrozenCorpus(manifest, bodies)

    def _proof(self, proof_id: str) -> ProofView:
        view = self._bytes(f"{self._track.name}/proofs/{proof_id}.json")
        root = anchored_root(view) if view is not None else None
        entry = self._bytes(f"{self._track.name}/log/{root}.json") if root is not None else None
        return ProofView(view, entry)

    def _wrong(self, file: str, found: str, expected: str, place: str | None = None) -> None:
        self._track.problems.append(Problem(file, found, expected, place))


def _response(data: bytes) -> str | None:
    try:
        return response_hash(data)
    except ValueError:
        return None
