"""The web servers of docs/deploying.md, run as they are configured there, over a site that was published."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.deploying.conftest import AFTER, require
from tests.deploying.season import Deployment, publishable_change
from tests.deploying.test_hosts import free_port
from tests.harness.browser import visit
from tests.harness.command import REPOSITORY, run_cli

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GUIDE = (REPOSITORY / "docs/deploying.md").read_text(encoding="utf-8")
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
EVERYWHERE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000",
}
PLACES = {"root": "/srv/index/current", "listen": "listen 80;", "address": "proveit.arkforge.tech {"}
ASKED_AGAIN = "no-cache, no-transform"
LASTING = "public, max-age=31536000, immutable, no-transform"
TYPES = {
    "": "text/html; charset=utf-8",
    "fr/": "text/html; charset=utf-8",
    "index.json": "application/json",
    "assets/site.css": "text/css; charset=utf-8",
    "assets/mark.svg": "image/svg+xml",
    "challenges/prove-it/season-1/conformite/community/results.csv": "text/csv; charset=utf-8",
    "challenges/prove-it/season-1/conformite/section-5.txt": "text/plain; charset=utf-8",
    "ledger.jsonl": "text/plain; charset=utf-8",
    "ledger/1.tsr": "application/timestamp-reply",
    "robots.txt": "text/plain; charset=utf-8",
    "sitemap.xml": "application/xml; charset=utf-8",
    "SHA256SUMS": "text/plain; charset=utf-8",
}


def block(language: str, **instead: str) -> str:
    """The one block of the guide in this language, another text in the place of some that stand in it."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    text = str(found)
    for name, value in instead.items():
        assert PLACES[name] in text
        text = text.replace(PLACES[name], value)
    return text


@contextmanager
def running(server: str, root: Path, folder: Path) -> Iterator[str]:
    """One of the servers over `root`, with the guide's configuration but for address and place."""
    port = free_port()
    if server == "nginx":
        text = block("nginx", listen=f"listen 127.0.0.1:{port};", root=str(root))
        user = "user root;" if os.geteuid() == 0 else ""  # folders of tests are closed to others
        (folder / "nginx.conf").write_text(
            f"{user} pid nginx.pid; error_log stderr; daemon off; master_process off;\n"
            f"events {{}}\nhttp {{ access_log off; {text} }}\n",
            encoding="utf-8",
        )
        command = ["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"]
    else:
        text = block("caddy", address=f"http://127.0.0.1:{port} {{", root=str(root))
        options = "{\n\tadmin off\n\tauto_https off\n}\n"
        (folder / "Caddyfile").write_text(options + text, encoding="utf-8")
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
        try:
            address = f"http://127.0.0.1:{port}/"
            until = time.monotonic() + 20
            while True:
                try:
                    asked(address, "robots.txt")
                    break
                except OSError:
                    assert process.poll() is None, (folder / "log").read_text()
                    assert time.monotonic() < until, (folder / "log").read_text()
                    time.sleep(0.05)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=10)


