"""A page says its language, and names its translations.

Refuses: an `html` element without the language of the document; alternates (`hreflang`) that are not
exactly `traductions` and the default; a canonical address that is not the page's own.

Why: search engines and screen readers follow these marks; one that does not answer is ignored or
misread.

Source: PUB-18; [HTML standard](https://html.spec.whatwg.org/multipage/), `hreflang`.

Accepted: absolute alternates for each language, the page itself included, and `x-default`.

Remedy: make them from `traductions` in the template.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding
from site_builder.kernel.markup import attributes
from site_builder.languages import DEFAULT
from site_builder.rules.cases import OutputCase

CODE: Final = "H005"
NAME: Final = "languages that answer each other"
FRENCH: Final = """Une page dit sa langue et désigne ses traductions.

Refuse : un élément `html` sans la langue du document ; des alternatives (`hreflang`) qui ne sont pas
exactement `traductions` et la version par défaut ; une adresse canonique qui n'est pas celle de la
page.

Pourquoi : les moteurs de recherche et les lecteurs d'écran suivent ces marques ; celle qui ne répond
pas est ignorée ou mal lue.

Source : PUB-18 ; [norme HTML](https://html.spec.whatwg.org/multipage/), `hreflang`.

Accepte : des alternatives absolues pour chaque langue, la page elle-même comprise, et `x-default`.

Remède : les tirer de `traductions` dans le gabarit.
"""
_finding = partial(Finding, code=CODE, name=NAME)


def check_output(output: OutputCase) -> Iterator[Finding]:
    document, tags = output.page.document, output.fresh.tags
    note = partial(
        _finding, file=output.file, remedy="Make these tags from the document in the base template."
    )
    if f'html lang="{document["langue"]}"' not in tags:
        yield note(element="html", found="another language or none", expected=f'lang="{document["langue"]}"')
    links = [attributes(tag) for tag in tags if tag.startswith("link ")]
    found = {
        (link["hreflang"], link["href"])
        for link in links
        if link.get("rel") == "alternate" and "hreflang" in link
    }
    wanted = {*document["traductions"].items(), ("x-default", document["traductions"][DEFAULT])}
    if found != wanted:
        yield note(
            element="link[hreflang]",
            found=", ".join(sorted(f"{code} {url}" for code, url in found)) or "none",
            expected=", ".join(sorted(f"{code} {url}" for code, url in wanted)),
        )
    canonical = [link["href"] for link in links if link.get("rel") == "canonical"]
    if canonical != [document["url"]]:
        yield note(
            element="link[rel=canonical]", found=", ".join(canonical) or "none", expected=str(document["url"])
        )
