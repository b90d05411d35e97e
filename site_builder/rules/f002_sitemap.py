"""The sitemap lists every page, and nothing else.

Refuses: a page that no sitemap file lists, an address that is not a page of the site, a page listed
twice.

Why: a page left out of the map is a page that nobody finds.

Source: [sitemaps.org 0.9](https://www.sitemaps.org/protocol.html).

Accepted: every page of both languages with its alternates, the not-found pages aside.

Remedy: make the sitemap from the pages that are written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from site_builder.kernel.findings import Finding
from site_builder.languages import LANGUAGES
from site_builder.rules.site import SiteCase

CODE: Final = "F002"
NAME: Final = "sitemap"
FRENCH: Final = """Le plan du site énumère chaque page, et rien d'autre.

Refuse : une page qu'aucun fichier du plan n'énumère, une adresse qui n'est pas une page du site, une
page énumérée deux fois.

Pourquoi : une page absente du plan est une page que personne ne trouve.

Source : [sitemaps.org 0.9](https://www.sitemaps.org/protocol.html).

Accepte : chaque page des deux langues avec ses alternatives, hors pages d'erreur.

Remède : tirer le plan des pages écrites.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_LOC: Final = re.compile(rb"<url><loc>([^<]*)</loc>")
_ERROR_PAGE: Final = "/404.html"


def locations(sitemap: bytes) -> list[str]:
    """The addresses that a sitemap file lists, for :attr:`SiteCase.listed`."""
    return [found.decode() for found in _LOC.findall(sitemap)]


def check_site(site: SiteCase) -> Iterator[Finding]:
    prefixes = {row.code: row.prefix for row in LANGUAGES}
    base = site.facts.base_url
    wanted = {
        f"{base}{prefixes[language]}{path}" for path, language in site.pages.values() if path != _ERROR_PAGE
    }
    note = partial(_finding, file="sitemap.xml", remedy="Make the sitemap from the pages that are written.")
    for url in sorted(wanted.difference(site.listed)):
        yield note(found=f"no {url}", expected="every page, once")
    for url, count in sorted(Counter(site.listed).items()):
        if url not in wanted or count > 1:
            found = f"{url} {count} times" if url in wanted else f"{url}, which is no page"
            yield note(found=found, expected="every page, once")
