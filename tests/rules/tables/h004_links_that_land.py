from __future__ import annotations

from tests.rules.running import Html, Whole, swap
from tests.rules.tables.changes import PARTICIPANT
from tests.rules.tables.documents import BEFORE, REPORT, unclosed

HTML = REPORT.replace("index.json", "index.html")
ANYWHERE = "https:, a path of the site, or an anchor"


def link(name: str, target: str, element: str, found: str, expected: str = ANYWHERE) -> Html:
    change = swap("</main>", f'<a href="{target}"></a></main>')
    return Html(name, "rapport:community", change, ((HTML, element, found, expected),))


ACCEPTED = [
    Whole("every link of the site", lambda case: None),
    Whole("before the close", lambda case: None, variant=unclosed, now=BEFORE),
    Html("anchors, proofs and mail", "rapport:community", lambda text: text),
    Html("relative links of the prose", "accueil", lambda text: text, language="fr"),
]
REFUSED = [
    link(
        "an anchor that is not there",
        "#conf-99",
        '[href="#conf-99"]',
        "no id conf-99",
        "an anchor of the page",
    ),
    link("a script", "javascript:alert(1)", "[href]", "'javascript:alert(1)'"),
    link("without https", "http://index.example/", "[href]", "'http://index.example/'"),
    link("another host", "//elsewhere.example/", "[href]", "'//elsewhere.example/'"),
    link("no address", "mailto:x", '[href="mailto:x"]', "mailto:x", "an e-mail address"),
    Whole(
        "a file that is not written",
        lambda case: case.files.discard("challenges/prove-it/specification.md"),
        (
            (
                "challenges/prove-it/specification/index.html",
                '[href="/challenges/prove-it/specification.md"]',
                "no file challenges/prove-it/specification.md",
                "a file of the site",
            ),
        ),
    ),
    Whole(
        "an anchor that its page does not have",
        lambda case: case.links.update(
            {(f"/challenges/prove-it/season-1/conformite/{PARTICIPANT}/", "x"): HTML}
        ),
        (
            (
                HTML,
                f'[href="/{HTML.removesuffix("index.html")}#x"]',
                f"no id x in {HTML}",
                "an anchor of that page",
            ),
        ),
    ),
]
NOT_APPLICABLE = [Html("a page with few links", "introuvable", lambda text: text)]
