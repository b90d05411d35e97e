"""JSON Pointer (RFC 6901): ``~1`` is decoded before ``~0``, once; nothing is percent-decoded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

_TOKEN = re.compile(r"(?:[^~/]|~[01])*")
_INDEX = re.compile(r"0|[1-9][0-9]{0,15}")


class PointerError(ValueError):
    """The text is not a pointer, or the document holds nothing at that place."""


def parse(text: str) -> tuple[str, ...]:
    """The reference tokens of a pointer; ``""`` is the whole document, ``"/"`` the member ``""``."""
    if text == "":
        return ()
    if not text.startswith("/"):
        raise PointerError(f"a pointer starts with '/': {text!r}")
    tokens = []
    for raw in text[1:].split("/"):
        if not _TOKEN.fullmatch(raw):
            raise PointerError(f"'~' is followed by '0' or '1' alone: {text!r}")
        tokens.append(raw.replace("~1", "/").replace("~0", "~"))
    return tuple(tokens)


def is_pointer(text: str) -> bool:
    """Whether the text is a pointer at all."""
    try:
        parse(text)
    except PointerError:
        return False
    return True


def render(tokens: Iterable[str | int]) -> str:
    """The pointer of these tokens; the inverse of :func:`parse`."""
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in tokens)


def resolve(document: object, pointer: str) -> object:
    """The value at a pointer. Array indices are ``0`` or digits without a leading zero."""
    value = document
    for token in parse(pointer):
        if isinstance(value, Mapping):
            if token not in value:
                raise PointerError(f"no member {token!r} at {pointer!r}")
            value = value[token]
        elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
            if not _INDEX.fullmatch(token) or int(token) >= len(value):
                raise PointerError(f"no element {token!r} at {pointer!r}")
            value = value[int(token)]
        else:
            raise PointerError(f"nothing below a plain value at {pointer!r}")
    return value
