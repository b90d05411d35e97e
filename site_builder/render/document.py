"""A page document as a template sees it: exact, its third-party strings told by their type.

Where a document is made, the type comes from the inputs, and ``texte_de_tiers.champs`` (FORMATS §2) lists the
strings that have it: :mod:`site_builder.documents.envelope` walks the document for them. Where it is read,
the list gives the type back, before a template sees anything. So the two are one document, and a page is the
same bytes from either.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any, Final

import orjson

from site_builder.kernel import strict_json
from site_builder.kernel.third_party import ThirdPartyText

Document = dict[str, Any]

ROW_THIRD_PARTY: Final = (
    ("agent", ("nom", "did")),
    ("stack", ("declaree",)),
    ("run", ("modele", "version_modele", "cadre", "version_cadre")),
)
"""The third-party strings of a row of a track's table, for rows that come one by one, without their page."""


class DocumentError(ValueError):
    """The document is not what its own ``champs`` says: a pointer without a string at its end."""


def load(data: bytes) -> Document:
    """The document of a page. Raises StrictJsonError, or DocumentError for a wrong ``champs``."""
    document = parse(data)
    if type(document) is not dict:
        raise DocumentError("a page document is an object")
    _mark(document, document["texte_de_tiers"]["champs"])
    return document


def parse(data: bytes) -> object:
    """The value of strict JSON bytes, as ``strict_json.parse`` gives it.

    Our own documents are compact, with line feeds between some values (a row of a table has its line).
    Written again without them, the parsed value gives the same bytes: nothing was lost, as in
    ``strict_json``. Between values a line feed means nothing, and inside a string it cannot stand.
    """
    try:
        value: object = orjson.loads(data)
        if orjson.dumps(value) == data.replace(b"\n", b""):
            return value
    except (orjson.JSONDecodeError, TypeError):
        pass
    return strict_json.parse(data)


def _mark(document: Document, pointers: Iterable[str]) -> None:
    """Give the string at the end of each pointer (RFC 6901) its type, where it stands."""
    before, box = "", document
    for pointer in pointers:
        above, slash, last = pointer.rpartition("/")
        try:
            if above != before:  # in the order of the document, one box holds the next string too
                before, box = above, reduce(_below, above.split("/")[1:], document)
            exact = _below(box, last)
        except (LookupError, ValueError, TypeError):
            raise DocumentError(f"nothing at {pointer!r}") from None
        if type(exact) is not str or not slash:  # one that is named twice has its type already
            raise DocumentError(f"no string at {pointer!r}")
        box[_key(box, last)] = ThirdPartyText(exact)


def _below(box: Any, token: str) -> Any:
    return box[_key(box, token)]


def _key(box: Any, token: str) -> Any:
    """What a token of a pointer names in an object or array (RFC 6901: digits, no leading zero)."""
    if type(box) is dict:
        return token.replace("~1", "/").replace("~0", "~") if "~" in token else token
    index = int(token)
    if type(box) is not list or index < 0 or str(index) != token:
        raise LookupError(token)
    return index


def load_row(data: bytes) -> Document:
    """One row of a track's table, by itself. Raises StrictJsonError, or DocumentError when it is no row."""
    row = parse(data)
    if type(row) is not dict:
        raise DocumentError("a row is an object")
    for name, members in ROW_THIRD_PARTY:
        box = row[name]
        if box is not None:
            for member in members:
                if type(box[member]) is not str:
                    raise DocumentError(f"no string in {name}/{member} of a row")
                box[member] = ThirdPartyText(box[member])
    return row
