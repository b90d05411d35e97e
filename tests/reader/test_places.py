"""A place that cannot be opened is no site that fails: `verify` and `replay` say so, and end with 2."""

from __future__ import annotations

import datetime
import socket
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from site_builder.reader import source as source_module
from tests.acceptance.builds import invoked

COMMANDS = ("verify", "replay")


class Answer(BaseHTTPRequestHandler):
    """The same answer to every question."""

    status: int
    headers_sent: dict[str, str]

    def do_GET(self) -> None:
        self.send_response(self.status)
        for name, value in self.headers_sent.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None:
        """Silent."""


class Raw(socketserver.BaseRequestHandler):
    """These bytes, and the end of the connection."""

    data: bytes

    def handle(self) -> None:
        self.request.recv(4096)
        self.request.sendall(self.data)


class Silent(socketserver.BaseRequestHandler):
    """Nothing, until the other side goes away."""

    def handle(self) -> None:
        while self.request.recv(4096):
            pass


@contextmanager
def server(
    handler: type[socketserver.BaseRequestHandler], context: ssl.SSLContext | None = None
) -> Iterator[int]:
    """The port of a server with this handler, over TLS where a context is given."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as running:
        running.daemon_threads = True
        running.block_on_close = False
        running.handle_error = lambda *_: None  # type: ignore[method-assign]
        if context is not None:
            running.socket = context.wrap_socket(running.socket, server_side=True)
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running.server_address[1]
        running.shutdown()


def answering(status: int, **headers: str) -> type[Answer]:
    return type("Handler", (Answer,), {"status": status, "headers_sent": headers})


def sending(data: bytes) -> type[Raw]:
    return type("Handler", (Raw,), {"data": data})


def refused(command: str, place: str, said: str) -> None:
    """Nothing but one sentence, on the error stream, and exit code 2, in both formats."""
    for output_format in ("text", "json"):
        done = invoked(command, place, "--format", output_format)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == f"The place cannot be opened: {place}: {said}.\n"


UNANSWERED: list[tuple[type[socketserver.BaseRequestHandler], str]] = [
    (answering(500), "the server answers 500"),
    (answering(503), "the server answers 503"),
    (answering(429), "the server answers 429"),
    (answering(401), "the server answers 401"),
    (answering(301, Location="https://elsewhere.invalid/"), "the server answers 301, and sends elsewhere"),
    (sending(b""), "Remote end closed connection without response"),
    (sending(b"SSH-2.0-server\r\n"), "the answer is not of HTTP"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("handler", "said"), UNANSWERED, ids=[said for _, said in UNANSWERED])
def test_a_server_that_does_not_say_what_it_holds(
    command: str, handler: type[socketserver.BaseRequestHandler], said: str
) -> None:
    with server(handler) as port:
        refused(command, f"http://127.0.0.1:{port}/", said)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_server_that_is_silent(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "_TIMEOUT", 1)
    monkeypatch.setattr(source_module, "_LONGEST", 1)
    with server(Silent) as port:
        refused(command, f"http://127.0.0.1:{port}/", "no whole answer in 1 seconds")


@pytest.mark.parametrize("command", COMMANDS)
def test_nobody_listens(command: str) -> None:
    with socket.socket() as taken:  # bound, and not listening
        taken.bind(("127.0.0.1", 0))
        refused(command, f"http://127.0.0.1:{taken.getsockname()[1]}", "Connection refused")


@pytest.mark.parametrize("command", COMMANDS)
def test_there_is_no_such_host(command: str) -> None:
    done = invoked(command, "https://nonexistent.invalid")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("The place cannot be opened: https://nonexistent.invalid: ")
    assert done.stderr.count("\n") == 1


def own_certificate(folder: Path) -> ssl.SSLContext:
    """A certificate for 127.0.0.1 that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    start = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, start, start + datetime.timedelta(36500))
    pem = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    pem += key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "own.pem").write_bytes(pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "own.pem")
    return context


@pytest.mark.parametrize("command", COMMANDS)
def test_a_certificate_that_nobody_vouches_for(command: str, tmp_path: Path) -> None:
    with server(answering(200), own_certificate(tmp_path)) as port:
        refused(
            command, f"https://127.0.0.1:{port}/", "its certificate does not hold: self-signed certificate"
        )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_server_without_tls_where_it_was_asked_for(command: str) -> None:
    with server(sending(b"HTTP/1.1 400 Bad Request\r\n\r\n")) as port:
        refused(command, f"https://127.0.0.1:{port}/", "no TLS connection: wrong version number")


@pytest.mark.parametrize("command", COMMANDS)
def test_no_such_folder(command: str, tmp_path: Path) -> None:
    refused(command, str(tmp_path / "none"), "No such file or directory")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("status", [404, 410, 200])
def test_a_place_that_answers_and_is_no_site_fails(command: str, status: int) -> None:
    with server(answering(status)) as port:
        done = invoked(command, f"http://127.0.0.1:{port}/")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "manifest.json" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_is_no_site_fails(command: str, tmp_path: Path) -> None:
    done = invoked(command, tmp_path)
    assert (done.exit_code, done.stderr) == (1, "")
    assert "manifest.json" in done.stdout
