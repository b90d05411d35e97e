"""Asking a time-stamping authority for a token, over HTTP (RFC 3161 §3.4), and nothing else of the network.

An address is ``https``, or ``http`` on this machine. Redirections are not followed; an answer that is late,
long or of another type is refused. What the token is worth is judged elsewhere.
"""

from __future__ import annotations

import http.client
import ipaddress
import time
import urllib.error
import urllib.request
from email.message import Message
from typing import IO, Final
from urllib.parse import urlsplit

from rfc3161_client import HashAlgorithm, TimestampRequestBuilder, decode_timestamp_response

MAX_ANSWER: Final = 64 * 1024
TIMEOUT: Final = 20
_QUERY: Final = "application/timestamp-query"
_REPLY: Final = "application/timestamp-reply"


class AuthorityError(Exception):
    """No token was given; the message says why, without the address."""


def check_address(url: str) -> str | None:
    """Why a token may not be asked for at this address; None where it may."""
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return "an address that cannot be read"
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        return "an address without a host, or with a user or a fragment"
    if parts.scheme == "https" or (parts.scheme == "http" and _of_this_machine(host)):
        return None
    return f"the scheme {parts.scheme!r}; expected https, or http on this machine"


def ask(url: str, message: bytes, timeout: float = TIMEOUT) -> bytes:
    """The answer of the authority at ``url`` to a request over SHA-256 of ``message``, with a fresh nonce.

    The answer bears the nonce of the request. Raises :class:`AuthorityError`.
    """
    if reason := check_address(url):
        raise AuthorityError(reason)
    query = (
        TimestampRequestBuilder()
        .data(message)
        .hash_algorithm(HashAlgorithm.SHA256)
        .nonce(nonce=True)
        .cert_request(cert_request=False)
        .build()
    )
    answer = _post(url, query.as_bytes(), timeout)
    try:
        nonce = decode_timestamp_response(answer).tst_info.nonce
    except (ValueError, TypeError, OverflowError):
        raise AuthorityError("an answer that holds no time-stamp") from None
    if nonce != query.nonce:
        raise AuthorityError("the answer to another request: its nonce differs")
    return answer


def _post(url: str, query: bytes, timeout: float) -> bytes:
    request = urllib.request.Request(
        url, data=query, headers={"Content-Type": _QUERY, "Accept": _REPLY}, method="POST"
    )
    handlers: list[urllib.request.BaseHandler] = [_NoRedirection()]
    if _of_this_machine(urlsplit(url).hostname or ""):
        handlers.append(urllib.request.ProxyHandler({}))
    try:
        with urllib.request.build_opener(*handlers).open(request, timeout=timeout) as response:
            kind = response.headers.get_content_type()
            if kind != _REPLY:
                raise AuthorityError(f"an answer of type {kind}; expected {_REPLY}")
            answer = _body(response, time.monotonic() + timeout)
    except urllib.error.HTTPError as error:
        error.close()
        raise AuthorityError(f"the authority answered with HTTP status {error.code}") from None
    except TimeoutError:
        raise AuthorityError(f"no answer within {timeout} seconds") from None
    except (OSError, http.client.HTTPException) as error:
        raise AuthorityError(f"no answer: {_words(error)}") from None
    if len(answer) > MAX_ANSWER:
        raise AuthorityError(f"an answer of more than {MAX_ANSWER} bytes")
    return answer


def _body(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The body, or one byte more than may be; drop by drop it has no more time than at once."""
    body = b""
    while len(body) <= MAX_ANSWER and (piece := response.read1(MAX_ANSWER + 1 - len(body))):
        body += piece
        if time.monotonic() > deadline:
            raise TimeoutError
    return body


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


def _of_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _words(error: Exception) -> str:
    """The system's words, whatever wraps them."""
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, TimeoutError):
        return "the connection timed out"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return type(cause).__name__ if isinstance(cause, Exception) else str(cause)
