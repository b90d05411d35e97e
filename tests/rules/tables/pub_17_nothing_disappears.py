from __future__ import annotations

from tests.rules.running import Html, Page, swap
from tests.rules.tables.documents import (
    REPORT,
    ROW,
    TABLES,
    TRACK,
    at,
    corrected,
    keep,
    replaced,
    withdrawn,
)

HTML = REPORT.replace("index.json", "index.html")
ACCEPTED = [
    Page("a correction on the report", "rapport:community", keep, variant=corrected),
    Page("a correction on the row", "piste", keep, variant=corrected, language="fr"),
    Page("a tombstone", "rapport:community", keep, variant=withdrawn),
    Page("a tombstone in the table", "piste", keep, variant=withdrawn),
    Page("a run replaced", "piste", keep, variant=replaced, language="fr"),
    Html("the reason shown", "rapport:community", lambda text: text, variant=corrected),
]
REFUSED = [
    Page(
        "a correction that the report does not show",
        "rapport:community",
        at("/contenu/corrections", []),
        ((REPORT, "/contenu/corrections", "none", "1"),),
        variant=corrected,
    ),
    Page(
        "a correction without its reason",
        "rapport:community",
        at("/contenu/corrections/0/motif", ""),
        (
            (
                REPORT,
                "/contenu/corrections/0",
                "a correction without a reason or a date",
                "a reason and a date",
            ),
        ),
        variant=corrected,
    ),
    Page(
        "a correction that the row does not mention",
        "piste",
        at(f"{ROW}/mentions", []),
        ((TRACK, ROW, "no mention", "a mention of correction 1"),),
        variant=corrected,
    ),
    Page(
        "a withdrawn report that stands",
        "rapport:community",
        keep,
        (
            (REPORT, "/contenu/corrections", "none", "1"),
            (REPORT, "/contenu/etat", "publie", "a tombstone"),
        ),
        facts_from=withdrawn,
    ),
    Page(
        "a tombstone with a name",
        "rapport:community",
        at("/contenu/agent", {"nom": "x", "did": "y"}),
        ((REPORT, "/contenu/agent", "agent", "no name and no figure in a tombstone"),),
        variant=withdrawn,
    ),
    Page(
        "a tombstone without a reason",
        "rapport:community",
        at("/contenu/avis", []),
        ((REPORT, "/contenu/avis", "none", "the notice retrait"),),
        variant=withdrawn,
    ),
    Page(
        "a tombstone that says nothing in the table",
        "piste",
        at(f"{TABLES}/1/groupes/0/lignes/0/mentions", []),
        ((TRACK, ROW, "no mention", "the sentence that says what became of it"),),
        variant=withdrawn,
    ),
    Page(
        "a tombstone for nothing",
        "piste",
        at(f"{ROW}/etat", "retire"),
        ((TRACK, f"{ROW}/etat", "the state retire", "a row"),),
    ),
    Html(
        "a reason that is not shown",
        "rapport:community",
        swap("<p>Reason number 1.</p>", ""),
        ((HTML, "correction 1", "no reason", "Reason number 1."),),
        variant=corrected,
    ),
]
NOT_APPLICABLE = [Page("no correction", "rapport:community", keep), Page("the home", "accueil", keep)]
