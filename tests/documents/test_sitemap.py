"""The sitemap: both languages, alternates that answer each other, dates with an offset."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from site_builder.documents import sitemap
from tests.harness import loaded

_NS = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


def test_every_page_in_every_language_with_all_its_alternates() -> None:
    data = b"".join(sitemap.sitemap(loaded.facts(), ["/", "/challenges/prove-it/"]))
    root = ET.fromstring(data)
    seen = {
        entry.findtext("s:loc", namespaces=_NS): {
            link.get("hreflang"): link.get("href") for link in entry.findall("x:link", _NS)
        }
        for entry in root.findall("s:url", _NS)
    }
    portal = {
        "en": "https://index.example/", "fr": "https://index.example/fr/", "x-default": "https://index.example/",
    }  # fmt: skip
    home = {
        "en": "https://index.example/challenges/prove-it/",
        "fr": "https://index.example/fr/challenges/prove-it/",
        "x-default": "https://index.example/challenges/prove-it/",
    }
    assert seen == {portal["en"]: portal, portal["fr"]: portal, home["en"]: home, home["fr"]: home}
    dates = {entry.findtext("s:lastmod", namespaces=_NS) for entry in root.findall("s:url", _NS)}
    assert dates == {"2026-11-02T09:00:00+01:00"}


def test_a_large_site_is_cut_into_parts() -> None:
    assert [sitemap.parts(n) for n in (1, 25_000, 25_001, 100_000)] == [1, 1, 2, 4]
    root = ET.fromstring(sitemap.index(loaded.facts(), 2))
    assert [e.text for e in root.iter(f"{{{_NS['s']}}}loc")] == [
        "https://index.example/sitemap-1.xml",
        "https://index.example/sitemap-2.xml",
    ]
