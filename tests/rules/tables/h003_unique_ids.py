from __future__ import annotations

from tests.rules.running import Html, swap
from tests.rules.tables.documents import REPORT

HTML = REPORT.replace("index.json", "index.html")
ACCEPTED = [Html(kind, kind, lambda text: text) for kind in ("piste", "rapport", "specification", "saison")]
REFUSED = [
    Html(
        "twice",
        "rapport:community",
        swap('id="conf-02"', 'id="conf-01"'),
        ((HTML, "#conf-01", "2 elements with the id conf-01", "one"),),
    ),
    Html(
        "with a space",
        "rapport:community",
        swap('id="conf-02"', 'id="conf 02"'),
        ((HTML, "[id]", "the id 'conf 02'", "a name without spaces"),),
    ),
]
NOT_APPLICABLE = [Html("a page without ids of its own", "introuvable", lambda text: text)]
