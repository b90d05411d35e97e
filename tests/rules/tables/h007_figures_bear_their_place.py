from __future__ import annotations

from tests.rules.running import Html, swap
from tests.rules.tables.changes import pending
from tests.rules.tables.documents import REPORT, crowd, withdrawn

HTML = REPORT.replace("index.json", "index.html")
OVER = "/contenu/taux/overclaim"
ACCEPTED = [
    Html("a report", "rapport:community", lambda text: text),
    Html("a pending report", "rapport:community", lambda text: text, variant=pending),
    Html("every row", "piste", lambda text: text, variant=crowd),
]
REFUSED = [
    Html(
        "a place that is not there",
        "rapport:community",
        swap('data-json="/contenu/totaux/assertions"', 'data-json="/contenu/totaux/rang"'),
        (
            (
                HTML,
                '[data-json="/contenu/totaux/rang"]',
                "nothing at that place of the document",
                "a JSON Pointer of the document",
            ),
        ),
    ),
    Html(
        "a rate without its place",
        "rapport:community",
        swap(f' data-json="{OVER}"', ""),
        ((HTML, f'[data-json="{OVER}"]', "no element", "an element that shows the rate"),),
    ),
]
NOT_APPLICABLE = [
    Html("a tombstone", "rapport:community", lambda text: text, variant=withdrawn),
    Html("the home", "accueil", lambda text: text),
]
