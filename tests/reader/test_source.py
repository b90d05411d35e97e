"""Reading a place: nothing outside it, nothing that was not asked for, and no surprise from a server."""

from __future__ import annotations

import gzip
import os
import re
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from site_builder.reader import source as source_module
from site_builder.reader.source import Address, Folder, Source, SourceError, open_source


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "inner").mkdir(parents=True)
    (root / "inner" / "file.txt").write_bytes(b"0123456789")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    return root


def test_a_file_is_read_up_to_what_was_asked_for(folder: Path) -> None:
    source = Folder(folder)
    assert source.read("inner/file.txt", 100) == b"0123456789"
    assert source.read("inner/file.txt", 4) == b"0123"
    assert source.read("inner/file.txt", 0) == b""


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "inner/../../secret.txt",
        "/etc/passwd",
        "",
        ".",
        "inner//file.txt",
        "inner/",
        "a\0b",
        "é",
    ],
)
def test_a_path_that_is_no_path_of_a_site_is_refused(folder: Path, path: str) -> None:
    with pytest.raises(SourceError):
        Folder(folder).read(path, 10)


def test_no_link_is_followed(folder: Path) -> None:
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "linked").symlink_to(folder / "inner")
    source = Folder(folder)
    for path in ("link.txt", "linked/file.txt"):
        with pytest.raises(SourceError):
            source.read(path, 10)
    assert sorted(source.names()) == ["inner/file.txt", "link.txt", "linked"]


def test_what_is_not_a_file_is_not_read(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for path in ("pipe", "inner", "missing"):
        with pytest.raises(SourceError):
            Folder(folder).read(path, 10)


def test_the_folder_itself_may_be_named_through_a_link(folder: Path) -> None:
    (folder.parent / "current").symlink_to(folder)
    assert Folder(folder.parent / "current").read("inner/file.txt", 3) == b"012"


def test_no_descriptor_stays_open(folder: Path) -> None:
    source = Folder(folder)
    before = os.open(folder, os.O_RDONLY)
    os.close(before)
    source.read("inner/file.txt", 10)
    for path in ("missing/file.txt", "inner"):
        with pytest.raises(SourceError):
            source.read(path, 10)
    list(source.names())
    after = os.open(folder, os.O_RDONLY)
    os.close(after)
    assert after == before  # the lowest number that is free


@pytest.mark.parametrize(
    "place",
    [
        "http://site.example/",
        "http://10.0.0.1/",
        "https://",
        "https://user:word@site.example/",
        "https://site.example/?query",
        "https://site.example/#part",
        "https://site.example/a b",
        "https://site.example:port/",
        "/no/such/folder",
        "a\0b",
    ],
)
def test_a_place_that_is_none_is_refused(place: str) -> None:
    with pytest.raises(SourceError):
        open_source(place)


# -- a server ------------------------------------------------------------------------------------------


class Slow(socketserver.BaseRequestHandler):
    """Sends one byte of something every twentieth of a second, for ever."""

    head: bytes
    again: bytes

    def handle(self) -> None:
        self.request.recv(4096)
        self.request.sendall(self.head)
        with suppress(OSError):
            while True:
                time.sleep(0.05)
                for byte in self.again:
                    self.request.sendall(bytes([byte]))
                    time.sleep(0.05)


SLOW = {
    "a status line": (b"HTTP/1.1 200 O", b"K"),
    "headers": (b"HTTP/1.1 200 OK\r\n", b"X: " + b"y" * 200),
    "continues": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "a body": (b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", b"x"),
    "chunks": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "trailers": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", b"X: y\r\n"),
    "silence": (b"", b""),
}


@pytest.mark.parametrize("what", SLOW)
def test_a_server_that_lets_wait_drop_by_drop_is_asked_no_more(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_module, "_TIMEOUT", 1)
    head, again = SLOW[what]
    handler = type("Handler", (Slow,), {"head": head, "again": again})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as running:
        running.daemon_threads = True
        running.block_on_close = False
        threading.Thread(target=running.serve_forever, daemon=True).start()
        source = Address(f"http://127.0.0.1:{running.server_address[1]}/")
        started = time.monotonic()
        with pytest.raises(SourceError, match="no whole answer in 1 seconds"):
            source.read("file.txt", 100)
        with pytest.raises(SourceError, match="had let another file wait"):
            source.read("other.txt", 100)
        assert time.monotonic() - started < 10
        source.close()
        running.shutdown()


BOMB = gzip.compress(b"x" * (1 << 24))  # what it holds is never unpacked


class Answers(BaseHTTPRequestHandler):
    """What each path answers; what was asked is noted."""

    protocol_version = "HTTP/1.1"
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/site/endless.txt":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            except OSError:
                self.close_connection = True
            return
        status, headers, body = {
            "/site/file.txt": (200, {}, b"content"),
            "/site/moved.txt": (302, {"Location": "/site/file.txt"}, b""),
            "/site/away.txt": (301, {"Location": "http://169.254.169.254/latest"}, b""),
            "/site/part.txt": (206, {}, b"conte"),
            "/site/bomb.txt": (200, {"Content-Encoding": "gzip"}, BOMB),
            "/site/odd.txt": (200, {"Content-Encoding": "br"}, b"content"),
        }.get(self.path, (404, {}, b"not found"))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Silent."""


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []
    handler = type("Handler", (Answers,), {"asked": asked})
    running = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    running.daemon_threads = True
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}/site/", asked
    running.shutdown()
    running.server_close()


Server = tuple[str, list[str]]


def test_a_file_of_a_server_is_asked_for_below_the_address(server: Server) -> None:
    url, asked = server
    source = Address(url)
    assert source.read("file.txt", 100) == b"content"
    assert source.read("file.txt", 4) == b"cont"
    assert source.read("file.txt", 100) == b"content"
    assert asked == ["/site/file.txt"] * 3


def test_a_server_does_not_say_what_it_holds(server: Server) -> None:
    source: Source = Address(server[0])
    assert source.names() is None


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("moved.txt", "the server answers 302, and sends elsewhere"),
        ("away.txt", "the server answers 301, and sends elsewhere"),
        ("part.txt", "the server answers 206"),
        ("missing.txt", "the server answers 404"),
        ("bomb.txt", "the answer is encoded ('gzip'): not asked for"),
        ("odd.txt", "the answer is encoded ('br'): not asked for"),
    ],
)
def test_only_a_whole_answer_counts(server: Server, path: str, said: str) -> None:
    url, asked = server
    with pytest.raises(SourceError, match=re.escape(said)):
        Address(url).read(path, 1 << 20)
    assert asked == [f"/site/{path}"]


def test_an_endless_answer_ends_where_it_is_no_longer_wanted(server: Server) -> None:
    source = Address(server[0])
    assert source.read("endless.txt", 10_000) == b"x" * 10_000
    assert source.read("file.txt", 100) == b"content"


def test_a_path_outside_the_address_is_never_asked_for(server: Server) -> None:
    url, asked = server
    for path in ("../secret", "a?b", "a#b", "//host/x"):
        with pytest.raises(SourceError):
            Address(url).read(path, 10)
    assert asked == []


def test_a_server_that_is_not_there_is_an_error_of_the_place() -> None:
    with pytest.raises(SourceError):
        Address("http://127.0.0.1:9/").read("file.txt", 10)
