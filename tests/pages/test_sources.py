"""Every source that the page of the rules cites can be opened from it, in both languages."""

from __future__ import annotations

import re

import pytest

from site_builder.challenges.prove_it.pages.sources import SourceError, linked
from site_builder.content import markdown
from site_builder.rules import registry
from tests.harness import loaded

HOME = "/challenges/prove-it/"
LINK = re.compile(r"\]\(([^)]+)\)")


@pytest.mark.parametrize(
    ("source", "made"),
    [
        (
            "PUB-07; specification §5.7, §7.2.",
            (f"[PUB-07]({HOME}publication-rules/#PUB-07); specification [§5.7]({HOME}specification/#s5-7), "
            f"[§7.2]({HOME}specification/#s7-2)."),
        ),
        (
            "formats §1.3, `track.json` and §2; RFC 6901.",
            (f"[formats §1.3]({HOME}formats/#s1-3), `track.json` and [§2]({HOME}formats/#s2); "
            "[RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)."),
        ),
        ("[AI Act §1](https://law.example/), art. 50", "[AI Act §1](https://law.example/), art. 50"),
        ("R12", f"[R12]({HOME}readings/#R12)"),
    ],
)
def test_what_is_cited_becomes_a_link(source: str, made: str) -> None:
    assert linked(source, "en") == made


def test_a_link_stays_in_the_language_of_the_page() -> None:
    assert linked("§8", "fr") == f"[§8](/fr{HOME}specification/#s8)"


@pytest.mark.parametrize("source", ["the design", "PUB-16; documentation of `serve`", "`§5.7`"])
def test_a_source_that_leads_nowhere_is_refused(source: str) -> None:
    with pytest.raises(SourceError):
        linked(source, "en")


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_source_of_every_rule_leads_to_something_that_is_there(code: str) -> None:
    prefix = "" if code == "en" else f"/{code}"
    anchors = {
        f"{prefix}{HOME}{name}/#{anchor}"
        for name, page in loaded.content().pages[code].items()
        for heading in markdown.headings(page.markdown)
        for anchor in (heading.id, heading.anchor)
    }
    for page in registry.pages(code):
        for target in LINK.findall(linked(page.source, code)):
            assert target.startswith("https://") or target in anchors, (page.code, target)
