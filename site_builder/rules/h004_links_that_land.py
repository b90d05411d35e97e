"""Every link lands.

Refuses: a link to a page or a file of the site that is not written, to an anchor that its page does not
have, or to an address that is neither `https:`, nor `mailto:`, nor of the site.

Why: a reader who follows a reference to nothing cannot check anything.

Source: [HTML standard](https://html.spec.whatwg.org/multipage/), `href`.

Accepted: paths of the site, anchors, absolute `https` addresses, `mailto:` of the disputes contact.

Remedy: correct the address, or write the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel import identifiers
from site_builder.kernel.findings import Finding
from site_builder.rules.cases import OutputCase
from site_builder.rules.site import SiteCase, resolved_target

CODE: Final = "H004"
NAME: Final = "links that land"
FRENCH: Final = """Chaque lien aboutit.

Refuse : un lien vers une page ou un fichier du site qui n'est pas écrit, vers une ancre que sa page n'a
pas, ou vers une adresse qui n'est ni en `https:`, ni en `mailto:`, ni du site.

Pourquoi : un lecteur qui suit une référence vers rien ne peut rien vérifier.

Source : [norme HTML](https://html.spec.whatwg.org/multipage/), `href`.

Accepte : les chemins du site, les ancres, les adresses `https` absolues, le `mailto:` du contact des
contestations.

Remède : corriger l'adresse, ou écrire la page.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_ELSEWHERE: Final = re.compile(rf"(?:{identifiers.HTTPS_URL})")
# Addresses of other sites that this process has judged; few, since those of proofs are known otherwise.
_landed: Final[set[str]] = set()
_MAIL: Final = re.compile(rf"mailto:{identifiers.EMAIL}")


def check_output(output: OutputCase) -> Iterator[Finding]:
    for target in sorted(output.targets - _landed):
        if target.startswith("#"):
            if target[1:] not in output.ids:
                yield _note(output.file, f'[href="{target}"]', f"no id {target[1:]}", "an anchor of the page")
        elif target.startswith("/") and not target.startswith("//"):
            continue
        elif target.startswith("mailto:"):
            if not _MAIL.fullmatch(target):
                yield _note(output.file, f'[href="{target}"]', target, "an e-mail address")
        elif _ELSEWHERE.fullmatch(target):
            _landed.add(target)
        else:
            yield _note(
                output.file, "[href]", ascii(target[:120]), "https:, a path of the site, or an anchor"
            )


def check_site(site: SiteCase) -> Iterator[Finding]:
    """Internal links: the file is written, and the page has the anchor."""
    for (path, anchor), source in sorted(site.links.items()):
        target = resolved_target(path)
        if target not in site.files:
            yield _note(source, f'[href="{path}"]', f"no file {target}", "a file of the site")
        elif anchor and target.endswith(".html") and not site.has_anchor(target, anchor):
            yield _note(
                source, f'[href="{path}#{anchor}"]', f"no id {anchor} in {target}", "an anchor of that page"
            )


def _note(file: str, element: str, found: str, expected: str) -> Finding:
    return _finding(
        file=file,
        element=element,
        found=found,
        expected=expected,
        remedy="Correct the address, or write what it names.",
    )
