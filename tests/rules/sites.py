"""A whole site in memory, made from a world by the very pages and templates that the builder uses.

The rules are judged on what a build judges, without its files and processes. A test takes one document or
one HTML file of it, changes a named thing, and expects exact findings.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from site_builder.challenges.prove_it.inputs.tree import read_score, read_tree
from site_builder.challenges.prove_it.pages import (
    counts,
    downloads,
    evidence,
    home,
    portal,
    proofs,
    prose,
    report,
    rows,
    season,
    specification,
    tables,
    track,
    verification,
)
from site_builder.challenges.prove_it.pages import rules as rules_page
from site_builder.challenges.prove_it.pages.context import SeasonContext, TrackContext, build_context
from site_builder.challenges.prove_it.pages.kit import kit_list
from site_builder.challenges.prove_it.scoring.case import ScoreCase, SeasonCase, TrackCase
from site_builder.challenges.prove_it.scoring.tally import tally
from site_builder.content import catalogue
from site_builder.content.catalogue import Catalogue
from site_builder.content.inventory import PROSE
from site_builder.documents.addresses import html_file, json_file
from site_builder.documents.envelope import dump, site_facts
from site_builder.documents.sitemap import sitemap
from site_builder.kernel import instants
from site_builder.render.html import html
from site_builder.rules import registry
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.facts import Facts, facts, season_facts
from tests.harness.command import REPOSITORY

Document = dict[str, Any]

BASE_URL = "https://index.example"
AI_LABEL = {
    "en": "Made by a machine, Article 50.",
    "fr": "Fait par une machine, article 50.",
}
LATER = "2026-12-01T12:00:00Z"


@functools.cache
def content() -> Catalogue:
    made, findings = catalogue.load(REPOSITORY / "content")
    assert made is not None, findings
    return made


@dataclass
class Site:
    """``pages`` maps the file of a document to it; ``files`` the other files with what they are about."""

    facts: Facts
    pages: dict[str, Document] = field(default_factory=dict)
    files: dict[str, tuple[bytes, tuple[int, str, str | None] | None]] = field(default_factory=dict)

    def page(self, file: str) -> PageCase:
        """A document of its own, to be changed freely."""
        return PageCase(file, copy.deepcopy(self.pages[file]), self.facts)

    def output(self, file: str) -> OutputCase:
        """The HTML of the document of a file."""
        return output_of(self.page(file))

    def of_type(self, kind: str, language: str = "en") -> str:
        """The first file of a page type in a language; ``rapport:community`` asks for a table too."""
        kind, _, table = kind.partition(":")
        return next(
            file
            for file, document in self.pages.items()
            if document["langue"] == language
            and page_type(document) == kind
            and (not table or document["contenu"]["tableau"]["id"] == table)
        )


def page_type(document: Document) -> str:
    return str(document["contenu"].get("type", "specification"))


def output_of(page: PageCase, data: bytes | None = None) -> OutputCase:
    """What the templates make of a page's document."""
    data = data or html(dump(page.document), content().messages[page.language])
    for _ in _rows(page):
        pass
    return OutputCase(page, page.file.removesuffix(".json") + ".html", data)


def _rows(page: PageCase) -> Iterator[None]:
    if page.type == "piste" and not page.labelled_rows:
        for i, table in enumerate(page.content["tableaux"]):
            for j, group in enumerate(table["groupes"]):
                for k, row in enumerate(group["lignes"]):
                    at = f"/contenu/tableaux/{i}/groupes/{j}/lignes/{k}"
                    page.add_row(table["id"], row, at)
                    yield


def site(world: Path, now: str = LATER, ai_label: dict[str, str] = AI_LABEL) -> Site:
    """Every page of the valid world in a data folder; its scores are read once the season is closed."""
    tree, findings = read_tree(world)
    assert not findings, findings
    messages = content().messages
    build = build_context(
        site_facts(
            messages,
            base_url=BASE_URL,
            generated_at="2026-11-02T08:00:00Z",
            source_commit="0" * 40,
            publisher="ArkForge",
            ai_label=ai_label,
        ),
        messages,
    )
    seasons: list[tuple[SeasonContext, list[TrackContext]]] = []
    scores: dict[tuple[int, str], list[ScoreCase]] = {}
    known = []
    for folder in tree.seasons:
        assert folder.season is not None
        case = SeasonCase(
            folder.folder, folder.season, instants.parse(now), folder.corrections, folder.enrolments
        )
        context = SeasonContext(build, case)
        tracks = []
        for part in folder.tracks:
            assert part.track is not None
            one = TrackCase(
                case, part.folder, part.track, part.section, part.manifest, part.key_bytes, part.key,
                any(part.scores.values()),
            )  # fmt: skip
            tracks.append(TrackContext(context, one))
            scores[folder.number, part.name] = []
            if case.closed and one.key is not None:
                for file in (name for names in part.scores.values() for name in names):
                    score, problems = read_score(world, file)
                    assert score is not None, problems
                    figures = tally(score, one.key, len(one.track.tasks))
                    scores[folder.number, part.name].append(ScoreCase(one, file, score, figures))
        seasons.append((context, tracks))
        known.append(season_facts(case, [t.case for t in tracks]))
    made = Site(facts(BASE_URL, content(), ai_label, known))
    service = home.latest_service(seasons)
    _add(made, portal.documents(build, service), portal.not_found(build, service))
    _add(made, home.documents(build, {c: content().pages[c]["home"] for c in messages}, seasons))
    texts = {code: registry.pages(code) for code in messages}
    _add(made, rules_page.documents(build, texts, service))
    check = {c: content().pages[c]["check"] for c in messages}
    _add(made, verification.documents(build, check, seasons, "https://forge.example/index.git"))
    for name in PROSE:
        _add(made, prose.documents(build, {c: content().pages[c][name] for c in messages}, (), service))
    frozen = specification.frozen_section(_freezes(seasons))
    _add(
        made,
        {
            code: specification.document(build, content().pages[code]["specification"], code, service, frozen)
            for code in messages
        },
    )
    for context, tracks in seasons:
        counted: dict[tuple[str, str], counts.TaskCounts] = {}
        for one_track in tracks:
            _track(made, one_track, scores[context.number, one_track.name], counted)
        _add(made, season.documents(context, tracks, counted))
    files = [document_path(d) for d in made.pages.values() if d["langue"] == "en"]
    listed = sorted(path for path in files if path != "/404.html")
    made.files["sitemap.xml"] = (b"".join(sitemap(build.site, listed)), None)
    return made


