"""Every page type in both languages: valid for the Nu checker, clean for axe, comfortable on any screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from site_builder.documents.addresses import html_file
from site_builder.render.assets import assets
from site_builder.render.html import path_of
from tests.harness import nu_validator
from tests.harness.sample_documents import Sample
from tests.render.shown_pages import html_of, with_texts

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# One of each kind: a page of every type, and the states of a report and of a track that look different.
SHOWN = (
    "portal", "home", "specification", "rules", "not_found", "season-rich", "season-sealed", "track-rich",
    "track-sealed", "track-invalidated", "report-rich-community-awkward", "report-rich-community-pending",
    "report-rich-community-rejected", "report-rich-community-silent", "report-rich-community-withdrawn",
    "report-rich-community-equal", "report-rich-reference-ref-one", "report-invalidated-community-equal",
)  # fmt: skip
LOOKS: tuple[tuple[str, Literal["light", "dark"]], ...] = (("en", "light"), ("fr", "dark"))
# Pages in which every text of a stranger is two thousand letters without a space.
LONG = ("track-long", "report-long")


@pytest.fixture(scope="module")
def site(pages: list[Sample], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder per sample; links between pages lead nowhere, the style sheet does."""
    root = tmp_path_factory.mktemp("site")
    for page in pages:
        if page.name in SHOWN:
            file = root / page.name / page.language / "index.html"
            file.parent.mkdir(parents=True)
            file.write_bytes(html_of(page.document))
    for name, of in zip(LONG, ("track-rich", "report-rich-community-awkward"), strict=True):
        page = next(p for p in pages if p.name == of and p.language == "fr")
        texts = ["x" * 2000] * len(page.document["texte_de_tiers"]["champs"])
        (root / name / "fr").mkdir(parents=True)
        (root / name / "fr" / "index.html").write_bytes(html_of(with_texts(page.document, texts)))
    for name, data in assets():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(data)
    return root


def test_the_samples_still_exist(pages: list[Sample]) -> None:
    assert set(SHOWN) <= {page.name for page in pages}
    assert all(html_file(path_of(page.document["url"])).endswith(".html") for page in pages)


@pytest.mark.nu
def test_every_page_is_valid(site: Path) -> None:
    nu_validator.require()
    assert nu_validator.validate(site.rglob("*.html")) == []


@pytest.mark.browser
@pytest.mark.parametrize("name", SHOWN)
def test_axe_finds_nothing(
    name: str, site: Path, chromium: Browser, serve: Callable[[Path], str]
) -> None:
    from tests.harness import browser

    address = serve(site)
    for language, scheme in LOOKS:
        with browser.visit(chromium, f"{address}{name}/{language}/", scheme=scheme) as seen:
            assert browser.axe_violations(seen.page) == []
            assert seen.problems == []


@pytest.mark.browser
def test_nothing_scrolls_sideways(site: Path, chromium: Browser, serve: Callable[[Path], str]) -> None:
    """On any screen, in each language, whatever the length of what strangers wrote."""
    from tests.harness import browser

    address = serve(site)
    for place in (*(f"{name}/{code}" for name in SHOWN for code in ("en", "fr")), *(f"{n}/fr" for n in LONG)):
        with browser.visit(chromium, f"{address}{place}/") as seen:
            for width in (320, 390, 800, 1280, 2400):
                seen.page.set_viewport_size({"width": width, "height": 900})
                assert browser.overflow(seen.page) == 0, (place, width)
            assert seen.problems == []


@pytest.mark.browser
def test_words_of_a_header_are_whole_on_paper_and_on_screen(
    site: Path, chromium: Browser, serve: Callable[[Path], str]
) -> None:
    """French has the longest: no word of a header is broken, and a header stays in sight of its rows."""
    from tests.harness import browser

    wide = """table => [...table.querySelectorAll('thead th')].filter(
        cell => cell.scrollWidth > cell.clientWidth || getComputedStyle(cell).overflowWrap != 'normal'
    ).map(cell => cell.textContent)"""
    address = f"{serve(site)}track-rich/fr/"
    with browser.visit(chromium, address, size=(900, 700)) as seen:
        table = seen.page.locator("table.rows").last
        assert table.evaluate(wide) == []
        table.locator("tbody tr").last.scroll_into_view_if_needed()
        seen.page.evaluate("scrollBy(0, 60)")
        place = table.locator("thead th").first.bounding_box()
        assert place is not None
        assert place["y"] >= 0
    with browser.visit(chromium, address, size=(703, 700), media="print") as seen:
        assert seen.page.locator("table.rows").last.evaluate(wide) == []


