from __future__ import annotations

from tests.rules.running import Html, swap
from tests.rules.tables.documents import REPORT, crowd

HTML = REPORT.replace("index.json", "index.html")
KNOWN = "a string or a figure of the document, or a message of the catalogue"
KINDS = ("portail", "accueil", "specification", "regles", "saison", "piste", "rapport", "introuvable")
ACCEPTED = [Html(kind, kind, lambda text: text, variant=crowd, language="fr") for kind in KINDS]
REFUSED = [
    Html(
        "a sentence",
        "rapport:community",
        swap("</main>", "<p>Well done!</p></main>"),
        ((HTML, "body", "'Well done!'", KNOWN),),
    ),
    Html(
        "a number",
        "rapport:community",
        swap("</main>", "<p>98</p></main>"),
        ((HTML, "body", "'98'", KNOWN),),
    ),
    Html(
        "third-party text outside its isolate",
        "rapport:community",
        swap("<bdi>Atelier Églantine</bdi>", "Atelier Églantine"),
        ((HTML, "body", "'Atelier \\xc9glantine'", KNOWN),),
    ),
    Html(
        "third-party text in an attribute",
        "rapport:community",
        swap("<main ", '<main aria-label="Atelier Églantine" '),
        ((HTML, "body", "'Atelier \\xc9glantine'", KNOWN),),
    ),
    Html(
        "half a message",
        "rapport:community",
        swap(">The two rates<", ">The rates<"),
        ((HTML, "body", "'The rates'", KNOWN),),
    ),
    Html(
        "another description",
        "rapport:community",
        swap('<meta name="description" content="', '<meta name="description" content="Buy now. '),
        (
            (
                HTML,
                "meta[name=description]",
                "'Buy now. Report mjqdlc6hzeqz73xb: both rates, every assertion, its status and its proofs.'",
                "contenu.description, or a message of the catalogue",
            ),
        ),
    ),
]
NOT_APPLICABLE = [Html("signs without letters", "rapport:community", swap("</main>", "<p>· — …</p></main>"))]
