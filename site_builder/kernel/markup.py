"""A strict reader of the HTML that we write: what it sees is what a browser parses, or it says where not.

It reads no HTML of others. A page is cut at every ``<``; what follows up to ``>`` must be a tag of
:data:`GRAMMAR`, and the rest is text. Such a page has one reading: no comment, no unquoted value, no element
that changes how the rest is read. Only a data script may hold text that is not shown.

Quick because a page repeats itself: each distinct piece is judged once, and a tag known to be well formed is
not judged again on the next page.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

# A tag without its angle brackets.
GRAMMAR: Final = re.compile(
    r'!doctype html|/[a-z][a-z0-9]*|[a-z][a-z0-9]*(?: [a-z][a-z0-9:-]*(?:="[^"<>]*")?)*'
)
_REFERENCE: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|#[0-9]+);)")
DATA_SCRIPT: Final = 'script type="application/ld+json"'
_ISOLATE: Final = re.compile(r"<bdi>([^<]*)</bdi>")
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
            self._values.update({name: frozenset(map(resolved, each)) for name, each in found.items()})
        return self._values


def read(page: str) -> Markup:
    """The pieces of a whole page. Raises nothing: what is malformed is a problem."""
    pieces: set[str] = set()
    for block in _blocks(page):
        pieces.update(block.split("<"))
    tags: set[str] = set()
    texts: set[str] = set()
    isolated: set[str] = set()
    data: list[str] = []
    problems: list[str] = []
    for piece in pieces:
        tag, end, text = piece.partition(">")
        if not end:
            if piece:
                problems.append(f"'<' that begins no tag, before {piece[:60]!a}")
            continue
        tags.add(tag)
        if tag == "bdi":
            isolated.add(text)
        elif tag == DATA_SCRIPT:
            data.append(text)
        else:
            texts.add(text.strip())
    if not page.startswith("<"):
        problems.append(f"text before the first tag: {page[:60]!a}")
    problems += [f"the tag {tag[:100]!a}" for tag in sorted(_strangers(tags))]
    if page.count("<bdi") != len(_ISOLATE.findall(page)):
        problems.append("an isolate that is not <bdi>, one text, </bdi>")
    texts.discard("")
    return Markup(
        frozenset(tags),
        frozenset(map(resolved, texts)),
        frozenset(map(resolved, isolated)),
        tuple(_ID.findall(page)),
        tuple(data),
        tuple(sorted(problems)),
    )


def attributes(tag: str) -> dict[str, str]:
    """The attributes with a value of a well-formed tag, entities resolved."""
    return {name: resolved(value) for name, value in _ATTRIBUTE.findall(tag)}


def resolved(text: str) -> str:
    """The characters that a text stands for."""
    return _resolved(text) if "&" in text else text


@lru_cache(maxsize=4096)
def _resolved(text: str) -> str:
    return html.unescape(text)


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
