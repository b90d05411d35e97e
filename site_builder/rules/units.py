"""Lines of HTML that recur from page to page: each is read once, and remembered by what it demands of a page.

A page is *outlined*: third-party text, dates, and links that are named by what they lead to, are taken out of
it and judged by themselves. What is left is cut before each line that begins with a tag. Of such a unit,
once pages that hold it were accepted, only its *demands* are judged again on later pages of the language: the
texts and places that the document must hold, the addresses that must be somewhere. A unit that says something
of the page itself is read on every page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from site_builder.kernel import markup
from site_builder.kernel.identifiers import PROOF_ID
from site_builder.kernel.markup import Markup
from site_builder.kernel.remembered import Remembered

# Tags that rules look for on every page, by what they begin with.
_OF_THE_PAGE: Final = (
    "html ", 'meta name="description"', 'meta name="ai-disclosure"', 'link rel="canonical"',
    'link rel="alternate"', "script", "title",
)  # fmt: skip
_PLAIN: Final = frozenset(
    (
        "class", "scope", "id", "role", "type", "rel", "lang", "open", "tabindex",
        "aria-labelledby", "aria-describedby", "aria-current", "data-json", "href", "charset", "name",
        "content", "http-equiv", "datetime",
    )
)  # fmt: skip
_SHOWN: Final = frozenset(("aria-label", "title", "data-l"))
_LETTER: Final = re.compile(r"[^\W_]")
# Each of the sets below is forgotten when it has more; a unit has some hundred bytes.
_MOST: Final = 10_000
# After this many pages most of what stands still is known: then one page in so many is looked at.
_ALL_OF: Final = 64
_ONE_IN: Final = 4
_ISOLATE: Final = re.compile(rb"<bdi>([^<]*)</bdi>")
_DATE: Final = re.compile(rb'<time datetime="([^"<>]*)">([^<]*)</time> <span class="local">([^<]*)</span>')
# What an outline holds in their places: the same elements, empty.
_NO_TEXT: Final = b"<bdi></bdi>"
_NO_LINK: Final = b"<a></a>"
_NO_DATE: Final = b"<time></time>"
_NONE: Final[frozenset[str]] = frozenset()


class Outline(NamedTuple):
    """A page whose isolates, dates, and links by the name of what they lead to, are empty.

    ``isolated``: the texts of its ``<bdi>`` elements, ``isolates`` as they stand; ``named``: the ids of the
    proofs and of the places of the page that are their own links; ``dates``: the texts of dates, and their
    instants; ``units``: the rest, each without the ``<`` that it begins with.
    """

    isolated: frozenset[str]
    named: frozenset[str]
    dates: frozenset[str]
    units: set[bytes]
    isolates: list[bytes]


def outline(html: bytes, proof_url: str | None, twin: Outline | None = None) -> Outline | None:
    """The outline of a page whose proofs stand at ``proof_url`` (with ``{proof_id}``), if it has any;
    ``None`` where an isolate, a date or a link is not UTF-8 (the units are decoded as they are read). What an
    isolate holds cannot begin a tag, so the outline has the tags of the page. ``twin``: that of the page in
    another language, which mostly has the same isolates."""
    try:
        return _outline(html, proof_url, twin)
    except UnicodeDecodeError:
        return None


def _outline(html: bytes, proof_url: str | None, twin: Outline | None) -> Outline:
    pieces = _ISOLATE.split(html)
    rest = _NO_TEXT.join(pieces[::2])
    isolates = pieces[1::2]
    named: list[bytes | None] = []
    if proof_url:
        pieces = _link(proof_url).split(rest)
        rest = _NO_LINK.join(pieces[::3])
        named = pieces[1::3] + pieces[2::3]
    pieces = _DATE.split(rest)
    rest = _NO_DATE.join(pieces[::4])
    dates = pieces[1::4] + pieces[2::4] + pieces[3::4]
    same = twin is not None and twin.isolates == isolates
    first, *units = rest.split(b"\n<")
    units.append(first[1:] if first.startswith(b"<") else b"\n" + first)
    return Outline(
        twin.isolated if twin and same else frozenset(map(_text, set(isolates))),
        _texts([name for name in named if name]),
        frozenset(map(markup.resolved, _texts(dates))),
        set(units),
        isolates,
    )


def _texts(found: list[bytes]) -> frozenset[str]:
    """Decoded at once: a NUL stands between them meanwhile, unless one of them holds one."""
    texts = b"\0".join(found).decode().split("\0")
    return frozenset(texts if len(texts) == len(found) else [text.decode() for text in found])


def _made(found: bytes) -> str:
    return markup.resolved(found.decode())


# Participants claim much the same: most texts recur from page to page.
_text: Final = Remembered[bytes, str](_made, most=8192, longest=512).__getitem__


@lru_cache(maxsize=16)
def _link(proof_url: str) -> re.Pattern[bytes]:
    """A place that is its own link, or a link to a proof, as the templates write them."""
    before, _, after = (re.escape(markup.escaped(part)) for part in proof_url.partition("{proof_id}"))
    place, proof = r'id="([^"<>&]+)" href="#\1">\1', rf'href="{before}({PROOF_ID}){after}">\2'
    return re.compile(f"<a (?:{place}|{proof})</a>".encode())


class Demands(NamedTuple):
    """What a page that holds a unit must answer for: visible texts, JSON Pointers, addresses of links."""

    texts: frozenset[str]
    pointers: frozenset[str]
    links: frozenset[str]


@dataclass(slots=True)
class Recurring:
    """The units of one language that recur, as one process of one build found them.

    Only a unit that two pages hold is looked at: ``met`` are those of accepted pages. ``still`` are those
    that demand nothing, ``demanding`` the others with the texts that they demand, ``pointing`` and
    ``linking`` those among them that demand a place or an address; ``varying`` are read on every page.
    """

    still: set[bytes] = field(default_factory=set)
    demanding: dict[bytes, frozenset[str]] = field(default_factory=dict)
    pointing: dict[bytes, frozenset[str]] = field(default_factory=dict)
    linking: dict[bytes, frozenset[str]] = field(default_factory=dict)
    varying: set[bytes] = field(default_factory=set)
    met: set[bytes] = field(default_factory=set)
    pages: int = 0

    def read(self, outline: Outline) -> Markup | None:
        """What a page holds besides the links that are named, but for what recurs and demands nothing of it;
        tags that recur are left out.

        ``None`` where only the reader of the whole page can tell: an isolate does not end where it should, or
        what is new is malformed or not UTF-8.
        """
        left = outline.units - self.still
        new = left.difference(self.demanding)
        try:
            text = (b"<" + b"\n<".join(new)).decode() if new else ""
        except UnicodeDecodeError:
            return None
        if text.count("bdi>") != 2 * text.count("<bdi></bdi>"):
            return None
        found = markup.read(text) if new else markup.NOTHING
        if found.problems:
            return None
        recurring = left - new
        return found.with_more(
            outline.isolated,
            _all(self.demanding, recurring),
            {
                "data-json": _all(self.pointing, recurring & self.pointing.keys()),
                "href": _all(self.linking, recurring & self.linking.keys()),
            },
        )

    def learn(self, units: set[bytes], messages: Set[str], links: Set[tuple[str, str]]) -> None:
        """Units of a page that was accepted; ``links`` are those that site-wide rules were given."""
        self.pages += 1
        if self.pages > _ALL_OF and self.pages % _ONE_IN:
            return
        units = (units - self.still).difference(self.demanding)
        for unit in (self.met & units) - self.varying:
            found = demands(unit, messages, links)
            if found is None:
                self.varying.add(unit)
            elif any(found):
                self.demanding[unit] = found.texts
                if found.pointers:
                    self.pointing[unit] = found.pointers
                if found.links:
                    self.linking[unit] = found.links
            else:
                self.still.add(unit)
        self.met |= units
        if len(self.still) > _MOST:
            self.still.clear()
        if len(self.demanding) > _MOST:
            for known in (self.demanding, self.pointing, self.linking):
                known.clear()
        for each in (self.met, self.varying):
            if len(each) > _MOST:
                each.clear()


def _all(demands: dict[bytes, frozenset[str]], units: Iterable[bytes]) -> frozenset[str]:
    return _NONE.union(*map(demands.__getitem__, units))


def demands(unit: bytes, messages: Set[str], links: Set[tuple[str, str]]) -> Demands | None:
    """What a unit of an outline demands of any page that holds it; ``None`` where it must be read there."""
    found = markup.read(f"<{unit.decode()}")
    if found.problems:
        return None
    texts = {text for text in found.texts if _LETTER.search(text)}
    for tag in found.tags:
        if tag.startswith(_OF_THE_PAGE):
            return None
        for name, value in markup.attributes(tag).items():
            if name in _SHOWN:
                texts.add(value)
            elif name not in _PLAIN:
                return None
    addresses = {target for target in found.values("href") if (*target.partition("#")[::2],) not in links}
    return Demands(frozenset(texts - messages), found.values("data-json"), frozenset(addresses))
