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
_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?"
DID_WEB = rf"did:web:{_HOST}(?:%3A[0-9]{{1,5}})?(?::[A-Za-z0-9._~%-]+)*"
DID = rf"(?:{DID_KEY}|{DID_WEB})"
# RFC 3986 characters without quotes, spaces, angle brackets or back-slashes; a host is required.
_PATH = r"[A-Za-z0-9._~:/@!$&()*+,;=%-]"
HTTPS_ORIGIN = rf"https://{_HOST}(?::[0-9]{{1,5}})?"
HTTPS_URL = rf"https://{_HOST}(?::[0-9]{{1,5}})?(?:/{_PATH}*)?(?:\?(?:{_PATH}|\?)*)?(?:#(?:{_PATH}|\?)*)?"
PROOF_URL = rf"https://{_HOST}(?::[0-9]{{1,5}})?/{_PATH}*\{{proof_id\}}{_PATH}*"
EMAIL = r"[A-Za-z0-9._+-]+@" + _HOST


def matches(pattern: str, text: str) -> bool:
    """Whether the whole text is of this pattern."""
    return re.fullmatch(pattern, text) is not None


def report_id(subject: str) -> str:
    """The address of a report: 16 characters of the base32 SHA-256 of a DID or a ``run_id`` (FORMATS §3).

    No name reaches a URL, and the address does not change when the name does.
    """
    digest = hashlib.sha256(subject.encode("utf-8")).digest()
    return base64.b32encode(digest).decode("ascii").lower()[:16]
