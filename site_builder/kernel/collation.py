"""One order of names for both languages.

Accents and case do not decide between different letters; they decide between names that are
otherwise equal, so that the order is total. No locale is read.
"""

from __future__ import annotations

import unicodedata


def sort_key(name: str) -> tuple[str, str]:
    """Base letters without case or accents first, then the exact characters."""
    base = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return unicodedata.normalize("NFKC", base.casefold()), name
