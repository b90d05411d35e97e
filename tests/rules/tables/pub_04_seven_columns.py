from __future__ import annotations

from tests.rules.running import File, Html, Page
from tests.rules.tables.changes import DELETE, invalidated, pending
from tests.rules.tables.documents import REPORT, ROW, TABLES, TRACK, at, keep, withdrawn

BOTH = "both rates, each with its fraction, or both pending, or both withheld"
NO_FIGURE = "no figure in a title or a description"
HTML = "challenges/prove-it/season-1/conformite/index.html"
CSV = "challenges/prove-it/season-1/conformite/community/results.csv"
ACCEPTED = [
    Page("both rates", "piste", keep),
    Page("both pending", "piste", keep, variant=pending),
    Page("both withheld", "piste", keep, variant=invalidated),
    Page("neither, in a tombstone", "piste", keep, variant=withdrawn),
    Html("the seven columns", "piste", lambda text: text, language="fr"),
    File("numerators and denominators", "community/results.csv", lambda data: data),
]
REFUSED = [
    Page(
        "one rate on a row",
        "piste",
        at(f"{ROW}/taux/reussite", None),
        ((TRACK, f"{ROW}/taux", "one rate", BOTH),),
    ),
    Page(
        "one of two pending",
        "rapport:community",
        at("/contenu/taux/overclaim/etat", "en_attente"),
        ((REPORT, "/contenu/taux", "overclaim en_attente, success calcule", BOTH),),
    ),
    Page(
        "a percentage without its fraction",
        "piste",
        at(f"{ROW}/taux/overclaim/fraction", None),
        ((TRACK, f"{ROW}/taux", "a rate without its fraction", BOTH),),
    ),
    Page(
        "a rate in a title",
        "rapport:community",
        at("/titre", "Report: 7.3% overclaim"),
        ((REPORT, "/titre", "3%", NO_FIGURE),),
    ),
    Page(
        "a fraction in a description",
        "rapport:community",
        at("/contenu/description", "Success 4/10."),
        ((REPORT, "/contenu/description", "4/10", NO_FIGURE),),
    ),
    Page(
        "a column left out",
        "piste",
        at(f"{TABLES}/1/colonnes/did", DELETE),
        (
            (
                TRACK,
                f"{TABLES}/1/colonnes",
                "agent, overclaim, reussite, taches_rendues, stack, preuves",
                "agent, did, overclaim, reussite, taches_rendues, stack, preuves",
            ),
        ),
    ),
    Page(
        "a row without proofs",
        "piste",
        at(f"{ROW}/preuves", None),
        ((TRACK, f"{ROW}/preuves", "nothing", "a value in each of the seven columns"),),
    ),
    Html(
        "a column that is not shown",
        "piste",
        lambda text: text.replace(">Proofs<", "><").replace('"Proofs"', '""'),
        (
            (HTML, "table 1 th", "no column preuves", "a column named Proofs"),
            (HTML, "table 2 th", "no column preuves", "a column named Proofs"),
        ),
    ),
    File(
        "a download with one rate",
        "conformite/community/results.csv",
        lambda data: data.replace(b"reussite_numerateur", b"reussite", 1),
        ((CSV, 1, "no column reussite_numerateur", "numerator and denominator of both rates"),),
    ),
]
NOT_APPLICABLE = [Page("a season", "saison", keep), File("the sitemap", "sitemap.xml", lambda data: data)]
