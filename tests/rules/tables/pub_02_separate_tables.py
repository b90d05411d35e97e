from __future__ import annotations

from tests.rules.running import File, Page
from tests.rules.tables.changes import PARTICIPANT
from tests.rules.tables.documents import REPORT, ROW, TRACK, at, keep, unclosed, withdrawn

CSV = "challenges/prove-it/season-1/conformite/community/results.csv"
JSON = "challenges/prove-it/season-1/conformite/community/results.json"
ACCEPTED = [
    Page("two tables", "piste", keep),
    Page("a tombstone among the rows", "piste", keep, variant=withdrawn),
    File("the rows of one table", "community/results.csv", lambda data: data),
]
REFUSED = [
    Page(
        "a table twice",
        "piste",
        at("/contenu/tableaux/1/id", "reference"),
        (
            (
                TRACK,
                "/contenu/tableaux",
                "reference, reference",
                "at most one reference and one community table",
            ),
            (TRACK, ROW, "a participant", "rows of the reference table alone"),
        ),
    ),
    Page(
        "a third table",
        "piste",
        at("/contenu/tableaux/0/id", "all"),
        (
            (TRACK, "/contenu/tableaux", "all, community", "at most one reference and one community table"),
            (
                TRACK,
                "/contenu/tableaux/0/groupes/0/lignes/0",
                "a reference run",
                "rows of the all table alone",
            ),
        ),
    ),
    Page(
        "a row of another track",
        "piste",
        at(f"{ROW}/rapport_url", f"/challenges/prove-it/season-1/generique/{PARTICIPANT}/"),
        (
            (
                TRACK,
                f"{ROW}/rapport_url",
                f"/challenges/prove-it/season-1/generique/{PARTICIPANT}/",
                f"/challenges/prove-it/season-1/conformite/{PARTICIPANT}/",
            ),
        ),
    ),
    Page(
        "a report of no table",
        "rapport:community",
        at("/contenu/tableau/id", "communaute"),
        ((REPORT, "/contenu/tableau/id", "communaute", "reference or community"),),
    ),
    File(
        "a row of the other table in a download",
        "conformite/community/results.csv",
        lambda data: data.replace(b"conformite,community", b"conformite,reference", 1),
        ((CSV, 2, "1, conformite, reference", "1, conformite, community"),),
    ),
    File(
        "a download of another track",
        "conformite/community/results.json",
        lambda data: data.replace(b'"id":"conformite"', b'"id":"generique"', 1),
        ((JSON, "", "1, generique, community", "1, conformite, community"),),
    ),
]
NOT_APPLICABLE = [
    Page("a track without tables", "piste", keep, variant=unclosed, now="2026-03-20T22:59:59Z"),
    Page("the home", "accueil", keep),
    File("a list of proofs", "proofs.json", lambda data: data),
]
