from __future__ import annotations

from tests.rules.running import Html, Page, swap
from tests.rules.tables.documents import BEFORE, REPORT, SEASON, at, keep, unclosed, withdrawn

SCOPE = (
    "A dispute names one assertion and the cause shown for it, or one task and the reason shown for it. In a "
    "report, the number of an assertion and the identifier of a task are links to them: such an address "
    "names the report, the task and the assertion at once. A dispute never bears on the scoring rules or on "
    "the corpus: both are frozen."
)
SCOPE_GONE = (
    "Nothing is left to dispute here: this report shows no assertion and no task any more. What follows "
    "holds for every report of the season that shows its own: a dispute names one assertion and the cause "
    "shown for it, or one task and the reason shown for it."
)
BLOCK = "/contenu/contestation"
HTML = REPORT.replace("index.json", "index.html")
ACCEPTED = [
    Page("on a report", "rapport:community", keep),
    Page("on a tombstone", "rapport:community", keep, variant=withdrawn),
    Page("on a season before the publication", "saison", keep, variant=unclosed, now=BEFORE),
    Html("shown", "rapport:community", lambda text: text, language="fr"),
]
REFUSED = [
    Page(
        "left out", "rapport:community", at(BLOCK, None), ((REPORT, BLOCK, "nothing", "the dispute block"),)
    ),
    Page(
        "a day less",
        "rapport:community",
        at(f"{BLOCK}/jusqu_au/iso", "2026-04-05T09:00:00Z"),
        ((REPORT, f"{BLOCK}/jusqu_au", "2026-04-05T09:00:00Z", "2026-04-06T09:00:00Z"),),
    ),
    Page(
        "no date of the decision",
        "rapport:community",
        at(f"{BLOCK}/decision_avant", None),
        ((REPORT, f"{BLOCK}/decision_avant", "nothing", "2026-05-06T09:00:00Z"),),
    ),
    Page(
        "another address, in the block and not in the text",
        "saison",
        at(f"{BLOCK}/contact", "other@index.example"),
        ((SEASON, f"{BLOCK}/contact", "other@index.example", "disputes@index.example"),),
    ),
    Page(
        "a text without the address",
        "rapport:community",
        at(f"{BLOCK}/texte", "Within 14 days; decision within 30 days."),
        (
            (
                REPORT,
                f"{BLOCK}/texte",
                "Within 14 days; decision within 30 days.",
                "a text that says disputes@index.example",
            ),
        ),
    ),
    Page(
        "about the rules",
        "rapport:community",
        at(f"{BLOCK}/objet", "Anything."),
        (
            (
                REPORT,
                f"{BLOCK}/objet",
                "Anything.",
                SCOPE,
            ),
        ),
    ),
    Page(
        "an assertion to dispute where none is left",
        "rapport:community",
        at(f"{BLOCK}/objet", SCOPE),
        ((REPORT, f"{BLOCK}/objet", SCOPE, SCOPE_GONE),),
        variant=withdrawn,
    ),
    Html(
        "not shown",
        "rapport:community",
        swap("A dispute names one assertion", "A dispute names an assertion"),
        (
            (
                HTML,
                "#page_dispute",
                "no objet",
                SCOPE,
            ),
        ),
    ),
]
NOT_APPLICABLE = [Page("the home", "accueil", keep), Page("the specification", "specification", keep)]
