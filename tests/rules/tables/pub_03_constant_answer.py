from __future__ import annotations

from tests.rules.running import File, Html, Page, swap
from tests.rules.tables.changes import invalidated
from tests.rules.tables.documents import TABLES, TRACK, at, keep

AT = f"{TABLES}/1/constante"
HTML = "challenges/prove-it/season-1/conformite/index.html"
CSV = "challenges/prove-it/season-1/conformite/community/results.csv"
ACCEPTED = [
    Page("the largest count over the tasks", "piste", keep),
    Page("withheld with all others", "piste", keep, variant=invalidated),
    Html("before every group", "piste", lambda text: text, language="fr"),
    File("first in the download", "community/results.csv", lambda data: data),
]
REFUSED = [
    Page(
        "left out",
        "piste",
        at(AT, None),
        ((TRACK, AT, "nothing", "the best constant answer"),),
    ),
    Page(
        "another success",
        "piste",
        at(f"{AT}/taux/reussite/numerateur", 2),
        ((TRACK, f"{AT}/taux/reussite", "calcule 2/3", "calcule 1/3"),),
    ),
    Page(
        "an overclaim of zero",
        "piste",
        at(f"{AT}/taux/overclaim/etat", "calcule"),
        ((TRACK, f"{AT}/taux/overclaim", "calcule", "sans_objet"),),
    ),
    Page(
        "another verdict",
        "piste",
        at(f"{AT}/verdict", "indeterminable"),
        ((TRACK, f"{AT}/verdict", "indeterminable", "conforme"),),
    ),
    Html(
        "after a row",
        "piste",
        swap('<tbody class="base">', "<tbody><tr><td>1</td></tr></tbody>\n<tbody>", 1),
        (
            (
                HTML,
                "table.rows tbody tr",
                "1 tables that begin with the best constant answer",
                "2, one for each table",
            ),
        ),
    ),
    File(
        "left out of the download",
        "conformite/community/results.csv",
        lambda data: data.replace(b",constante,", b",publie,", 1),
        ((CSV, 2, "publie", "the best constant answer, state constante"),),
    ),
]
NOT_APPLICABLE = [Page("a report", "rapport", keep), File("the sitemap", "sitemap.xml", lambda data: data)]
