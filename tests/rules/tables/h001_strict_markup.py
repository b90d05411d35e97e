from __future__ import annotations

from tests.rules.running import Html, swap
from tests.rules.tables.documents import REPORT, crowd

HTML = REPORT.replace("index.json", "index.html")
PLAIN = "plain tags, and text without '<'"


def bad(name: str, put: str, *problems: str) -> Html:
    """Something more after the main element begins."""
    findings = tuple((HTML, "html", problem, PLAIN) for problem in problems)
    return Html(name, "rapport:community", swap("</main>", f"{put}</main>"), findings)


def byte(name: str, old: str, new: str) -> Html:
    """A byte in a place that is no text in UTF-8."""
    finding = (HTML, "html", "bytes that are not UTF-8", "UTF-8")
    return Html(f"a byte in {name}", "rapport:community", swap(old, new, 1), (finding,))


KINDS = ("portail", "accueil", "specification", "regles", "saison", "piste", "rapport", "introuvable")
ACCEPTED = [Html(kind, kind, lambda text: text, variant=crowd) for kind in KINDS]
REFUSED = [
    bad("a comment", "<!-- x -->", "the tag '!-- x --'"),
    bad("capitals", "<P>x</P>", "the tag '/P'", "the tag 'P'"),
    bad("an unquoted value", "<p class=x>", "the tag 'p class=x'"),
    bad("single quotes", "<p class='x'>", "the tag \"p class='x'\""),
    bad("a stray sign", "1 < 2 ", "'<' that begins no tag, before ' 2 '"),
    bad("a sign before a tag", "<<p>x</p>", "'<' that begins no tag, before another or at the end"),
    bad("a sign alone on a line", "\n<\n<p>x</p>\n", "'<' that begins no tag, before '\\n'"),
    Html(
        "a sign at the end",
        "rapport:community",
        swap("</html>", "</html><"),
        ((HTML, "html", "'<' that begins no tag, before another or at the end", PLAIN),),
    ),
    bad("an unknown reference", '<p class="a&nbsp;b">', "the tag 'p class=\"a&nbsp;b\"'"),
    bad("an element in an isolate", "<bdi><b>x</b></bdi>", "an isolate that is not <bdi>, one text, </bdi>"),
    Html(
        "an element that pages do not use",
        "rapport:community",
        swap("</main>", "<marquee>x</marquee></main>"),
        ((HTML, "html", "the element marquee", "an element that pages use"),),
    ),
    byte("a line", "<main", "<p>\udcff</p><main"),
    byte("a tag", "<main", '<p class="\udce9">x</p><main'),
    byte("third-party text", "<bdi>", "<bdi>\udcff"),
    byte("a date", ' UTC</time> <span class="local">', ' UTC\udcff</time> <span class="local">'),
    byte("a place that is its own link", "</main>", '<a id="\udcff" href="#\udcff">\udcff</a></main>'),
    byte("a character cut short", "<main", "<p>\udce2\udc82</p><main"),
    Html(
        "no doctype",
        "rapport:community",
        swap("<!doctype html>\n", ""),
        (
            (
                HTML,
                "html",
                '\'<html lang="en">\\n<head>\\n<meta charset="u\'',
                "<!doctype html>, then <html …>",
            ),
        ),
    ),
]
NOT_APPLICABLE: list[Html] = []
