"""``serve``: a preview on 127.0.0.1 that rebuilds on change and shows findings in the browser.

The preview builds into a temporary folder with the same pipeline as ``build`` and changes nothing of
it but two things on the way out: a script that reloads the page after a rebuild, and the policy that
would forbid that script. It answers requests for this host alone.

Each build runs in a process of its own, which reads the templates as they are then. Whatever goes wrong in it
is shown in the browser like a finding, and the next change is built all the same.
"""

from __future__ import annotations

import html
import multiprocessing
import os
import re
import shutil
import signal
import stat
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import NoReturn

from site_builder import pipeline
from site_builder.kernel import names_aside
from site_builder.kernel.findings import Finding, in_order
from site_builder.own_files import TEMPLATES

_POLL_SECONDS = 0.5
_SETTLE_SECONDS = 0.1
_SETTLE_TIMES = 20
_WAIT_SECONDS = 20.0
_COMPILED = "__pycache__"
_SCRIPT_PATH = "/__preview.js"
_VERSION_PATH = "/__preview/version/"
_SCRIPT = """\
(async () => {
  const path = "/__preview/version/";
  let seen = await (await fetch(path + "-1")).text();
  for (;;) {
    try {
      const next = await (await fetch(path + seen)).text();
      if (next !== seen) { location.reload(); return; }
    } catch { await new Promise(resolve => setTimeout(resolve, 1000)); }
  }
})();
"""
_INJECTED = f'<script src="{_SCRIPT_PATH}"></script></body>'.encode()
_POLICY = b'<meta http-equiv="Content-Security-Policy"'

Snapshot = frozenset[tuple[str, int, int]]
MakeRequest = Callable[[], pipeline.Request | list[Finding]]


class PortError(Exception):
    """The port cannot be listened on; the message is the system's."""


class Preview:
    """The last build's account; ``version`` grows by one with every rebuild."""

    def __init__(self, make_request: MakeRequest, folder: Path) -> None:
        self._make_request = make_request
        self._folder = folder
        self.site = folder / "site"
        self.findings: list[Finding] = []
        self.version = 0
        self._changed = threading.Condition()
        self._watched: tuple[pipeline.Source, ...] = (pipeline.Source(Path("site.toml")),)
        self._built_from: Snapshot = frozenset()

    def rebuild(self) -> None:
        """Build once; on findings the last good site stays behind the list of them."""
        request = self._asked()
        if not isinstance(request, list):
            self._watched = request.sources()
        self._built_from = self.snapshot()
        if isinstance(request, list):
            findings = request
        else:
            # Each in a folder of its own: a preview publishes nothing, and no ledger goes on from it.
            site = self._folder / f"site-{self.version}"
            findings = _built(request.with_output(site))
            if not findings:
                before, self.site = self.site, site
                shutil.rmtree(before, ignore_errors=True)
        with self._changed:
            self.findings = in_order(findings)
            self.version += 1
            self._changed.notify_all()

    def _asked(self) -> pipeline.Request | list[Finding]:
        """What to build. A wrong command ends the first attempt; later ones show what has become wrong."""
        try:
            return self._make_request()
        except Exception as error:
            if not self.version:
                raise
            return [_failed(error)]

    def settle(self) -> None:
        """Wait until nothing changes for a moment: an editor, or a copy, may be half way."""
        for _ in range(_SETTLE_TIMES):
            before = self.snapshot()
            time.sleep(_SETTLE_SECONDS)
            if self.snapshot() == before:
                return

    def wait(self, seen: int) -> int:
        """The version, once it differs from ``seen`` or after a while."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != seen, timeout=_WAIT_SECONDS)
            return self.version

    def outdated(self) -> bool:
        """Whether a source is not as the last build found it."""
        return self.snapshot() != self._built_from

    def snapshot(self) -> Snapshot:
        """Names, times and sizes of every source."""
        return frozenset(entry for source in self._watched for entry in _entries(source))


def serve(make_request: MakeRequest, port: int, say: Callable[[str], object]) -> None:
    """Serve until interrupted, or told to end; ``say`` gets one line per event. Raises :class:`PortError`."""
    for name in ("SIGTERM", "SIGHUP"):  # a terminal that is closed: the folder goes all the same
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _interrupt)
    with tempfile.TemporaryDirectory(prefix="site-builder-preview-") as folder:
        preview = Preview(make_request, Path(folder))
        preview.rebuild()
        try:
            server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, preview=preview))
        except OSError as error:
            raise PortError(error.strerror or str(error)) from error
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            say(f"http://127.0.0.1:{server.server_address[1]}/ ({_state(preview)}); Ctrl-C stops.")
            while True:
                time.sleep(_POLL_SECONDS)
                if preview.outdated():
                    preview.settle()
                    preview.rebuild()
                    say(f"Rebuilt: {_state(preview)}.")
        except KeyboardInterrupt:
            say("Stopped.")
        finally:
            server.shutdown()
            server.server_close()


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _state(preview: Preview) -> str:
    count = len(preview.findings)
    return f"{count} finding{'s' * (count != 1)}, shown in the browser" if count else "no finding"


def _built(request: pipeline.Request) -> list[Finding]:
    """The findings of a build in a process of its own; what it says when it fails is one of them."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_build, args=(request, theirs))
    process.start()
    theirs.close()
    try:
        found: list[Finding] = ours.recv()
    except EOFError:
        found = [_failed(RuntimeError("the process of the build was ended"))]
    except KeyboardInterrupt:
        process.terminate()  # heard there as an interruption: it tidies up
        raise
    finally:
        process.join()
    return found


