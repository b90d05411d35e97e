from __future__ import annotations

from typing import Any

from tests.rules.running import Html, Page, swap
from tests.rules.tables.changes import invalidated, pending
from tests.rules.tables.documents import ROW, TABLES, TRACK, at, crowd, keep, unclosed, withdrawn

HTML = "challenges/prove-it/season-1/conformite/index.html"
GROUPS = f"{TABLES}/1/groupes"


def exchanged(document: dict[str, Any]) -> None:
    """The second row of a group before the first."""
    rows = document["contenu"]["tableaux"][1]["groupes"][0]["lignes"]
    rows.reverse()
    champs = document["texte_de_tiers"]["champs"]
    assert champs


def headed(document: dict[str, Any]) -> None:
    document["contenu"]["markdown"] += "\n## Overall score\n\nThere is no overall score.\n"


def split(document: dict[str, Any]) -> None:
    """A second group with the same success, written with other numbers."""
    groups = document["contenu"]["tableaux"][1]["groupes"]
    cell = {**groups[0]["reussite"], "numerateur": 2, "denominateur": 6, "fraction": "2/6"}
    groups.append({**groups[0], "reussite": cell, "lignes": []})


def an_unlucky_id(document: dict[str, Any]) -> None:
    """A report id is a hash: now and then it begins like a word."""
    content = document["contenu"]
    document["titre"] = document["titre"].replace(content["report_id"], "rankt6htuobrqw3b")
    content["report_id"] = "rankt6htuobrqw3b"


HOME = "challenges/prove-it/index.json"
NO_WORD = "no word for a composite in a title, a heading, a column or a group"
ACCEPTED = [
    Page("a report id that begins with a word", "rapport", an_unlucky_id),
    Page("overclaim ascending inside a group", "piste", keep, variant=crowd),
    Page("pending rows after the others", "piste", keep, variant=pending),
    Page("an invalidated season by name", "piste", keep, variant=invalidated),
    Page("tombstones last", "piste", keep, variant=withdrawn),
    Html("no class of a rank", "piste", lambda text: text),
]
REFUSED = [
    Page(
        "a rank on a row",
        "piste",
        at(f"{ROW}/rang", 1),
        ((TRACK, "", "the key rang", "no key for a rank, a score or an average"),),
    ),
    Page(
        "an average in the document",
        "piste",
        at("/contenu/moyenne_overclaim", 1),
        ((TRACK, "", "the key moyenne_overclaim", "no key for a rank, a score or an average"),),
    ),
    Page(
        "an overall score as a column",
        "piste",
        at(f"{TABLES}/0/colonnes/stack", "Overall score"),
        (
            (
                TRACK,
                f"{TABLES}/0/colonnes/stack",
                "Overall score",
                NO_WORD,
            ),
        ),
    ),
    Page(
        "an overall score as a heading of prose",
        "accueil",
        headed,
        ((HOME, "/contenu/markdown", "Overall score", NO_WORD),),
    ),
    Page(
        "a medal in a title",
        "piste",
        at("/titre", "Médailles de la saison"),
        (("fr/" + TRACK, "/titre", "Médaille", NO_WORD),),
        language="fr",
    ),
    Page(
        "rows not ordered by overclaim",
        "piste",
        exchanged,
        (
            (
                TRACK,
                f"{GROUPS}/0/lignes/1",
                "overclaim 1/4 after 2/4",
                "overclaim ascending inside a group, then the name, then the DID",
            ),
        ),
        variant=crowd,
    ),
    Page(
        "the same success in two groups",
        "piste",
        split,
        (
            (
                TRACK,
                f"{GROUPS}/1",
                "success 2/6",
                "each success once, descending, before the rows that have none",
            ),
        ),
    ),
    Page(
        "a row in the group of another success",
        "piste",
        at(f"{GROUPS}/0/reussite/numerateur", 2),
        ((TRACK, f"{ROW}/taux/reussite", "1/3", "1/3, the success of its group"),),
    ),
    Html(
        "the class of a rank",
        "piste",
        swap('<td class="did">', '<td class="did rank-1">', 1),
        ((HTML, '[class="did rank-1"]', "the class did rank-1", "no mark of a rank or a score"),),
    ),
]
NOT_APPLICABLE = [
    Page("a track without tables", "piste", keep, variant=unclosed, now="2026-03-20T22:59:59Z"),
    Page("the rules, which name what they refuse", "regles", keep),
]
