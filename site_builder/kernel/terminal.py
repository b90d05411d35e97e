"""Text for a terminal: what a stranger wrote cannot move the cursor, change colours or reorder a line."""

from __future__ import annotations

import re

# Controls (tabs and line feeds included), bidirectional and invisible formats, separators, lone surrogates.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def printable(text: str) -> str:
    """The text on one line, with every character that a terminal would act on written as ``\\u{…}``."""
    return _UNSAFE.sub(lambda found: f"\\u{{{ord(found.group()):04x}}}", text)
