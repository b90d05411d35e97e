"""Markdown to HTML: CommonMark and tables, nothing else, and no text is ever lost or changed.

What is switched off, and why: raw HTML is shown as text (``<n>`` in an official table is a placeholder, not a
tag); bare addresses and file names never become links; quotes, dashes and ``(c)`` stay as typed; an image is
shown as its alternative text, since a page loads nothing from elsewhere. A link goes to an ``https:``
address, to a place of the site (relative or absolute path) or to ``#anchor``; with any other target it stays
visible as the text that was typed. Links to other sites carry ``rel="external noopener noreferrer"``: the
reader's address bar tells nobody where they came from. They are the Index's own words, so no ``nofollow``.

Headings. ``id`` is a slug: the visible text in NFC and lower case, every run of characters that are neither
letters nor digits becomes one hyphen, accents stay (``## Étayée ?`` is ``étayée``); a second equal slug gets
``-2``, then ``-3``. A heading that begins with a section number has a second anchor that is the same in every
language: ``### 5.7 Calcul du score`` is also ``#s5-7``, ``## 10. Limits`` is also ``#s10``; so has one that
begins with a code: ``## PUB-07 Names`` is also ``#PUB-07``.

Tables and code blocks may be wider than a phone: each stands in a ``div.scroll`` that the keyboard can reach
and that is named by the heading above it (``role="group"``, not a landmark).
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

_SECTION_NUMBER: Final = re.compile(r"(?:§\s*)?(\d+(?:\.\d+)*)\.?(?=\s)")
_CODE: Final = re.compile(r"[A-Z]{1,8}-?\d{1,4}(?=\s)")
_TARGET: Final = re.compile(
    r"https://[^\s/?#\\@:]+(?::\d+)?(?:[/?#][^\s\\]*)?"  # another site
    r"|#[^\s]+"  # a place of this page
    r"|(?!//)(?![^/?#]*:)[^\s\\#?][^\s\\]*",  # a place of this site: no scheme, no host
)


@dataclass(frozen=True, slots=True)
class Heading:
    """``level`` 1 to 6, ``id`` without ``#``, ``text`` as a reader sees it; ``anchor`` is the one that is
    the same in every language (``s5-7``, ``PUB-07``), or None when the heading has neither."""

    level: int
    id: str
    text: str
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """``html`` is a run of block elements, safe to insert as it is; ``headings`` is in document order."""

    html: str
    headings: tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A link or image of a source; ``line`` (from 1) begins its block. ``allowed``: it becomes a link."""

    kind: str
    target: str
    line: int
    allowed: bool


@functools.lru_cache(maxsize=1024)
def render(markdown: str) -> Rendered:
    """The HTML of a page and its headings. Raises nothing: every text is markdown."""
    tokens = _parsed(markdown).tokens
    headings = tuple(_name_headings(tokens))
    return Rendered(_parser().renderer.render(tokens, _parser().options, {}), headings)


def headings(markdown: str) -> tuple[Heading, ...]:
    """The headings of a page, as :func:`render` gives them."""
    return tuple(_name_headings(_parsed(markdown).tokens))


def heading_lines(markdown: str) -> Iterator[tuple[int, Heading]]:
    """(line, heading) in document order; lines count from 1."""
    tokens = _parsed(markdown).tokens
    starts = [t.map[0] + 1 if t.map else 1 for t in tokens if t.type == "heading_open"]
    return zip(starts, _name_headings(tokens), strict=True)


def references(markdown: str) -> Iterator[Reference]:
    """Every link and image that a source asks for, the refused ones included."""
    parsed = _parsed(markdown)
    for block in _parser(lenient=True).parse(markdown) if parsed.refused else parsed.tokens:
        line = block.map[0] + 1 if block.map else 1
        for token in block.children or ():
            if token.type == "link_open":
                target = str(token.attrGet("href") or "")
                yield Reference("link", target, line, bool(_TARGET.fullmatch(target)))
            elif token.type == "image":
                yield Reference("image", str(token.attrGet("src") or ""), line, False)


def plain_text(markdown: str) -> str:
    """The visible text, code included, one block a line: what a reader reads, without any mark-up."""
    return "\n".join(text for _, text in text_blocks(markdown))


def text_blocks(markdown: str) -> Iterator[tuple[int, str]]:
    """(line, visible text) of each block in order, table cells and code included; lines count from 1."""
    line = 1
    for token in _parsed(markdown).tokens:
        line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            yield line, _visible(token)
        elif token.type in ("fence", "code_block"):
            yield line, token.content


def slug(text: str) -> str:
    """The anchor of a heading, duplicates not yet numbered; ``section`` when no letter or digit is left."""
    words = re.findall(r"(?:[^\W_]|[\u0300-\u036f])+", unicodedata.normalize("NFC", text).lower())
    return "-".join(words) or "section"


