"""Every template compiles in every language; assets load nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.languages import CODES
from site_builder.own_files import TEMPLATES
from site_builder.render.assets import assets
from site_builder.render.engine import engine
from tests.harness import loaded

FILES = sorted(TEMPLATES.rglob("*.html"))
PAGES = sorted(TEMPLATES.glob("*.html"))
_WORD = re.compile(r"[^\W\d_]")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_compiles(path: Path, code: str) -> None:
    engine(loaded.content().messages[code]).get_template(path.name)


def test_every_partial_is_used() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in FILES)
    for path in (TEMPLATES / "partials").iterdir():
        assert f'{{% include "partials/{path.name}" %}}' in sources


def test_assets_load_nothing_and_hold_no_words() -> None:
    made = dict(assets())
    assert sorted(made) == ["assets/mark.svg", "assets/site.css"]
    css = made["assets/site.css"].decode()
    assert not re.search(r"@import|url\(|https?:|expression\(", css)
    for text in re.findall(r'content:\s*"([^"]*)"', css):
        assert not _WORD.search(text)
    assert b"<script" not in made["assets/mark.svg"]
