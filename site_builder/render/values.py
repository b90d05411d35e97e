"""What may be shown, by its exact type; all else is refused, ``None`` and truth values first.

A page prints strings, integers, third-party text and HTML made here. Jinja would also print ``None``,
``True``, a list or a rounded float, and nobody would notice before a reader does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from markupsafe import Markup, _escape_inner  # type: ignore[attr-defined] # what its public escape() wraps

from site_builder.kernel.canonical import json_text
from site_builder.kernel.remembered import Remembered
from site_builder.kernel.third_party import ThirdPartyText, shown

escaped: Final[Callable[[str], str]] = _escape_inner
"""HTML text of a string: ``& < > " '`` become references. The C function that ``markupsafe.escape`` wraps."""


class ShowError(TypeError):
    """A template shows a value that no page may show, or shows it where it may not stand: a bug."""


class ThirdParty:
    """A string that a stranger wrote, as a template sees it: it can be shown between tags, and nothing else.

    Between tags it is isolated, escaped and marked (``<bdi>`` is the mark: nothing else uses that element).
    It has no ``str()``, so that no filter, attribute, address or concatenation can take it for plain text.
    """

    __slots__ = ("exact", "html")

    def __init__(self, exact: str) -> None:
        self.exact: Final = str(exact)
        self.html: Final = f"<bdi>{escaped(shown(exact))}</bdi>"

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        raise ShowError("third-party text is shown between tags, never anywhere else")

    def __format__(self, spec: str) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"ThirdParty({self.exact!r})"

    def __bool__(self) -> bool:
        raise ShowError("third-party text is not a condition: ask whether it is none")


_LONGEST: Final = 512
third_party: Final = Remembered[str, ThirdParty](ThirdParty, most=8192, longest=_LONGEST).__getitem__
"""The wrapped string. Each language shows the same ones, one page after the other: they are shared."""


def claim_value(value: object) -> str:
    """A JSON value that a claim or a fact holds: ``1``, ``1.0``, ``true`` and ``"1"`` read differently.

    The text is the value's JSON on one line, strings in quotes, as :func:`shown` shows it.
    """
    value = value.exact if type(value) is ThirdParty else value
    kind = type(value)
    if (kind is str and len(value) <= _LONGEST) or kind is bool:  # type: ignore[arg-type] # a str has a length
        return _short_claim(value)
    return _claim(value if kind is str else plain(value))


def _claim(value: object) -> str:
    return f"<code><bdi>{escaped(shown(json_text(value)))}</bdi></code>"


# By type too: ``True`` is ``1``.
_short_claim: Final = lru_cache(maxsize=8192, typed=True)(_claim)


def plain(value: object) -> object:
    """The JSON value, with the exact strings in place of :class:`ThirdParty`."""
    if isinstance(value, ThirdParty):
        return value.exact
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


class _Shown(dict[type, Callable[..., str]]):
    def __missing__(self, kind: type) -> Callable[..., str]:
        raise ShowError(f"a page shows text and whole numbers, not {kind.__name__}")


SHOWN: Final = _Shown(
    {
        str: escaped,
        ThirdPartyText: escaped,
        int: str,
        Markup: str.__str__,
        ThirdParty: attrgetter("html"),
    }
)
"""Type to the function that makes its HTML, between tags. A stranger's string that the document does not list
is text like any other here, as it is in the document's bytes: the rules refuse its page (PUB-12)."""
_TEXT: Final = frozenset((str, ThirdPartyText))


def attribute(value: object) -> str:
    """The text of an attribute that the browser does not act on. Refuses third-party text."""
    if type(value) in _TEXT:
        return escaped(value)  # type: ignore[arg-type] # it is a str
    if type(value) is int:
        return str(value)
    raise ShowError(f"an attribute holds text of the Index, not {type(value).__name__}")


_ADDRESS: Final = re.compile(r"(?:https://[^\s\\\"<>]+|/(?![/\\])[^\s\\\"<>]*|#[^\s\\\"<>]+)")


def address(value: object) -> str:
    """The start of an ``href`` or ``src``: an absolute https address, a path of the site, or ``#anchor``."""
    if type(value) in _TEXT and (made := _address(value)) is not None:
        return made
    raise ShowError(f"an address is https://…, /… or #…, not a {type(value).__name__}: {plain(value)!r}")


@lru_cache(maxsize=1024)
def _address(value: str) -> str | None:
    """All the proofs of a page have one beginning."""
    return escaped(value) if _ADDRESS.fullmatch(value) else None


_compact: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def data_block(value: object) -> str:
    """JSON inside a ``script`` element of a data type: nothing in it can end the element."""
    text = _compact(value)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


HTML_FILTERS: Final[dict[str, Callable[[Any], str]]] = {
    "attribute": attribute,
    "address": address,
    "data_block": data_block,
    "claim_value": claim_value,
}
"""The filters whose result is HTML already, for the place that each is made for."""
