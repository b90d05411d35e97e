from __future__ import annotations

from tests.rules.running import Content, Page, World, reword
from tests.rules.tables.changes import CORRECTIONS, explained
from tests.rules.tables.documents import BEFORE, SEASON, at, keep, unclosed

TEXT = "/contenu/service/texte"
NO_STATE = "no sentence that says whether a season is open or closed"
NOTE = "Never frozen in this file: read it from the service (field ouverte)."
SERVICE = "https://index.example/v1/season/1"
ACCEPTED = [
    World("a reason with a condition", explained("Until the season is closed, nothing stands.")),
    Page("where to read it", "saison", keep),
    Page("before the close", "saison", keep, variant=unclosed, now=BEFORE),
    Page("a rule for afterwards", "saison", at(TEXT, "Scores come out once the season is closed.")),
    Page("a rule in French", "saison", at(TEXT, "Rien tant que la saison est ouverte."), language="fr"),
    Page("another page of the site", "accueil", keep),
    Content("a message", reword("en/messages/season.po", "Dates", "Dates of the season")),
]
REFUSED = [
    World(
        "a reason that says the state",
        explained("The season is closed.", "La saison est close."),
        (
            (CORRECTIONS, "1 /reason/en", "The season is closed.", NO_STATE),
            (CORRECTIONS, "1 /reason/fr", "La saison est close.", NO_STATE),
        ),
    ),
    Page(
        "a season said to be closed",
        "saison",
        at(TEXT, "Season 1 is closed."),
        ((SEASON, TEXT, "Season 1 is closed.", NO_STATE),),
    ),
    Page(
        "the current season",
        "saison",
        at(TEXT, "Results of the current season."),
        ((SEASON, TEXT, "Results of the current season.", NO_STATE),),
    ),
    Page(
        "une saison ouverte",
        "saison",
        at(TEXT, "La saison est encore ouverte."),
        (("fr/" + SEASON, TEXT, "La saison est encore ouverte.", NO_STATE),),
        language="fr",
    ),
    Page(
        "the state in the envelope",
        "saison",
        at("/etat_saison/ouverte", False),
        ((SEASON, "/etat_saison", "lire, note, ouverte", "lire, note"),),
    ),
    Page(
        "another note",
        "saison",
        at("/etat_saison/note", "It is over."),
        ((SEASON, "/etat_saison/note", "It is over.", NOTE),),
    ),
    Page(
        "another service",
        "saison",
        at("/etat_saison/lire", "https://elsewhere.example/"),
        ((SEASON, "/etat_saison/lire", "https://elsewhere.example/", SERVICE),),
    ),
    Content(
        "a message with a state",
        reword("fr/messages/season.po", "Dates", "Saison close"),
        (("content/fr/messages/season.po", 18, "Saison close", NO_STATE),),
    ),
]
NOT_APPLICABLE = [Page("the list of rules, which names what it refuses", "regles", keep)]
