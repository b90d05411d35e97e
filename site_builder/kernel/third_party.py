"""Text that a stranger wrote: its type travels from the input files to the page documents.

A :class:`ThirdPartyText` is a ``str`` in every way but its type, so nothing can forget to treat it as
data: ``documents`` lists the pointers of every such string (FORMATS §2, ``texte_de_tiers.champs``) and
``render`` isolates, marks and escapes it. The exact characters stay in the document; :func:`shown` is
what a person sees of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import emoji

from site_builder.kernel.remembered import Remembered


class ThirdPartyText(str):
    """A string written by a participant or an operator, exact."""

    __slots__ = ()


MAX_VALUE_DEPTH = 32


class TooDeepError(ValueError):
    """A claim value is nested deeper than :data:`MAX_VALUE_DEPTH`."""


def mark(value: object, depth: int = 0) -> object:
    """The same JSON value with every string in it marked as third-party text (keys aside)."""
    if type(value) is str:
        return ThirdPartyText(value)
    if isinstance(value, list | dict) and depth >= MAX_VALUE_DEPTH:
        raise TooDeepError(f"a value of at most {MAX_VALUE_DEPTH} levels")
    if isinstance(value, list):
        return [mark(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {key: mark(item, depth + 1) for key, item in value.items()}
    return value


# Everything that may need attention; most text holds none of it and is shown as it is.
_SPECIAL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u20e3\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u2800\u3030\u303d"
    "\u3164\u3297\u3299\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff"
    "\U00013430-\U0001343f\U00016fe4\U0001bca0-\U0010ffff]"
)
# Characters that leave no mark of their own: a text of these alone would be an empty place. They are those
# that Unicode tells a renderer to ignore, and a few letters and signs whose glyph is blank.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U00016fe4\U0001bca0-\U0001bca3\U0001d159"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\\s]*"
)
# Half of a flag, and the two blocks that Unicode keeps for pictures, newer ones than the library's included.
_PICTURE = re.compile("[\U0001f1e6-\U0001f1ff\U0001f90c-\U0001f9ff\U0001fa70-\U0001faff]")
# Where the characters of emoji are, ASCII aside, in few ranges (to search in hundreds is slow), and runs
# of them: the library reads a text character by character, which is too slow for all but these.
_MADE_OF = (
    "\u00a9\u00ae\u200d\u203c\u2049\u20e3\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297"
    "\u3299\ufe0e\ufe0f\U0001f000-\U000e0fff"
)
_MARK = re.compile(f"[{_MADE_OF}]")
_RUN = re.compile(f"[#*0-9{_MADE_OF}]+")
# Controls and noncharacters, which HTML forbids.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
    + "]"
)
_TEXT_STYLE = "\ufe0e"  # asks for the sign, not the picture


def shown(text: str) -> str:
    """What a page shows of third-party text: never empty, no emoji, no character that HTML forbids.

    Emoji become their Unicode name in brackets (PUB-08). Control characters and noncharacters become
    ``[U+XXXX]``, and so does every character of a text in which nothing can be seen. All else is left
    as it was written, composed or not: bidirectional controls stay, inside the isolate that ``render``
    puts around the text.
    """
    if not _special(text):
        return str(text) if text and not text.isspace() else _stand_in(text)
    return _shown_special(str(text))


def is_blank(text: str) -> bool:
    """Whether nothing of a text, whoever wrote it, can be seen: spaces, controls, what has no glyph."""
    return all(_UNSEEN.fullmatch(c) or unicodedata.category(c)[0] in "CZ" for c in text)


def replaced_emoji(text: str) -> bool:
    """Whether :func:`shown` replaces at least one emoji of this text."""
    return _special(text) and bool(_emoji_in(text))


def any_replaced_emoji(texts: Iterable[str]) -> bool:
    """The same of at least one of many texts: most hold nothing special, and one search tells."""
    found = [text for text in texts if not text.isascii()]
    return bool(_SPECIAL.search("\n".join(found))) and any(map(replaced_emoji, found))


def _special(text: str) -> bool:
    return not (text.isascii() and text.isprintable()) and _searched(text)


def _search(text: str) -> bool:
    return bool(_SPECIAL.search(text))


def _show_special(text: str) -> str:
    if _UNSEEN.fullmatch(text):
        return _stand_in(text)
    pieces, at = [], 0
    for start, end in _emoji_in(text):
        pieces += [_allowed(text[at:start]), _named(text[start:end])]
        at = end
    pieces.append(_allowed(text[at:]))
    return "".join(pieces)


# A text is shown in each language, and asked about by those who make and judge its page. A stranger may send
# texts fifty times longer than these, which their names in place of emoji make longer again.
_LONGEST = 4096
_searched = Remembered[str, bool](_search, most=2048, longest=_LONGEST).__getitem__
_shown_special = Remembered[str, str](_show_special, most=512, longest=_LONGEST).__getitem__


def _emoji_in(text: str) -> list[tuple[int, int]]:
    """Where the emoji are, in order and apart."""
    if not _MARK.search(text):
        return []
    known = [
        (run.start() + e["match_start"], run.start() + e["match_end"])
        for run in _RUN.finditer(text)
        if not run.group().isascii()
        for e in emoji.emoji_list(run.group())
        if _is_emoji(e["emoji"], run.group()[e["match_end"] : e["match_end"] + 1])
    ]
    covered = {at for start, end in known for at in range(start, end)}
    others = [found.span() for found in _PICTURE.finditer(text) if found.start() not in covered]
    return sorted(known + others)


def _is_emoji(sequence: str, after: str) -> bool:
    """Signs such as © or ✔ are text unless a variation selector asks for the picture, and ⌚ the reverse."""
    if len(sequence) > 1 or ord(sequence) >= 0x1F000:
        return True
    picture = emoji.EMOJI_DATA[sequence]["status"] == emoji.STATUS["fully_qualified"]
    return picture and after != _TEXT_STYLE


def _named(sequence: str) -> str:
    return "[" + ", ".join(_name(c) for c in sequence if c not in "\ufe0f\u200d") + "]"


def _name(char: str) -> str:
    """The Unicode name; of an emoji younger than Python's table, the one that the emoji library has."""
    known: str = emoji.EMOJI_DATA.get(char, {}).get("en", "").strip(":").replace("_", " ").upper()
    return unicodedata.name(char, known or _code(char))


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub(lambda found: f"[{_code(found.group())}]", text)


def _code(char: str) -> str:
    return f"U+{ord(char):04X}"


def _stand_in(text: str) -> str:
    return "".join(f"[{_code(c)}]" for c in text) or "[—]"
