"""A page document as a template sees it: parsed exactly, its third-party strings wrapped.

The wrapping follows ``texte_de_tiers.champs`` (FORMATS §2) and nothing else, before a template sees anything:
what the document lists as a stranger's text is isolated, marked and escaped wherever a template shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import orjson

from site_builder.kernel import strict_json
from site_builder.render.values import third_party

Document = dict[str, Any]

ROW_THIRD_PARTY: Final = (
    ("agent", ("nom", "did")),
    ("stack", ("declaree",)),
    ("run", ("modele", "version_modele", "cadre", "version_cadre")),
)
"""The third-party strings of a row of a track's table, for rows that come one by one, without their page."""


class DocumentError(ValueError):
    """The document is not what its own ``champs`` says: a pointer without a string at its end."""


def load(data: bytes, *, reads_back: bool = False) -> Document:
    """The document of a page. Raises StrictJsonError, or DocumentError for a wrong ``champs``.

    ``reads_back``: orjson wrote these bytes, and reads the same value from them.
    """
    document = orjson.loads(data) if reads_back else parse(data)
    if type(document) is not dict:
        raise DocumentError("a page document is an object")
    wrap(document, document["texte_de_tiers"]["champs"])
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


def wrap(document: Document, pointers: Iterable[str]) -> None:
    """Put the wrapped string (:mod:`.values`) in the place of the string at each pointer (RFC 6901)."""
    boxes: dict[str, Any] = {"": document}
    before, box = "", boxes[""]
    for pointer in pointers:
        above, _, last = pointer.rpartition("/")
        if above != before:  # in the order of the document, one box holds the next string too
            before, box = above, boxes.get(above)
            if box is None:
                box = _box(boxes, above)
        try:
            key: Any = int(last) if type(box) is list else last
            exact = box[key]
        except (LookupError, ValueError, TypeError):
            if "~" not in last or type(box) is not dict:
                raise DocumentError(f"nothing at {pointer!r}") from None
            key = last.replace("~1", "/").replace("~0", "~")
            exact = box.get(key)
        if type(exact) is not str:
            raise DocumentError(f"no string at {pointer!r}")
        box[key] = third_party(exact)


def _box(boxes: dict[str, Any], pointer: str) -> Any:
    """The object or array at a pointer, remembered: the strings of one claim stand in one object."""
    above, slash, last = pointer.rpartition("/")
    outer = boxes.get(above)
    if outer is None:
        if not slash:
            raise DocumentError(f"not a pointer: {pointer!r}")
        outer = _box(boxes, above)
    try:
        key: Any = int(last) if type(outer) is list else last.replace("~1", "/").replace("~0", "~")
        found = outer[key]
    except (LookupError, ValueError, TypeError):
        raise DocumentError(f"nothing at {pointer!r}") from None
    boxes[pointer] = found
    return found


def load_row(data: bytes) -> Document:
    """One row of a track's table, by itself. Raises StrictJsonError, or DocumentError when it is no row."""
    row = parse(data)
    if type(row) is not dict:
        raise DocumentError("a row is an object")
    for name, members in ROW_THIRD_PARTY:
        box = row[name]
        if box is not None:
            for member in members:
                box[member] = third_party(box[member])
    return row
