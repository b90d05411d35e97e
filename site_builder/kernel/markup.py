"""A strict reader of the HTML that we write: what it sees is what a browser parses, or it says where not.

It reads no HTML of others. A page is cut at every ``<``; what follows up to ``>`` must be a tag of
:data:`GRAMMAR`, and the rest is text. Such a page has one reading: no comment, no unquoted value, no element
that changes how the rest is read. Only a data script may hold text that is not shown.

Quick because a page repeats itself: each distinct piece is judged once, and a tag known to be well formed is
not judged again on the next page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
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
_ESCAPES: Final = (("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#34;", '"'), ("&#39;", "'"))
_REFERENCE: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|#34|#39|#96);)")
DATA_SCRIPT: Final = 'script type="application/ld+json"'
_ID: Final = re.compile(rb' id="([^"]*)"')
_ATTRIBUTE: Final = re.compile(r' ([a-z][a-z0-9:-]*)="([^"]*)"')
_NONE: Final[frozenset[str]] = frozenset()
_BLOCK: Final = 1 << 18
_MOST_KNOWN: Final = 50_000
_known_tags: Final[set[str]] = set()


@dataclass(frozen=True, slots=True)
class Markup:
    """The distinct pieces of a page, entities resolved in texts.

    ``tags`` stand without angle brackets, as written; ``texts`` are the visible texts outside isolates,
    without the spaces around them, the empty one left out; ``isolated`` the texts of ``<bdi>`` elements as
    they stand; ``data`` the texts of data scripts; ``problems`` what does not follow the grammar.
    """

    tags: frozenset[str]
    texts: frozenset[str]
    isolated: frozenset[str]
    data: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    _values: dict[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)

    def values(self, name: str) -> frozenset[str]:
        """The distinct values of an attribute, entities resolved."""
        return self.attributes().get(name, _NONE)

    def attribute_names(self) -> frozenset[str]:
        """Every attribute that has a value somewhere."""
        return frozenset(self.attributes())

    def attributes(self) -> Mapping[str, frozenset[str]]:
        """Every attribute that has a value somewhere, with its distinct values."""
        if not self._values:
            found: dict[str, set[str]] = defaultdict(set)
            text = "\n".join(self.tags)
            for name, value in _ATTRIBUTE.findall(text):
                found[name].add(value)
            resolve = _all_resolved if "&" in text else frozenset
            self._values.update((name, resolve(each)) for name, each in found.items())
        return self._values

    def with_more(
        self, isolated: frozenset[str], texts: frozenset[str], values: Mapping[str, frozenset[str]]
    ) -> Markup:
        """The pieces of a page of which these were read elsewhere; ``isolated`` are all its isolates."""
        merged = dict(self.attributes())
        for name, found in values.items():
            if found:
                merged[name] = merged.get(name, _NONE) | found
        return Markup(self.tags, self.texts | texts, isolated, self.data, self.problems, merged)


NOTHING: Final = Markup(_NONE, _NONE, _NONE)


def read(page: str) -> Markup:
    """The pieces of a whole page. Raises nothing: what is malformed is a problem."""
    isolated: set[str] = set()
    pieces: set[str] = set()
    ended = True
    for block in _blocks(page):
        before, *after = block.split("<bdi>")
        halves = [text.partition("</bdi>") for text in after]
        ended = ended and all(end for _, end, _ in halves)
        isolated.update([text for text, _, _ in halves])
        # What stands between isolates repeats itself: each is cut once.
        between = {rest for _, _, rest in halves}
        rest = "</bdi>".join((before, *between))
        ended = ended and rest.count("</bdi>") == len(between)
        pieces.update(rest.split("<"))
    pieces.discard("")
    parts = [piece.partition(">") for piece in pieces]
    tags = {tag for tag, _, _ in parts}
    texts = {text.strip() for _, _, text in parts}
    data: list[str] = []
    if DATA_SCRIPT in tags:
        data = sorted(text for tag, _, text in parts if tag == DATA_SCRIPT)
        texts.difference_update(map(str.strip, data))
    texts.discard("")
    return Markup(
        frozenset(tags),
        _all_resolved(texts),
        _all_resolved(isolated),
        tuple(data),
        tuple(sorted(_problems(page, parts, tags, ended and "<" not in "".join(isolated)))),
    )


def _problems(page: str, parts: list[tuple[str, str, str]], tags: set[str], isolates: bool) -> Iterator[str]:
    if not page.startswith("<"):
        yield f"text before the first tag: {page[:60]!a}"
    if "<<" in page or page.endswith("<"):
        yield "'<' that begins no tag, before another or at the end"
    unended = {tag for tag, end, _ in parts if not end}
    for tag in unended:
        yield f"'<' that begins no tag, before {tag[:60]!a}"
    for tag in _strangers(tags - unended):
        yield f"the tag {tag[:100]!a}"
    if not isolates:
        yield "an isolate that is not <bdi>, one text, </bdi>"


def attributes(tag: str) -> dict[str, str]:
    """The attributes with a value of a well-formed tag, entities resolved."""
    return {name: resolved(value) for name, value in _ATTRIBUTE.findall(tag)}


def ids(page: bytes) -> tuple[str, ...]:
    """Every id of a page in order, repeated ones too; a page without problems has no other."""
    found = _ID.findall(page)
    return tuple(b"\0".join(found).decode("utf-8", "replace").split("\0")) if found else ()


def has_text(page: bytes, text: str) -> bool:
    """Whether a page shows this text outside isolates: quick, ``False`` where it is written otherwise."""
    at = page.find(f">{escaped(text)}<".encode())
    tag = page[page.rfind(b"<", 0, at) + 1 : at] if at > 0 else b"bdi"
    return b">" not in tag and not tag.startswith((b"bdi", b"script"))


def has_value(page: bytes, name: str, value: str) -> bool:
    """Whether a tag of a page has this attribute: quick, and ``False`` where it is written otherwise."""
    at = page.find(f' {name}="{escaped(value)}"'.encode())
    return at > 0 and page.rfind(b"<", 0, at) > page.rfind(b">", 0, at)


def escaped(text: str) -> str:
    """A text as our templates write it."""
    for reference, char in _ESCAPES:
        text = text.replace(char, reference)
    return text


def resolved(text: str) -> str:
    """The characters that a text stands for."""
    if "&" in text:
        for reference, char in _REFERENCES:
            text = text.replace(reference, char)
    return text


def _all_resolved(texts: set[str]) -> frozenset[str]:
    """Many texts at once: a NUL, which no page may hold, stands between them meanwhile."""
    joined = "\0".join(texts)
    return frozenset(resolved(joined).split("\0") if "&" in joined else texts)


def _blocks(page: str) -> Iterator[str]:
    """The page in blocks that begin with a tag, so that a page of any size is read in little memory."""
    start = 0
    while len(page) - start > _BLOCK:
        end = page.rfind("<", start + 1, start + _BLOCK)
        if page.startswith("</bdi>", end):  # an isolate is not cut
            end = page.rfind("<", start + 1, end)
        if end < 0:
            break
        yield page[start:end]
        start = end
    yield page[start:]


def _well_formed(tag: str) -> bool:
    # An isolate has no attribute: plain ones were cut out before.
    if not GRAMMAR.fullmatch(tag) or tag.startswith("bdi "):
        return False
    return "&" not in tag or not _REFERENCE.search(tag)


def _strangers(tags: set[str]) -> list[str]:
    """The tags that are not of the grammar."""
    fresh = tags - _known_tags
    bad = [tag for tag in fresh if not _well_formed(tag)]
    if len(_known_tags) > _MOST_KNOWN:
        _known_tags.clear()
    _known_tags.update(fresh.difference(bad))
    return bad
