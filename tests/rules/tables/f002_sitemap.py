from __future__ import annotations

from tests.rules.running import Whole
from tests.rules.tables.documents import BEFORE, unclosed

SEASON = "https://index.example/fr/challenges/prove-it/season-1/"
ACCEPTED = [
    Whole("every page once", lambda case: None),
    Whole("before the close", lambda case: None, variant=unclosed, now=BEFORE),
]
REFUSED = [
    Whole(
        "a page left out",
        lambda case: case.listed.remove(SEASON),
        (("sitemap.xml", None, f"no {SEASON}", "every page, once"),),
    ),
    Whole(
        "a page twice",
        lambda case: case.listed.append(SEASON),
        (("sitemap.xml", None, f"{SEASON} 2 times", "every page, once"),),
    ),
    Whole(
        "an address that is no page",
        lambda case: case.listed.append("https://index.example/404.html"),
        (("sitemap.xml", None, "https://index.example/404.html, which is no page", "every page, once"),),
    ),
]
NOT_APPLICABLE = [Whole("files that are no pages", lambda case: case.files.add("robots.txt"))]
