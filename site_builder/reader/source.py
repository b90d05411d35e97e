"""Where a published site is read from: a folder, or an address.

Nothing outside the place is reached: a folder is entered name by name without following a link, and an
address is asked for files below it alone; an answer that sends elsewhere is refused. Whatever the place
holds, no more bytes are taken than were asked for.
"""

from __future__ import annotations

import http.client
import os
import re
import socket
import ssl
import stat
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

from site_builder.publish.files import PathError, check_path

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
# Seconds of silence; bytes in a second below which a server is too slow; seconds for any one file.
_TIMEOUT: Final = 30
_SLOWEST: Final = 1 << 14
_LONGEST: Final = 600
_DEEPEST: Final = 32
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_ADDRESSES: Final = "an address https://host/, or http://127.0.0.1:port/ on this machine"
# Answers of a server that is there, and has no such file.
_MISSING: Final = (404, 410)


class SourceError(Exception):
    """A file, or the place itself, that cannot be read; the message says why, on one line."""


class NoAnswerError(SourceError):
    """No answer, or one that says neither that the file is there nor that it is not: a server that is down or
    busy, a certificate that does not hold, an address that leads elsewhere."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered; ``retry_after`` as it wrote it."""

    status: int
    body: bytes
    retry_after: str | None

    @property
    def elsewhere(self) -> str:
        """Said of an answer that sends elsewhere: it is not followed."""
        return ", and sends elsewhere" if 300 <= self.status < 400 else ""


class Source(Protocol):
    """A place with files by path from its root."""

    place: str

    def read(self, path: str, most: int) -> bytes:
        """The first ``most`` bytes of a file; raises :class:`SourceError`."""

    def names(self) -> Iterator[str] | None:
        """Every path but folders, in no order; ``None`` where that cannot be known."""

    def close(self) -> None:
        """Gives back what is open."""


def open_source(place: str) -> Source:
    """A folder, or an address: https, or http on this machine. Raises :class:`SourceError`."""
    if is_address(place):
        return Address(place)
    if scheme := _SCHEME.match(place):
        raise SourceError(f"{scheme[0]} cannot be read: give a folder, {_ADDRESSES}")
    if not place:
        raise SourceError(f"an empty place: give a folder, {_ADDRESSES}")
    return Folder(Path(place))


def is_address(place: str) -> bool:
    """Whether a place is on a server, and not a folder of this machine."""
    return place.partition(":")[0].lower() in ("http", "https")


class Folder:
    """A folder of this machine. The folder itself may be named through a link; nothing below it is."""

    def __init__(self, root: Path) -> None:
        self.place = str(root)
        try:
            self._root = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            raise SourceError(f"{root}: {_reason(error)}") from None

    def read(self, path: str, most: int) -> bytes:
        """As :class:`Source` says; what is not a regular file cannot be read."""
        _checked(path)
        *above, name = path.split("/")
        folder = os.dup(self._root)
        try:
            for step in above:
                inner = os.open(step, _FOLDER, dir_fd=folder)
                os.close(folder)
                folder = inner
            file = os.open(name, _FILE, dir_fd=folder)
        except OSError as error:
            raise SourceError(_reason(error)) from None
        finally:
            os.close(folder)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise SourceError("not a regular file")
        try:
            with os.fdopen(file, "rb", buffering=0) as stream:
                return _taken(stream, most)
        except OSError as error:
            raise SourceError(_reason(error)) from None

    def names(self) -> Iterator[str]:
        """Every path; a link counts as a file, and is not followed."""
        yield from self._below(self._root, "", 0)

    def close(self) -> None:
        """Closes the folder."""
        os.close(self._root)

    def _below(self, folder: int, prefix: str, depth: int) -> Iterator[str]:
        try:
            with os.scandir(folder) as found:
                entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
        except OSError as error:
            raise SourceError(f"{prefix or '.'}: {_reason(error)}") from None
        for name, is_folder in entries:
            if not is_folder or depth == _DEEPEST:
                yield prefix + name
                continue
            try:
                inner = os.open(name, _FOLDER, dir_fd=folder)
            except OSError as error:
                raise SourceError(f"{prefix}{name}: {_reason(error)}") from None
            try:
                yield from self._below(inner, f"{prefix}{name}/", depth + 1)
            finally:
                os.close(inner)


