"""The sitemap lists every page, and nothing else.

Refuses: a page that no sitemap file lists, an address that is not a page of the site, a page listed
twice, one without its address in each language and the default one as `x-default`.

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
from site_builder.languages import DEFAULT, LANGUAGES
from site_builder.rules.site import Listed, SiteCase

CODE: Final = "F002"
NAME: Final = "sitemap"
FRENCH: Final = """Le plan du site énumère chaque page, et rien d'autre.

Refuse : une page qu'aucun fichier du plan n'énumère, une adresse qui n'est pas une page du site, une
page énumérée deux fois, ou sans son adresse dans chaque langue et celle par défaut en `x-default`.

Pourquoi : une page absente du plan est une page que personne ne trouve.

Source : [sitemaps.org 0.9](https://www.sitemaps.org/protocol.html).

Accepte : chaque page des deux langues avec ses alternatives, hors pages d'erreur.

Remède : tirer le plan des pages écrites.
"""
_finding = partial(Finding, code=CODE, name=NAME)
_ENTRY: Final = re.compile(rb"<url><loc>([^<]*)</loc>(.*?)</url>", re.DOTALL)
_ALTERNATE: Final = re.compile(rb'<xhtml:link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/>')
_ERROR_PAGE: Final = "/404.html"


def locations(sitemap: bytes) -> list[Listed]:
    """The addresses that a sitemap file lists, for :attr:`SiteCase.listed`."""
    return [Listed(url.decode(), _whole(url, links)) for url, links in _ENTRY.findall(sitemap)]


def _whole(url: bytes, links: bytes) -> bool:
    named = dict(_ALTERNATE.findall(links))
    codes = {row.code.encode() for row in LANGUAGES}
    default = named.get(DEFAULT.encode())
    return url in named.values() and named.keys() == codes | {b"x-default"} and named[b"x-default"] == default


def check_site(site: SiteCase) -> Iterator[Finding]:
    prefixes = {row.code: row.prefix for row in LANGUAGES}
    base = site.facts.base_url
    wanted = {
        f"{base}{prefixes[language]}{path}" for path, language in site.pages.values() if path != _ERROR_PAGE
    }
    note = partial(_finding, file="sitemap.xml", remedy="Make the sitemap from the pages that are written.")
    listed = Counter(entry.url for entry in site.listed)
    for url in sorted(wanted.difference(listed)):
        yield note(found=f"no {url}", expected="every page, once")
    for url in sorted({entry.url for entry in site.listed if not entry.alternates}):
        yield note(found=f"{url} alone", expected="its address in every language, and x-default")
    for url, count in sorted(listed.items()):
        if url not in wanted or count > 1:
            found = f"{url} {count} times" if url in wanted else f"{url}, which is no page"
            yield note(found=found, expected="every page, once")
