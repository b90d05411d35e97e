"""What may be shown, by its exact type; all else is refused, ``None`` and truth values first.

A page prints strings, integers, third-party text and HTML made here. Jinja would also print ``None``,
``True``, a list or a rounded float, and nobody would notice before a reader does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NoReturn

from markupsafe import Markup, _escape_inner  # type: ignore[attr-defined] # what its public escape() wraps

from site_builder.kernel.canonical import json_text
from site_builder.kernel.remembered import Remembered
from site_builder.kernel.third_party import ThirdPartyText, shown

escaped: Final[Callable[[str], str]] = _escape_inner
"""HTML text of a string: ``& < > " '`` become references. The C function that ``markupsafe.escape`` wraps."""


class ShowError(TypeError):
    """A template shows a value that no page may show, or shows it where it may not stand: a bug."""


_LONGEST: Final = 512


def _isolated(text: str) -> str:
    return f"<bdi>{escaped(shown(text))}</bdi>"


# Longer ones are those of one report, which each language shows, one page after the other. The longest, fifty
# times as long as these, are made each time.
_narrative: Final = Remembered[str, str](_isolated, most=64, longest=4096).__getitem__
isolated: Final = Remembered[str, str](_narrative, most=8192, longest=_LONGEST).__getitem__
"""HTML of a string that a stranger wrote: isolated, escaped and marked (``<bdi>`` is the mark: nothing else
uses that element)."""


def refused(value: object) -> NoReturn:
    """What a template does with third-party text when it does anything else than to show it: a bug."""
    raise ShowError(f"third-party text is shown between tags, never anywhere else: {value!r}")


def tuples(items: Iterable[object]) -> Iterator[tuple[object, ...]]:
    """What a template unpacks: tuples of the program, never a text of as many characters."""
    if type(items) is ThirdPartyText:
        refused(items)
    for item in items:
        if type(item) is not tuple:
            raise ShowError(f"tuples are unpacked, not {type(item).__name__}")
        yield item


class ByType(dict[type, Callable[..., str]]):
    """The exact type of a value to the function that makes its HTML, for one kind of place.

    ``holds`` says what stands in such a place; :class:`ShowError` where a value of another type does.
    """

    def __init__(self, holds: str, functions: dict[type, Callable[..., str]]) -> None:
        super().__init__(functions)
        self._holds: Final = holds

    def __missing__(self, kind: type) -> Callable[..., str]:
        raise ShowError(f"{self._holds}, not {kind.__name__}")

    def __call__(self, value: object) -> str:
        return self[type(value)](value)


def _claim(value: object) -> str:
    return f"<code>{_isolated(json_text(value))}</code>"


def _plain_claim(value: object) -> str:
    """That of a number or a constant: it is made of digits, letters and signs that need no care."""
    return f"<code><bdi>{json_text(value)}</bdi></code>"


def _address(value: str) -> str:
    if not _ADDRESS.fullmatch(value):
        raise ShowError(f"an address is https://…, /… or #…, not {value!r}")
    return escaped(value)


def _data(value: object) -> str:
    text = _compact(_own(value))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _own(value: object) -> object:
    """The value, when there is no third-party text in it."""
    if type(value) is ThirdPartyText:
        refused(value)
    if isinstance(value, dict):
        _own([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for part in value:
            _own(part)
    return value


_ADDRESS: Final = re.compile(r"(?:https://[^\s\\\"<>]+|/(?![/\\])[^\s\\\"<>]*|#[^\s\\\"<>]+)")
_compact: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
_text_claim: Final = Remembered[str, str](_claim, most=8192, longest=_LONGEST).__getitem__

shown_value: Final = ByType(
    "a page shows text and whole numbers",
    {str: escaped, int: str, Markup: str.__str__, ThirdPartyText: isolated},
)
"""HTML between tags."""

attribute: Final = ByType("an attribute holds text of the Index", {str: escaped, int: str})
"""The text of an attribute that the browser does not act on."""

address: Final = ByType(
    "an address is text of the Index",
    # All the proofs of a page have one beginning.
    {str: Remembered[str, str](_address, most=1024, longest=_LONGEST).__getitem__},
)
"""The start of an ``href`` or ``src``: an absolute https address, a path of the site, or ``#anchor``."""

data_block: Final = ByType("a data block holds JSON", {dict: _data, str: _data})
"""JSON inside a ``script`` element of a data type: nothing in it can end the element."""

claim_value: Final = ByType(
    "a claim holds a JSON value",
    {
        **dict.fromkeys((str, ThirdPartyText), _text_claim),
        **dict.fromkeys((int, float, bool, type(None)), _plain_claim),
        **dict.fromkeys((list, dict), _claim),
    },
)
"""A JSON value that a claim or a fact holds: ``1``, ``1.0``, ``true`` and ``"1"`` read differently. The text
is the value's JSON on one line, strings in quotes, as :func:`shown` shows it."""

HTML_FILTERS: Final = {
    "attribute": attribute,
    "address": address,
    "data_block": data_block,
    "claim_value": claim_value,
}
"""The filters whose result is HTML already, for the place that each is made for."""
