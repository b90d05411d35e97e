"""What the measure does not prove is one link away.

Refuses: a track page, a table or a report without a link to section 10 of the specification in its own
language.

Why: a figure without its limits proves more than it measures.

Source: PUB-20; specification §10.

Accepted: a link to `…/specification/#s10` on the page itself, shown in its HTML.

Remedy: add the link; in a template, near the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding, told
from site_builder.languages import language
from site_builder.rules.cases import OutputCase, PageCase
from site_builder.rules.site import FileCase

CODE: Final = "PUB-20"
NAME: Final = "limits one link away"
FRENCH: Final = """Ce que la mesure ne prouve pas est à un lien de là.

Refuse : une page de piste, un tableau ou un rapport sans lien vers la section 10 de la spécification
dans sa langue.

Pourquoi : un chiffre sans ses limites prouve plus qu'il ne mesure.

Source : PUB-20 ; spécification §10.

Accepte : un lien vers `…/specification/#s10` sur la page même, visible dans son HTML.

Remède : ajouter le lien ; dans un gabarit, près du tableau.
"""
_finding = partial(Finding, code=CODE, name=NAME)
TARGET: Final = "/challenges/prove-it/specification/#s10"
_TYPES: Final = ("rapport", "piste", "saison", "accueil")


def check_page(page: PageCase) -> Iterator[Finding]:
    if page.type not in _TYPES:
        return
    link = page.content.get("limites") or {}
    wanted = language(page.language).prefix + TARGET
    if link.get("url") != wanted or not link.get("texte"):
        yield _finding(
            file=page.file,
            pointer="/contenu/limites",
            found=told(link.get("url")),
            expected=f"a link to {wanted}",
            remedy="Link to section 10 of the specification.",
        )


def check_output(output: OutputCase) -> Iterator[Finding]:
    if output.page.type not in _TYPES:
        return
    wanted = language(output.page.language).prefix + TARGET
    if not output.links_to(wanted):
        yield _finding(
            file=output.file,
            element="a",
            found="no link to the limits",
            expected=wanted,
            remedy="Show the link in the template, near the table.",
        )


def check_file(file: FileCase) -> Iterator[Finding]:
    if file.about is None or not file.file.endswith("results.json"):
        return
    link = (file.json() or {}).get("limites") or {}
    if not str(link.get("url", "")).endswith(TARGET):
        yield _finding(
            file=file.file,
            pointer="/limites",
            found=told(link.get("url")),
            expected=f"a link to {TARGET}",
            remedy="Put the link in the download.",
        )