class _Parsed(NamedTuple):
    """The tokens of a text; ``refused``: whether a target that it holds may not become a link."""

    tokens: list[Token]
    refused: bool


@functools.lru_cache(maxsize=64)
def _parsed(markdown: str) -> _Parsed:
    """A text parsed once for all who judge and render it; naming its headings twice changes nothing."""
    parser = _parser()
    parser.refused = False
    return _Parsed(parser.parse(markdown), parser.refused)


@functools.cache
def _parser(*, lenient: bool = False) -> _Parser:
    options = {"html": False, "linkify": False, "typographer": False, "xhtmlOut": False}
    kind = _LenientParser if lenient else _Parser
    parser = kind("commonmark", options, renderer_cls=_Renderer)
    parser.enable("table")
    return parser


class _Parser(MarkdownIt):
    refused = False

    def validateLink(self, url: str) -> bool:  # noqa: N802
        allowed = bool(_TARGET.fullmatch(url))
        self.refused = self.refused or not allowed
        return allowed

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        return _normalized(url)

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link


class _LenientParser(_Parser):
    """Accepts every target, to tell a writer about those that the other one refuses."""

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return True


def _normalized(url: str) -> str:
    """The address as typed, percent-encoded only where HTML needs it; letters with accents stay readable."""
    if url.startswith("#"):
        return "#" + unicodedata.normalize("NFC", unquote(url[1:]))
    return re.sub(r"[\x00-\x20\"<>\\^`{|}\x7f]", lambda m: f"%{ord(m.group()):02X}", url)


def _visible(inline: Token) -> str:
    pieces = []
    for token in inline.children or ():
        if token.type in ("softbreak", "hardbreak"):
            pieces.append(" ")
        elif token.type == "image":
            pieces.append(_visible(token))
        else:
            pieces.append(token.content)
    return "".join(pieces)


def _name_headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    """Give every heading its anchors; section anchors are reserved first, so that no slug can take one."""
    found = [
        (token, tokens[at + 1], " ".join(_visible(tokens[at + 1]).split()))
        for at, token in enumerate(tokens)
        if token.type == "heading_open"
    ]
    numbered: dict[str, int] = {}
    for at, (_, _, text) in enumerate(found):
        number = _SECTION_NUMBER.match(text)
        if number:
            numbered.setdefault("s" + number[1].replace(".", "-"), at)
        elif code := _CODE.match(text):
            numbered.setdefault(code[0], at)
    anchors = {at: anchor for anchor, at in numbered.items()}
    taken = set(numbered)
    for at, (opening, inline, text) in enumerate(found):
        base = slug(text)
        identifier, copy = base, 1
        while identifier in taken:
            copy += 1
            identifier = f"{base}-{copy}"
        taken.add(identifier)
        opening.attrSet("id", identifier)
        anchor = anchors.get(at)
        if anchor:
            inline.meta["anchor"] = anchor
        yield Heading(int(opening.tag[1:]), identifier, text, anchor)


class _Renderer(RendererHTML):
    """CommonMark output, with images as text, links to other sites marked, and wide blocks that scroll."""

    def render(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:
        env["heading"] = None
        return str(super().render(tokens, options, env))

    def renderInline(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:  # noqa: N802
        anchor = env.pop("anchor", None)
        mark = f'<span id="{anchor}"></span>' if anchor else ""
        return mark + str(super().renderInline(tokens, options, env))

    def heading_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        env["heading"] = tokens[at].attrGet("id")
        env["anchor"] = tokens[at + 1].meta.get("anchor")
        return str(self.renderToken(tokens, at, options, env))

    def image(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        return escapeHtml(_visible(tokens[at]))

    def link_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        if str(tokens[at].attrGet("href")).startswith("https:"):
            tokens[at].attrSet("rel", "external noopener noreferrer")
        return str(self.renderToken(tokens, at, options, env))

    def table_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        return _scroll(env) + "<table>\n"

    def table_close(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        return "</table>\n</div>\n"

    def th_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        return f'<th scope="col"{_alignment(tokens[at])}>'

    def td_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        return f"<td{_alignment(tokens[at])}>"

    def fence(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        return f"{_scroll(env)}<pre><code>{escapeHtml(tokens[at].content)}</code></pre>\n</div>\n"

    def code_block(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        return self.fence(tokens, at, options, env)


def _scroll(env: MutableMapping[str, Any]) -> str:
    heading = env.get("heading")
    named = f' role="group" aria-labelledby="{escapeHtml(str(heading))}"' if heading else ""
    return f'<div class="scroll" tabindex="0"{named}>'


def _alignment(token: Token) -> str:
    """Column alignment as a class: a content security policy without inline styles must hold."""
    side = re.search(r"text-align:(left|center|right)", str(token.attrGet("style") or ""))
    return f' class="{side[1]}"' if side else ""
