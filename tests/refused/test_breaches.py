"""A breach of each publication rule stops a whole build with its code; the published site stays as it was.

Inputs and content are changed on disk. What no input can bring about, a page made wrongly by the program
itself, is brought about inside it: the rules must say no to that too.
"""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from site_builder import pipeline
from site_builder.configuration import read_configuration
from site_builder.kernel import instants
from site_builder.pipeline.judge import Judge, Judged
from site_builder.pipeline.request import Outcome, Request
from site_builder.render.html import html_of as rendered
from tests.harness import worlds
from tests.harness.command import REPOSITORY, tree_digests
from tests.rules import sites
from tests.rules.tables import documents
from tests.rules.tables.changes import COMMUNITY, put
from tests.rules.tables.documents import at

Document = dict[str, Any]
Change = Callable[[Document], None]


def build(
    data: Path,
    content: Path,
    output: Path | None,
    now: str = sites.LATER,
    generated_at: str = "2026-11-02T08:00:00Z",
) -> Outcome:
    """A build in this process, every input fixed."""
    configuration, findings = read_configuration(REPOSITORY / "site.toml")
    assert configuration is not None, findings
    request = Request(
        data=data,
        content=(content,),
        config=REPOSITORY / "site.toml",
        configuration=configuration,
        generated_at=generated_at,
        source_commit="0" * 40,
        now=instants.parse(now),
        jobs=1,
        output=output,
    )
    return pipeline.run(request, lambda done, total: None)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the smallest world; every breach is built over it."""
    folder = tmp_path_factory.mktemp("published")
    world = worlds.smallest_world(folder / "data")
    outcome = build(world, REPOSITORY / "content", folder / "site")
    assert outcome.findings == []
    return folder / "site"


def refused(published: Path, code: str, data: Path, content: Path, now: str = sites.LATER) -> None:
    """The build says no, with this code among its findings, and touches nothing."""
    before = tree_digests(published)
    outcome = build(data, content, published, now)
    assert code in {finding.code for finding in outcome.findings}
    for finding in outcome.findings:
        assert all((finding.name, finding.file, finding.found, finding.expected, finding.remedy)), finding
        assert not finding.file.startswith("/")
    assert outcome.files == 0
    assert tree_digests(published) == before
    assert [path.name for path in published.parent.iterdir() if "site" in path.name] == [published.name]


# -- inputs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "change", "now"),
    [
        ("PUB-01", lambda world: None, documents.BEFORE),
        ("PUB-15", lambda world: (world / worlds.SECTION).write_bytes(b"another section\n"), sites.LATER),
        ("PUB-16", put(COMMUNITY, "/totals/unsupported", 0), sites.LATER),
    ],
)
def test_a_breach_in_the_inputs(
    published: Path, tmp_path: Path, code: str, change: Callable[[Path], object], now: str
) -> None:
    world = worlds.smallest_world(tmp_path / "data")
    change(world)
    refused(published, code, world, REPOSITORY / "content", now)


def no_track(world: Path) -> None:
    shutil.rmtree((world / worlds.TRACK).parent)


def broken_track(world: Path) -> None:
    (world / worlds.TRACK).write_text("{")


@pytest.mark.parametrize(("change", "codes"), [(no_track, {"T001"}), (broken_track, {"J001"})])
def test_a_season_without_a_track_that_can_be_read(
    tmp_path: Path, change: Callable[[Path], None], codes: set[str]
) -> None:
    world = worlds.smallest_world(tmp_path / "data")
    change(world)
    outcome = build(world, REPOSITORY / "content", None)
    assert {finding.code for finding in outcome.findings} == codes


def test_no_message_tells_a_secret(tmp_path: Path) -> None:
    world = worlds.smallest_world(tmp_path / "data")
    salt = worlds.read_json(world / worlds.TRACK)["answer_key"]["salt"]
    outcome = build(world, REPOSITORY / "content", None, documents.BEFORE)
    said = " ".join(str(finding.as_json()) for finding in outcome.findings)
    assert outcome.findings
    for secret in (salt, "indeterminable", "Atelier", "ref-one", "participant-one"):
        assert secret not in said


# -- content -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "file", "old", "new"),
    [
        ("PUB-07", "en/messages/season.po", '"Dates"', '"OpenAI failures"'),
        ("PUB-08", "en/messages/season.po", '"Dates"', '"Dates \U0001f389"'),
        ("PUB-10", "fr/messages/season.po", '"Dates"', '"Tricheurs"'),
        ("PUB-11", "en/messages/interface.po", '"identity not bound"', '"invalid proof"'),
        ("PUB-13", "en/messages/season.po", '"Dates"', '"Every identity is verified"'),
        ("PUB-14", "fr/messages/season.po", '"Dates"', '"La saison est close"'),
        ("PUB-18", "fr/messages/season.po", '"Dates"', '"Dates 2026"'),
    ],
)
def test_a_breach_in_the_content(
    published: Path, tmp_path: Path, code: str, file: str, old: str, new: str
) -> None:
    world = worlds.smallest_world(tmp_path / "data")
    content = tmp_path / "content"
    shutil.copytree(REPOSITORY / "content", content)
    text = (content / file).read_text()
    assert old in text
    (content / file).write_text(text.replace(old, new, 1))
    refused(published, code, world, content)


# -- pages ---------------------------------------------------------------------------------------------------


def unlisted(document: Document) -> None:
    document["texte_de_tiers"]["champs"].remove("/contenu/agent/nom")


def changing(kind: str, change: Change) -> Callable[..., Judged]:
    """The program's own judge, given pages of one type that were made wrongly."""
    made = Judge.page

    def page(self: Judge, path: str, found: Mapping[str, Document]) -> Judged:
        changed = {}
        for code, document in found.items():
            changed[code] = copy.deepcopy(document)
            name, _, table = kind.partition(":")
            content = document["contenu"]
            if sites.page_type(document) == name and (not table or content["tableau"]["id"] == table):
                change(changed[code])
        return made(self, path, changed)

    return page


