from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.harness import worlds
from tests.rules.running import Html, Page, swap
from tests.rules.tables.documents import REPORT, TRACK, at, emoji, keep, withdrawn

HTML = REPORT.replace("index.json", "index.html")
CHAMPS = "/texte_de_tiers/champs"
NAME = "/contenu/agent/nom"
ALONE = "pointers of third-party strings alone"


def unlisted(pointer: str) -> Any:
    return lambda document: document["texte_de_tiers"]["champs"].remove(pointer)


def listed(pointer: str) -> Any:
    return lambda document: document["texte_de_tiers"]["champs"].append(pointer)


def hostile(world: Path) -> None:
    """Markup, an object, every kind of value, controls, an empty narrative."""
    file = world / worlds.COMMUNITY
    worlds.mutate(file, "/agent/name", "<script>alert(1)</script> & 'x' \"y\" \u202e`")
    value = {"a/b~c": ["<b>", 1.5, None, True, "\u0007é"], "n": 10**30}
    worlds.mutate(file, "/tasks/1/assertions/1/claim/value", value)
    worlds.mutate(file, "/tasks/0/narrative", "")
    worlds.mutate(file, "/stack/declared", "</bdi><i>x")


ACCEPTED = [
    Page("every string listed", "rapport:community", keep),
    Page("the strings of the rows", "piste", keep, language="fr"),
    Page("hostile strings", "rapport:community", keep, variant=hostile),
    Html("isolated", "rapport:community", lambda text: text, variant=hostile),
    Html("isolated in a table", "piste", lambda text: text, variant=hostile),
    Html("an emoji by its name", "rapport:community", lambda text: text, variant=emoji),
]
REFUSED = [
    Page(
        "a name not listed",
        "rapport:community",
        unlisted(NAME),
        ((REPORT, NAME, "a third-party string", "its pointer in champs"),),
    ),
    Page(
        "a string inside a value not listed",
        "rapport:community",
        unlisted("/contenu/taches/1/assertions/1/claim/value/a~1b~0c/0"),
        (
            (
                REPORT,
                "/contenu/taches/1/assertions/1/claim/value/a~1b~0c/0",
                "a third-party string",
                "its pointer in champs",
            ),
        ),
        variant=hostile,
    ),
    Page(
        "a string of a row not listed",
        "piste",
        unlisted("/contenu/tableaux/1/groupes/0/lignes/0/stack/declaree"),
        (
            (
                TRACK,
                "/contenu/tableaux/1/groupes/0/lignes/0/stack/declaree",
                "a third-party string",
                "its pointer in champs",
            ),
        ),
    ),
    Page(
        "our own words listed",
        "rapport:community",
        listed("/contenu/identite"),
        ((REPORT, CHAMPS, "/contenu/identite", ALONE),),
    ),
    Page(
        "a pointer twice",
        "rapport:community",
        listed(NAME),
        ((REPORT, CHAMPS, "a pointer twice", "each once"),),
    ),
    Page(
        "a narrative that does not say that it is not scored",
        "rapport:community",
        at("/contenu/recit_mention", "Narrative"),
        ((REPORT, "/contenu/recit_mention", "Narrative", "Narrative: published, not scored"),),
    ),
    Html(
        "another text in an isolate",
        "rapport:community",
        swap("<bdi>Atelier Églantine</bdi>", "<bdi>Atelier</bdi>"),
        ((HTML, "bdi", "'Atelier'", "third-party text of the document, shown as it is"),),
    ),
]
NOT_APPLICABLE = [
    Page("a tombstone", "rapport", keep, variant=withdrawn),
    Page("the home", "accueil", keep),
]
