"""How a row of a rule's tables is run: one named change to a valid thing, judged by every rule of its scope.

A row of REFUSED gives the exact findings of its rule, written by hand: (file, place, found, expected), where
the place is a JSON Pointer, a line or an element. ACCEPTED rows give none; NOT_APPLICABLE rows neither, for
things that the rule has nothing to say about.
"""

from __future__ import annotations

import dataclasses
import functools
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.challenges.prove_it.inputs.evidence_tree import read_corpus
from site_builder.challenges.prove_it.inputs.tree import read_score, read_tree
from site_builder.challenges.prove_it.rules.rows import row_summary
from site_builder.challenges.prove_it.scoring.case import ScoreCase, SeasonCase, TrackCase
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.content.catalogue import Catalogue, from_files
from site_builder.kernel import instants
from site_builder.kernel.findings import Finding, in_order
from site_builder.pipeline import texts
from site_builder.rules import judge
from site_builder.rules.cases import PageCase
from site_builder.rules.f002_sitemap import locations
from site_builder.rules.facts import Facts, Memory, facts
from site_builder.rules.site import FileCase, SiteCase
from tests.harness import worlds
from tests.harness.command import REPOSITORY
from tests.rules import sites

Place = str | int | None
Expected = tuple[str, Place, str, str]
LATER = sites.LATER
CHALLENGE = "prove_it"


def found(findings: list[Finding], code: str) -> list[Expected]:
    """The findings of one rule, as tables write them."""
    return [
        (f.file, _place(f), f.found, f.expected) for f in findings if f.code == code
    ]  # fmt: skip


def _place(finding: Finding) -> Place:
    if finding.line is not None:
        return f"{finding.line} {finding.pointer}" if finding.pointer else finding.line
    return finding.pointer if finding.pointer is not None else finding.element


@dataclass(frozen=True)
class World:
    """A change to the smallest world on disk, judged by every input rule."""

    name: str
    change: Callable[[Path], object]
    expected: tuple[Expected, ...] = ()
    now: str = LATER

    def run(self) -> list[Finding]:
        with tempfile.TemporaryDirectory() as folder:
            world = worlds.smallest_world(Path(folder) / "data")
            self.change(world)
            return judge_inputs(world, self.now)


def judge_inputs(world: Path, now: str = LATER) -> list[Finding]:
    """The findings of a build before it makes pages: the reader's and the input rules'."""
    tree, findings = read_tree(world)
    for folder in tree.seasons:
        if folder.season is None:
            continue
        season = SeasonCase(
            folder.folder, folder.season, instants.parse(now), folder.corrections, folder.enrolments
        )
        findings += judge.judge("season", season, challenge=CHALLENGE)
        tracks = []
        for part in folder.tracks:
            if part.track is None:
                continue
            track = TrackCase(
                season, part.folder, part.track, part.section, part.manifest, part.key_bytes, part.key,
                any(part.scores.values()),
            )  # fmt: skip
            tracks.append(track)
            findings += judge.judge("track", track, challenge=CHALLENGE)
            if season.closed and part.manifest is not None and "corpus" in part.evidence:
                corpus, problems = read_corpus(world, part.folder, part.manifest)
                findings += problems
                if corpus is not None:
                    findings += judge.judge("corpus", track, corpus, challenge=CHALLENGE)
            if season.closed and part.key is not None:
                findings += _scores(world, track, [file for files in part.scores.values() for file in files])
        findings += judge.judge("tracks", season, tracks, challenge=CHALLENGE)
        for text in texts.season_texts(season, tracks, words()):
            findings += judge.judge("text", text)
    return in_order(findings)


@functools.cache
def words() -> Facts:
    """What rules on texts know: the words of each language."""
    return facts(sites.BASE_URL, sites.content(), sites.AI_LABEL, [])


def _scores(world: Path, track: TrackCase, files: list[str]) -> Iterator[Finding]:
    assert track.key is not None
    rows = []
    for file in files:
        score, problems = read_score(world, file)
        yield from problems
        if score is not None:
            case = ScoreCase(track, file, score, tally(score, track.key, len(track.track.tasks)))
            yield from texts.run_findings(file, score, words())
            yield from judge.judge("score", case, challenge=CHALLENGE)
            rows.append(row_summary(case))
    yield from judge.judge("rows", track, rows, challenge=CHALLENGE)
    if len(rows) == len(files):
        yield from judge.judge("targets", track, rows, challenge=CHALLENGE)


# -- pages ---------------------------------------------------------------------------------------------------

Variant = Callable[[Path], object]


def nothing(world: Path) -> None:
    """The smallest world as it is."""


@functools.cache
def site_of(variant: Variant, now: str) -> sites.Site:
    """The whole site of a variant of the smallest world; made once, never changed."""
    with tempfile.TemporaryDirectory() as folder:
        world = worlds.smallest_world(Path(folder) / "data")
        variant(world)
        assert judge_inputs(world, now) == []
        return sites.site(world, now)


def forgetful(site: sites.Site) -> sites.Site:
    """The same site for a process that knows nothing to be clean yet: each row is judged by itself."""
    return dataclasses.replace(site, facts=dataclasses.replace(site.facts, memory=Memory()))


