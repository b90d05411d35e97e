"""Whatever CommonMark writes can be published: no form of a text is refused for the HTML made of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.acceptance.builds import built
from tests.harness.command import REPOSITORY

FORMS = """
---

A line\\
that is broken, and one@@
broken by spaces.

***

> A quotation
>
> 1. with a list
> 2. of two

- a point

  with a paragraph
    - and a point below

Some `code with <tags> & signs`, *words*, **more**.

    an indented block

```sh
a --command
```

| one | two |
|:---|---:|
| a | b \\| c |

A term &mdash; &copy; &#169; and <not> a tag.

Setext
------
"""


def page_of(folder: Path, code: str, name: str) -> Path:
    return folder / code / "pages" / f"{name}.md"


def test_every_form_of_markdown_is_published(world: Path, tmp_path: Path) -> None:
    content = shutil.copytree(REPOSITORY / "content", tmp_path / "content")
    for code in ("en", "fr"):
        page = page_of(content, code, "home")
        page.write_text(page.read_text() + FORMS.replace("@@", "  "))
    site = built(world, tmp_path / "site", "--content", str(content))
    for name in ("challenges/prove-it/index.html", "fr/challenges/prove-it/index.html"):
        html = (site.root / name).read_text()
        assert html.count("<hr>") == 2
        assert html.count("<br>") == 2


def test_the_official_text_is_published(shared: Path, world: Path, tmp_path: Path) -> None:
    """Through the HTML and every rule; it is in English alone, so that it stands for both languages."""
    official = (shared / "seeds/specification.en.md").read_text(encoding="utf-8")
    assert "\n---\n" in official
    content = shutil.copytree(REPOSITORY / "content", tmp_path / "content")
    for code in ("en", "fr"):
        page = page_of(content, code, "specification")
        _, head, _ = page.read_text().split("---\n", 2)
        page.write_text(f"---\n{head}---\n{official}")
    site = built(world, tmp_path / "site", "--content", str(content))
    for name in ("challenges/prove-it/specification/index", "fr/challenges/prove-it/specification/index"):
        assert json.loads((site.root / f"{name}.json").read_bytes())["contenu"]["markdown"] == official
        assert (site.root / f"{name}.html").read_text().count("<hr>") == official.count("\n---\n")
