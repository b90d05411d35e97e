from __future__ import annotations

from tests.rules.running import Html, swap

HTML = "fr/challenges/prove-it/season-1/index.html"
EN = "https://index.example/challenges/prove-it/season-1/"
FR = "https://index.example/fr/challenges/prove-it/season-1/"
ALL = f"en {EN}, fr {FR}, x-default {EN}"
ACCEPTED = [
    Html("a season", "saison", lambda text: text, language="fr"),
    Html("a report", "rapport", lambda text: text),
    Html("the not-found page", "introuvable", lambda text: text, language="fr"),
]
REFUSED = [
    Html(
        "another language",
        "saison",
        swap('<html lang="fr">', '<html lang="en">'),
        ((HTML, "html", "another language or none", 'lang="fr"'),),
        language="fr",
    ),
    Html(
        "itself left out",
        "saison",
        swap(f'<link rel="alternate" hreflang="fr" href="{FR}">\n', ""),
        ((HTML, "link[hreflang]", f"en {EN}, x-default {EN}", ALL),),
        language="fr",
    ),
    Html(
        "a relative alternate",
        "saison",
        swap(f'hreflang="en" href="{EN}"', 'hreflang="en" href="/challenges/prove-it/season-1/"'),
        (
            (
                HTML,
                "link[hreflang]",
                f"en /challenges/prove-it/season-1/, fr {FR}, x-default {EN}",
                ALL,
            ),
        ),
        language="fr",
    ),
    Html(
        "the canonical address of the twin",
        "saison",
        swap(f'<link rel="canonical" href="{FR}">', f'<link rel="canonical" href="{EN}">'),
        ((HTML, "link[rel=canonical]", EN, FR),),
        language="fr",
    ),
]
NOT_APPLICABLE = [Html("the link to the JSON", "saison", lambda text: text)]
