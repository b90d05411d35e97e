from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.harness.browser import PHONE, axe_violations, overflow, screenshot, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trial</title>
<meta name="viewport" content="width=device-width"></head>
<body><main><h1>Trial</h1>{body}</main></body></html>"""


def page(folder: Path, body: str, name: str = "index.html") -> None:
    (folder / name).write_text(PAGE.format(body=body), encoding="utf-8")


def test_a_sound_page_has_no_problem(
    chromium: Browser, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    page(tmp_path, "<p>All is well.</p>")
    with visit(chromium, serve(tmp_path)) as seen:
        assert seen.page.title() == "Trial"
        assert axe_violations(seen.page) == []
        assert overflow(seen.page) == 0
        assert seen.problems == []
        image = screenshot(seen.page, tmp_path / "shots" / "trial.png")
    assert image.read_bytes().startswith(b"\x89PNG")


def test_axe_names_the_rule_and_the_element(
    chromium: Browser, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    page(tmp_path, '<p style="color:#aaa;background:#fff">pale</p>'
                   '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">')  # fmt: skip
    with visit(chromium, serve(tmp_path)) as seen:
        found = axe_violations(seen.page)
    assert sorted(text.split(" ")[0] for text in found) == ["color-contrast", "image-alt"]
    assert any("pale" in text for text in found)


def test_what_goes_wrong_in_a_page_is_noted(
    chromium: Browser, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    page(tmp_path, '<script>undefinedName()</script><script src="absent.js"></script>'
                   '<link rel="stylesheet" href="https://elsewhere.example/x.css">')  # fmt: skip
    with visit(chromium, serve(tmp_path)) as seen:
        text = "\n".join(seen.problems)
    assert "script error: undefinedName is not defined" in text
    assert "answer 404: " in text
    assert "absent.js" in text
    assert "request to another host: https://elsewhere.example/x.css" in text


def test_a_wide_page_overflows_a_phone(
    chromium: Browser, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    page(tmp_path, '<div style="width:500px">wide</div>')
    with visit(chromium, serve(tmp_path), size=PHONE) as seen:
        assert overflow(seen.page) > 100


def test_an_absent_page_is_answered_by_the_sites_own(
    chromium: Browser, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    page(tmp_path, "<p>Not here.</p>", "404.html")
    with visit(chromium, serve(tmp_path) + "nowhere/", javascript=False) as seen:
        assert seen.page.inner_text("p") == "Not here."
        assert seen.problems == []
