"""Whatever a stranger writes, in every place where a document holds it: the page stays the same page."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.documents.envelope import Document
from site_builder.kernel import pointer
from site_builder.kernel.canonical import json_text
from site_builder.kernel.third_party import shown
from tests.harness.sample_documents import Sample
from tests.harness.worlds import REAL_INPUTS
from tests.render.shown_pages import Skeleton, html_of, parsed, skeleton, strangers, text_of, with_texts

HOSTILE = [
    "</script><!--<script>\"'`><img src=x onerror=alert(1)> &amp; javascript:alert(1)",
    "\" onmouseover=\"alert(1)",
    "[lien](javascript:alert(1)) <https://evil.example> www.evil.example a@evil.example",
    "</bdi></td></tr></table><h1>Index</h1>",
    "]]><!-- --!> <!doctype html> <?php ?>",
    "{{ 7 * 7 }} {% include 'x' %} {# #}",
    "&lt;b&gt; &#60; &amp;amp; &notin",
    "\u202eevil\u2066 \u2069 \u200f",
    "\u3164", "\u200b\u2060", "", "   ", "\t\n", "None", "null",
    "a\x00b\x1b[31m\x7f\x85",
    "ligne\nligne\r\nligne\u2028ligne",
    "👩🏽‍🔬 🧾 © ❤️ 1️⃣",
    "Amélie Ame\u0301lie Ѕсоре",
    "x" * 2000,
    "\ufdd0 \uffff \U0010ffff",
]  # fmt: skip


def expected_isolates(document: Document) -> list[str]:
    """What the isolates of a page hold, in any order: strings of ``champs``, and values of claims as JSON."""
    held: list[str] = []
    values = [at for at in strangers(document) if _in_value(at)]
    held += [shown(str(pointer.resolve(document, at))) for at in strangers(document) if at not in values]
    for task in document["contenu"].get("taches", ()):
        claims = [made["claim"] for made in task.get("assertions", ())] + [*task.get("faits_manquants", ())]
        claims += [task["en_faute"]["claim"]] if task.get("en_faute") else []
        held += [shown(json_text(claim["value"])) for claim in claims]
    return sorted(held)


def _in_value(at: str) -> bool:
    return "/claim/value" in at


def isolates(tree: Element) -> list[str]:
    found = list(tree.iter("bdi"))
    assert all(len(element) == 0 for element in found)
    return sorted(text_of(element) for element in found)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:24]))
def test_the_page_is_the_same_whatever_the_text(pages: list[Sample], text: str) -> None:
    for page in _one_of_each(pages):
        document = with_texts(page.document, [text] * len(strangers(page.document)))
        tree = parsed(html_of(document))
        assert skeleton(tree) == _neutral(page.name, page.document), page.name
        assert isolates(tree) == expected_isolates(document), page.name


_SKELETONS: dict[str, Skeleton] = {}


def _neutral(name: str, document: Document) -> Skeleton:
    """The page with a harmless text in every place."""
    if name not in _SKELETONS:
        plain = with_texts(document, ["x"] * len(strangers(document)))
        _SKELETONS[name] = skeleton(parsed(html_of(plain)))
    return _SKELETONS[name]


def _one_of_each(pages: list[Sample]) -> list[Sample]:
    names = {"track-rich", "season-rich", "report-rich-reference-ref-one"}
    names |= {f"report-rich-community-{kind}" for kind in ("awkward", "rejected", "pending")}
    return [page for page in pages if page.name in names and page.language == "en"]


@settings(max_examples=40)
@given(st.data())
def test_any_text_in_any_place(pages: list[Sample], data: st.DataObject) -> None:
    page = next(p for p in pages if p.name == "report-rich-community-awkward" and p.language == "fr")
    count = len(strangers(page.document))
    texts = data.draw(st.lists(st.text(max_size=20), min_size=count, max_size=count))
    document = with_texts(page.document, texts)
    tree = parsed(html_of(document))
    assert isolates(tree) == expected_isolates(document)
    assert skeleton(tree) == _neutral("any", page.document)


def test_the_texts_that_broke_other_tools(pages: list[Sample], shared: Path) -> None:
    """Real-world inputs: names, stacks, values and narratives of strangers."""
    texts: list[Any] = []
    for folder in ("B20", "B37"):
        for path in sorted((shared / REAL_INPUTS / folder).rglob("community/*.json")):
            score = json.loads(path.read_bytes())
            texts += [score["agent"]["name"], score["stack"]["declared"]]
            for task in score["tasks"]:
                texts += [task["narrative"]] if "narrative" in task else []
                texts += [a["claim"]["value"] for a in task.get("assertions", ())]
    strings = [text for text in texts if type(text) is str]
    assert len(strings) > 20
    page = next(p for p in pages if p.name == "report-rich-community-equal" and p.language == "en")
    for start in range(0, len(strings), 7):
        turned = strings[start:] + strings[:start]
        document = with_texts(page.document, (turned * 9)[: len(strangers(page.document))])
        tree = parsed(html_of(document))
        assert isolates(tree) == expected_isolates(document)
        assert skeleton(tree) == skeleton(parsed(html_of(page.document)))


def test_our_own_strings_are_escaped_too(pages: list[Sample]) -> None:
    page = next(p for p in pages if p.page_type == "saison" and p.language == "en")
    document = copy.deepcopy(page.document)
    attack = "</title><script>alert(1)</script>\"'&amp;"
    document["titre"] = document["contenu"]["description"] = attack
    document["mention_ia"] = attack
    tree = parsed(html_of(document))
    assert [s.get("type") for s in tree.iter("script")] == ["application/ld+json"]
    assert json.loads("".join(text_of(s) for s in tree.iter("script")))["name"] == attack
    assert [text_of(title) for title in tree.iter("title")] == [attack]
