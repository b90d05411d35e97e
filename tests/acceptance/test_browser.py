"""Each page type in both languages in a real browser: accessible, within the screen, quiet, printable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

import pytest

from tests.acceptance.site import Site
from tests.harness.browser import DESKTOP, PHONE, Visit, axe_violations, overflow, served, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

KINDS = (
    "portail", "accueil", "specification", "regles", "verification", "texte", "saison", "piste", "rapport",
    "introuvable",
)  # fmt: skip
# Both sizes and both schemes, each with the other once.
SIGHTS: tuple[tuple[tuple[int, int], Literal["light", "dark"]], ...] = ((PHONE, "dark"), (DESKTOP, "light"))
OTHER_SIGHTS: tuple[tuple[tuple[int, int], Literal["light", "dark"]], ...] = (
    (PHONE, "light"),
    (DESKTOP, "dark"),
)
NARROW = (320, 390)


@pytest.fixture(scope="module")
def site(demonstration_site: Site) -> Site:
    """The repository's own data: reports and tracks with every state and cause."""
    return demonstration_site


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    with served(site.root) as found:
        yield found


def page_of(site: Site, kind: str, language: str) -> str:
    """The longest page of a type: the one with most to go wrong."""
    return max(site.of_type(kind, language), key=lambda page: (site.root / page).stat().st_size)


def test_every_page_type_is_looked_at(site: Site) -> None:
    found = {site.document(page)["contenu"].get("type", "specification") for page in site.pages}
    assert found == set(KINDS)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_in_the_browser(chromium: Browser, site: Site, address: str, kind: str, language: str) -> None:
    path = address.rstrip("/") + site.url_path(page_of(site, kind, language))
    found = []
    with visit(chromium, path, size=PHONE, scheme="dark", locale=language) as seen:
        for size, scheme in SIGHTS:
            seen.page.set_viewport_size({"width": size[0], "height": size[1]})
            seen.page.emulate_media(color_scheme=scheme)
            found += [f"{size[0]} px, {scheme}: {line}" for line in axe_violations(seen.page)]
        # The other two differ by colours alone, and the pages with most colours have them all.
        for size, scheme in OTHER_SIGHTS if kind in ("piste", "rapport") else ():
            seen.page.set_viewport_size({"width": size[0], "height": size[1]})
            seen.page.emulate_media(color_scheme=scheme)
            found += [f"{size[0]} px, {scheme}: {line}" for line in contrast_violations(seen)]
        for width in NARROW:
            seen.page.set_viewport_size({"width": width, "height": 700})
            if overflow(seen.page):
                found.append(f"{width} px: {overflow(seen.page)} px too wide")
        found += reading(seen)
        found += printing(seen)
        found += seen.problems
    assert found == []


def contrast_violations(seen: Visit) -> list[str]:
    lines: list[str] = seen.page.evaluate(
        """async () => (await axe.run("html", {runOnly: ["color-contrast"], resultTypes: ["violations"]}))
             .violations.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 200)}`))"""
    )
    return lines


def reading(seen: Visit) -> list[str]:
    """Everything that stands in the page is shown, but for what is folded and for the finer navigation."""
    hidden: list[str] = seen.page.evaluate(
        """() => [...document.body.querySelectorAll("*")]
             .filter(e => !["SCRIPT", "BR", "COL", "COLGROUP"].includes(e.tagName))
             .filter(e => !e.closest("details, nav"))
             .filter(e => e.textContent.trim() && !e.checkVisibility({visibilityProperty: true}))
             .map(e => "hidden: " + e.outerHTML.slice(0, 120))"""
    )
    return hidden


def printing(seen: Visit) -> list[str]:
    """On paper too nothing is hidden but links to follow and what is folded, and no text is cut off."""
    seen.page.set_viewport_size({"width": 720, "height": 1000})  # about A4 less its margins
    seen.page.emulate_media(media="print", color_scheme="light")
    lost: list[str] = seen.page.evaluate(
        """() => [...document.querySelectorAll("main *, p.ai")]
             .filter(e => e.tagName !== "BR" && e.textContent.trim() && !e.closest("nav, ul.links, details"))
             .filter(e => !e.checkVisibility({visibilityProperty: true, opacityProperty: true})
                       || (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX)
                           && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0))
             .map(e => "lost on paper: " + e.outerHTML.slice(0, 120))"""
    )
    seen.page.emulate_media(media="screen")
    return lost


@pytest.mark.parametrize("kind", ["specification", "piste", "rapport"])
def test_the_keyboard_reaches_the_content(chromium: Browser, site: Site, address: str, kind: str) -> None:
    path = address.rstrip("/") + site.url_path(page_of(site, kind, "en"))
    with visit(chromium, path) as seen:
        page = seen.page
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.classList.contains('skip')")
        # The focused link is on the screen, and has an outline.
        box = page.evaluate(
            """() => { const box = document.activeElement.getBoundingClientRect();
                       return [box.x, box.y, box.width, box.height]; }"""
        )
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] > 20
        assert box[3] > 10
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("!!document.activeElement.closest('main')")
        style = "getComputedStyle(document.activeElement)"
        assert page.evaluate(f"{style}.outlineStyle !== 'none' && parseFloat({style}.outlineWidth) >= 1")
        # Every link and scrolling region can be reached, in the order in which it is read.
        focusable = page.evaluate(
            """() => [...document.querySelectorAll("a[href], button, summary, [tabindex]")]
                     .every(e => e.tabIndex === 0)"""
        )
        assert focusable
        assert seen.problems == []


