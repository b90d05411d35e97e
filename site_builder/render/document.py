"""A page document as a template sees it: exact, its third-party strings wrapped.

The wrapping follows ``texte_de_tiers.champs`` (FORMATS §2) and nothing else, before a template sees anything:
what the document lists as a stranger's text is isolated, marked and escaped wherever a template shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import orjson

from site_builder.kernel import strict_json
from site_builder.render.values import ThirdParty, third_party

Document = dict[str, Any]

ROW_THIRD_PARTY: Final = (
    ("agent", ("nom", "did")),
    ("stack", ("declaree",)),
    ("run", ("modele", "version_modele", "cadre", "version_cadre")),
)
"""The third-party strings of a row of a track's table, for rows that come one by one, without their page."""


class DocumentError(ValueError):
    """The document is not what its own ``champs`` says: a pointer without a string at its end."""


class Ready(NamedTuple):
    """A document as it was given, and as a template sees it: what holds no third-party string is shared."""

    given: Document
    page: Document


def load(data: bytes) -> Document:
    """The document of a page. Raises StrictJsonError, or DocumentError for a wrong ``champs``."""
    document = parse(data)
    if type(document) is not dict:
        raise DocumentError("a page document is an object")
    return wrapped(document).page


def wrapped(document: Document, twin: Ready | None = None) -> Ready:
    """The document with the wrapped string (:mod:`.values`) in place of each that its ``champs`` lists.

    The document is left as it is. ``twin``: the same page in another language; what both hold, the very same
    object with the same strings listed, is wrapped once. Raises DocumentError for a wrong ``champs``.
    """
    pointers = document["texte_de_tiers"]["champs"]
    if twin is not None and pointers == twin.given["texte_de_tiers"]["champs"]:
        try:
            return Ready(document, _like(document, *twin))
        except (LookupError, TypeError, AttributeError):
            pass  # it lacks what is listed: told below
    return Ready(document, _along(document, pointers))


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


def _along(document: Document, pointers: Iterable[str]) -> Document:
    """A copy along the path of each pointer (RFC 6901), with the wrapped string at its end."""
    top = document.copy()
    copies: dict[str, Any] = {"": top}
    before, box = "", copies[""]
    for pointer in pointers:
        above, _, last = pointer.rpartition("/")
        if above != before:  # in the order of the document, one box holds the next string too
            before, box = above, copies.get(above)
            if box is None:
                box = _copy(copies, above)
        try:
            key: Any = _index(last) if type(box) is list else last
            exact = box[key]
        except (LookupError, ValueError, TypeError):
            if "~" not in last or type(box) is not dict:
                raise DocumentError(f"nothing at {pointer!r}") from None
            key = last.replace("~1", "/").replace("~0", "~")
            exact = box.get(key)
        if not isinstance(exact, str):
            raise DocumentError(f"no string at {pointer!r}")
        box[key] = third_party(exact)
    return top


def _index(token: str) -> int:
    """The place in a list that a token of a pointer names (RFC 6901: digits, no leading zero)."""
    index = int(token)
    if index < 0 or str(index) != token:
        raise ValueError(token)
    return index


def _copy(copies: dict[str, Any], pointer: str) -> Any:
    """The copy of the object or array at a pointer: the strings of one claim stand in one object."""
    above, slash, last = pointer.rpartition("/")
    outer = copies.get(above)
    if outer is None:
        if not slash:
            raise DocumentError(f"not a pointer: {pointer!r}")
        outer = _copy(copies, above)
    try:
        key: Any = _index(last) if type(outer) is list else last.replace("~1", "/").replace("~0", "~")
        made = outer[key].copy()
    except (LookupError, ValueError, TypeError, AttributeError):
        raise DocumentError(f"nothing at {pointer!r}") from None
    outer[key] = copies[pointer] = made
    return made


def _like(node: Any, given: Any, made: Any) -> Any:
    """``node`` with the same strings wrapped as ``made`` has of ``given``. Raises where it lacks one."""
    if node is given:
        return made
    if type(made) is ThirdParty:
        if not isinstance(node, str):
            raise TypeError("no string to wrap")
        return third_party(node)
    copy = node.copy()
    for key in made if type(made) is dict else range(len(made)):
        if made[key] is not given[key]:
            copy[key] = _like(node[key], given[key], made[key])
    return copy


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
