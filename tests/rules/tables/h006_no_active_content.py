from __future__ import annotations

from tests.rules.running import Html, swap

HTML = "challenges/prove-it/season-1/index.html"


def more(name: str, put: str, *findings: tuple[str, str, str]) -> Html:
    change = swap("</main>", f"{put}</main>")
    return Html(name, "saison", change, tuple((HTML, *finding) for finding in findings))


ACCEPTED = [Html("a season", "saison", lambda text: text), Html("a report", "rapport", lambda text: text)]
REFUSED = [
    more("a script", "<script></script>", ("script", "<script>", "no active element")),
    more(
        "a script of another site",
        '<script src="https://elsewhere.example/x.js"></script>',
        ("[src]", "https://elsewhere.example/x.js", "a file of the site"),
        ("script", '<script src="https://elsewhere.example/x.js">', "no active element"),
    ),
    more("a handler", '<p onclick="x"></p>', ("[onclick]", "the attribute onclick", "no active attribute")),
    more("a style", '<p style="color:red"></p>', ("[style]", "the attribute style", "no active attribute")),
    more("a style element", "<style></style>", ("style", "<style>", "no active element")),
    more("a frame", "<iframe></iframe>", ("iframe", "<iframe>", "no active element")),
    more("a form", "<form></form>", ("form", "<form>", "no active element")),
    Html(
        "a style sheet of another site",
        "saison",
        swap('href="/assets/site.css"', 'href="https://elsewhere.example/site.css"'),
        (
            (
                HTML,
                "link",
                '<link rel="stylesheet" href="https://elsewhere.example/site.css">',
                "a style sheet of the site",
            ),
        ),
    ),
]
NOT_APPLICABLE = [Html("structured data", "accueil", lambda text: text)]
