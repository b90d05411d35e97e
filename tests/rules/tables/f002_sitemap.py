from __future__ import annotations

from site_builder.documents import sitemap
from site_builder.rules.f002_sitemap import locations
from site_builder.rules.site import Listed
from tests.harness import loaded
from tests.rules.running import Whole
from tests.rules.tables.documents import BEFORE, unclosed

SEASON = "https://index.example/fr/challenges/prove-it/season-1/"
PORTAL = "https://index.example/"
ENTRY = sitemap.entries(loaded.facts(), "/")
ACCEPTED = [
    Whole("every page once", lambda case: None),
    Whole("before the close", lambda case: None, variant=unclosed, now=BEFORE),
]
REFUSED = [
    Whole(
        "a page left out",
        lambda case: case.listed.remove(Listed(SEASON)),
        (("sitemap.xml", None, f"no {SEASON}", "every page, once"),),
    ),
    Whole(
        "a page twice",
        lambda case: case.listed.append(Listed(SEASON)),
        (("sitemap.xml", None, f"{SEASON} 2 times", "every page, once"),),
    ),
    Whole(
        "a page without one of its languages",
        lambda case: case.listed.__setitem__(0, locations(ENTRY.replace(b'"fr"', b'"de"'))[0]),
        (("sitemap.xml", None, f"{PORTAL} alone", "its address in every language, and x-default"),),
    ),
    Whole(
        "a page without x-default",
        lambda case: case.listed.__setitem__(0, locations(ENTRY.replace(b"x-default", b"x"))[0]),
        (("sitemap.xml", None, f"{PORTAL} alone", "its address in every language, and x-default"),),
    ),
    Whole(
        "another language than the default one as x-default",
        lambda case: case.listed.__setitem__(
            0,
            locations(
                ENTRY.replace(
                    b'x-default" href="https://index.example/', b'x-default" href="https://index.example/fr/'
                )
            )[0],
        ),
        (("sitemap.xml", None, f"{PORTAL} alone", "its address in every language, and x-default"),),
    ),
    Whole(
        "an address that is no page",
        lambda case: case.listed.append(Listed("https://index.example/404.html")),
        (("sitemap.xml", None, "https://index.example/404.html, which is no page", "every page, once"),),
    ),
]
NOT_APPLICABLE = [Whole("files that are no pages", lambda case: case.files.add("robots.txt"))]
