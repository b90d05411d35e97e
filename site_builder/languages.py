"""The languages of the Index, one row each: a new one is a row here and a ``content/<code>/`` tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Language:
    """``code`` is the folder and the ``lang`` attribute (BCP 47), ``prefix`` stands before every path of a
    page ("" or "/fr"), ``locale`` is Babel's name, ``name`` is what the language calls itself. ``plural`` is
    GNU gettext's expression for the language: the index, below ``plural_count``, of the form for n."""

    code: str
    prefix: str
    locale: str
    name: str
    plural_count: int
    plural: str


LANGUAGES: Final = (
    Language("en", prefix="", locale="en", name="English", plural_count=2, plural="(n != 1)"),
    Language("fr", prefix="/fr", locale="fr", name="Français", plural_count=2, plural="(n > 1)"),
)
CODES: Final = tuple(row.code for row in LANGUAGES)

# The language without a prefix, where a reader without a preference lands.
DEFAULT: Final = "en"

# The language whose scoring rules decide when two versions disagree (FORMATS §2, `autorite`).
AUTHORITATIVE: Final = "fr"

_BY_CODE: Final = {row.code: row for row in LANGUAGES}


def language(code: str) -> Language:
    """The row of a language. Raises KeyError for a code that the table does not hold."""
    return _BY_CODE[code]
