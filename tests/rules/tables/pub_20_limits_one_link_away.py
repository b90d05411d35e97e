from __future__ import annotations

from tests.rules.running import File, Html, Page, swap
from tests.rules.tables.documents import REPORT, TRACK, at, keep, withdrawn

EN = "/challenges/prove-it/specification/#s10"
JSON = "challenges/prove-it/season-1/conformite/community/results.json"
ACCEPTED = [
    Page("on a track", "piste", keep),
    Page("in French", "rapport:community", keep, language="fr"),
    Page("on a tombstone", "rapport:community", keep, variant=withdrawn),
    Html("shown", "piste", lambda text: text, language="fr"),
    File("in a download", "community/results.json", lambda data: data),
]
REFUSED = [
    Page(
        "left out",
        "piste",
        at("/contenu/limites", None),
        ((TRACK, "/contenu/limites", "nothing", f"a link to {EN}"),),
    ),
    Page(
        "to the other language",
        "rapport:community",
        at("/contenu/limites/url", f"/fr{EN}"),
        ((REPORT, "/contenu/limites", f"/fr{EN}", f"a link to {EN}"),),
    ),
    Html(
        "not shown",
        "rapport:community",
        swap(f'href="{EN}"', 'href="/challenges/prove-it/"'),
        ((REPORT.replace("index.json", "index.html"), "a", "no link to the limits", EN),),
    ),
    File(
        "a download without it",
        "conformite/community/results.json",
        lambda data: data.replace(b"#s10", b"", 1),
        ((JSON, "/limites", "/challenges/prove-it/specification/", f"a link to {EN}"),),
    ),
]
NOT_APPLICABLE = [
    Page("the specification itself", "specification", keep),
    File("the CSV", "results.csv", lambda d: d),
]
