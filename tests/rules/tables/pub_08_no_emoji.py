from __future__ import annotations

from tests.rules.running import Content, Html, Page, World, reword, swap
from tests.rules.tables.changes import CORRECTIONS, explained
from tests.rules.tables.documents import REPORT, SEASON, TRACK, at, emoji, keep

HTML = "challenges/prove-it/season-1/conformite/index.html"
SILENT = ("/contenu/avis", "third-party text with an emoji, and no notice", "the notice emoji_remplaces")
ACCEPTED = [
    World("signs that are text in a reason", explained("§ 5 → 4 × 2")),
    Page("third-party emoji with the notice", "piste", keep, variant=emoji),
    Page("the same in a report", "rapport:community", keep, variant=emoji),
    Page("signs that are text", "saison", at("/contenu/service/texte", "§ 5 → 1 × 2 © ✔")),
    Html("their names in brackets", "piste", lambda text: text, variant=emoji),
    Content("signs in a message", reword("en/messages/season.po", "Dates", "Dates → times")),
]
REFUSED = [
    World(
        "an emoji in a reason",
        explained("No \U0001f389"),
        ((CORRECTIONS, "1 /reason/en", "an emoji in 'No \\U0001f389'", "words, without an emoji"),),
    ),
    Page(
        "in what the Index writes",
        "saison",
        at("/contenu/service/texte", "State \U0001f389"),
        ((SEASON, "/contenu/service/texte", "an emoji in 'State \\U0001f389'", "words, without an emoji"),),
    ),
    Page(
        "in a row, without the notice",
        "piste",
        at("/contenu/avis", []),
        ((TRACK, *SILENT),),
        variant=emoji,
    ),
    Page(
        "in a report, without the notice",
        "rapport:community",
        at("/contenu/avis", []),
        ((REPORT, *SILENT),),
        variant=emoji,
    ),
    Html(
        "shown as it is",
        "piste",
        swap("[RECEIPT]", "\U0001f9fe"),
        ((HTML, "bdi", "'Atelier \\U0001f9fe'", "the Unicode name of the emoji in brackets"),),
        variant=emoji,
    ),
    Content(
        "in a message",
        reword("en/messages/season.po", "Dates", "Dates \U0001f4c5"),
        (
            (
                "content/en/messages/season.po",
                18,
                "an emoji in 'Dates \\U0001f4c5'",
                "words, without an emoji",
            ),
        ),
    ),
]
NOT_APPLICABLE = [Page("a page without third-party text", "accueil", keep)]
