from __future__ import annotations

from tests.rules.running import File, Html, Page, swap
from tests.rules.tables.documents import REPORT, ROW, RUN_REPORT, RUN_ROW, TRACK, at, crowd, keep, withdrawn

HTML = "challenges/prove-it/season-1/conformite/index.html"
CSV = "challenges/prove-it/season-1/conformite/community/results.csv"
STACK, RUN = "declared stack, not verified", "calibration, not a ranking"
ACCEPTED = [
    Page("in every row", "piste", keep, language="fr"),
    Page("in a report", "rapport:reference", keep, language="fr"),
    Page("no stack in a tombstone", "piste", keep, variant=withdrawn),
    Html("in the text of every row", "piste", lambda text: text),
    Html("in the text of a tombstone's table", "piste", lambda text: text, variant=withdrawn),
    File("in every line", "community/results.csv", lambda data: data),
]
REFUSED = [
    Page(
        "another label",
        "piste",
        at(f"{ROW}/stack/etiquette", "declared"),
        ((TRACK, f"{ROW}/stack/etiquette", "declared", STACK),),
    ),
    Page(
        "no stack",
        "rapport:community",
        at("/contenu/stack", None),
        ((REPORT, "/contenu/stack", "nothing", f"the stack, labelled {STACK!r}"),),
    ),
    Page(
        "a run without its framework",
        "piste",
        at(f"{RUN_ROW}/run/cadre", ""),
        ((TRACK, f"{RUN_ROW}/run/cadre", "nothing", "what the run was made with"),),
    ),
    Page(
        "a run with the label of a stack",
        "rapport:reference",
        at("/contenu/run/etiquette", STACK),
        ((RUN_REPORT, "/contenu/run/etiquette", STACK, RUN),),
    ),
    Html(
        "the label in a tooltip instead of the row",
        "piste",
        swap(f"<small>{STACK}</small>", f'<small title="{STACK}"></small>', 1),
        (
            (
                HTML,
                "body",
                f"{STACK!r} 1 times",
                "the label in the text of each of 2 rows",
            ),
        ),
        variant=crowd,
    ),
    File(
        "a line without its label",
        "conformite/community/results.csv",
        lambda data: data.replace(b'"declared stack, not verified"', b'"declared"', 1),
        ((CSV, 3, "declared", STACK),),
    ),
]
NOT_APPLICABLE = [Page("a season", "saison", keep), File("the sitemap", "sitemap.xml", lambda data: data)]
