"""What the strict reader sees is what a browser parses; html5lib is the browser here."""

from __future__ import annotations

import html as stdlib

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.kernel import markup

TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")
)
NAMES = st.sampled_from(["p", "b", "bdi", "section", "li", "span", "code"])


def page(body: str) -> str:
    return f'<!doctype html>\n<html lang="en">\n<head><title>t</title></head>\n<body>{body}</body>\n</html>\n'


def escaped(text: str) -> str:
    return stdlib.escape(text, quote=True).replace("&#x27;", "&#39;")


def seen_by_a_browser(text: str) -> tuple[set[str], set[str], list[str]]:
    """(texts, texts of bdi, ids) of the parsed page."""
    tree = html5lib.parse(text, treebuilder="etree", namespaceHTMLElements=False)
    texts: set[str] = set()
    isolated: set[str] = set()
    ids = []
    for element in tree.iter():
        (isolated if element.tag == "bdi" else texts).add(element.text or "")
        texts.add(element.tail or "")
        if "id" in element.attrib:
            ids.append(element.attrib["id"])
    return {text.strip() for text in texts} - {""}, isolated, ids


@given(st.lists(st.tuples(NAMES, TEXT, st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)), max_size=8))
def test_a_page_of_ours_reads_the_same(parts: list[tuple[str, str, str]]) -> None:
    body = "".join(
        f"<bdi>{escaped(text)}</bdi>" if name == "bdi" else f'<{name} id="{mark}">{escaped(text)}</{name}>'
        for name, text, mark in parts
        if name != "p"
    )
    found = markup.read(page(body))
    texts, isolated, ids = seen_by_a_browser(page(body))
    assert found.problems == ()
    assert found.texts == texts
    assert found.isolated == isolated
    assert list(markup.ids(page(body).encode())) == ids


@pytest.mark.parametrize(
    "body",
    [
        "<!-- a comment -->",
        "<P>capitals</P>",
        "<p class=x>unquoted</p>",
        "<p class='x'>single quotes</p>",
        '<p\nclass="x">a line break in a tag</p>',
        '<p class="a"id="b">no space</p>',
        "<br/>",
        "1 < 2",
        "<b<i>",
        "<p",
        '<p title="a > b">a sign in a value</p>',
        '<p title="a&b">an open reference</p>',
        '<p title="&nbsp;">a reference that is not ours</p>',
        "<bdi>a <b>mark</b></bdi>",
        '<bdi dir="auto">an attribute</bdi>',
        "<bdi>never closed",
        "<?xml version='1.0'?>",
        "</ p>",
        '<p x/y="1">',
        "<![CDATA[x]]>",
    ],
)
def test_what_is_not_plain_is_a_problem(body: str) -> None:
    assert markup.read(page(body)).problems


def test_text_before_the_page_is_a_problem() -> None:
    assert markup.read("x" + page("")).problems


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "</bdi><img src=x onerror=alert(1)>",
        '" onclick="alert(1)',
        "&lt;b&gt;",
        "<!--",
        "]]>",
        "\u202e<b>",
        "&#60;b&#62;",
    ],
)
def test_escaped_text_is_read_back_exactly(hostile: str) -> None:
    found = markup.read(page(f"<bdi>{escaped(hostile)}</bdi><p>{escaped(hostile)}</p>"))
    assert found.problems == ()
    assert found.isolated == {hostile}
    assert hostile.strip() in found.texts


def test_a_data_block_is_not_text() -> None:
    block = f'<{markup.DATA_SCRIPT}>{{"name":"x \\u003c y"}}</script>'
    found = markup.read(page(block))
    assert found.data == ('{"name":"x \\u003c y"}',)
    assert not any("name" in text for text in found.texts)
    assert found.problems == ()


def test_attributes_are_read_with_their_references() -> None:
    found = markup.read(page('<a href="/a?b&amp;c" title="&quot;x&#39;">y</a><a href="/z">y</a>'))
    assert found.values("href") == {"/a?b&c", "/z"}
    assert found.values("title") == {"\"x'"}
    assert found.values("src") == frozenset()
    assert found.attribute_names() == {"href", "title", "lang"}


def test_repeated_ids_are_kept() -> None:
    assert markup.ids(page('<p id="a"></p><p id="b"></p><p id="a"></p>').encode()) == ("a", "b", "a")


def test_a_page_of_any_size_is_read_in_blocks() -> None:
    rows = "".join(f'<tr id="r{n}"><td><bdi>name {n}</bdi></td><td>{n}</td></tr>\n' for n in range(20_000))
    whole = page(f"<table><tbody>\n{rows}</tbody></table>")
    found = markup.read(whole)
    assert found.problems == ()
    assert len(found.isolated) == len(markup.ids(whole.encode())) == 20_000
    assert {"0", "19999"} <= found.texts


def test_a_problem_in_a_later_block_is_seen() -> None:
    rows = "<p>x</p>\n" * 60_000
    assert markup.read(page(rows + "<!-- x -->" + rows)).problems == ("the tag '!-- x --'",)