def document_path(document: Document) -> str:
    """The path of a page without its language."""
    return str(document["traductions"]["en"]).removeprefix(BASE_URL)


def _freezes(seasons: list[tuple[SeasonContext, list[TrackContext]]]) -> Iterator[specification.Freeze]:
    for context, tracks in seasons:
        for one in tracks:
            rules = one.case.track.scoring_rules
            assert one.case.section is not None
            section = specification.FrozenSection(rules.section, one.case.section, rules.proof_id)
            yield specification.Freeze(context.season.demonstration, one.name, section)


def _add(made: Site, *groups: dict[str, Document]) -> None:
    for documents in groups:
        for document in documents.values():
            path = str(document["url"]).removeprefix(BASE_URL)
            made.pages[json_file(path)] = orjson.loads(dump(document))
            assert html_file(path)


def _track(
    made: Site,
    context: TrackContext,
    cases: list[ScoreCase],
    counted: dict[tuple[str, str], counts.TaskCounts],
) -> None:
    known: dict[str, tables.Table] = {}
    ordered: dict[str, list[tuple[rows.RowOrder, dict[str, Document]]]] = {}
    cases = cases if context.shows_scores else []
    for name in ("reference", "community"):
        own = [case for case in cases if case.score.table == name]
        found = [(rows.order(context, case), rows.documents(context, case)) for case in own]
        present = {case.score.report_id for case in own}
        for table, report_id in context.tombstones():
            if table == name and report_id not in present:
                found.append((rows.tombstone_order(report_id), rows.tombstones(context, name, report_id)))
                _add(made, report.tombstones(context, name, report_id))
        found.sort(key=lambda pair: pair[0])
        ordered[name] = found
        total = counts.TaskCounts()
        for case in own:
            if not context.gone(name, case.score.report_id):
                total.add(case)
        emoji = any(rows.replaces_emoji(context, case) for case in own)
        known[name] = tables.Table(tables.groups([order for order, _ in found]), total, emoji)
        counted[context.name, name] = total
        for case in own:
            _add(made, report.documents(context, case))
            listed = proofs.document(context, case)
            if listed is not None:
                proof_file = f"{context.path[1:]}{case.score.report_id}/proofs.json"
                made.files[proof_file] = (dump(listed), (context.season.number, context.name, None))
            if evidence.has_evidence(context, case):
                file = f"{context.path[1:]}{case.score.report_id}/evidence.json"
                data = evidence.evidence_file(context, case, None, None)
                made.files[file] = (data, (context.season.number, context.name, None))
    if context.shows_scores:
        made.files[f"{context.path[1:]}kit.json"] = (
            kit_list(context, []), (context.season.number, context.name, None)
        )  # fmt: skip
    for code, head in track.heads(context, known).items():
        shown = [documents[code] for name in ("reference", "community") for _, documents in ordered[name]]
        _add(made, {code: track.document(head, shown if context.shows_scores else [])})
        if not context.shows_scores:
            continue
        words = context.build.words[code]
        for name in ("reference", "community"):
            lines = [downloads.csv_line(context, words, name, d[code]) for _, d in ordered[name]]
            path = f"{'fr' if code == 'fr' else ''}{context.path}{name}/results".lstrip("/")
            about = (context.season.number, context.name, name)
            made.files[f"{path}.csv"] = (b"".join(downloads.csv_file(context, words, name, lines)), about)
            made.files[f"{path}.xlsx"] = (downloads.workbook(context, words, name, lines), about)
            made.files[f"{path}.schema.json"] = (dump(downloads.csv_schema(context, words, name)), about)
            listed_rows = [dump(d[code]) for _, d in ordered[name]]
            groups = known[name].groups
            made.files[f"{path}.json"] = (
                b"".join(downloads.json_file(context, words, name, groups, listed_rows)), about
            )  # fmt: skip