def _build(request: pipeline.Request, parent: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal interrupts all; the preview ends its build
    names_aside.let_editors_work()
    with suppress(KeyboardInterrupt):
        try:
            parent.send(pipeline.run(request, lambda _done, _total: None).findings)
        except Exception as error:
            parent.send([_failed(error)])


def _failed(error: Exception) -> Finding:
    """What stopped a build that should have ended, with the place in a template where it is one's fault."""
    told = "".join(traceback.format_exception(error))
    places = re.findall(rf'File "{re.escape(str(TEMPLATES))}/([^"]+)", line ([0-9]+)', told)
    file, line = places[-1] if places else ("the build", None)
    return Finding(
        code="STOPPED",
        name="build-stopped",
        file=f"{TEMPLATES.name}/{file}" if places else file,
        line=int(line) if line else None,
        found=f"{type(error).__name__}: {error}",
        expected="a build that ends, with findings or without",
        remedy="Mend what was changed last; the preview builds again by itself.",
    )


def _entries(source: pipeline.Source) -> Iterator[tuple[str, int, int]]:
    yield from _facts(str(source.path))
    for folder, folders, files in os.walk(source.path):  # what is removed meanwhile is passed over
        folders[:] = [name for name in folders if name != _COMPILED]  # made by builds themselves
        for name in (*folders, *files):
            yield from _facts(os.path.join(folder, name))  # noqa: PTH118 — names of a walk
        if not source.whole:
            return


def _facts(path: str) -> Iterator[tuple[str, int, int]]:
    with suppress(OSError):  # removed between the listing and the look
        facts = os.stat(path)  # noqa: PTH116
        # Of a folder, that it is there: its names are looked at one by one, and some are no source.
        inside = stat.S_ISDIR(facts.st_mode)
        yield path, 0 if inside else facts.st_mtime_ns, 0 if inside else facts.st_size


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args: object, preview: Preview) -> None:
        self._preview = preview
        super().__init__(*args, directory=str(preview.site))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        host = (self.headers.get("Host") or "").rsplit(":", 1)[0]
        if host not in ("127.0.0.1", "localhost"):
            self.send_error(403, "This preview answers to 127.0.0.1 and localhost alone")
            return
        path = self.path.split("?", 1)[0]
        if path == _SCRIPT_PATH:
            self._answer(200, "text/javascript; charset=utf-8", _SCRIPT.encode())
        elif path.startswith(_VERSION_PATH):
            seen = path.removeprefix(_VERSION_PATH)
            version = self._preview.wait(int(seen) if seen.isdecimal() else -1)
            self._answer(200, "text/plain; charset=utf-8", str(version).encode())
        elif path.endswith(("/", ".html")):
            self._page(path)
        else:
            super().do_GET()

    def _page(self, path: str) -> None:
        if self._preview.findings:
            self._answer(500, "text/html; charset=utf-8", _findings_page(self._preview.findings))
            return
        file = Path(self.translate_path(path))
        if file.is_dir():
            file = file / "index.html"
        status = 200
        if not file.is_file():
            file, status = self._preview.site / "404.html", 404
        body = file.read_bytes().replace(_POLICY, b'<meta name="policy-lifted-by-preview"')
        self._answer(status, "text/html; charset=utf-8", body.replace(b"</body>", _INJECTED))

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_args: object) -> None:
        """Quiet: the terminal shows rebuilds, not requests."""


def _findings_page(findings: list[Finding]) -> bytes:
    items = "".join(
        f"<li><h2>{html.escape(f.code)} {html.escape(f.name)}</h2>"
        f"<p><code>{html.escape(_place(f))}</code></p>"
        f"<dl><dt>Found</dt><dd><bdi>{html.escape(f.found)}</bdi></dd><dt>Expected</dt>"
        f"<dd>{html.escape(f.expected)}</dd><dt>Do</dt><dd>{html.escape(f.remedy)}</dd></dl></li>"
        for f in findings
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Refused</title>'
        '<link rel="stylesheet" href="/assets/site.css"></head><body><main><h1>Refused: '
        f"{len(findings)}</h1><ol>{items}</ol></main>{_INJECTED.decode()}</html>"
    ).encode()


def _place(finding: Finding) -> str:
    line = f":{finding.line}" if finding.line is not None else ""
    pointer = f"#{finding.pointer}" if finding.pointer else ""
    element = f" ({finding.element})" if finding.element else ""
    return f"{finding.file}{line}{pointer}{element}"