@pytest.mark.browser
def test_on_a_phone_a_row_is_a_card_that_says_its_columns(
    site: Path, chromium: Browser, serve: Callable[[Path], str]
) -> None:
    from tests.harness import browser

    with browser.visit(chromium, f"{serve(site)}track-rich/en/", size=(390, 844)) as seen:
        cell = seen.page.locator("#community ~ table .n").nth(3)
        label = cell.evaluate("cell => getComputedStyle(cell, '::before').content")
        assert label == '"Overclaim rate"'
        assert cell.bounding_box() is not None


@pytest.mark.browser
def test_third_party_text_looks_marked(site: Path, chromium: Browser, serve: Callable[[Path], str]) -> None:
    from tests.harness import browser

    address = f"{serve(site)}report-rich-community-awkward/en/"
    style = "e => { const s = getComputedStyle(e); return [s.backgroundColor, s.unicodeBidi] }"
    for scheme in ("light", "dark"):
        with browser.visit(chromium, address, scheme=scheme) as seen:
            plain = seen.page.locator("main").first.evaluate(style)
            for isolate in seen.page.locator("bdi").all()[:5]:
                background, bidi = isolate.evaluate(style)
                assert background != plain[0]
                assert bidi == "isolate"


@pytest.mark.browser
def test_on_a_phone_the_header_of_assertions_has_the_places_of_its_cells(
    site: Path, chromium: Browser, serve: Callable[[Path], str]
) -> None:
    """Six columns stand in three lines of two: a label above the line and the place of each cell."""
    from tests.harness import browser

    with browser.visit(chromium, f"{serve(site)}report-rich-community-equal/en/", size=(390, 844)) as seen:
        lefts = """row => [...row.children].map(cell => Math.round(cell.getBoundingClientRect().left))"""
        claims = seen.page.locator("table.claims").first
        header = claims.locator("thead tr").evaluate(lefts)
        assert len(header) == 6
        assert len(set(header)) == 2
        for row in claims.locator("tbody tr").all():
            assert row.evaluate(lefts) == header


@pytest.mark.browser
def test_a_cause_leads_to_its_assertion_which_stands_out(
    site: Path, chromium: Browser, serve: Callable[[Path], str]
) -> None:
    from tests.harness import browser

    with browser.visit(chromium, f"{serve(site)}report-rich-community-equal/en/", size=(390, 844)) as seen:
        link = seen.page.locator(".cause .anchors a").first
        assert link.inner_text() == "conf-02.2"
        link.click()
        assert seen.page.url.endswith("#conf-02.2")
        row = seen.page.locator("tr:has(:target)")
        assert row.locator("th").inner_text().split() == ["conf-02.2", "a2"]
        plain = seen.page.locator("table.claims tbody tr").first
        background = "row => getComputedStyle(row).backgroundColor"
        assert row.evaluate(background) != plain.evaluate(background)


@pytest.mark.browser
def test_a_phone_shows_the_tables_of_the_latest_season_at_once(
    site: Path, chromium: Browser, serve: Callable[[Path], str]
) -> None:
    """After the title and the thesis in one sentence, before the prose, in the order of the keyboard too."""
    from tests.harness import browser

    for language in ("en", "fr"):
        with browser.visit(chromium, f"{serve(site)}home/{language}/", size=(390, 844)) as seen:
            tables = seen.page.locator(".cards").first.locator("li").first.locator("p a").all()
            assert len(tables) == 2
            for link in tables:
                place = link.bounding_box()
                assert place is not None
                assert place["y"] + place["height"] < 844
            headings = seen.page.locator("main :is(h1, h2)").all_inner_texts()
            assert headings[1] in ("Seasons and tracks", "Saisons et pistes")
            assert headings[2] in ("The thesis in one minute", "La thèse en une minute")
