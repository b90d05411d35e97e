"""Compiled templates are kept, and never used for other templates, messages or programs than their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound

from site_builder.content.messages import Form, Messages
from site_builder.render import compiled as compiled_templates
from site_builder.render.engine import Engine, engine
from tests.harness import loaded

NAME = "page.html"


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "part.html").write_text("<p>{{ x }}</p>\n")
    (folder / NAME).write_text('<h1>{{ t["nav.skip"] }}</h1>\n{% include "part.html" %}\n')
    return folder


Compiled = list[str]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Compiled:
    """The names of the templates that were compiled, and not found compiled."""
    names: Compiled = []
    original: Callable[..., object] = Engine.compile

    def compile_(self: Engine, source: str, name: str, *rest: object) -> object:
        names.append(name)
        return original(self, source, name, *rest)

    monkeypatch.setattr(Engine, "compile", compile_)
    return names


def made(templates: Path, messages: Messages) -> str:
    return engine(messages, templates).get_template(NAME).render({"x": "1 < 2"})


def english() -> Messages:
    return loaded.content().messages["en"]


def kept(templates: Path) -> list[Path]:
    return sorted((templates / "__pycache__").glob("*"))


def test_the_second_run_compiles_nothing(templates: Path, compiled: Compiled) -> None:
    first = made(templates, english())
    assert compiled == [NAME]
    assert made(templates, english()) == first
    assert compiled == [NAME]
    assert "<p>1 &lt; 2</p>" in first
    (file,) = kept(templates)
    assert file.stat().st_mode & 0o777 == 0o644


def test_each_language_has_its_own(templates: Path, compiled: Compiled) -> None:
    french = loaded.content().messages["fr"]
    for _ in range(2):
        assert made(templates, english()) != made(templates, french)
    assert compiled == [NAME, NAME]
    assert len(kept(templates)) == 2


def test_another_message_is_shown_at_once(templates: Path, compiled: Compiled) -> None:
    made(templates, english())
    entry = english().entries["nav.skip"]
    changed = replace(entry, forms=(Form("Elsewhere", ("Elsewhere",)),))
    other = Messages(english().language, {**english().entries, "nav.skip": changed}.values())
    assert "<h1>Elsewhere</h1>" in made(templates, other)
    assert compiled == [NAME, NAME]


def test_another_partial_is_shown_at_once(templates: Path) -> None:
    made(templates, english())
    (templates / "part.html").write_text("<b>{{ x }}</b>\n")
    assert "<b>1 &lt; 2</b>" in made(templates, english())


def test_a_damaged_file_is_made_again(templates: Path, compiled: Compiled) -> None:
    first = made(templates, english())
    (file,) = kept(templates)
    whole = file.read_bytes()
    altered = [whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :] for at in range(0, len(whole), 7)]
    for left in (*(whole[:at] for at in range(0, len(whole), 7)), whole + b"\0", bytes(len(whole)), *altered):
        file.write_bytes(left)
        compiled.clear()
        assert made(templates, english()) == first
        assert compiled == [NAME]
        assert file.read_bytes() == whole


def test_what_another_program_compiled_is_not_used(
    templates: Path, compiled: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(templates, english())
    monkeypatch.setattr(compiled_templates, "_COMPILER", bytes(32))
    made(templates, english())
    assert compiled == [NAME, NAME]


def test_the_program_is_known_by_its_modules_as_they_are_loaded(tmp_path: Path) -> None:
    """Another module or library is another compiler; what is on the disk later is not asked."""
    package = tmp_path / "site_builder"
    shutil.copytree(Path(compiled_templates.__file__).parents[1], package)
    code = (
        "import sys, pathlib; sys.path.insert(0, {0!r}); {1}; import site_builder.render.compiled as c; {2};"
        "print(c._COMPILER.hex(), c.__file__.startswith({0!r}))"
    )

    def compiler(before: str = "0", after: str = "0") -> str:
        line = code.format(str(tmp_path), before, after)
        done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
        digest, ours = done.stdout.split()
        assert ours == "True"
        return digest

    first = compiler()
    change = f"pathlib.Path({str(package / 'render' / 'context.py')!r}).open('a').write('# more')"
    assert compiler(after=change) == first
    second = compiler()
    assert second != first
    assert compiler("import jinja2; jinja2.__version__ = '0'") != second


def test_templates_are_what_they_were_when_they_were_read(templates: Path, compiled: Compiled) -> None:
    """A template that is edited while a program runs is not taken for the one that it was."""
    early = engine(english(), templates)
    before = (templates / NAME).read_text()
    (templates / NAME).write_text("<p>edited</p>\n")
    assert "edited" not in early.get_template(NAME).render({"x": "1"})
    (templates / NAME).write_text(before)
    assert "edited" not in made(templates, english())


def test_a_partial_that_moved_is_missed(templates: Path) -> None:
    made(templates, english())
    (templates / "more").mkdir()
    (templates / "part.html").rename(templates / "more" / "part.html")
    with pytest.raises(TemplateNotFound):
        made(templates, english())


def test_the_site_is_made_with_templates_that_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiled: Compiled
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    for _ in range(2):
        engine(english()).get_template("not_found.html")
    assert compiled == ["not_found.html"]


def test_where_nothing_can_be_kept_nothing_is(
    templates: Path, compiled: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    (templates / "__pycache__").write_text("a file in the way")
    first = made(templates, english())
    assert made(templates, english()) == first
    (templates / "__pycache__").unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert made(templates, english()) == first
    assert compiled == [NAME] * 3
    assert kept(templates) == []


def test_it_is_kept_where_python_is_told_to_keep_what_it_compiles(
    templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: Compiled
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere").mkdir()
    for _ in range(2):
        made(templates, english())
    assert kept(templates) == []
    assert compiled == [NAME]


def test_nothing_is_kept_of_another_place(templates: Path, tmp_path: Path, compiled: Compiled) -> None:
    made(templates, english())
    copy = tmp_path / "copy"
    shutil.copytree(templates, copy)
    assert made(copy, english())
    assert compiled == [NAME, NAME]