def asked(address: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", f"/{path}", headers=given)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


@pytest.fixture(scope="session")
def site(published_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two publications of the smallest season, precompressed, with a file that stands for a time-stamp."""
    folder = tmp_path_factory.mktemp("two")
    for name in ("season", "host"):
        shutil.copytree(published_once / name, folder / name, symlinks=True)
    variables = {"DEPLOY_KIND": "rsync", "DEPLOY_TO": str(folder / "host"), "PRECOMPRESS": "1"}
    season = Deployment(folder / "season", variables)
    publishable_change(season)
    done = season.run(now=AFTER, until="Verify what is served")
    assert done.failed is None, done.logs
    current = folder / "host/current"
    (current / "ledger").mkdir()
    (current / "ledger/1.tsr").write_bytes(b"\x30\x00")
    return current


@pytest.fixture(scope="session", params=["nginx", "caddy"])
def server(
    request: pytest.FixtureRequest, site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    require(request.param)
    with running(request.param, site, tmp_path_factory.mktemp(request.param)) as address:
        yield address


def test_every_answer_bears_the_documented_headers(server: str) -> None:
    found = {}
    for path, kind in TYPES.items():
        status, headers, _ = asked(server, path)
        assert (path, status, headers["content-type"]) == (path, 200, kind)
        found[path] = {name: headers.get(name) for name in (*EVERYWHERE, "cache-control")}
        assert "etag" in headers
    assert found == dict.fromkeys(TYPES, EVERYWHERE | {"cache-control": ASKED_AGAIN})


def test_what_never_changes_is_kept_and_what_is_not_there_is_not(server: str) -> None:
    kept = asked(server, "publications/1/manifest.json")
    assert (kept[0], kept[1]["cache-control"]) == (200, LASTING)
    for path in ("publications/9/manifest.json", f"kit/{'0' * 64}.json"):
        status, headers, _ = asked(server, path)
        assert status == 404
        assert "immutable" not in headers.get("cache-control", "")
        assert headers["content-security-policy"] == POLICY


def test_a_page_that_is_not_there_is_told_in_its_language(server: str, site: Path) -> None:
    for path, page in (("nothing/", "404.html"), ("fr/rien/", "fr/404.html")):
        status, headers, body = asked(server, path)
        assert (status, body) == (404, (site / page).read_bytes())
        assert headers["content-type"] == "text/html; charset=utf-8"


def test_the_bytes_are_those_that_are_listed_compressed_or_not(server: str, site: Path) -> None:
    table = "challenges/prove-it/season-1/conformite/community/results.csv"
    for path in ("index.html", table, "ledger.jsonl"):
        _, plain, body = asked(server, path, Accept_Encoding="identity")
        assert "content-encoding" not in plain
        assert body == (site / path).read_bytes()
        _, packed, smaller = asked(server, path, Accept_Encoding="gzip")
        assert (packed["content-encoding"], packed["vary"]) == ("gzip", "Accept-Encoding")
        assert gzip.decompress(smaller) == body
    assert "content-encoding" not in asked(server, "ledger/1.tsr", Accept_Encoding="gzip")[1]


def test_a_reader_verifies_the_served_copy(server: str) -> None:
    done = run_cli("verify", server, "--format", "json")
    outcomes = {step["number"]: step["outcome"] for step in json.loads(done.stdout)["steps"]}
    # The smallest season publishes no evidence of its freezes and proofs.
    assert {number for number, outcome in outcomes.items() if outcome != "passed"} == {5, 7}
    assert (outcomes[5], outcomes[7], done.returncode) == ("not checked", "not checked", 3)


def test_the_policy_holds_in_a_browser_and_would_be_seen_if_it_did_not(
    server: str, site: Path, chromium: Browser
) -> None:
    root = site.resolve()
    pages = [path.parent.relative_to(root).as_posix() for path in root.glob("challenges/**/index.html")]
    assert len(pages) > 5
    for page in ("fr", *pages):
        with visit(chromium, f"{server}{page}/") as seen:
            assert (page, seen.problems) == (page, [])
            assert seen.page.evaluate("document.styleSheets.length") == 1
    hostile = "<p style='color: red'>x<script>document.title = 'run'</script>"
    (site / "styled.html").write_text(hostile, encoding="utf-8")
    with visit(chromium, f"{server}styled.html") as seen:
        assert sum("Content Security Policy" in problem for problem in seen.problems) == 2
        assert seen.page.title() == ""


def test_the_file_of_headers_says_the_same() -> None:
    first, *lines = block("text _headers").splitlines()
    assert first == "/*"
    pairs = (line.strip().partition(": ") for line in lines)
    assert {name.lower(): value for name, _, value in pairs} == EVERYWHERE | {"cache-control": ASKED_AGAIN}


def test_compressing_twice_gives_the_same_bytes_and_no_list_names_them(site: Path, tmp_path: Path) -> None:
    packed = sorted(path for path in site.resolve().rglob("*.gz"))
    assert packed
    for path in packed[:20]:
        plain = path.with_suffix("")
        again = subprocess.run(["gzip", "-9nc", plain], capture_output=True, check=True).stdout
        assert again == path.read_bytes()
    assert ".gz" not in (site / "SHA256SUMS").read_text(encoding="utf-8")
    assert ".gz" not in (site / "manifest.json").read_text(encoding="utf-8")
