"""``sitemap.xml``: every page in every language, with its alternates (sitemaps.org 0.9, hreflang)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from site_builder.documents import addresses
from site_builder.documents.envelope import SiteFacts
from site_builder.languages import DEFAULT, LANGUAGES

# The protocol's own limit for one file; above it, the sitemap is an index of parts.
MAX_URLS: Final = 50_000


def sitemap(site: SiteFacts, paths: Iterable[str]) -> Iterator[bytes]:
    """One file: an ``<url>`` per page and language, in the order of ``paths`` (without a language)."""
    yield _HEAD
    for path in paths:
        yield entries(site, path)
    yield b"</urlset>\n"


def entries(site: SiteFacts, path: str) -> bytes:
    """The ``<url>`` elements of one page: each names all its translations, itself included, and for readers
    of any other language the default one (``x-default``), as the page's own head does."""
    translations = addresses.translations(site.base_url, path)
    alternates = {**translations, "x-default": translations[DEFAULT]}
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href="{escape(url)}"/>'
        for code, url in alternates.items()
    )
    moment = escape(site.generated_at)
    return "".join(
        f"<url><loc>{escape(translations[row.code])}</loc><lastmod>{moment}</lastmod>{links}</url>\n"
        for row in LANGUAGES
    ).encode()


def parts(count: int) -> int:
    """How many files ``count`` pages need, every language counted."""
    return -(-count * len(LANGUAGES) // MAX_URLS)


def index(site: SiteFacts, count: int) -> bytes:
    """``sitemap.xml`` of a site with more pages than one file may list: it names ``sitemap-<n>.xml``."""
    rows = "".join(
        f"<sitemap><loc>{escape(site.base_url)}/sitemap-{n}.xml</loc>"
        f"<lastmod>{escape(site.generated_at)}</lastmod></sitemap>\n"
        for n in range(1, count + 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</sitemapindex>\n'
    ).encode()


_HEAD: Final = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n'
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
    b'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)
