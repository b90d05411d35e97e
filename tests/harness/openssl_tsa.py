"""A real time-stamping authority on 127.0.0.1: `openssl ts` behind HTTP, certified by a CA of the test."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from site_builder.evidence.trust import moment
from tests.harness import requirements

_CONFIGURATION = """
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:TRUE
[signer]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = critical, timeStamping
[tsa]
serial = {folder}/serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
"""

Answer = tuple[int, str, bytes]
"""HTTP status, content type and body of an answer."""


class OpensslAuthority:
    """The files of the authority in a folder of their own: ``root.pem`` certifies ``tsa.pem``."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("openssl") is None:
            requirements.absent("openssl", "no openssl on the PATH")
        folder.mkdir(parents=True)
        self.folder = folder
        (folder / "openssl.cnf").write_text(_CONFIGURATION.format(folder=folder))
        self._run(
            "req", "-x509", *_new_key("root"), "-days", "3650", "-subj", "/O=Test root",
            "-extensions", "ca", "-out", "root.pem",
        )  # fmt: skip
        self._run("req", *_new_key("tsa"), "-subj", "/CN=Test authority", "-out", "tsa.csr")
        self._run(
            "x509", "-req", "-in", "tsa.csr", "-CA", "root.pem", "-CAkey", "root.key", "-set_serial", "2",
            "-days", "3650", "-extfile", "openssl.cnf", "-extensions", "signer", "-out", "tsa.pem",
        )  # fmt: skip

    def reply(self, query: bytes) -> bytes:
        """The answer to a request, as `openssl ts` makes it."""
        return self._run(
            "ts", "-reply", "-config", "openssl.cnf", "-section", "tsa", "-queryfile", "/dev/stdin",
            "-signer", "tsa.pem", "-inkey", "tsa.key", given=query,
        )  # fmt: skip

    def trust(self, folder: Path, *, rehearsal: bool = False) -> Path:
        """A trust folder that names this authority alone."""
        folder.mkdir()
        for name in ("root.pem", "tsa.pem"):
            shutil.copy(self.folder / name, folder)
        certificate = x509.load_pem_x509_certificate((folder / "tsa.pem").read_bytes())
        (folder / "trust.toml").write_text(
            f"""trust = "proveit-trust-v1"
[[authority]]
name = "authority.test"
vouches_for = "the time"
rehearsal = {str(rehearsal).lower()}
certificate = "tsa.pem"
chain = ["root.pem"]
sha256 = "{hashlib.sha256(certificate.public_bytes(Encoding.DER)).hexdigest()}"
valid_from = {moment(certificate.not_valid_before_utc)}
valid_until = {moment(certificate.not_valid_after_utc)}
"""
        )
        return folder

    @contextmanager
    def served(self, change: Callable[[bytes], Answer] | None = None) -> Iterator[str]:
        """Its address while the block runs; ``change`` makes of its true answer what is sent instead."""
        authority = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                query = self.rfile.read(int(self.headers["Content-Length"]))
                reply = authority.reply(query)
                kind = "application/timestamp-reply"
                status, kind, body = change(reply) if change else (200, kind, reply)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                if 300 <= status < 400:
                    self.send_header("Location", body.decode())
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/tsr"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _run(self, *arguments: str, given: bytes = b"") -> bytes:
        done = subprocess.run(
            ["openssl", *arguments], cwd=self.folder, input=given, capture_output=True, check=False,
            env={"OPENSSL_CONF": str(self.folder / "openssl.cnf"), "PATH": "/usr/bin:/bin:/usr/local/bin"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout


def _new_key(name: str) -> tuple[str, ...]:
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    return (*curve, "-keyout", f"{name}.key", "-config", "openssl.cnf")
