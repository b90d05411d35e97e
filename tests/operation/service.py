"""A server on 127.0.0.1 that answers like the Trust Layer and the log, and as badly as a test wants."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Fault = Callable[["Handler", bytes], None]
"""Answers a request in place of the true answer, which it is given."""


class Service:
    """``answers``: path → body; ``faults``: path → what happens first; ``asked``: the paths."""

    def __init__(self, answers: Mapping[str, bytes]) -> None:
        self.answers = dict(answers)
        self.faults: dict[str, list[Fault]] = {}
        self.asked: list[str] = []
        self.address = ""

    def configuration(self, base: str) -> str:
        """``site.toml`` with the addresses of this service in place of the real ones."""
        head = base.partition("[fetch]")[0]
        proof, log = f"{self.address}/v1/proof/{{proof_id}}", f"{self.address}/api/v1/log/entries/{{uuid}}"
        return f'{head}[fetch]\nproof_url = "{proof}"\nlog_url = "{log}"\n'


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    service: Service

    def do_GET(self) -> None:
        self.service.asked.append(self.path)
        body = self.service.answers.get(self.path)
        faults = self.service.faults.get(self.path, [])
        if faults:
            faults.pop(0)(self, body or b"")
        elif body is None:
            self.reply(404, b'{"detail": "not found"}')
        else:
            self.reply(200, body)

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: Any) -> None:
        pass


def status(code: int, **headers: str) -> Fault:
    """Another status, with headers such as ``Retry_After``."""
    return lambda handler, _body: handler.reply(code, b"<html>down</html>", **headers)


def instead(body: bytes) -> Fault:
    """Another body, with status 200."""
    return lambda handler, _body: handler.reply(200, body)


def cut(handler: Handler, body: bytes) -> None:
    """Half of the body that was promised."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2])
    handler.close_connection = True


def hang_up(handler: Handler, _body: bytes) -> None:
    """No answer at all."""
    handler.close_connection = True
    handler.connection.close()


def drip(handler: Handler, body: bytes) -> None:
    """A byte each tenth of a second."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    for byte in body[:200]:
        try:
            handler.wfile.write(bytes([byte]))
            handler.wfile.flush()
        except OSError:
            return
        time.sleep(0.1)


@contextmanager
def served(answers: Mapping[str, bytes]) -> Iterator[Service]:
    """The service, while the block runs."""
    service = Service(answers)
    handler = type("Own", (Handler,), {"service": service})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    service.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