@dataclass(frozen=True)
class Page:
    """A change to the document of the first page of a type."""

    name: str
    kind: str
    change: Callable[[dict[str, Any]], object]
    expected: tuple[Expected, ...] = ()
    language: str = "en"
    variant: Variant = nothing
    now: str = LATER
    facts_from: Variant | None = None

    def page(self) -> PageCase:
        site = forgetful(site_of(self.variant, self.now))
        page = site.page(self.file())
        if self.facts_from is not None:
            page.facts = forgetful(site_of(self.facts_from, self.now)).facts
        self.change(page.document)  # type: ignore[arg-type]
        return page

    def file(self) -> str:
        return site_of(self.variant, self.now).of_type(self.kind, self.language)

    def run(self) -> list[Finding]:
        return judge.judge_page(self.page())


@dataclass(frozen=True)
class Html:
    """A change to the HTML of the first page of a type, its document left as it is."""

    name: str
    kind: str
    change: Callable[[str], str]
    expected: tuple[Expected, ...] = ()
    language: str = "en"
    variant: Variant = nothing
    now: str = LATER

    def run(self) -> list[Finding]:
        site = forgetful(site_of(self.variant, self.now))
        output = site.output(site.of_type(self.kind, self.language))
        changed = self.change(output.html.decode())
        data = changed.encode(errors="surrogateescape")  # "\udcff" is the byte FF
        return judge.judge_output(sites.output_of(output.page, data))


def swap(old: str, new: str, count: int = -1) -> Callable[[str], str]:
    """A change to HTML that must change something."""

    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, count)

    return change


@dataclass(frozen=True)
class File:
    """A change to a file beside the pages: the first whose name ends so."""

    name: str
    ending: str
    change: Callable[[bytes], bytes]
    expected: tuple[Expected, ...] = ()
    variant: Variant = nothing
    now: str = LATER
    facts_from: tuple[Variant, str] | None = None

    def run(self) -> list[Finding]:
        site = site_of(self.variant, self.now)
        file = next(name for name in site.files if name.endswith(self.ending))
        data, about = site.files[file]
        facts = site_of(*self.facts_from).facts if self.facts_from else site.facts
        return judge.judge_file(FileCase(file, self.change(data), facts, about))


@dataclass(frozen=True)
class Whole:
    """A change to the summaries of a whole site."""

    name: str
    change: Callable[[SiteCase], object]
    expected: tuple[Expected, ...] = ()
    variant: Variant = nothing
    now: str = LATER

    def run(self) -> list[Finding]:
        case = whole(forgetful(site_of(self.variant, self.now)))
        self.change(case)
        return judge.judge_site(case)


def whole(site: sites.Site) -> SiteCase:
    """The summaries of a site, with the files that the page maker does not make."""
    case = SiteCase(site.facts)
    for file in site.pages:
        output = site.output(file)
        case.add(output.summary())
        case.files.update((file, output.file))
    case.files.update(site.files)
    case.files.update(("assets/site.css", "assets/mark.svg", "ledger.jsonl"))
    for prefix in ("", "fr/"):
        case.files.add(f"{prefix}challenges/prove-it/specification.md")
    base = "challenges/prove-it/"
    case.files.update((f"{base}specification/section-5.txt", f"{base}season-1/conformite/section-5.txt"))
    if next(iter(site.facts.seasons.values())).closed:
        case.files.add(f"{base}season-1/conformite/answer-key.json")
    case.listed = locations(site.files["sitemap.xml"][0])
    return case


@dataclass(frozen=True)
class Twins:
    """A change to the French document of a page, judged with the English one."""

    name: str
    kind: str
    change: Callable[[dict[str, Any]], object]
    expected: tuple[Expected, ...] = ()
    variant: Variant = nothing
    now: str = LATER

    def run(self) -> list[Finding]:
        site = site_of(self.variant, self.now)
        pages = [site.page(site.of_type(self.kind, code)) for code in ("en", "fr")]
        self.change(pages[1].document)  # type: ignore[arg-type]
        return judge.judge_twins(pages)


@dataclass(frozen=True)
class Content:
    """A change to the files of ``content/``, which stays well formed."""

    name: str
    change: Callable[[dict[str, bytes]], object]
    expected: tuple[Expected, ...] = ()

    def run(self) -> list[Finding]:
        files = dict(content_files())
        self.change(files)
        return judge.judge_content(_catalogue(files))


@functools.cache
def content_files() -> dict[str, bytes]:
    root = REPOSITORY / "content"
    paths = [path for path in sorted(root.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def _catalogue(files: dict[str, bytes]) -> Catalogue:
    problems: list[tuple[object, ...]] = []
    made = from_files(files, lambda *problem: problems.append(problem))
    assert not problems, problems
    return made


def reword(file: str, old: str, new: str) -> Callable[[dict[str, bytes]], None]:
    """A change to a content file that must change something."""

    def change(files: dict[str, bytes]) -> None:
        assert old.encode() in files[file], old
        files[file] = files[file].replace(old.encode(), new.encode(), 1)

    return change


Row = World | Page | Html | File | Whole | Twins | Content
