"""The signed checkpoint of a transparency log: the origin, the size and the root that it vouches for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from site_builder.evidence.fields import standard_base64

_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint with exactly one signature line. ``signed`` are the bytes that it signs."""

    origin: str
    size: int
    root: bytes
    signed: bytes
    signer: str
    key_hint: bytes
    signature: bytes


def read_checkpoint(text: object) -> Checkpoint | None:
    """The checkpoint of a text in the signed-note format, or ``None``.

    A note may hold more signatures, which nothing signs in turn: here there is one, the log's.
    """
    if not isinstance(text, str):
        return None
    body, blank, signatures = text.partition("\n\n")
    lines = body.split("\n")
    if not blank or len(lines) < 3 or not _SIZE.fullmatch(lines[1]):
        return None
    root = standard_base64(lines[2])
    line = re.fullmatch(r"— (\S+) (\S+)\n", signatures)
    if root is None or len(root) != 32 or line is None:
        return None
    signature = standard_base64(line[2])
    if signature is None or len(signature) < 5:
        return None
    try:
        signed = (body + "\n").encode("utf-8")
    except UnicodeEncodeError:
        return None
    return Checkpoint(lines[0], int(lines[1]), root, signed, line[1], signature[:4], signature[4:])
