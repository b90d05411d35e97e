"""A strict reader of the HTML that we write: what it sees is what a browser parses, or it says where not.

It reads no HTML of others. A page is cut at every ``<``; what follows up to ``>`` must be a tag of
:data:`GRAMMAR`, and the rest is text. Such a page has one reading: no comment, no unquoted value, no element
that changes how the rest is read. Only a data script may hold text that is not shown.

Quick because a page repeats itself: each distinct piece is judged once, and a tag known to be well formed is
not judged again on the next page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

# A tag without its angle brackets.
GRAMMAR: Final = re.compile(
    r'!doctype html|/[a-z][a-z0-9]*|[a-z][a-z0-9]*(?: [a-z][a-z0-9:-]*(?:="[^"<>]*")?)*'
)
# The references that an escaped string holds; the ampersand comes last.
_REFERENCES: Final = (
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", '"'),
    ("&#34;", '"'),
    ("&#39;", "'"),
    ("&#96;", "`"),
    ("&amp;", "&"),
)
_REFERENCE: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|#34|#39|#96);)")
DATA_SCRIPT: Final = 'script type="application/ld+json"'
_BROKEN_ISOLATE: Final = re.compile(r"<bdi(?!>[^<]*</bdi>)")
_ID: Final = re.compile(r' id="([^"]*)"')
_ATTRIBUTE: Final = re.compile(r' ([a-z][a-z0-9:-]*)="([^"]*)"')
_BLOCK: Final = 1 << 18
_MOST_KNOWN: Final = 50_000
_known_tags: Final[set[str]] = set()


@dataclass(frozen=True, slots=True)
class Markup:
    """The distinct pieces of a page, entities resolved in texts.

    ``tags`` stand without angle brackets, as written; ``texts`` are the visible texts outside isolates,
    without the spaces around them, the empty one left out; ``isolated`` the texts of ``<bdi>`` elements as
    they stand; ``ids`` every id in order, repeated ones too; ``data`` the texts of data scripts;
    ``problems`` what does not follow the grammar.
    """

    tags: frozenset[str]
    texts: frozenset[str]
    isolated: frozenset[str]
    ids: tuple[str, ...]
    data: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    _values: dict[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)

    def values(self, name: str) -> frozenset[str]:
        """The distinct values of an attribute, entities resolved."""
        return self._attributes().get(name, frozenset())

    def attribute_names(self) -> frozenset[str]:
        """Every attribute that has a value somewhere."""
        return frozenset(self._attributes())

    def _attributes(self) -> dict[str, frozenset[str]]:
        if not self._values:
            found: dict[str, set[str]] = {}
            for name, value in _ATTRIBUTE.findall("\n".join(self.tags)):
                found.setdefault(name, set()).add(value)
            for name, each in found.items():
                self._values[name] = frozenset(_all_resolved(each))
        return self._values


def read(page: str) -> Markup:
    """The pieces of a whole page. Raises nothing: what is malformed is a problem."""
    pieces: set[str] = set()
    for block in _blocks(page):
        pieces.update(block.split("<"))
    pieces.discard("")
    parts = [piece.partition(">") for piece in pieces]
    tags = {tag for tag, _, _ in parts}
    isolated = {text for tag, _, text in parts if tag == "bdi"}
    texts = {text.strip() for tag, _, text in parts if tag != "bdi"}
    data: list[str] = []
    if DATA_SCRIPT in tags:
        data = sorted(text for tag, _, text in parts if tag == DATA_SCRIPT)
        texts.difference_update(map(str.strip, data))
    texts.discard("")
    return Markup(
        frozenset(tags),
        frozenset(_all_resolved(texts)),
        frozenset(_all_resolved(isolated)),
        tuple(_ID.findall(page)),
        tuple(data),
        tuple(sorted(_problems(page, parts, tags))),
    )


def _problems(page: str, parts: list[tuple[str, str, str]], tags: set[str]) -> Iterator[str]:
    if not page.startswith("<"):
        yield f"text before the first tag: {page[:60]!a}"
    unended = {tag for tag, end, _ in parts if not end}
    for tag in unended:
        yield f"'<' that begins no tag, before {tag[:60]!a}"
    for tag in _strangers(tags - unended):
        yield f"the tag {tag[:100]!a}"
    if _BROKEN_ISOLATE.search(page):
        yield "an isolate that is not <bdi>, one text, </bdi>"


def attributes(tag: str) -> dict[str, str]:
    """The attributes with a value of a well-formed tag, entities resolved."""
    return {name: resolved(value) for name, value in _ATTRIBUTE.findall(tag)}


def resolved(text: str) -> str:
    """The characters that a text stands for."""
    for reference, char in _REFERENCES:
        text = text.replace(reference, char)
    return text


def _all_resolved(texts: set[str]) -> list[str]:
    """Many texts at once: a NUL, which no page may hold, stands between them meanwhile."""
    return resolved("\0".join(texts)).split("\0") if texts else []


def _blocks(page: str) -> Iterator[str]:
    """The page in blocks that begin with a tag, so that a page of any size is read in little memory."""
    start = 0
    while len(page) - start > _BLOCK:
        end = page.rfind("<", start + 1, start + _BLOCK)
        if end < 0:
            break
        yield page[start:end]
        start = end
    yield page[start:]


def _strangers(tags: set[str]) -> list[str]:
    """The tags that are not of the grammar."""
    fresh = tags - _known_tags
    bad = [tag for tag in fresh if not GRAMMAR.fullmatch(tag) or ("&" in tag and _REFERENCE.search(tag))]
    if len(_known_tags) > _MOST_KNOWN:
        _known_tags.clear()
    _known_tags.update(fresh.difference(bad))
    return bad
