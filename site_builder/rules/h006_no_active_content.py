"""A page runs nothing and loads nothing from elsewhere.

Refuses: a script that is not a data block, a style element or attribute, an event handler, a frame, a
form, a refresh, an image or a style sheet of another site.

Why: a strict content policy must hold, and a reader's visit is nobody else's business.

Source: PUB-12; [Content Security Policy](https://www.w3.org/TR/CSP3/).

Accepted: `script` of type `application/ld+json`; style sheets and images of the site itself.

Remedy: move styles to the style sheet, and remove the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding
from site_builder.kernel.markup import DATA_SCRIPT
from site_builder.rules.cases import OutputCase

CODE: Final = "H006"
NAME: Final = "no active content"
FRENCH: Final = """Une page n'exécute rien et ne charge rien d'ailleurs.

Refuse : un script qui n'est pas un bloc de données, un élément ou un attribut de style, un gestionnaire
d'événement, un cadre, un formulaire, une image ou une feuille de style d'un autre site.

Pourquoi : une politique de contenu stricte doit tenir, et la visite d'un lecteur ne regarde personne
d'autre.

Source : PUB-12 ; [Content Security Policy](https://www.w3.org/TR/CSP3/).

Accepte : `script` de type `application/ld+json` ; feuilles de style et images du site lui-même.

Remède : déplacer les styles dans la feuille de style, et retirer le reste.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_ACTIVE: Final = frozenset(("iframe", "frame", "object", "embed", "form", "input", "button", "style", "base"))
_HANDLER: Final = re.compile(r"on[a-z]+|style|srcdoc|srcset|formaction|ping|background")
# The one tag that may speak for the server: the content policy.
_POLICY: Final = 'meta http-equiv="Content-Security-Policy" '
_SUSPECT: Final = (*sorted(_ACTIVE), "script", "link ", "meta ")
_OWN: Final = re.compile(r"/[a-z0-9/._-]*")


def check_output(output: OutputCase) -> Iterator[Finding]:
    remedy = "Move styles to the style sheet, and remove the rest."
    note = partial(_finding, file=output.file, remedy=remedy)
    for name in sorted(output.fresh.attribute_names()):
        if _HANDLER.fullmatch(name):
            yield note(element=f"[{name}]", found=f"the attribute {name}", expected="no active attribute")
    for source in sorted(output.fresh.values("src")):
        if not _OWN.fullmatch(source):
            yield note(element="[src]", found=source, expected="a file of the site")
    for tag in sorted(tag for tag in output.fresh_tags if tag.startswith(_SUSPECT)):
        element = tag.partition(" ")[0]
        if element in _ACTIVE or (element == "script" and tag != DATA_SCRIPT):
            yield note(element=element, found=f"<{tag}>", expected="no active element")
        elif element == "meta" and "http-equiv" in tag and not tag.startswith(_POLICY):
            yield note(element="meta", found=f"<{tag}>", expected="no instruction but the content policy")
        elif tag.startswith("link ") and 'rel="stylesheet"' in tag and 'href="/' not in tag:
            yield note(element="link", found=f"<{tag}>", expected="a style sheet of the site")
