"""`serve`: the site on 127.0.0.1, rebuilt on change, findings in the browser; and the bar of a terminal."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from site_builder.configuration import read_configuration
from site_builder.kernel import instants
from site_builder.kernel.findings import Finding
from site_builder.pipeline import Request
from site_builder.preview import Preview
from tests.acceptance.builds import COMMIT, GENERATED_AT, LATER, fixed, heed_interrupts
from tests.harness import smallest, worlds
from tests.harness.command import REPOSITORY, program, run_cli, start_cli

TRACK = "/challenges/prove-it/season-1/conformite/"


class Served:
    """A running preview."""

    def __init__(self, process: subprocess.Popen[str], port: int, first: str) -> None:
        self.process, self.port, self.first = process, port, first

    def get(self, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.putrequest("GET", path, skip_host=True)
            connection.putheader("Host", f"{host}:{self.port}")
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


@contextmanager
def serving(data: Path, *options: str, env: dict[str, str] | None = None) -> Iterator[Served]:
    heed_interrupts()
    process = start_cli("serve", "--data", data, "--port", "0", *fixed(), *options, env=env)
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/", first)
        assert found, first
        yield Served(process, int(found[1]), first)
    finally:
        process.kill()
        process.communicate()


def test_a_preview_follows_the_sources(world: Path) -> None:
    with serving(world) as served:
        assert "no finding" in served.first
        status, page = served.get(TRACK)
        assert status == 200
        assert smallest.COMMUNITY_DID in page
        assert '<script src="/__preview.js"></script>' in page
        assert served.get("/assets/site.css")[0] == 200
        version = served.get("/__preview/version/-1")[1]

        # A change is built, and whoever waits for it is told.
        worlds.mutate(world / worlds.COMMUNITY, "/agent/did", smallest.SPARE_DID)
        assert "no finding" in served.line()
        assert served.get(f"/__preview/version/{version}")[1] != version
        page = served.get(TRACK)[1]
        assert smallest.SPARE_DID in page
        assert smallest.COMMUNITY_DID not in page

        # A fault is shown in the place of every page, as text.
        worlds.mutate(world / worlds.COMMUNITY, "/<img src=x onerror=alert(1)>", 1)
        assert "1 finding" in served.line()
        for path in (TRACK, "/", "/fr/"):
            status, page = served.get(path)
            assert status == 500
            assert worlds.COMMUNITY in page
            assert "&lt;img src=x" in page
            assert "<img" not in page

        # Mended, the site is back.
        worlds.mutate(world / worlds.COMMUNITY, "/<img src=x onerror=alert(1)>", worlds.DELETE)
        assert "no finding" in served.line()
        assert served.get(TRACK)[0] == 200


def test_a_preview_that_starts_with_findings(world: Path) -> None:
    (world / worlds.SEASON).write_bytes(b"{")
    with serving(world) as served:
        assert "finding" in served.first
        status, page = served.get("/")
        assert status == 500
        assert worlds.SEASON in page


def test_another_folder_is_refused_and_not_walked_through(world: Path, tmp_path: Path) -> None:
    """`--content /` must not list the whole disk every half second."""
    place = tmp_path / "place"
    (place / "other/deep").mkdir(parents=True)
    deep = place / "other/deep/file"
    deep.touch()
    (world / "elsewhere").mkdir()
    (world / "elsewhere/file").touch()

    def previewed(content: Path) -> tuple[list[Finding], frozenset[str]]:
        made = _request(world, content)
        preview = Preview(lambda: made, tmp_path)
        preview.rebuild()
        assert not preview.outdated()
        return preview.findings, frozenset(path for path, _, _ in preview.snapshot())

    findings, watched = previewed(place)
    assert [(f.code, f.file) for f in findings] == [
        ("T001", "elsewhere"), ("M001", "place/en"), ("M001", "place/fr"),
    ]  # fmt: skip
    assert str(place / "other") in watched
    assert str(deep) not in watched
    assert str(world / worlds.COMMUNITY) in watched
    assert str(world / "elsewhere") in watched
    assert str(world / "elsewhere/file") not in watched
    (place / "fr").mkdir()
    assert str(deep) in previewed(place)[1]


def _request(data: Path, content: Path) -> Request:
    config = REPOSITORY / "site.toml"
    configuration, findings = read_configuration(config)
    assert configuration is not None, findings
    return Request(
        data, (content,), config, configuration, GENERATED_AT, COMMIT, instants.parse(LATER), 1, None
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The program with texts and templates of the test's own, as in a clone: python -m site_builder there."""
    root = tmp_path / "clone"
    for name in ("site_builder", "content", "templates", "trust"):
        shutil.copytree(REPOSITORY / name, root / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    shutil.copy(REPOSITORY / "site.toml", root)
    return root


@contextmanager
def serving_a_clone(root: Path, data: Path) -> Iterator[Served]:
    heed_interrupts()
    command = [sys.executable, "-m", "site_builder", "serve", "--data", str(data), "--port", "0", *fixed()]
    env = {**os.environ, "PYTHONPATH": str(root)}
    process = subprocess.Popen(
        command, cwd=root, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/", first)
        assert found, first
        yield Served(process, int(found[1]), first)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[1] == ""  # whatever happened, no traceback
    finally:
        process.kill()
        process.communicate()


def test_templates_and_assets_are_followed_and_may_be_broken(world: Path, checkout: Path) -> None:
    base, style = checkout / "templates/base.html", checkout / "templates/assets/site.css"
    whole = base.read_text(encoding="utf-8")
    with serving_a_clone(checkout, world) as served:
        assert "no finding" in served.first
        base.write_text(whole.replace("</body>", "<!-- mended --></body>"), encoding="utf-8")
        # What a template may not hold is a finding as in a build: here, a comment.
        assert "finding" in served.line()
        for broken, said in (
            ("{% if %}", "TemplateSyntaxError"),
            ('{% include "partials/none.html" %}', "partials/none.html"),
            ("{{ c.nothing_of_that_name }}", "nothing_of_that_name"),
        ):
            base.write_text(whole.replace("</body>", f"{broken}</body>"), encoding="utf-8")
            assert "1 finding, shown in the browser" in served.line(), broken
            status, page = served.get("/")
            assert status == 500
            assert said in page
            assert "Traceback" not in page
        base.write_text(whole, encoding="utf-8")
        assert "no finding" in served.line()
        assert served.get(TRACK)[0] == 200
        style.write_text(style.read_text(encoding="utf-8") + "/* new */\n", encoding="utf-8")
        assert "no finding" in served.line()
        assert served.get("/assets/site.css")[1].endswith("/* new */\n")
        # No template at all for a moment, as when a branch is switched.
        (checkout / "templates").rename(checkout / "away")
        assert "shown in the browser" in served.line()
        assert served.get("/")[0] == 500
        (checkout / "away").rename(checkout / "templates")
        assert "no finding" in served.line()
        assert served.get("/")[0] == 200


def test_what_editors_leave_is_passed_over(world: Path, checkout: Path) -> None:
    """A build names such files; who writes is not stopped by their own editor."""
    track = world / worlds.TRACK_FOLDER
    with serving_a_clone(checkout, world) as served:
        for folder in (
            world / "prove-it/season-1",
            track,
            track / "community",
            checkout / "content/fr/pages",
        ):
            for name in ("4913", "season.json~", "#season.json#", ".season.json.swp", "season.json.swp"):
                (folder / name).write_bytes(b"\x00")
        # Changed with all of them there: what is built is what was saved.
        worlds.mutate(world / worlds.COMMUNITY, "/agent/did", smallest.SPARE_DID)
        while smallest.SPARE_DID not in served.get(TRACK)[1]:
            assert "no finding" in served.line()
    done = run_cli("check", "--data", world, *fixed())
    assert done.returncode == 1
    assert done.stderr.count("T001") == 12


@pytest.mark.parametrize("name", ["data", "content"])
def test_a_folder_that_is_gone_for_a_moment(world: Path, checkout: Path, name: str) -> None:
    folder = {"data": world, "content": checkout / "content"}[name]
    with serving_a_clone(checkout, world) as served:
        folder.rename(folder.with_name("away"))
        assert "shown in the browser" in served.line()
        assert served.get("/")[0] == 500
        folder.with_name("away").rename(folder)
        assert "no finding" in served.line()
        assert served.get(TRACK)[0] == 200


def test_what_a_preview_answers(world: Path) -> None:
    with serving(world) as served:
        status, page = served.get("/fr/nowhere/")
        assert status == 404
        assert "<h1" in page
        # Another name that leads to this machine is another site's: its scripts may not read the preview.
        assert served.get("/", host="attacker.example")[0] == 403
        assert served.get("/../../../../etc/passwd")[0] == 404
        assert "root:" not in served.get("/..%2f..%2f..%2f..%2fetc/passwd")[1]
        served.process.send_signal(signal.SIGINT)
        said, errors = served.process.communicate(timeout=30)
        assert "Stopped" in said
        assert "Traceback" not in errors
        assert served.process.returncode == 0


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_preview_that_ends_leaves_nothing(world: Path, tmp_path: Path, sent: signal.Signals) -> None:
    """A terminal that is closed says so by a signal of its own."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with serving(world, env={"TMPDIR": str(temporary)}) as served:
        assert served.get("/")[0] == 200
        assert list(temporary.glob("site-builder-preview-*"))
        served.process.send_signal(sent)
        said, errors = served.process.communicate(timeout=30)
        assert said.endswith("Stopped.\n")  # what it was writing when the signal came may stand there twice
        assert (errors, served.process.returncode) == ("", 0)
    assert list(temporary.iterdir()) == []


def test_a_port_that_is_taken(world: Path) -> None:
    with serving(world) as served:
        done = run_cli("serve", "--data", world, "--port", str(served.port), *fixed(), timeout=60)
        assert done.returncode in (1, 2)
        assert "Traceback" not in done.stderr
        assert str(served.port) in done.stderr


@pytest.mark.parametrize("ci", [False, True], ids=["terminal", "CI"])
def test_the_bar_is_for_terminals(make_season: worlds.SeasonMaker, ci: bool) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name != "CI"} | ({"CI": "1"} if ci else {})
    try:
        process = subprocess.Popen(
            [str(program()), "check", "--data", str(make_season(20, 3)), *fixed()],
            cwd=REPOSITORY, env={**env, "TERM": "xterm"}, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs,
        )  # fmt: skip
        os.close(theirs)
        shown = b""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            shown += piece
        said = process.communicate(timeout=60)[0]
    finally:
        os.close(ours)
    assert process.returncode == 0
    assert b"Checked" in said
    assert (b"100%" in shown) is not ci
    assert shown == b"" if ci else True
