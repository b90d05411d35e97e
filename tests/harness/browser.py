"""A real browser over a folder: Debian's Chromium, driven by Playwright, and axe-core for accessibility.

    with served(folder) as address, browser() as chromium, visit(chromium, address + "fr/") as seen:
        assert seen.page.title() == "…"
        assert axe_violations(seen.page) == []
        assert seen.problems == []
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any, Literal

from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests.harness import requirements

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE = (360, 740)
DESKTOP = (1280, 900)


def executable() -> str | None:
    """The Chromium to drive: PROVEIT_CHROMIUM, else `chromium` on the PATH, else None."""
    return os.environ.get("PROVEIT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def require() -> str:
    """The Chromium's path; skips the running test, saying so, where there is none."""
    found = executable()
    if found is None:
        requirements.absent("browser", "no chromium on the PATH, and PROVEIT_CHROMIUM is not set")
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """One running Chromium. Starting it takes a second: share it between tests (fixture `chromium`)."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=require(), args=list(FLAGS), headless=True)
        try:
            yield chromium
        finally:
            chromium.close()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve `folder` on 127.0.0.1 as a static host does; the value is its address, with a final slash."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(SimpleHTTPRequestHandler):
    """Quiet, and answers an absent page with the site's own 404.html, as static hosts do."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class names it)
        pass

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


@dataclass
class Visit:
    """An open page, and what went wrong in it: script and console errors, requests that failed or left."""

    page: Page
    problems: list[str] = field(default_factory=list)


@contextmanager
def visit(
    chromium: Browser,
    address: str,
    *,
    size: tuple[int, int] = DESKTOP,
    scheme: Literal["light", "dark"] = "light",
    javascript: bool = True,
    reduced_motion: bool = True,
    forced_colours: bool = False,
    locale: str = "en-GB",
    media: Literal["screen", "print"] = "screen",
) -> Iterator[Visit]:
    """Open `address` in a fresh context (no cookies, no storage). No request leaves 127.0.0.1: one that would
    is stopped and named in `problems`."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, java_script_enabled=javascript,
        reduced_motion="reduce" if reduced_motion else "no-preference",
        forced_colors="active" if forced_colours else "none", locale=locale,
    )  # fmt: skip
    try:
        page = context.new_page()
        seen = Visit(page)

        def guard(route: Route) -> None:
            if route.request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
                route.continue_()
            else:
                seen.problems.append(f"request to another host: {route.request.url}")
                route.abort()

        context.route("**/*", guard)
        page.on("pageerror", lambda error: seen.problems.append(f"script error: {error}"))
        page.on("console", lambda message: _note(seen, message.type, message.text))
        page.on("requestfailed", lambda request: seen.problems.append(f"request failed: {request.url}"))
        page.on("response", lambda answer: _note_answer(seen, address, answer.url, answer.status))
        page.emulate_media(media=media)
        page.goto(address, wait_until="load")
        yield seen
    finally:
        context.unroute_all(behavior="ignoreErrors")  # a request may still be under way
        context.close()


def axe_violations(page: Page, *, include: str | None = None, exclude: list[str] | None = None) -> list[str]:
    """What axe-core refuses in the page as it stands: `rule (impact): help — element`, one text per element.

    All of axe's rules run, best practices included. `include` and `exclude` are CSS selectors.
    """
    page.evaluate(_axe_source())
    found: list[dict[str, Any]] = page.evaluate(
        """async ([include, exclude]) => (await axe.run(
             {include: [include || "html"], exclude: exclude.map(selector => [selector])},
             {resultTypes: ["violations"]},
           )).violations""",
        [include, exclude or []],
    )
    return [
        f"{rule['id']} ({rule['impact']}): {rule['help']} — {node['html']}"
        for rule in found
        for node in rule["nodes"]
    ]


def screenshot(page: Page, path: Path, *, full_page: bool = True) -> Path:
    """A PNG of the page, for a person to look at."""
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, full_page=full_page)
    return path


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window: 0 when nothing scrolls sideways."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


@cache
def _axe_source() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def _note(seen: Visit, kind: str, text: str) -> None:
    # A failed load is noted by its answer, with its address; the console only repeats it.
    if kind in ("error", "warning") and not text.startswith("Failed to load resource"):
        seen.problems.append(f"console {kind}: {text}")


def _note_answer(seen: Visit, address: str, url: str, status: int) -> None:
    # The page asked for may be the one that says "not found"; what it loads may not be. Chromium asks for
    # /favicon.ico by itself.
    if status >= 400 and url != address and not url.endswith("/favicon.ico"):
        seen.problems.append(f"answer {status}: {url}")
