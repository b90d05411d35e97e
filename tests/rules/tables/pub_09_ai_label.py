from __future__ import annotations

from tests.rules.running import Html, Page, swap
from tests.rules.tables.documents import REPORT, at, keep, withdrawn

LABEL = "Made by a machine, Article 50."
HTML = REPORT.replace("index.json", "index.html")
META = '<meta name="ai-disclosure" content="ai-generated">'
ACCEPTED = [
    Page("in English", "rapport:community", keep),
    Page("in French", "introuvable", keep, language="fr"),
    Page("on a tombstone", "rapport", keep, variant=withdrawn),
    Html("visible and in the metadata", "rapport:community", lambda text: text),
    Html("on the portal", "portail", lambda text: text, language="fr"),
]
REFUSED = [
    Page("empty", "rapport:community", at("/mention_ia", ""), ((REPORT, "/mention_ia", "nothing", LABEL),)),
    Page(
        "of the other language",
        "rapport:community",
        at("/mention_ia", "Fait par une machine, article 50."),
        ((REPORT, "/mention_ia", "Fait par une machine, article 50.", LABEL),),
    ),
    Html(
        "not visible",
        "rapport:community",
        swap(f'<p class="ai">{LABEL}</p>', '<p class="ai"></p>'),
        ((HTML, "body", "no visible label", LABEL),),
    ),
    Html("no metadata", "rapport:community", swap(META, ""), ((HTML, "head", "no metadata", META),)),
    Html(
        "another credit in the data",
        "rapport:community",
        swap(f'"creditText":"{LABEL}"', '"creditText":"people"'),
        ((HTML, "head script", "no label in the data", f"creditText: {LABEL}"),),
    ),
]
NOT_APPLICABLE: list[Page] = []
