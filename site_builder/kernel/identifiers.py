"""The identifiers of FORMATS §1, ASCII alone: no Unicode digit, no trailing newline passes.

The patterns carry no anchors: :func:`matches` asks for the whole text, and the input fields add the
anchors of pydantic's engine, where ``$`` is the end of the text and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import re

SHA256 = r"[0-9a-f]{64}"
PROOF_ID = r"prf_[0-9]{8}_[0-9]{6}_[0-9a-f]{6}"
RUN_ID = r"[a-z0-9-]{1,64}"
REPORT_ID = r"[a-z2-7]{16}"
TASK_ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
COMMIT = r"[0-9a-f]{40}(?:[0-9a-f]{24})?"
# An Ed25519 key (multicodec 0xed01) in base58btc always starts with z6Mk and holds 48 characters.
DID_KEY = r"did:key:z6Mk[1-9A-HJ-NP-Za-km-z]{44}"
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
# A registered name: at least one dot and a last label that starts with a letter, hence no IP address; an
# international name in its ASCII form (xn--).
_HOST = rf"(?:{_LABEL}\.)+[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9])?"
_PORT = (
    "(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"  # 1 to 65535
)
# One spelling only, because one DID is one row: a lower-case host, and no step up in the path.
_DID_CHAR = "(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})"
_DID_SEGMENT = rf"\.*(?:[A-Za-z0-9_~-]|%[0-9A-F]{{2}}){_DID_CHAR}*"
DID_WEB = rf"did:web:{_HOST}(?:%3A{_PORT})?(?::{_DID_SEGMENT})*"
DID = rf"(?:{DID_KEY}|{DID_WEB})"
# RFC 3986 without user information, and without the quotes, spaces, angle brackets and back-slashes that it
# does not allow either; "'" and "[" are left out too. The case of a host name does not matter.
_URL_HOST = _HOST.replace("a-z", "A-Za-z")
_CHAR = "(?:[A-Za-z0-9._~:/@!$&()*+,;=-]|%[0-9A-Fa-f]{2})"
HTTPS_ORIGIN = rf"https://{_URL_HOST}(?::{_PORT})?"
HTTPS_URL = rf"{HTTPS_ORIGIN}(?:/{_CHAR}*)?(?:\?(?:{_CHAR}|\?)*)?(?:#(?:{_CHAR}|\?)*)?"
PROOF_URL = rf"{HTTPS_ORIGIN}/{_CHAR}*\{{proof_id\}}{_CHAR}*"
EMAIL = r"[A-Za-z0-9._+-]+@" + _HOST

_PROOF_ID = re.compile(PROOF_ID)


def matches(pattern: str, text: str) -> bool:
    """Whether the whole text is of this pattern."""
    return re.fullmatch(pattern, text) is not None


def is_proof_id(text: str) -> bool:
    """Whether a proof can have this id: no other text stands in an address or in a file's name."""
    return _PROOF_ID.fullmatch(text) is not None


def report_id(subject: str) -> str:
    """The address of a report: 16 characters of the base32 SHA-256 of a DID or a ``run_id`` (FORMATS §3).

    No name reaches a URL, and the address does not change when the name does.
    """
    digest = hashlib.sha256(subject.encode("utf-8")).digest()
    return base64.b32encode(digest).decode("ascii").lower()[:16]