class Address:
    """A site on a server: ``https://host[:port][/path/]``; plain http on the loopback interface alone."""

    def __init__(self, url: str) -> None:
        self.place = url
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise SourceError(f"not an address: {error}") from None
        host = parts.hostname or ""
        if parts.scheme == "http" and host not in _LOOPBACK:
            raise SourceError("plain http is for this machine alone: give the https address")
        if not host or parts.query or parts.fragment or parts.username or not parts.path.isascii():
            raise SourceError("an address is https://host/, without a query, a fragment or a user")
        if any(character <= " " or character == "\x7f" for character in url):
            raise SourceError("an address has no spaces or control characters")
        self._below = parts.path.rstrip("/") + "/"
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(host, port, timeout=_TIMEOUT)
        self._late = False

    def read(self, path: str, most: int) -> bytes:
        """As :class:`Source` says; any answer but 200 is none, one that sends elsewhere included. Raises
        :class:`NoAnswerError` where even that the file is missing cannot be said.

        A server that lets one file wait beyond its time, drop by drop or in silence, is asked for no other.
        """
        _checked(path)
        if self._late:
            raise SourceError("not asked for: the server had let another file wait too long")
        answer = self.answer(self._below + path, most, min(_LONGEST, _TIMEOUT + most // _SLOWEST))
        if answer.status != 200:
            kind = SourceError if answer.status in _MISSING else NoAnswerError
            raise kind(f"the server answers {answer.status}{answer.elsewhere}")
        return answer.body

    def answer(self, target: str, most: int, seconds: int) -> Answer:
        """What the host answers to ``GET target`` (a path, and a query if any), whatever its status: the
        first ``most`` bytes. Raises :class:`NoAnswerError` for no answer within these seconds, or one that
        is cut."""
        clock = threading.Timer(seconds, self._cut)
        clock.daemon = True
        clock.start()
        try:
            return self._asked(target, most)
        except (SourceError, TimeoutError):
            if self._late:
                raise NoAnswerError(f"no whole answer in {seconds} seconds") from None
            raise
        finally:
            clock.cancel()

    def _cut(self) -> None:
        """Ends what the connection is doing, whatever that is: each receipt of a byte would wait anew."""
        self._late = True
        with suppress(OSError, AttributeError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)

    def _asked(self, target: str, most: int) -> Answer:
        for again in (True, False):
            try:
                self._connection.request("GET", target, headers={"Accept-Encoding": "identity"})
                given = self._connection.getresponse()
                promised = given.length
                data = _taken(given, most)
                if len(data) == most:
                    self._connection.close()  # what is left is not wanted
                elif given.read() or (promised is not None and len(data) < promised):
                    raise NoAnswerError("the answer is cut")
                if self._late:
                    raise TimeoutError
                encoding = given.headers.get("Content-Encoding", "identity")
                if given.status == 200 and encoding.strip().lower() != "identity":
                    raise NoAnswerError(f"the answer is encoded ({encoding[:20]!a}): not asked for")
                return Answer(given.status, data, given.headers.get("Retry-After"))
            except (http.client.HTTPException, OSError, ValueError) as error:
                self._connection.close()
                self._late = self._late or isinstance(error, TimeoutError)
                closed = isinstance(error, http.client.RemoteDisconnected | ConnectionError)
                if again and closed and not self._late:
                    continue  # the server had closed a connection that was kept
                raise NoAnswerError(_reason(error)) from None
        raise AssertionError

    def names(self) -> None:
        """A server does not say what it holds."""
        return

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


class _Readable(Protocol):
    def read(self, most: int, /) -> bytes | None: ...


def _taken(stream: _Readable, most: int) -> bytes:
    pieces: list[bytes] = []
    left = most
    while left > 0 and (piece := stream.read(min(left, 1 << 16))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _checked(path: str) -> None:
    try:
        check_path(path)
    except PathError as error:
        raise SourceError(str(error)) from None


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate does not hold: {error.verify_message.rstrip('.')}"
    if isinstance(error, ssl.SSLError):
        return f"no TLS connection: {str(error.reason or error).lower().replace('_', ' ')}"
    if isinstance(error, http.client.BadStatusLine) and not isinstance(error, OSError):
        return "the answer is not of HTTP"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
