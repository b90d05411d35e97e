"""Markdown: no text is lost, nothing is invented, nothing is loaded."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest

from site_builder.content.markdown import Heading, headings, plain_text, references, render, slug
from tests.harness.worlds import REAL_INPUTS


def tree(markdown: str):  # type: ignore[no-untyped-def]
    return html5lib.parseFragment(render(markdown).html, namespaceHTMLElements=False)


def text(markdown: str) -> str:
    return "".join(tree(markdown).itertext())


@pytest.fixture(scope="module")
def sample(shared: Path) -> str:
    return (shared / REAL_INPUTS / "B19/sample.fr.md").read_text(encoding="utf-8")


def test_the_real_world_sample_keeps_its_text(sample: str) -> None:
    shown = text(sample)
    for kept in (
        "<n>",
        "<chemin> hors code",
        '{"existe": false, ...}',
        "sha256(sel ‖ clé)",
        'agent ──► POST /v1/proxy --option "x" -- fin',
        "{{ 7*7 }} <script>alert(1)</script>",
        '"droits", 1 -- 2, (c), proof_id_avec_tirets_bas et 0 % d\'overclaim.',
        "http://proveit.example/nu www.proveit.example index.md",
        '<b onclick="x()">brut</b>',
    ):
        assert kept in shown
    codes = ["".join(code.itertext()) for code in tree(sample).iter("code")]
    assert "--option" in codes
    assert '"droits"' in codes
    assert "a|b" in codes


def test_the_real_world_sample_has_no_invented_element(sample: str) -> None:
    page = tree(sample)
    assert not list(page.iter("script"))
    assert not [e for e in page.iter() if "onclick" in e.attrib]
    assert [link.get("href") for link in page.iter("a")] == ["#définitions"]


def test_the_real_world_sample_has_three_cells_in_each_row(sample: str) -> None:
    rows = list(tree(sample).iter("tr"))
    assert [len(row) for row in rows] == [3, 3, 3]
    assert "".join(rows[2][2].itertext()) == "1 | 2"


def test_the_real_world_sample_has_unique_anchors_and_its_link_lands(sample: str) -> None:
    identifiers = [e.get("id") for e in tree(sample).iter() if e.get("id")]
    assert identifiers == [
        "spécification-d-essai",
        "5-1-définitions",
        "s5-1",
        "définitions",
        "définitions-2",
        "étayée",
    ]


@pytest.mark.parametrize("name", ["section-5.txt", "specification.en.md"])
def test_the_official_table_of_fields_keeps_its_placeholders(shared: Path, name: str) -> None:
    source = (shared / "seeds" / name).read_text(encoding="utf-8")
    table = next(t for t in tree(source).iter("table") if "/mesures-restrictives/" in "".join(t.itertext()))
    cells = "".join("".join(code.itertext()) + "\n" for code in table.iter("code"))
    # Counted by hand in the official section.
    assert cells.count("<n>") == 12
    assert len(list(table.iter("tr"))) == 8


@pytest.mark.parametrize("name", ["section-5.txt", "specification.en.md", "specification.fr.txt"])
def test_the_official_texts_lose_no_word(shared: Path, name: str) -> None:
    source = (shared / "seeds" / name).read_text(encoding="utf-8")
    # Mark-up, list numbers and fence languages aside, a page has the characters of its source, in order.
    without_marks = re.sub(r"(?m)^(?:\d+\. |```\w+$)", "", source)

    def characters(of: str) -> str:
        return re.sub(r"[*`>|#\s\\:-]", "", of)

    assert characters(text(source)) == characters(without_marks)


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Étayée ?", "étayée"),
        ("5.1 Définitions", "5-1-définitions"),
        ("L'Index, c’est quoi", "l-index-c-est-quoi"),
        ("`proof_id` et *suite*", "proof-id-et-suite"),
        ("Cafe\u0301", "café"),
        ("???", "section"),
        ("ÉCOLE", "école"),
    ],
)
def test_the_slug_rule(heading: str, anchor: str) -> None:
    assert headings("## " + heading)[0].id == anchor


def test_slugs_never_collide() -> None:
    page = "# A\n\n# A\n\n# A-2\n\n# A\n\n# s2\n\n## 2 B\n\n## 2. C\n"
    assert [h.id for h in headings(page)] == ["a", "a-2", "a-2-2", "a-3", "s2-2", "2-b", "2-c"]
    assert [h.anchor for h in headings(page)] == [None, None, None, None, None, "s2", None]


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("5.7 Calcul du score", "s5-7"),
        ("10. Limits", "s10"),
        ("§4.1 Status", "s4-1"),
        ("7 days", "s7"),
        ("7days", None),
        ("Season 1", None),
    ],
)
def test_a_section_number_gives_an_anchor_of_its_own(heading: str, anchor: str | None) -> None:
    assert headings("## " + heading)[0].anchor == anchor
    assert [s.get("id") for s in tree("## " + heading).iter("span")] == ([anchor] if anchor else [])


def test_headings_are_given_in_order_with_their_visible_text() -> None:
    assert render("# A `b` *c*\n\ntext\n\n### D\n").headings == (
        Heading(1, "a-b-c", "A b c"),
        Heading(3, "d", "D"),
    )


@pytest.mark.parametrize(
    "target",
    [
        "http://plain.example/",
        "//host.example/",
        "javascript:alert(1)",
        "JaVaScript:alert(1)",
        "data:text/html,x",
        "mailto:a@example.org",
        "ftp://example.org/",
        "https:",
        "https://user:secret@example.org/",
        "https://example.org\\@evil.example/",
        "&#106;avascript:alert(1)",
        "a/../b:c/../x:y",
    ],
)
def test_other_targets_stay_text(target: str) -> None:
    source = f"[label]({target})"
    if target == "a/../b:c/../x:y":  # a colon after the first slash is no scheme
        assert [a.get("href") for a in tree(source).iter("a")] == [target]
        return
    assert not list(tree(source).iter("a"))
    assert "label" in text(source)
    assert [r.allowed for r in references(source)] == [False]


@pytest.mark.parametrize(
    ("target", "href"),
    [
        ("https://example.org/a?b=1&c=2#d", "https://example.org/a?b=1&c=2#d"),
        ("https://example.org", "https://example.org"),
        ("../specification/#s10", "../specification/#s10"),
        ("/fr/challenges/", "/fr/challenges/"),
        ("specification/", "specification/"),
        ("#s5-7", "#s5-7"),
        ("#d%C3%A9finitions", "#définitions"),
        ("#de\u0301finitions", "#définitions"),
    ],
)
def test_these_targets_become_links(target: str, href: str) -> None:
    links = list(tree(f"[label]({target})").iter("a"))
    assert [link.get("href") for link in links] == [href]
    assert links[0].get("rel") == ("external noopener noreferrer" if href.startswith("https:") else None)


def test_what_is_refused_is_told_whatever_was_read_before() -> None:
    sources = ["[a](http://a.example/)", "[a](#a)", "![a](b)", "[a](ftp:b) [c](#c)"]
    told = [[(r.target, r.allowed) for r in references(source)] for source in sources * 2]
    assert told[4:] == told[:4] == [
        [("http://a.example/", False)],
        [("#a", True)],
        [("b", False)],
        [("ftp:b", False), ("#c", True)],
    ]


def test_an_image_is_its_alternative_text() -> None:
    source = "before ![a *plain* <drawing>](https://elsewhere.example/x.png) after"
    assert not list(tree(source).iter("img"))
    assert text(source).strip() == "before a plain <drawing> after"
    assert [(r.kind, r.allowed) for r in references(source)] == [("image", False)]


@pytest.mark.parametrize(
    "markup", ["<script>alert(1)</script>", "<img src=x onerror=y>", "<!-- note -->", "<n>"]
)
def test_raw_html_is_text(markup: str) -> None:
    page = tree(f"{markup}\n\nand {markup} inline\n")
    assert {e.tag for e in page.iter()} == {"DOCUMENT_FRAGMENT", "p"}
    assert "".join(page.itertext()).count(markup) == 2


def test_wide_blocks_can_be_scrolled_from_the_keyboard_under_the_name_of_their_heading() -> None:
    page = tree("## 3 Bounds\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```python\nx = '<n>'\n```\n")
    blocks = list(page.iter("div"))
    assert [(b.get("class"), b.get("tabindex"), b.get("role"), b.get("aria-labelledby")) for b in blocks] == [
        ("scroll", "0", "group", "3-bounds"),
        ("scroll", "0", "group", "3-bounds"),
    ]
    assert [child.tag for b in blocks for child in b] == ["table", "pre"]
    assert [e.get("scope") for e in page.iter("th")] == ["col", "col"]
    assert not [e for e in page.iter() if "style" in e.attrib]
    assert [e.get("class") for e in page.iter("td")] == [None, "right"]


def test_a_wide_block_before_any_heading_has_no_name() -> None:
    block = next(tree("```\nx\n```\n").iter("div"))
    assert (block.get("tabindex"), block.get("role"), block.get("aria-labelledby")) == ("0", None, None)


def test_plain_text_is_what_a_reader_reads() -> None:
    assert plain_text("# A\n\n- one *two*\n- `<n>`\n\n| x |\n|---|\n| y |\n") == "A\none two\n<n>\nx\ny"


def test_the_slug_of_a_composed_letter_does_not_depend_on_its_form() -> None:
    assert slug("Amélie") == slug("Ame\u0301lie") == "amélie"


def test_a_heading_that_begins_with_a_code_has_an_anchor_of_that_code() -> None:
    made = headings("## PUB-07 Noms\n\n## PUB-07 encore\n\n## R3 Une lecture\n\n## A propos\n\n## RFC\n")
    assert [heading.anchor for heading in made] == ["PUB-07", None, "R3", None, None]
    assert '<span id="R3"></span>' in render("## R3 Une lecture\n").html
