from __future__ import annotations

from site_builder.rules.site import SiteCase
from tests.rules.running import Content, Page, Twins, Whole, reword
from tests.rules.tables.changes import DELETE
from tests.rules.tables.documents import REPORT, SEASON, at, crowd, keep, withdrawn

BASE = "https://index.example"


def without(file: str) -> object:
    def change(case: SiteCase) -> None:
        del case.pages[file]

    return change


ACCEPTED = [
    Page("both addresses", "saison", keep, language="fr"),
    Page("the authority", "specification", keep),
    Twins("the same figures", "rapport:community", keep),
    Twins("a track", "piste", keep, variant=crowd),
    Twins("a tombstone", "rapport:community", keep, variant=withdrawn),
    Whole("every page twice", lambda case: None),
    Content("the content", lambda files: None),
]
REFUSED = [
    Page(
        "an address left out",
        "saison",
        at("/traductions/fr", DELETE),
        ((SEASON, "/traductions", "en", "en, fr"),),
    ),
    Page(
        "the address of another page",
        "saison",
        at("/traductions/fr", f"{BASE}/fr/challenges/prove-it/"),
        (
            (
                SEASON,
                "/traductions/fr",
                f"{BASE}/fr/challenges/prove-it/",
                f"{BASE}/fr/challenges/prove-it/season-1/",
            ),
        ),
    ),
    Page(
        "a page at the address of its twin",
        "saison",
        at("/url", f"{BASE}/fr/challenges/prove-it/season-1/"),
        (
            (
                SEASON,
                "/url",
                f"{BASE}/fr/challenges/prove-it/season-1/",
                f"{BASE}/challenges/prove-it/season-1/",
            ),
        ),
    ),
    Page(
        "another authority",
        "specification",
        at("/contenu/autorite", "en"),
        (("challenges/prove-it/specification/index.json", "/contenu/autorite", "en", "fr"),),
    ),
    Twins(
        "another number",
        "rapport:community",
        at("/contenu/totaux/assertions", 6),
        (
            (
                f"fr/{REPORT}",
                "/contenu",
                f"other numbers than {REPORT}",
                "the same numbers in both languages",
            ),
        ),
    ),
    Twins(
        "another name",
        "rapport:community",
        at("/contenu/agent/nom", "Atelier Eglantine"),
        (
            (
                f"fr/{REPORT}",
                "/contenu",
                f"other third-party texts than {REPORT}",
                "the same third-party texts in both languages",
            ),
        ),
    ),
    Whole(
        "a page in one language",
        without("fr/challenges/prove-it/season-1/index.html"),  # type: ignore[arg-type]
        (
            (
                "challenges/prove-it/season-1/index.html",
                None,
                "no page /challenges/prove-it/season-1/ in fr",
                "the page in every language",
            ),
        ),
    ),
    Content(
        "a number that differs",
        reword("fr/messages/season.po", "Dates", "Dates 2026"),
        (
            (
                "content/fr/messages/season.po",
                18,
                "'season.dates' with numbers 2026",
                "(none), as in en",
            ),
        ),
    ),
]
NOT_APPLICABLE = [Page("the authority of a season page", "saison", keep)]
