"""Lines of HTML that recur from page to page, so that what was judged once in a language is not judged again.

A page is cut before each line that begins with a tag. Such a unit *stands still* when nothing in it depends on
the page around it: its tags are plain, its texts are messages of the catalogue, its links were given to the
site-wide rules. Once pages that hold it were accepted, it is taken out of later pages of the same language
before they are read. A unit that shows third-party text, or names a place of a document, never stands still.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field
from typing import Final

from site_builder.kernel import markup

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


@dataclass(slots=True)
class Still:
    """The units of one language that stand still, as one process of one build found them.

    Only a unit that two pages hold is looked at: ``met`` are those of accepted pages, ``varying`` those that
    were looked at and do not stand still.
    """

    known: set[bytes] = field(default_factory=lambda: {b""})
    met: set[bytes] = field(default_factory=set)
    varying: set[bytes] = field(default_factory=set)

    def left(self, html: bytes) -> set[bytes]:
        """The units of a page that are to be judged, each without the ``<`` that it begins with."""
        return set((b"\n" + html).split(b"\n<")) - self.known

    def learn(self, units: Set[bytes], messages: Set[str], links: Set[tuple[str, str]]) -> None:
        """Units of a page that was accepted; ``links`` are those that site-wide rules were given."""
        for unit in (self.met & units) - self.varying:
            (self.known if stands_still(unit, messages, links) else self.varying).add(unit)
        self.met |= units
        if len(self.known) > _MOST:
            self.known = {b""}
        for each in (self.met, self.varying):
            if len(each) > _MOST:
                each.clear()


def apart(units: Set[bytes]) -> markup.Markup | None:
    """What these units of a page hold, or ``None`` where only the whole page can tell.

    A page is read in pieces that begin with ``<``, and so does a unit: it holds what the page holds there.
    An isolate alone takes two pieces, and must end in its unit. What is malformed is left to the reader of
    the whole.
    """
    text = "<" + b"\n<".join(units).decode("utf-8", "replace")
    if "\n</bdi" in text or "\ufffd" in text:
        return None
    found = markup.read(text)
    return None if found.problems else found


def stands_still(unit: bytes, messages: Set[str], links: Set[tuple[str, str]]) -> bool:
    """Whether every page of the language may hold this unit, whatever its document says."""
    found = None if b"<bdi" in unit else apart({unit})
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