REPORT = "rapport:community"


@pytest.mark.parametrize(
    ("code", "kind", "change"),
    [
        ("PUB-02", "piste", at("/contenu/tableaux/1/id", "reference")),
        ("PUB-03", "piste", at("/contenu/tableaux/1/constante/taux/reussite/numerateur", 3)),
        ("PUB-04", REPORT, at("/titre", "25% unsupported")),
        ("PUB-05", "piste", at("/contenu/rang", 1)),
        ("PUB-06", "piste", at(f"{documents.ROW}/stack/etiquette", "declared")),
        ("PUB-07", REPORT, at("/titre", "Atelier Églantine")),
        ("PUB-08", "saison", at("/contenu/service/texte", "\U0001f389")),
        ("PUB-09", REPORT, at("/mention_ia", "Made by people.")),
        ("PUB-10", "saison", at("/contenu/service/texte", "fraud fraude")),
        ("PUB-11", REPORT, at("/contenu/causes/0/message", "Wrong.")),
        ("PUB-12", REPORT, unlisted),
        ("PUB-13", REPORT, at("/contenu/identite", "Verified.")),
        ("PUB-14", "saison", at("/etat_saison/ouverte", False)),
        ("PUB-15", "saison", at("/contenu/pistes/0/preenregistrement/bareme/sha256", "0" * 64)),
        ("PUB-16", REPORT, at("/contenu/taux/overclaim/affichage", "0%")),
        ("PUB-17", "piste", at(f"{documents.ROW}/etat", "retire")),
        ("PUB-18", "specification", at("/contenu/autorite", "en")),
        ("PUB-19", REPORT, at("/contenu/contestation/contact", "nobody@index.example")),
        ("PUB-20", "piste", at("/contenu/limites/url", "/challenges/prove-it/")),
    ],
)
def test_a_page_made_wrongly(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, kind: str, change: Change
) -> None:
    world = worlds.smallest_world(tmp_path / "data")
    monkeypatch.setattr(Judge, "page", changing(kind, change))
    refused(published, code, world, REPOSITORY / "content")


def test_what_is_refused_last_is_told_with_what_could_not_be_recorded(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = worlds.smallest_world(tmp_path / "data")
    site = shutil.copytree(published, tmp_path / "site")
    with (site / "index.html").open("ab") as page:
        page.write(b" ")
    before = tree_digests(site)
    monkeypatch.setattr(Judge, "page", changing("piste", at("/contenu/rang", 1)))
    outcome = build(world, REPOSITORY / "content", site, generated_at="2026-11-03T08:00:00Z")
    codes = {finding.code for finding in outcome.findings}
    assert {"PUB-05", "G002"} <= codes, codes
    assert tree_digests(site) == before


# -- the files written ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("PUB-03", '<tbody class="base">', "<tbody><tr><td></td></tr></tbody><tbody>"),
        ("PUB-06", ">declared stack, not verified<", "><"),
        ("PUB-09", '<meta name="ai-disclosure" content="ai-generated">', ""),
        ("PUB-12", "<bdi>Atelier Églantine</bdi>", "<bdi>Atelier</bdi>"),
        ("PUB-20", '/specification/#s10"', '/specification/"'),
        ("H001", "</main>", "<!-- x --></main>"),
        ("H002", "</main>", "<p>More.</p></main>"),
        ("H004", "</main>", '<a href="/nowhere/"></a></main>'),
        ("H005", '<link rel="canonical"', '<link rel="other"'),
        ("H006", "</main>", "<script></script></main>"),
        ("H006", "<title>", '<meta http-equiv="refresh" content="0; url=/fr/"><title>'),
    ],
)
def test_html_made_wrongly(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, old: str, new: str
) -> None:
    world = worlds.smallest_world(tmp_path / "data")
    made = rendered
    touched = []

    def html(*given: Any, **how: Any) -> bytes:
        page = made(*given, **how)
        if old.encode() in page:
            touched.append(page)
        return page.replace(old.encode(), new.encode())

    monkeypatch.setattr("site_builder.pipeline.judge.html_of", html)
    refused(published, code, world, REPOSITORY / "content")
    assert touched
