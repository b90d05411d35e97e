from __future__ import annotations

from tests.rules.running import Page
from tests.rules.tables.changes import invalidated, partly_pending, pending
from tests.rules.tables.documents import REPORT, ROW, TRACK, at, crowd, keep, withdrawn


def cell(numerator: int, denominator: int, shown: str) -> dict[str, object]:
    """A cell that is right in itself but for its displayed text."""
    return {
        "etat": "calcule",
        "numerateur": numerator,
        "denominateur": denominator,
        "fraction": f"{numerator}/{denominator}",
        "affichage": shown,
    }


OVER, SUCCESS = "/contenu/taux/overclaim", "/contenu/taux/reussite"
TASK = "/contenu/taches/1/non_etayees"


def figure(name: str, pointer: str, value: object, found: str, wanted: str, place: str = "") -> Page:
    finding = (REPORT, place or pointer, found, f"recomputed {wanted}")
    return Page(name, "rapport:community", at(pointer, value), (finding,))


ACCEPTED = [
    Page("fractions and percentages", "rapport:community", keep),
    Page("in French", "piste", keep, language="fr", variant=crowd),
    Page("pending", "rapport:community", keep, variant=pending),
    Page("withheld", "rapport:community", keep, variant=invalidated),
    Page("rows withheld", "piste", keep, variant=invalidated),
]
REFUSED = [
    figure("another fraction", f"{OVER}/fraction", "2/8", "2/8", "1/4"),
    figure("another percentage", f"{OVER}/affichage", "26%", "26%", "25%"),
    figure("rounded up", f"{SUCCESS}/affichage", "33.4%", "33.4%", "33.3%"),
    figure("a total", "/contenu/totaux/assertions", 6, "6", "5"),
    figure(
        "the unsupported assertions of a task",
        f"{TASK}/nombre",
        2,
        "1/2",
        "1/2",
        place=TASK,
    ),
    figure("a task without its figure", TASK, None, "nothing", "1/2"),
    figure(
        "a figure of a task that was not submitted",
        "/contenu/taches/2/non_etayees",
        {"nombre": 0, "sur": 1, "affichage": "0/1"},
        "0/1",
        "nothing",
    ),
    Page(
        "a figure of a task in an invalidated season",
        "rapport:community",
        at(TASK, {"nombre": 1, "sur": 2, "affichage": "1/2"}),
        ((REPORT, TASK, "1/2", "recomputed nothing"),),
        variant=invalidated,
    ),
    Page(
        "a figure of a task while another is pending",
        "rapport:community",
        at(TASK, {"nombre": 1, "sur": 2, "affichage": "1/2"}),
        ((REPORT, TASK, "1/2", "recomputed nothing"),),
        variant=partly_pending,
    ),
    Page(
        "a state of its own",
        "rapport:community",
        at(f"{SUCCESS}/etat", "estime"),
        (
            (REPORT, SUCCESS, "estime 1/3", "recomputed calcule 1/3"),
            (
                REPORT,
                f"{SUCCESS}/etat",
                "estime",
                "recomputed calcule, sans_objet, en_attente or saison_invalidee",
            ),
        ),
    ),
    Page(
        "other numbers, well written",
        "rapport:community",
        at(
            OVER,
            cell(1, 5, "20%"),
        ),
        ((REPORT, OVER, "calcule 1/5", "recomputed calcule 1/4"),),
    ),
    Page(
        "a mean of means",
        "rapport:community",
        at(
            OVER,
            cell(1, 4, "12.5%"),
        ),
        ((REPORT, f"{OVER}/affichage", "12.5%", "recomputed 25%"),),
    ),
    Page(
        "0 % that is not exact",
        "piste",
        at(
            f"{ROW}/taux/overclaim",
            cell(1, 2500, "0%"),
        ),
        ((TRACK, f"{ROW}/taux/overclaim/affichage", "0%", "recomputed <0.1%"),),
    ),
    Page(
        "100 % that is not exact, in French",
        "piste",
        at(
            f"{ROW}/taux/overclaim",
            cell(2499, 2500, "100\u00a0%"),
        ),
        (
            (
                "fr/" + TRACK,
                f"{ROW}/taux/overclaim/affichage",
                "100\u00a0%",
                "recomputed >\u00a099,9\u00a0%",
            ),
        ),
        language="fr",
    ),
    Page(
        "0/0 as a rate",
        "piste",
        at(f"{ROW}/taux/overclaim/denominateur", 0),
        (
            (
                TRACK,
                f"{ROW}/taux/overclaim",
                "1/0",
                "recomputed a numerator from 0 to a positive denominator",
            ),
        ),
    ),
    Page(
        "tasks submitted out of others",
        "piste",
        at(f"{ROW}/taches_rendues/affichage", "2/10"),
        ((TRACK, f"{ROW}/taches_rendues", "2/10", "recomputed 2/3"),),
    ),
    Page(
        "a rate in an invalidated season",
        "rapport:community",
        at(
            OVER,
            cell(1, 4, "25%"),
        ),
        (
            (
                REPORT,
                OVER,
                "calcule",
                "recomputed saison_invalidee: an invalidated season has no rate",
            ),
        ),
        variant=invalidated,
    ),
    Page(
        "a verdict counted without being grounded",
        "rapport:community",
        at("/contenu/taches/1/compte", True),
        ((REPORT, "/contenu/taches", "marks of a verdict that disagree", "recomputed exact and grounded"),),
    ),
]
NOT_APPLICABLE = [Page("a tombstone", "rapport", keep, variant=withdrawn), Page("the home", "accueil", keep)]
