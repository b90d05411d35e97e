"""Lines of HTML that recur from page to page: what was judged once in a language is not judged again.

A page is cut before each line that begins with a tag. Such a unit *stands still* when nothing in it depends
on the page around it: its tags are plain, its texts are messages of the catalogue, its links were given to
the site-wide rules. Once pages that hold it were accepted, it is taken out of later pages of the same
language before they are read. A unit that shows third-party text, or names a place of a document, never
stands still.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import and_
from typing import Final, NamedTuple

from site_builder.kernel import markup
from site_builder.kernel.markup import Markup

# Elements whose tags say something of the page itself.
_OF_THE_PAGE: Final = frozenset(("html", "meta", "link", "script", "title", "time", "bdi"))
_PLAIN: Final = frozenset(
    (
        "class", "scope", "id", "role", "type", "rel", "lang", "open", "tabindex",
        "aria-labelledby", "aria-describedby", "aria-current",
    )
)  # fmt: skip
_SHOWN: Final = frozenset(("aria-label", "title", "data-l"))
_LETTER: Final = re.compile(r"[^\W_]")
# Each of the sets below is forgotten when it has more; a unit has some hundred bytes.
_MOST: Final = 10_000
# After this many pages most of what stands still is known: then one page in so many is looked at.
_ALL_OF: Final = 64
_ONE_IN: Final = 16
_CELL: Final = b"<td>"
_NONE: Final[frozenset[bytes]] = frozenset()


@dataclass(slots=True)
class Still:
    """The units of one language that stand still, as one process of one build found them.

    Only a unit that two pages hold is looked at: ``met`` are those of accepted pages, ``varying`` those that
    were looked at and do not stand still.
    """

    known: set[bytes] = field(default_factory=lambda: {b""})
    met: set[bytes] = field(default_factory=set)
    varying: set[bytes] = field(default_factory=set)
    pages: int = 0

    def left(self, html: bytes) -> Set[bytes]:
        """The units of a page that are to be judged, each without the ``<`` that it begins with."""
        return set((b"\n" + html).split(b"\n<")) - self.known

    def learn(self, units: Set[bytes], messages: Set[str], links: Set[tuple[str, str]]) -> None:
        """Units of a page that was accepted; ``links`` are those that site-wide rules were given."""
        self.pages += 1
        if self.pages > _ALL_OF and self.pages % _ONE_IN:
            return
        for unit in (self.met & units) - self.varying:
            (self.known if stands_still(unit, messages, links) else self.varying).add(unit)
        self.met |= units
        if len(self.known) > _MOST:
            self.known = {b""}
        for each in (self.met, self.varying):
            if len(each) > _MOST:
                each.clear()


class Parts(NamedTuple):
    """Some units of a page: ``lines`` as units are, and rows of tables as what follows each ``<td>``."""

    lines: Set[bytes]
    cells: Set[bytes]

    def __and__(self, other: Parts) -> Parts:
        return Parts(self.lines & other.lines, self.cells & other.cells)

    def __sub__(self, other: Parts) -> Parts:
        return Parts(self.lines - other.lines, self.cells - other.cells)


def parts(units: Set[bytes]) -> Parts:
    """Units in smaller pieces, more of which are the same in every language."""
    rows = [unit for unit in units if unit.startswith(b"tr>")]
    cells = set((b"<" + b"<td><".join(rows)).split(_CELL)) if rows else _NONE
    return Parts(units - set(rows), cells)


def apart(some: Parts) -> Markup | None:
    """What these parts of a page hold, or ``None`` where only the whole page can tell.

    A page is read in pieces that begin with ``<``, and so does a unit: it holds what the page holds there.
    An isolate alone takes two pieces, and must end where it begins. What is malformed is left to the reader
    of the whole.
    """
    lines = b"<" + b"\n<".join(some.lines) if some.lines else b""
    text = _CELL.join((lines, *some.cells)).decode("utf-8", "replace")
    if "\n</bdi" in text or "\ufffd" in text:
        return None
    found = markup.read(text) if text else markup.NOTHING
    return None if found.problems else found


@dataclass(eq=False)
class Twins:
    """A page in every language, of documents that share what no language changes.

    What the versions have in common is read once; all of it is judged in each.
    """

    versions: Sequence[Parts]

    @cached_property
    def common(self) -> Parts:
        return reduce(and_, self.versions)

    @cached_property
    def shared(self) -> Markup | None:
        return apart(self.common)

    def read(self, version: Parts) -> Markup | None:
        """What one of the versions holds, or ``None`` where only the whole page can tell."""
        own = apart(version - self.common)
        return markup.joined(own, self.shared) if own and self.shared else None


def stands_still(unit: bytes, messages: Set[str], links: Set[tuple[str, str]]) -> bool:
    """Whether every page of the language may hold this unit, whatever its document says."""
    found = None if b"<bdi" in unit else apart(parts({unit}))
    if found is None or any(_LETTER.search(text) for text in found.texts - messages):
        return False
    for tag in found.tags:
        if tag.partition(" ")[0] in _OF_THE_PAGE:
            return False
        for name, value in markup.attributes(tag).items():
            if name == "href":
                path, _, anchor = value.partition("#")
                allowed = (path, anchor) in links
            else:
                allowed = name in _PLAIN or (name in _SHOWN and value in messages)
            if not allowed:
                return False
    return True