def test_a_command_is_read_whole_on_a_phone(chromium: Browser, site: Site, address: str) -> None:
    """Nothing says that a block of commands scrolls, so none does."""
    path = address.rstrip("/") + site.url_path(page_of(site, "verification", "en"))
    with visit(chromium, path, size=PHONE) as s:
        cut = s.page.evaluate(
            """() => [...document.querySelectorAll("pre, pre code, .scroll:has(> pre)")]
                 .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
                 .map(e => e.textContent.slice(0, 60))"""
        )
        assert s.page.locator("pre").count() >= 14
        assert cut == []


@pytest.mark.parametrize("kind", ["piste", "rapport"])
def test_scrolling_regions_are_reached_and_named(
    chromium: Browser, site: Site, address: str, kind: str
) -> None:
    """What scrolls sideways on a phone can be scrolled with the keyboard."""
    path = address.rstrip("/") + site.url_path(page_of(site, kind, "en"))
    with visit(chromium, path, size=(320, 700)) as seen:
        stuck = seen.page.evaluate(
            """() => [...document.querySelectorAll("main *")]
                 .filter(e => ["auto", "scroll"].includes(getComputedStyle(e).overflowX)
                           && e.scrollWidth > e.clientWidth + 1)
                 .filter(e => e.tabIndex !== 0 && !e.querySelector("a[href]"))
                 .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert stuck == []


def test_without_scripts_with_forced_colours_and_large_text(
    chromium: Browser, site: Site, address: str
) -> None:
    path = address.rstrip("/") + site.url_path(page_of(site, "piste", "fr"))
    with visit(chromium, path, javascript=False, forced_colours=True, size=PHONE) as seen:
        read = seen.page.inner_text("main")
        assert "did:key:" in read
        assert seen.problems == []
    with visit(chromium, path, size=DESKTOP) as seen:
        # WCAG 1.4.4 and 1.4.10: text twice as large in a window of 640 px loses nothing sideways.
        seen.page.set_viewport_size({"width": 640, "height": 700})
        seen.page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert overflow(seen.page) == 0


def test_names_that_deceive_stay_in_their_place(
    chromium: Browser, real_world_site: Callable[[str], Site]
) -> None:
    """Two thousand letters without a space, an override: the page is no wider, the next cell no other."""
    site = real_world_site("B20")
    with served(site.root) as address:
        for page in (
            "challenges/prove-it/season-1/conformite/",
            "fr/challenges/prove-it/season-1/conformite/",
        ):
            with visit(chromium, address + page, size=(320, 700)) as seen:
                assert overflow(seen.page) == 0
                seen.page.set_viewport_size({"width": 1280, "height": 900})
                assert overflow(seen.page) == 0
                assert axe_violations(seen.page) == []
                assert seen.problems == []
        with visit(chromium, address + page, size=DESKTOP) as seen:
            # The DID that follows the reversed name reads from left to right, in its own place.
            upright = seen.page.evaluate(
                """() => {
                     const rows = [...document.querySelectorAll("tr")];
                     const row = rows.find(r => r.textContent.includes("\\u202e"));
                     const bdis = [...row.querySelectorAll("bdi")];
                     const did = bdis.find(e => e.textContent.startsWith("did:")).firstChild;
                     const at = n => {
                       const range = document.createRange();
                       range.setStart(did, n);
                       range.setEnd(did, n + 1);
                       return range.getBoundingClientRect();
                     };
                     return at(0).x < at(2).x && Math.abs(at(0).y - at(2).y) < 2;
                   }"""
            )
            assert upright


def test_an_absent_address_shows_the_site_s_own_page(chromium: Browser, site: Site, address: str) -> None:
    assert (site.root / "404.html").is_file()
    with visit(chromium, address + "fr/nowhere/at/all/", size=PHONE) as seen:
        assert seen.page.locator("h1").count() == 1
        assert overflow(seen.page) == 0
        # Its style sheet and links hold at any depth.
        assert seen.page.evaluate("getComputedStyle(document.body).fontFamily") != ""
        assert seen.page.evaluate("document.styleSheets.length") == 1
        assert seen.problems == []


def test_a_strict_policy_of_the_server_holds_too(chromium: Browser, site: Site, address: str) -> None:
    """A host may send a policy of its own: no inline style or script stands in its way."""
    policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    context = chromium.new_context()
    problems: list[str] = []
    try:
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))

        def with_policy(route: object) -> None:
            answer = route.fetch()  # type: ignore[attr-defined]
            route.fulfill(  # type: ignore[attr-defined]
                response=answer, headers={**answer.headers, "content-security-policy": policy}
            )

        context.route("**/*", with_policy)
        for kind in KINDS:
            page.goto(address.rstrip("/") + site.url_path(page_of(site, kind, "fr")))
            assert page.evaluate("document.styleSheets.length") == 1
            page.wait_for_load_state("networkidle")  # the icon too: no request outlives its page
    finally:
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    assert [problem for problem in problems if "favicon" not in problem and "404" not in problem] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_reports_in_their_other_states(chromium: Browser, site: Site, address: str, language: str) -> None:
    """The shortest of each state and table, on a narrow phone in the dark."""
    shortest: dict[tuple[str, str], str] = {}
    for page in site.of_type("rapport", language):
        content = site.document(page)["contenu"]
        kind = (content["etat"], content["tableau"]["id"])
        held = shortest.setdefault(kind, page)
        if (site.root / page).stat().st_size < (site.root / held).stat().st_size:
            shortest[kind] = page
    assert len(shortest) >= 3
    for page in shortest.values():
        with visit(
            chromium, address.rstrip("/") + site.url_path(page), size=(320, 700), scheme="dark"
        ) as seen:
            assert overflow(seen.page) == 0
            assert axe_violations(seen.page) == []
            assert seen.problems == []
